import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

/** The page on which anybody checks a copy of a statement; its address is printed on each. */
export const STATEMENT_CHECK_PAGE = '/cms/main/statementCheck';

export const EARNINGS_PAGES: readonly SitePage[] = [
  { path: '/authorBackground/revenue', head: closedHead('我的收益'), screen: 'earnings/revenue.screen.tsx' },
  { path: '/personalCenter/revenue', head: closedHead('收益与推广'), screen: 'earnings/payee.screen.tsx' },
  { path: STATEMENT_CHECK_PAGE, head: closedHead('查验对账单'), screen: 'earnings/statement-check.screen.tsx' },
];
