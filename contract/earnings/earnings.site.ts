import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const EARNINGS_PAGES: readonly SitePage[] = [
  { path: '/authorBackground/revenue', head: closedHead('我的收益'), screen: 'earnings/revenue.screen.tsx' },
  { path: '/personalCenter/revenue', head: closedHead('收益与推广'), screen: 'earnings/payee.screen.tsx' },
];
