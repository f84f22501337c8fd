import { PERIOD_DAYS, type PeriodType } from '../../contract/wechat/rank-period.ts';
import { READ_CAP, wciOf, type Counts } from './wci.ts';

/** An article of the period; without a snapshot before the cut-off all its counts are null. */
export interface CountedArticle {
  readonly accountId: number;
  readonly position: number;
  readonly outlierState: string;
  readonly statId: number | null;
  readonly readNum: number | null;
  readonly wowNum: number | null;
  readonly likeNum: number | null;
  readonly shareNum: number | null;
}

export interface RankedAccount {
  readonly accountId: number;
  readonly articleNum: number;
  readonly total: Counts;
  readonly head: Counts;
  readonly most: Counts;
  readonly wci: number;
  readonly statIds: readonly number[];
}

export interface Ranking {
  /** In order of their places. */
  readonly accounts: readonly RankedAccount[];
  readonly articleNum: number;
  /** Accounts left out because one of their articles waits for a decision. */
  readonly heldIds: readonly number[];
  readonly missingNum: number;
}

interface Sums {
  articleNum: number;
  total: Record<keyof Counts, number>;
  head: Record<keyof Counts, number>;
  most: Record<keyof Counts, number>;
  statIds: number[];
}

const NAMES = ['readNum', 'wowNum', 'likeNum', 'shareNum'] as const;
const none = () => ({ readNum: 0, wowNum: 0, likeNum: 0, shareNum: 0 });

/**
 * Ranks accounts by WCI, then by total reads, then by id. Articles whose counts were decided to be wrong are left out; an article that
 * waits for that decision keeps its whole account out.
 */
export function rankAccounts(articles: readonly CountedArticle[], periodType: PeriodType): Ranking {
  const held = new Set(articles.filter((one) => one.outlierState === 'pending').map((one) => one.accountId));
  const sums = new Map<number, Sums>();
  let missingNum = 0;
  let articleNum = 0;
  for (const article of articles) {
    const { accountId, position, outlierState, statId } = article;
    if (held.has(accountId) || outlierState === 'excluded') continue;
    if (statId === null) {
      missingNum += 1;
      continue;
    }
    let sum = sums.get(accountId);
    if (!sum) sums.set(accountId, (sum = { articleNum: 0, total: none(), head: none(), most: none(), statIds: [] }));
    sum.articleNum += 1;
    sum.statIds.push(statId);
    articleNum += 1;
    for (const name of NAMES) {
      const count = name === 'readNum' ? Math.min(article.readNum ?? 0, READ_CAP) : (article[name] ?? 0);
      sum.total[name] += count;
      if (position === 1) sum.head[name] += count;
      sum.most[name] = Math.max(sum.most[name], count);
    }
  }
  const days = PERIOD_DAYS[periodType];
  const accounts = [...sums].map(([accountId, sum]) => ({ accountId, ...sum, wci: wciOf({ ...sum, articles: sum.articleNum, days }) }));
  accounts.sort((one, other) => other.wci - one.wci || other.total.readNum - one.total.readNum || one.accountId - other.accountId);
  return { accounts, articleNum, heldIds: [...held], missingNum };
}
