import { page, type AdminArea } from '../ui/page-entry.ts';

export const templateArea: AdminArea = {
  pages: {
    'templateList/index': page(async () => (await import('./template.page.tsx')).TemplatePage),
  },
};
