import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const LIBRARY_PAGES: readonly SitePage[] = [
  { path: '/personalCenter/history', head: closedHead('浏览历史'), screen: 'library/history.screen.tsx' },
];
