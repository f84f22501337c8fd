import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

/** The page that claims a copy; the code of the link follows as `#code=`. */
export const SEAT_PATH = '/seat';

export const COMMERCE_PAGES: readonly SitePage[] = [
  { path: '/personalCenter/order', head: closedHead('我的订单'), screen: 'commerce/order.screen.tsx' },
  { path: '/authorBackground/order', head: closedHead('作品订单'), screen: 'commerce/author-order.screen.tsx' },
  { path: SEAT_PATH, head: closedHead('领取赠书'), screen: 'commerce/seat.screen.tsx' },
];
