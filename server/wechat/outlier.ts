import type { Outlier } from '../../contract/wechat/article.ts';

/** More reads for each like look bought. */
const READS_PER_LIKE = 1_000;
const SIGMAS = 10;
/** With fewer increases of the account a deviation says nothing. */
const KNOWN_LEAST = 10;
/** Reads: an account whose counts hardly vary is not flagged for small growth. */
const SIGMA_LEAST = 50;

interface Snapshot {
  readonly readNum: number;
  readonly likeNum: number;
}

/**
 * Returns why a snapshot is unusual. `before` is the article's previous snapshot; `increases` are the read increases between other
 * snapshots of the account.
 */
export function outlierOf(now: Snapshot, before: Snapshot | null, increases: readonly number[]): Outlier {
  const increase = now.readNum - (before?.readNum ?? 0);
  if (increases.length >= KNOWN_LEAST) {
    const mean = increases.reduce((sum, one) => sum + one, 0) / increases.length;
    const variance = increases.reduce((sum, one) => sum + (one - mean) ** 2, 0) / increases.length;
    if (increase > mean + SIGMAS * Math.max(Math.sqrt(variance), SIGMA_LEAST)) return 'jump';
  }
  return now.readNum > READS_PER_LIKE * Math.max(now.likeNum, 1) ? 'ratio' : 'none';
}
