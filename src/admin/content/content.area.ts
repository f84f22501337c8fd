import { page, type AdminArea } from '../ui/page-entry.ts';

export const contentArea: AdminArea = {
  pages: {
    'program/block/index': page(async () => (await import('./program-block.page.tsx')).BlockPage),
  },
};
