import { page, type AdminArea } from '../ui/page-entry.ts';

export const mediaArea: AdminArea = {
  pages: {
    'publication/audio': page(async () => (await import('./work.page.tsx')).WorkPage),
  },
};
