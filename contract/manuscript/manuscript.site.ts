import { closedHead } from '../content/page.ts';
import { DOCUMENT_PAGES } from './document-pages.ts';
import type { SitePage } from '../site-page.ts';

export const MANUSCRIPT_PAGES: readonly SitePage[] = [
  { path: '/authorBackground', head: closedHead('作者后台'), screen: 'manuscript/author-home.screen.tsx' },
  { path: '/authorBackground/default', head: closedHead('作者后台'), screen: 'manuscript/author-home.screen.tsx' },
  { path: '/authorBackground/online', head: closedHead('在线创作'), screen: 'manuscript/author-online.screen.tsx' },
  { path: '/authorBackground/publish', head: closedHead('出版进度'), screen: 'manuscript/author-publish.screen.tsx' },
  { path: '/cms/main/archiveEdit', head: closedHead('在线编辑'), screen: 'manuscript/archive-edit.screen.tsx' },
  ...Object.entries(DOCUMENT_PAGES).map(
    ([path, { title }]): SitePage => ({ path, head: closedHead(title), screen: 'manuscript/document.screen.tsx', framed: false }),
  ),
];
