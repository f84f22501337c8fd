import { MARK } from '../../cover/mark.ts';

/** The logo: a boat made of two pages. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={MARK} />
    </svg>
  );
}
