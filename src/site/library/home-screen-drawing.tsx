import { MARK } from '../../cover/mark.ts';
import { DRAWN } from '../frame/line-drawing.tsx';

/** A phone with the app's icon between other icons. */
export function HomeScreenDrawing({ size = 150 }: { size?: number }) {
  return (
    <svg width={(size * 2) / 3} height={size} viewBox="0 0 100 150" {...DRAWN}>
      <rect x="14" y="6" width="72" height="138" rx="12" fill="var(--paper)" />
      <path d="M42 15h16M40 136h20" />
      <path d="M24 28h14v14H24zM43 28h14v14H43zM62 28h14v14H62zM24 50h14v14H24zM43 50h14v14H43zM62 50h14v14H62z" stroke="var(--line-strong)" />
      <rect x="32" y="78" width="36" height="36" rx="8" fill="var(--brand-wash)" />
      <path transform="translate(38 84)" d={MARK} fill="var(--brand-text)" stroke="none" />
    </svg>
  );
}
