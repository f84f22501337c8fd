import type { SiteScreens } from '../site-screens.ts';

export const libraryScreens: SiteScreens = {
  '/personalCenter/history': async () => (await import('./history.screen.tsx')).HistoryScreen,
};
