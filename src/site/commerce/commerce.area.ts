import type { SiteScreens } from '../site-screens.ts';

export const commerceScreens: SiteScreens = {
  '/personalCenter/order': async () => (await import('./order.screen.tsx')).OrderScreen,
};
