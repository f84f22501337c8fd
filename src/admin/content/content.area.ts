import { page, type AdminArea } from '../ui/page-entry.ts';

export const contentArea: AdminArea = {
  pages: {
    'cms/information/index': page(async () => (await import('./information.page.tsx')).InformationPage),
    'program/block/index': page(async () => (await import('./program-block.page.tsx')).BlockPage),
  },
};
