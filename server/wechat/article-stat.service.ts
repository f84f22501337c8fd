import type { Outlier, OutlierState } from '../../contract/wechat/article.ts';
import type { Tx } from '../db/database.ts';
import { addStat, setArticle, statAfter, statAt, statsOfAccount } from './article.queries.ts';
import { outlierOf } from './outlier.ts';
import { READ_CAP, type Counts } from './wci.ts';

export const capped = (counts: Counts): Counts => ({ ...counts, readNum: Math.min(counts.readNum, READ_CAP) });

export const sameCounts = (one: Counts, other: Counts): boolean =>
  one.readNum === other.readNum && one.wowNum === other.wowNum && one.likeNum === other.likeNum && one.shareNum === other.shareNum;

/** Returns the read increases between the snapshots of an account's articles; the first snapshot counts from zero. */
export async function increasesOf(tx: Tx, accountId: number): Promise<number[]> {
  const rows = await statsOfAccount(tx, accountId);
  return rows.map((row, index) => {
    const before = rows[index - 1];
    return row.readNum - (before?.articleId === row.articleId ? before.readNum : 0);
  });
}

export interface Measured {
  readonly articleId: number;
  readonly takenAt: number;
  readonly counts: Counts;
  readonly source: 'import' | 'hand';
  readonly by: string;
  /** The state of the article's earlier decision. */
  readonly outlier: Outlier;
  readonly outlierState: OutlierState;
}

/**
 * Stores a snapshot. When it is the newest one, the article takes its counts. An unusual one waits for a decision, whatever its time,
 * because a ranking may use it; a decision about the reads for each like stays, a jump is always decided again. Returns why it waits.
 */
export async function addSnapshot(tx: Tx, measured: Measured, increases: readonly number[]): Promise<Outlier> {
  const { articleId, takenAt, source, by, outlier: old, outlierState } = measured;
  const counts = capped(measured.counts);
  const before = await statAt(tx, articleId, takenAt);
  const now = Date.now();
  await addStat(tx, { articleId, takenAt, ...counts, source, createBy: by, createTime: now });
  const newest = !(await statAfter(tx, articleId, takenAt));
  const outlier = outlierOf(counts, before ?? null, increases);
  const decided = outlier === 'ratio' && old === 'ratio' && outlierState !== 'none';
  const waits = outlier !== 'none' && !decided;
  await setArticle(tx, articleId, {
    ...(newest ? { ...counts, statTime: takenAt } : {}),
    updateBy: by,
    updateTime: now,
    ...(waits ? { outlier, outlierState: 'pending', outlierNote: '' } : {}),
  });
  return waits ? outlier : 'none';
}
