import { halfUp } from '../rounding.ts';

/** F12 in integers: scores are tenths of a point, totals and means are hundredths of a point. Nothing here uses floating point. */

export interface Criterion {
  readonly key: string;
  readonly name: string;
  /** Ten-thousandths; all criteria of a round sum to 10 000. */
  readonly weight: number;
  /** Highest score, points. */
  readonly max: number;
}

/** Score of one criterion, tenths of a point. */
export interface ScoreItem {
  readonly key: string;
  readonly score: number;
}

/** Total of one judge: Σ (score / max × 100 × weight), hundredths of a point. A criterion without a score counts as 0. */
export function judgeTotal(criteria: readonly Criterion[], items: readonly ScoreItem[]): number {
  const scores = new Map(items.map(({ key, score }) => [key, score]));
  const denominator = criteria.reduce((product, { max }) => product * BigInt(max), 1n);
  let numerator = 0n;
  for (const { key, weight, max } of criteria) numerator += BigInt(scores.get(key) ?? 0) * BigInt(weight) * (denominator / BigInt(max));
  // Tenths × ten-thousandths × 100 points × 100 hundredths over 10 × 10 000.
  return Number(halfUp(numerator * 100n * 100n, denominator * 10n * 10_000n));
}

/** Whether every criterion has a score from 0 to its highest. */
export const scoresComplete = (criteria: readonly Criterion[], items: readonly ScoreItem[]): boolean => {
  const scores = new Map(items.map(({ key, score }) => [key, score]));
  return (
    items.length === criteria.length &&
    criteria.every(({ key, max }) => {
      const score = scores.get(key);
      return score !== undefined && Number.isInteger(score) && score >= 0 && score <= max * 10;
    })
  );
};

/** What one judge gave one entry. */
export interface GivenScore {
  /** Hundredths of a point. */
  readonly total: number;
  readonly items: readonly ScoreItem[];
}

export interface EntryScore {
  /** Hundredths of a point; null with fewer than three scores. */
  readonly score: number | null;
  /** Mean of all totals, hundredths. */
  readonly untrimmed: number;
  /** Mean of the criterion with the highest weight, hundredths of a point. */
  readonly heaviest: number;
  readonly judges: number;
  /** Scores that were left out: 0 or 2. */
  readonly trimmed: number;
  /** Highest minus lowest total, hundredths. */
  readonly spread: number;
}

const mean = (values: readonly number[], scale = 1n): number =>
  values.length === 0 ? 0 : Number(halfUp(values.reduce((sum, value) => sum + BigInt(value), 0n) * scale, BigInt(values.length)));

/** Judges from which the highest and the lowest score are left out, and below which there is no score. */
export const TRIM_FROM = 5;
export const SCORED_FROM = 3;

/** F12 for one entry. */
export function entryScore(criteria: readonly Criterion[], given: readonly GivenScore[], trim: boolean): EntryScore {
  const totals = given.map(({ total }) => total).toSorted((a, b) => a - b);
  const trims = trim && totals.length >= TRIM_FROM;
  const counted = trims ? totals.slice(1, -1) : totals;
  const heaviest = criteria.reduce<Criterion | undefined>((best, one) => (best && best.weight >= one.weight ? best : one), undefined);
  const scores = heaviest ? given.map(({ items }) => items.find(({ key }) => key === heaviest.key)?.score ?? 0) : [];
  return {
    score: totals.length < SCORED_FROM ? null : mean(counted),
    untrimmed: mean(totals),
    heaviest: mean(scores, 10n),
    judges: totals.length,
    trimmed: trims ? 2 : 0,
    spread: totals.length < 2 ? 0 : (totals.at(-1) ?? 0) - (totals[0] ?? 0),
  };
}

export interface Rankable {
  readonly score: number | null;
  readonly untrimmed: number;
  readonly heaviest: number;
}

/** Positive when `b` is before `a`. Entries without a score come last. */
export const compareEntries = (a: Rankable, b: Rankable): number =>
  (b.score ?? -1) - (a.score ?? -1) || b.untrimmed - a.untrimmed || b.heaviest - a.heaviest;

/** Returns the rows in order with equal ranks for ties: 1, 2, 2, 4. An entry without a score has rank 0. */
export function rankEntries<T extends Rankable>(rows: readonly T[]): (T & { readonly rank: number })[] {
  const ordered = rows.toSorted(compareEntries);
  let rank = 0;
  return ordered.map((row, index) => {
    const before = ordered[index - 1];
    if (!before || compareEntries(before, row) !== 0) rank = index + 1;
    return { ...row, rank: row.score === null ? 0 : rank };
  });
}

/** Outcome of a round that judges pass or fail: a majority of the votes; null for an even split. */
export function passOutcome(results: readonly ('pass' | 'fail')[]): boolean | null {
  const passes = results.filter((one) => one === 'pass').length;
  return passes * 2 === results.length ? null : passes * 2 > results.length;
}

/**
 * Entries that reach the next round: the first `quota` of a ranking and, with `passScore`, only those with that score. `tied` are the
 * entries on the line that share a rank across it, so that none of them is in or out without a decision.
 */
export function advancing<T extends { readonly rank: number; readonly score: number | null }>(
  ranked: readonly T[],
  quota: number,
  passScore: number,
): { readonly in: readonly T[]; readonly tied: readonly T[] } {
  const able = ranked.filter(({ score, rank }) => score !== null && rank > 0 && score >= passScore);
  if (quota === 0 || able.length <= quota) return { in: able, tied: [] };
  const last = able[quota - 1];
  const next = able[quota];
  if (!last || !next || last.rank !== next.rank) return { in: able.slice(0, quota), tied: [] };
  return { in: able.filter(({ rank }) => rank < last.rank), tied: able.filter(({ rank }) => rank === last.rank) };
}

/** `86.50` from hundredths. */
export const points = (hundredths: number): string => `${Math.trunc(hundredths / 100)}.${String(Math.abs(hundredths) % 100).padStart(2, '0')}`;
