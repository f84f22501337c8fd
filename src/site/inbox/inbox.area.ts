import type { SiteScreens } from '../site-screens.ts';

export const inboxScreens: SiteScreens = {
  '/personalCenter/message': async () => (await import('./message.screen.tsx')).MessageScreen,
};
