import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const COMMERCE_PAGES: readonly SitePage[] = [
  { path: '/personalCenter/order', head: closedHead('我的订单'), screen: 'commerce/order.screen.tsx' },
];
