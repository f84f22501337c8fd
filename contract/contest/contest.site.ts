import { closedHead, openHead } from '../content/page.ts';
import { PAGE_SIZE } from '../limits.ts';
import type { SitePage } from '../site-page.ts';

export const CONTEST_PAGES: readonly SitePage[] = [
  {
    path: '/cms/main/contest',
    head: openHead('大赛', '大赛,征稿,评奖', '正在征稿的、正在评审的和已经揭晓的大赛，在这里参赛、看公示。'),
    screen: 'contest/contest-list.screen.tsx',
    first: () => [['GET /cms/contest/queryContest', { query: { pageNum: 1, pageSize: PAGE_SIZE } }]],
  },
  {
    path: '/cms/main/contestDetail/:contestId',
    head: openHead('大赛详情', '大赛,征稿,规则,评委', '大赛的介绍、规则、日程、奖项与参赛办法。'),
    screen: 'contest/contest-detail.screen.tsx',
    first: ({ contestId }) => [['GET /cms/contest/getInfo/{contestId}', { params: { contestId: Number(contestId) } }]],
  },
  {
    path: '/cms/main/certificate/:certificateNo',
    head: closedHead('查验证书'),
    screen: 'contest/certificate.screen.tsx',
  },
  { path: '/personalCenter/contests', head: closedHead('我的大赛'), screen: 'contest/my-contests.screen.tsx' },
  { path: '/personalCenter/preliminary', head: closedHead('初审任务'), screen: 'contest/preliminary-list.screen.tsx' },
  { path: '/preliminary', head: closedHead('初审'), screen: 'contest/preliminary.screen.tsx' },
  { path: '/personReview', head: closedHead('个人评审'), screen: 'contest/person-review.screen.tsx' },
];
