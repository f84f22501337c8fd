import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

const RARE = 'identity/rare-screens.ts';

export const IDENTITY_PAGES: readonly SitePage[] = [
  { path: '/personalCenter/profile', head: closedHead('资料'), screen: 'identity/profile.screen.tsx' },
  { path: '/cmsRegister', head: closedHead('注册'), screen: RARE, framed: false },
  { path: '/auth-redirect', head: closedHead('登录'), screen: RARE, framed: false },
  { path: '/findPassword', head: closedHead('找回密码'), screen: RARE, framed: false },
];
