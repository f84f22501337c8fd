import { page, type PageEntry } from '../ui/page-entry.ts';

export const PROGRAM_PAGES: readonly PageEntry[] = [
  {
    path: '/program/block',
    component: 'program/block/index',
    title: '栏目区块',
    Page: page(async () => (await import('./program-block.page.tsx')).BlockPage),
  },
  {
    path: '/program/field',
    component: 'program/field/index',
    title: '栏目字段',
    Page: page(async () => (await import('../catalog/program-field.page.tsx')).FieldPage),
  },
];
