import { page, type AdminArea } from '../ui/page-entry.ts';

export const libraryArea: AdminArea = {
  pages: {
    'cms/info/browse/index': page(async () => (await import('./browse.page.tsx')).BrowsePage),
    'cms/info/collect/index': page(async () => (await import('./collect.page.tsx')).CollectPage),
    'cms/info/download/index': page(async () => (await import('./download.page.tsx')).DownloadPage),
    'cms/info/score/index': page(async () => (await import('./score.page.tsx')).ScorePage),
  },
};
