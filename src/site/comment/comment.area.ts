import type { SiteScreens } from '../site-screens.ts';

export const commentScreens: SiteScreens = {
  '/cms/main/message': async () => (await import('./author-message.screen.tsx')).AuthorMessageScreen,
};
