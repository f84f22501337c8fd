import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const IDENTITY_PAGES: readonly SitePage[] = [
  { path: '/personalCenter/profile', head: closedHead('资料'), screen: 'identity/profile.screen.tsx' },
];
