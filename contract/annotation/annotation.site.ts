import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const ANNOTATION_PAGES: readonly SitePage[] = [
  { path: '/personalCenter/notes', head: closedHead('我的笔记'), screen: 'annotation/notes.screen.tsx' },
  { path: '/personalCenter/words', head: closedHead('生词本'), screen: 'annotation/words.screen.tsx' },
  { path: '/personalCenter/reading', head: closedHead('阅读统计'), screen: 'annotation/reading-days.screen.tsx' },
  { path: '/personalCenter/errata', head: closedHead('错字反馈'), screen: 'annotation/errata.screen.tsx' },
];
