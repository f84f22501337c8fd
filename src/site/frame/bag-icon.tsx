/** Drawn as the icons of `icon.tsx`, which the first visit loads; this one comes later. */
export const BagIcon = ({ size = 24 }: { size?: number }) => (
  <svg
    className="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.6}
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M5.5 8h13l1 11.5h-15zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5" />
  </svg>
);
