import { page, type PageEntry } from '../page-entry.ts';

const bins = () => import('./recycle.page.tsx');

export const SYSTEM_PAGES: readonly PageEntry[] = [
  {
    path: '/system/post',
    component: 'system/post/index',
    title: '岗位管理',
    Page: page(async () => (await import('./post.page.tsx')).PostPage),
  },
  {
    path: '/recycleBin/publication',
    component: 'recycleBin/publication/index',
    title: '出版物回收站',
    Page: page(async () => (await bins()).PublicationRecyclePage),
  },
  { path: '/recycleBin/user', component: 'recycleBin/user/index', title: '用户回收站', Page: page(async () => (await bins()).UserRecyclePage) },
  { path: '/cms/recycle', component: 'cms/recycle/index', title: '内容回收站', Page: page(async () => (await bins()).ContentRecyclePage) },
];
