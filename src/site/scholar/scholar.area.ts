import type { SiteScreens } from '../site-screens.ts';

export const scholarScreens: SiteScreens = {
  '/cms/main/cmsScholarHouse': async () => (await import('./scholar-list.screen.tsx')).ScholarHouseScreen,
  '/cms/main/scholar/:xz': async () => (await import('./scholar.screen.tsx')).ScholarScreen,
};
