import { page, type AdminArea } from '../ui/page-entry.ts';

export const teachingArea: AdminArea = {
  pages: {
    'publication/courseClass/index': page(async () => (await import('./class-overview.page.tsx')).ClassOverviewPage),
  },
};
