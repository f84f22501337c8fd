import { page, type AdminArea } from '../ui/page-entry.ts';

export const contestArea: AdminArea = {
  pages: {
    'cms/contest/index': page(async () => (await import('./contest.page.tsx')).ContestPage),
  },
  subPages: [
    {
      path: '/cms/contest/board/:contestId',
      title: '大赛工作台',
      permission: 'contest:contest:query',
      activeMenu: '/cms/contest',
      numeric: 'contestId',
      Page: page(async () => (await import('./contest-board.page.tsx')).ContestBoardPage),
    },
  ],
};
