export type Device = 'mobile' | 'tablet' | 'desktop';

/** Px: below the first value a phone, below the second a tablet. */
const TABLET_FROM = 768;
const DESKTOP_FROM = 992;

export const deviceOf = (width: number): Device => (width < TABLET_FROM ? 'mobile' : width < DESKTOP_FROM ? 'tablet' : 'desktop');
