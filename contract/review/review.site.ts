import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const REVIEW_PAGES: readonly SitePage[] = [
  { path: '/personalCenter/review', head: closedHead('我的评审'), screen: 'review/my-review.screen.tsx' },
];
