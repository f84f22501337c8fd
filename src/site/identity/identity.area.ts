import type { SiteScreens } from '../site-screens.ts';

export const identityScreens: SiteScreens = {
  '/personalCenter/profile': async () => (await import('./profile.screen.tsx')).ProfileScreen,
};
