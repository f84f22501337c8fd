import { page, type AdminArea } from '../ui/page-entry.ts';

export const annotationArea: AdminArea = {
  pages: {
    'publication/erratum': page(async () => (await import('./erratum.page.tsx')).ErratumPage),
  },
};
