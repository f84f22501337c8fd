import { page, type PageEntry } from '../page-entry.ts';

export const SYSTEM_PAGES: readonly PageEntry[] = [
  {
    path: '/system/post',
    component: 'system/post/index',
    title: '岗位管理',
    Page: page(async () => (await import('./post.page.tsx')).PostPage),
  },
];
