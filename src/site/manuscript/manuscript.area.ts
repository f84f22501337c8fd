import type { SiteScreens } from '../site-screens.ts';

const home = async () => (await import('./author-home.screen.tsx')).AuthorHomeScreen;

export const manuscriptScreens: SiteScreens = {
  '/authorBackground': home,
  '/authorBackground/default': home,
  '/authorBackground/online': async () => (await import('./author-online.screen.tsx')).AuthorOnlineScreen,
  '/authorBackground/publish': async () => (await import('./author-publish.screen.tsx')).AuthorPublishScreen,
  '/cms/main/archiveEdit': async () => (await import('./archive-edit.screen.tsx')).ArchiveEditScreen,
};
