import { openHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';
import { isDay, PERIOD_TYPES, type PeriodType } from './rank-period.ts';

export const RANK_PATH = '/cms/main/wechatAccount';

interface Query {
  get(name: string): string | null;
}

/** What the address of the ranking selects; an invalid part is left out. */
export interface RankChoice {
  readonly periodType: PeriodType;
  readonly periodStart?: string;
  readonly domainId?: number;
}

/** Returns the selection of an address. The server and the screen make the same query from it. */
export function rankChoice(query: Query): RankChoice {
  const type = query.get('periodType');
  const start = query.get('periodStart') ?? '';
  const domain = /^[1-9]\d{0,14}$/.exec(query.get('domainId') ?? '')?.[0];
  return {
    periodType: PERIOD_TYPES.find((one) => one === type) ?? 'week',
    ...(isDay(start) ? { periodStart: start } : {}),
    ...(domain ? { domainId: Number(domain) } : {}),
  };
}

export const WECHAT_PAGES: readonly SitePage[] = [
  {
    path: RANK_PATH,
    head: openHead('公众号排行', '公众号,排行榜,WCI', '出版、教育、外语等领域公众号的周榜、月榜和年榜，算法与数据截止时间公开。'),
    screen: 'wechat/rank.screen.tsx',
    first: (_params, query) => [
      ['GET /cms/wechat/queryRank', { query: { ...rankChoice(query) } }],
      ['GET /cms/wechat/queryDomain', {}],
      ['GET /cms/wechat/queryPeriods', { query: { periodType: rankChoice(query).periodType } }],
    ],
    keep: ['periodType', 'periodStart', 'domainId'],
  },
  {
    path: '/cms/main/wechatArticle/:id',
    head: openHead('公众号文章', '公众号,文章', '公众号文章的摘要、正文与传播数据。'),
    screen: 'wechat/article.screen.tsx',
    first: ({ id }) => [['GET /cms/wechat/article/getInfo/{id}', { params: { id: Number(id) || 0 } }]],
    inSiteMap: false,
  },
];
