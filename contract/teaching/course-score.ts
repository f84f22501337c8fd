import { sum, timesBp, timesRatio } from '../money.ts';
import type { GradeState, ScorePolicy } from './teaching-limits.ts';

/** Scores are hundredths of a point; every product is rounded half up once. */

/** What is left of a score that was handed in `days` started days late: the penalty is a part of the full points for each day. */
export const lateScore = (raw: number, full: number, penaltyBp: number, days: number): number => Math.max(0, raw - timesBp(full, penaltyBp) * days);

export interface FinishedAttempt {
  readonly attemptId: number;
  /** After the penalty for lateness. */
  readonly score: number;
  readonly endedAt: number;
}

/** The score of several attempts, and the attempt it is shown from; null without one. */
export function scoreOf(policy: ScorePolicy, attempts: readonly FinishedAttempt[]): { readonly score: number; readonly attemptId: number } | null {
  const last = attempts.toSorted((one, two) => two.endedAt - one.endedAt || two.attemptId - one.attemptId)[0];
  if (!last) return null;
  if (policy === 'last') return { score: last.score, attemptId: last.attemptId };
  if (policy === 'mean')
    return {
      score: timesRatio(sum(attempts.map(({ score }) => score)), 1, attempts.length),
      attemptId: last.attemptId,
    };
  const best = attempts.toSorted((one, two) => two.score - one.score || two.endedAt - one.endedAt)[0] ?? last;
  return { score: best.score, attemptId: best.attemptId };
}

export interface CountedGrade {
  readonly weight: number;
  readonly full: number;
  readonly state: GradeState;
  readonly score: number;
}

/**
 * The total of a course in hundredths of a percent: Σ weight × score ÷ full over the counted assignments, divided by their weights. Excused ones and
 * those without points are left out; missing ones count 0 with `missingAsZero`, else they are left out. Null when nothing counts.
 */
export function courseTotal(grades: readonly CountedGrade[], missingAsZero: boolean): number | null {
  const counted = grades.filter(
    ({ state, full, weight }) => full > 0 && weight > 0 && (state === 'scored' || (state === 'missing' && missingAsZero)),
  );
  if (counted.length === 0) return null;
  // One common denominator, so that only the result is rounded.
  const common = counted.reduce((product, { full }) => product * BigInt(full), 1n);
  const above = counted.reduce(
    (all, { weight, score, full, state }) => all + BigInt(weight) * BigInt(state === 'missing' ? 0 : score) * (common / BigInt(full)),
    0n,
  );
  const below = common * counted.reduce((all, { weight }) => all + BigInt(weight), 0n);
  return Number((above * 10_000n * 2n + below) / (below * 2n));
}
