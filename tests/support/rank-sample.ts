import { DAY_MS } from '../../contract/clock.ts';
import type { TestContext } from './test-context.ts';

/** An article of the sample with the counts that a ranking must use. */
export interface SampleArticle {
  readonly accountId: number;
  readonly position: number;
  readonly reads: number;
  readonly wows: number;
  readonly likes: number;
  readonly shares: number;
}

/** A week of the past; every snapshot of the sample is before its cut-off. */
export const SAMPLE_WEEK = '2025-11-16';
const START = Date.parse(`${SAMPLE_WEEK}T00:00:00+08:00`);
const PART = 1_000;

/** Repeatable numbers in [0, 1): a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

/** Inserts accounts and articles with three snapshots each, and returns the counts of the last ones. */
export async function addRankSample(t: TestContext, accounts: number, articles: number): Promise<SampleArticle[]> {
  const { db } = t.context;
  const next = numbers(7);
  const whole = (below: number): number => Math.floor(next() * below);
  const stamps = { createTime: 1, updateTime: 1 };
  const { id: domainId } = await db
    .insertInto('wechatDomain')
    .values({ domainName: '样本', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  const accountIds = await db
    .insertInto('wechatAccount')
    .values(Array.from({ length: accounts }, (_, at) => ({ accountName: `号${at}`, wechatId: `sample${at}`, domainId, areaId: null, ...stamps })))
    .returning('id')
    .execute();
  const sample: SampleArticle[] = [];
  for (let from = 0; from < articles; from += PART) {
    const made = Array.from({ length: Math.min(PART, articles - from) }, () => ({
      accountId: accountIds[whole(accounts)]?.id ?? 0,
      position: 1 + whole(8),
      reads: whole(next() < 0.02 ? 140_000 : 9_000),
      wows: whole(60),
      likes: whole(120),
      shares: whole(200),
    }));
    const rows = await db
      .insertInto('wechatArticle')
      .values(
        made.map(({ accountId, position }) => ({
          accountId,
          position,
          title: '样本',
          publishTime: START + whole(7 * DAY_MS),
          statTime: null,
          ...stamps,
        })),
      )
      .returning('id')
      .execute();
    for (const share of [0.4, 0.8, 1]) {
      const takenAt = START + 7 * DAY_MS + Math.round(share * DAY_MS) - 1;
      const stats = made.map(({ reads, wows, likes, shares }, at) => ({
        articleId: rows[at]?.id ?? 0,
        takenAt,
        readNum: Math.floor(reads * share),
        wowNum: Math.floor(wows * share),
        likeNum: Math.floor(likes * share),
        shareNum: Math.floor(shares * share),
        source: 'import' as const,
        createTime: takenAt,
      }));
      await db.insertInto('articleStat').values(stats).execute();
    }
    sample.push(...made);
  }
  return sample;
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** F19 written a second time, term by term, for comparison: WCI by account, with two decimals. */
export function referenceWci(sample: readonly SampleArticle[], days: number): Map<number, string> {
  const k = (r: number, z: number, l: number, e: number): number =>
    Math.log((r + 1) ** 0.7 * (10 * z + 1) ** 0.09 * (10 * l + 1) ** 0.06 * (10 * e + 1) ** 0.15);
  const result = new Map<number, string>();
  for (const [accountId, articles] of Map.groupBy(sample, (one) => one.accountId)) {
    const of = (name: 'reads' | 'wows' | 'likes' | 'shares', list: readonly SampleArticle[]) =>
      list.map((one) => (name === 'reads' && one.reads > 100_000 ? 100_001 : one[name]));
    const head = articles.filter((one) => one.position === 1);
    const n = articles.length;
    const [r, z, l, e] = (['reads', 'wows', 'likes', 'shares'] as const).map((name) => of(name, articles)) as [
      number[],
      number[],
      number[],
      number[],
    ];
    const [hr, hz, hl, he] = (['reads', 'wows', 'likes', 'shares'] as const).map((name) => sum(of(name, head))) as [number, number, number, number];
    const overall = k(sum(r) / days, sum(z) / days, sum(l) / days, sum(e) / days);
    const average = k(sum(r) / n, sum(z) / n, sum(l) / n, sum(e) / n);
    const headline = k(hr / days, hz / days, hl / days, he / days);
    const peak = k(Math.max(...r), Math.max(...z), Math.max(...l), Math.max(...e));
    result.set(accountId, ((0.6 * overall + 0.2 * average + 0.1 * headline + 0.1 * peak) ** 2 * 12).toFixed(2));
  }
  return result;
}
