import { page, type AdminArea } from '../ui/page-entry.ts';

export const scholarArea: AdminArea = {
  pages: {
    'structure/scholar/index': page(async () => (await import('./scholar.page.tsx')).ScholarPage),
    'houseScholars/works/index': page(async () => (await import('./works.page.tsx')).WorksPage),
  },
  subPages: [
    {
      path: '/houseScholars/works/:scholarId',
      title: '学者作品维护',
      permission: 'house:works:edit',
      activeMenu: '/houseScholars/works',
      numeric: 'scholarId',
      Page: page(async () => (await import('./scholar-works.page.tsx')).ScholarWorksPage),
    },
  ],
};
