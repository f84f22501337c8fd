import { MONITOR_PAGES } from './monitor/pages.ts';
import { page, type PageEntry } from './ui/page-entry.ts';
import { PROGRAM_PAGES } from './content/pages.ts';
import { STRUCTURE_PAGES } from './structure/pages.ts';
import { SYSTEM_PAGES } from './system/pages.ts';
import { TOOL_PAGES } from './tool/pages.ts';
import { WORKFLOW_PAGES } from './workflow/pages.ts';

/** Every page of the back office. */
export const PAGES: readonly PageEntry[] = [
  { path: '/admin/index', component: '', title: '首页', Page: page(async () => (await import('./layout/home.page.tsx')).HomePage) },
  {
    path: '/publication/publicationList',
    component: 'publication/publicationList',
    title: '出版物列表',
    Page: page(async () => (await import('./catalog/publication.page.tsx')).PublicationPage),
  },
  {
    path: '/publication/erratum',
    component: 'publication/erratum',
    title: '错字反馈',
    Page: page(async () => (await import('./annotation/erratum.page.tsx')).ErratumPage),
  },
  {
    path: '/publication/audio',
    component: 'publication/audio',
    title: '音像出版',
    Page: page(async () => (await import('./media/work.page.tsx')).WorkPage),
  },
  ...SYSTEM_PAGES,
  ...MONITOR_PAGES,
  ...STRUCTURE_PAGES,
  ...PROGRAM_PAGES,
  ...TOOL_PAGES,
  ...WORKFLOW_PAGES,
];
