import { page, type AdminArea } from '../ui/page-entry.ts';

export const tutorArea: AdminArea = {
  pages: {
    'cms/tutor/index': page(async () => (await import('./tutor.page.tsx')).TutorPage),
  },
};
