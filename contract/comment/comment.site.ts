import { openHead } from '../content/page.ts';
import { PAGE_SIZE } from '../limits.ts';
import type { SitePage } from '../site-page.ts';

export const COMMENT_PAGES: readonly SitePage[] = [
  {
    path: '/cms/main/message',
    head: openHead('作者留言', '作者,留言,读者', '作者们写给读者的话：新书背后的故事、写作近况和回信。'),
    screen: 'comment/author-message.screen.tsx',
    first: () => [['GET /cms/message/queryMessage', { query: { pageNum: 1, pageSize: PAGE_SIZE } }]],
  },
];
