import { openHead } from '../content/page.ts';
import { PAGE_SIZE } from '../limits.ts';
import type { SitePage } from '../site-page.ts';

export const SCHOLAR_PAGES: readonly SitePage[] = [
  {
    path: '/cms/main/cmsScholarHouse',
    head: openHead('学者馆', '学者,学者馆,作者', '按学科、院校和姓氏查找学者，读他们的生平、作品与论文。'),
    screen: 'scholar/scholar-list.screen.tsx',
    first: () => [
      ['GET /house/scholar/queryFilter', {}],
      ['GET /house/scholar/queryScholar', { query: { sort: 'featured', recommend: '1', pageNum: 1, pageSize: PAGE_SIZE } }],
    ],
  },
  {
    path: '/cms/main/scholar/:xz',
    head: openHead('学者主页', '学者,作品,论文', '学者的生平、作品、论文与动态。'),
    screen: 'scholar/scholar.screen.tsx',
    first: ({ xz }) => [['GET /house/scholar/getInfo/{xz}', { params: { xz: Number(xz) || 0 } }]],
  },
];
