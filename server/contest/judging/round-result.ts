import { entryScore, passOutcome, rankEntries, advancing, type Criterion, type ScoreItem } from '../../../contract/contest/scoring.ts';
import type { RoundMode } from '../../../contract/contest/contest-limits.ts';

/** A submitted task, as the calculation of a round needs it. */
export interface CountedTask {
  readonly submitId: number;
  readonly judgeId: number;
  readonly groupName: string;
  readonly result: '' | 'pass' | 'fail';
  readonly total: number | null;
  readonly items: readonly ScoreItem[];
}

export interface RoundRules {
  readonly mode: RoundMode;
  readonly criteria: readonly Criterion[];
  readonly trim: boolean;
  readonly passQuota: number;
  /** Points. */
  readonly passScore: number;
}

export interface Outcome {
  readonly submitId: number;
  readonly groupName: string;
  readonly score: number | null;
  readonly untrimmed: number;
  readonly heaviest: number;
  readonly judges: number;
  readonly trimmed: number;
  readonly passes: number;
  readonly fails: number;
  readonly spread: number;
  readonly rank: number;
  readonly outcome: 'in' | 'out' | 'tied';
}

/** F12 over all entries of a round, ranked within each group. `works` names every entry, also one without any score. */
export function roundOutcomes(
  rules: RoundRules,
  works: readonly { readonly id: number; readonly groupName: string }[],
  tasks: readonly CountedTask[],
): Outcome[] {
  const byWork = Map.groupBy(tasks, ({ submitId }) => submitId);
  return [...Map.groupBy(works, ({ groupName }) => groupName)].flatMap(([groupName, list]) => {
    const scored = list.map(({ id }) => {
      const given = byWork.get(id) ?? [];
      const passes = given.filter(({ result }) => result === 'pass').length;
      const fails = given.filter(({ result }) => result === 'fail').length;
      const score =
        rules.mode === 'score'
          ? entryScore(
              rules.criteria,
              given.map(({ total, items }) => ({ total: total ?? 0, items })),
              rules.trim,
            )
          : // The share of pass votes orders the entries of a round without scores.
            {
              score: given.length === 0 ? null : Math.round((passes * 10_000) / given.length),
              untrimmed: 0,
              heaviest: 0,
              judges: given.length,
              trimmed: 0,
              spread: 0,
            };
      return { submitId: id, groupName, passes, fails, ...score };
    });
    const ranked = rankEntries(scored);
    if (rules.mode === 'pass_fail')
      return ranked.map((row) => {
        const passed = passOutcome(byWork.get(row.submitId)?.flatMap(({ result }) => (result === '' ? [] : [result])) ?? []);
        const votes = row.passes + row.fails;
        return { ...row, outcome: votes === 0 ? 'out' : passed === null ? 'tied' : passed ? 'in' : 'out' } as const;
      });
    const line = advancing(ranked, rules.passQuota, rules.passScore * 100);
    const within = new Set(line.in.map(({ submitId }) => submitId));
    const tied = new Set(line.tied.map(({ submitId }) => submitId));
    return ranked.map((row) => ({ ...row, outcome: within.has(row.submitId) ? 'in' : tied.has(row.submitId) ? 'tied' : 'out' }) as const);
  });
}

/** Mean and population standard deviation, hundredths of a point. */
export function spreadOf(values: readonly number[]): { mean: number; sigma: number } {
  if (values.length === 0) return { mean: 0, sigma: 0 };
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length;
  return { mean: Math.round(mean), sigma: Math.round(Math.sqrt(variance)) };
}

/** Ranks with the mean of the places for equal values. */
function placesOf(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).toSorted((a, b) => a.value - b.value);
  const places = values.map(() => 0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]?.value === order[from]?.value) to += 1;
    for (let at = from; at <= to; at += 1) places[order[at]?.at ?? 0] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return places;
}

/** Spearman's rank correlation in thousandths; null with fewer than three pairs or without any difference. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < 3) return null;
  const [a, b] = [placesOf(pairs.map(([one]) => one)), placesOf(pairs.map(([, other]) => other))];
  const middle = (pairs.length + 1) / 2;
  let [both, first, second] = [0, 0, 0];
  for (const [at, place] of a.entries()) {
    const [x, y] = [place - middle, (b[at] ?? 0) - middle];
    both += x * y;
    first += x * x;
    second += y * y;
  }
  return first === 0 || second === 0 ? null : Math.round((1000 * both) / Math.sqrt(first * second));
}
