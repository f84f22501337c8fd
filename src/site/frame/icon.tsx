/** Drawn on a 24-pixel grid with a round stroke of 1.6; `fill` marks the few solid icons. */
const STROKES = {
  home: 'M4 10.6 12 4l8 6.6V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  compass: 'M20.4 12a8.4 8.4 0 1 1-16.8 0 8.4 8.4 0 0 1 16.8 0zM15.4 8.6l-2 4.8-4.8 2 2-4.8z',
  shelf: 'M4.5 4.5h4v15h-4zM8.5 4.5h4v15h-4zM14 6l3.6-1 3.4 13.6-3.7 1z',
  me: 'M15.7 8.2a3.7 3.7 0 1 1-7.4 0 3.7 3.7 0 0 1 7.4 0zM4.8 20c.6-4 3.4-6 7.2-6s6.6 2 7.2 6',
  search: 'M17.4 11a6.4 6.4 0 1 1-12.8 0 6.4 6.4 0 0 1 12.8 0zM16 16l4 4',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.4 1.7H4.6zM10 20.6h4',
  back: 'M14.5 5 8 12l6.5 7',
  right: 'm9.5 6 6 6-6 6',
  down: 'm6 9.5 6 6 6-6',
  up: 'm6 14.5 6-6 6 6',
  close: 'm6 6 12 12M18 6 6 18',
  heart: 'M12 19.5S4 14.8 4 9.3A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 20 9.3c0 5.5-8 10.2-8 10.2z',
  download: 'M12 4v10.5M7.5 10.5 12 15l4.5-4.5M5 19.5h14',
  check: 'm5.5 12.5 4.2 4.2 8.8-9.4',
  pause: 'M8.5 6v12M15.5 6v12',
  lock: 'M5.5 12a1.5 1.5 0 0 1 1.5-1.5h10a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 18zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  share: 'M12 14.5V4M8.5 7 12 3.8 15.5 7M6 11.5v8h12v-8',
  filter: 'M4 7h16M7 12h10M10 17h4',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5 7.6 7.6 0 1 0 19 14.5z',
  sun: 'M15.8 12a3.8 3.8 0 1 1-7.6 0 3.8 3.8 0 0 1 7.6 0zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  bookmark: 'M7 4.5h10v15.5l-5-4-5 4z',
  note: 'M5 19.5 6 15 16 5l3 3L9 18zM13.5 7.5l3 3',
  ear: 'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 14h3v5h-3zM16.5 14h3v5h-3z',
  aa: 'M3 18.5 8 6l5 12.5M4.8 14.5h6.4M15 18.5l3-7.5 3 7.5M16 16h4',
  cloud: 'M7 18.5a4 4 0 0 1-.4-8A5.6 5.6 0 0 1 17.3 9.6 4.5 4.5 0 0 1 17 18.5z',
  off: 'M3.5 8.5a13 13 0 0 1 5-2.8M12.5 5.1a13 13 0 0 1 8 3.4M7 12.4a8 8 0 0 1 3-1.6M14.5 11.1a8 8 0 0 1 2.5 1.3M4.5 4.5l15 15M12 18.5h.01',
  clock: 'M20.2 12a8.2 8.2 0 1 1-16.4 0 8.2 8.2 0 0 1 16.4 0zM12 7.5V12l3 2',
  gear: 'M14.4 12a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0zM18 12a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM12 3.4V6M12 18v2.6M3.4 12H6M18 12h2.6M5.9 5.9l1.9 1.9M16.2 16.2l1.9 1.9M18.1 5.9l-1.9 1.9M7.8 16.2l-1.9 1.9',
  eye: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12zM14.8 12a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0z',
  shield: 'M12 3.5 19 6v6c0 4.5-3 7-7 8.5-4-1.5-7-4-7-8.5V6z',
  refresh: 'M19 12a7 7 0 1 1-2-5M19 4v4h-4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7',
  columns: 'M4 5h16v14H4zM12 5v14',
  vertical: 'M17 4v16M12 4v16M7 4v9',
  leave: 'M10 4.5H5.5v15H10M9.5 12H20M16.5 8.5 20 12l-3.5 3.5',
  phone: 'M7.5 3.5h9a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.5h2',
  admin: 'M4 5h16v11H4zM9 20h6M12 16v4',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  quote: 'M10 7c-3 1-4.5 3.2-4.5 6v4h5v-5H8M19 7c-3 1-4.5 3.2-4.5 6v4h5v-5H17',
  flag: 'M6 20.5v-16h12l-2.5 4 2.5 4H6',
  book: 'M12 6.5C10 5 7.5 4.5 4 4.5v13c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-13c-3.5 0-6 .5-8 2zM12 6.5v13',
} as const;

const FILLS = {
  star: 'm12 3.8 2.5 5.3 5.7.7-4.2 4 1.1 5.8-5.1-2.9-5.1 2.9L8 13.8l-4.2-4 5.7-.7z',
  play: 'M8 5.5v13l10.5-6.5z',
  more: 'M7 12a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM13.5 12a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM20 12a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z',
  heartFull: STROKES.heart,
} as const;

export type IconName = keyof typeof STROKES | keyof typeof FILLS;

export function Icon({ name, size = 24, className }: { name: IconName; size?: number; className?: string }) {
  const solid = name in FILLS;
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={solid ? 'currentColor' : 'none'}
      stroke={solid ? 'none' : 'currentColor'}
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={name in FILLS ? FILLS[name as keyof typeof FILLS] : STROKES[name as keyof typeof STROKES]} />
    </svg>
  );
}
