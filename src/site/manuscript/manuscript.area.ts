import type { SiteScreens } from '../site-screens.ts';

const home = async () => (await import('./author-home.screen.tsx')).AuthorHomeScreen;

const document = async () => (await import('./document.screen.tsx')).DocumentScreen;

export const manuscriptScreens: SiteScreens = {
  '/pageoffice': document,
  '/declarePageoffice': document,
  '/agreementPageoffice': document,
  '/previewPageoffice': document,
  '/auditPageoffice': document,
  '/reportPageoffice': document,
  '/dcOnlyOffice': document,
  '/authorBackground': home,
  '/authorBackground/default': home,
  '/authorBackground/online': async () => (await import('./author-online.screen.tsx')).AuthorOnlineScreen,
  '/authorBackground/publish': async () => (await import('./author-publish.screen.tsx')).AuthorPublishScreen,
  '/cms/main/authorConfirm': async () => (await import('./author-confirm.screen.tsx')).AuthorConfirmScreen,
  '/cms/main/archiveEdit': async () => (await import('./archive-edit.screen.tsx')).ArchiveEditScreen,
};
