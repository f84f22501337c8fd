import type { SiteScreens } from '../site-screens.ts';

export const commerceScreens: SiteScreens = {
  '/personalCenter/order': async () => (await import('./order.screen.tsx')).OrderScreen,
  '/authorBackground/order': async () => (await import('./author-order.screen.tsx')).AuthorOrderScreen,
  '/seat': async () => (await import('./seat.screen.tsx')).SeatScreen,
};
