import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const MANUSCRIPT_PAGES: readonly SitePage[] = [
  { path: '/authorBackground', head: closedHead('作者后台'), screen: 'manuscript/author-home.screen.tsx' },
  { path: '/authorBackground/default', head: closedHead('作者后台'), screen: 'manuscript/author-home.screen.tsx' },
  { path: '/authorBackground/online', head: closedHead('在线创作'), screen: 'manuscript/author-online.screen.tsx' },
  { path: '/authorBackground/publish', head: closedHead('出版进度'), screen: 'manuscript/author-publish.screen.tsx' },
  { path: '/cms/main/archiveEdit', head: closedHead('在线编辑'), screen: 'manuscript/archive-edit.screen.tsx' },
  ...[
    ['/pageoffice', '文稿编辑'],
    ['/declarePageoffice', '选题申报表文稿'],
    ['/agreementPageoffice', '协议文稿'],
    ['/previewPageoffice', '文稿预览'],
    ['/auditPageoffice', '审稿文稿'],
    ['/reportPageoffice', '报告文稿'],
    ['/dcOnlyOffice', '协作文档'],
  ].map(([path = '', title = '']): SitePage => ({ path, head: closedHead(title), screen: 'manuscript/document.screen.tsx', framed: false })),
];
