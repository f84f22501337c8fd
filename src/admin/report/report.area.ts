import { page, type AdminArea } from '../ui/page-entry.ts';

export const reportArea: AdminArea = {
  pages: {
    'report/index': page(async () => (await import('./report.page.tsx')).ReportPage),
  },
};
