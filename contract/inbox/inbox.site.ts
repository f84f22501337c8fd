import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const INBOX_PAGES: readonly SitePage[] = [{ path: '/personalCenter/message', head: closedHead('消息'), screen: 'inbox/message.screen.tsx' }];
