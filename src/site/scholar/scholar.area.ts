import type { SiteScreens } from '../site-screens.ts';

const screens = () => import('./scholar-screens.ts');

export const scholarScreens: SiteScreens = {
  '/cms/main/cmsScholarHouse': async () => (await screens()).ScholarHouseScreen,
  '/cms/main/scholar/:xz': async () => (await screens()).ScholarScreen,
};
