import { expect, test } from 'vitest';
import { advancing, entryScore, judgeTotal, passOutcome, points, rankEntries, scoresComplete, type Criterion } from './scoring.ts';

const CRITERIA: readonly Criterion[] = [
  { key: 'a', name: '内容', weight: 5000, max: 10 },
  { key: 'b', name: '语言', weight: 3000, max: 20 },
  { key: 'c', name: '表现', weight: 2000, max: 7 },
];

test('F12 weighs each criterion by its share of the highest score', () => {
  const full = CRITERIA.map(({ key, max }) => ({ key, score: max * 10 }));
  expect(judgeTotal(CRITERIA, full)).toBe(10_000);
  // 8/10 × 50 + 15/20 × 30 + 5/7 × 20 = 40 + 22.5 + 14.2857…
  expect(
    judgeTotal(CRITERIA, [
      { key: 'a', score: 80 },
      { key: 'b', score: 150 },
      { key: 'c', score: 50 },
    ]),
  ).toBe(7679);
  expect(scoresComplete(CRITERIA, full)).toBe(true);
  expect(scoresComplete(CRITERIA, [...full.slice(0, 2), { key: 'c', score: 71 }])).toBe(false);
});

test('F12 leaves out one highest and one lowest score from five judges on', () => {
  const given = (...totals: number[]) => totals.map((total) => ({ total, items: [] }));
  expect(entryScore([], given(9000, 8000, 7000, 6000, 1000), true)).toMatchObject({ score: 7000, untrimmed: 6200, trimmed: 2, spread: 8000 });
  expect(entryScore([], given(9000, 8000, 7000, 6000), true)).toMatchObject({ score: 7500, trimmed: 0 });
  expect(entryScore([], given(9000, 8000), true).score).toBeNull();
  // 85.005 rounds half up.
  expect(entryScore([], given(8500, 8501, 8500, 8501), true).score).toBe(8501);
});

test('F12 gives equal ranks to ties and skips the next ones: 1, 2, 2, 4', () => {
  const row = (id: number, score: number | null, untrimmed = 0, heaviest = 0) => ({ id, score, untrimmed, heaviest });
  const ranked = rankEntries([row(1, 7000), row(2, 8000, 1), row(3, 8000, 2), row(4, 9000), row(5, null), row(6, 8000, 1)]);
  expect(ranked.map(({ id, rank }) => [id, rank])).toEqual([
    [4, 1],
    [3, 2],
    [2, 3],
    [6, 3],
    [1, 5],
    [5, 0],
  ]);
});

test('F12 passes round 1 by a majority, and an even split decides nothing', () => {
  expect([passOutcome(['pass', 'pass', 'fail']), passOutcome(['fail', 'fail', 'pass']), passOutcome(['pass', 'fail'])]).toEqual([true, false, null]);
});

test('a tie on the line is neither in nor out', () => {
  const rows = rankEntries([90, 80, 80, 70].map((score, id) => ({ id, score, untrimmed: 0, heaviest: 0 })));
  expect(advancing(rows, 2, 0)).toMatchObject({ in: [{ id: 0 }], tied: [{ id: 1 }, { id: 2 }] });
  expect(advancing(rows, 3, 0).in.length).toBe(3);
  expect(advancing(rows, 0, 75).in.length).toBe(3);
});

/** A generator with a seed, so that a failing case can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** An independent calculation with exact fractions, written in another way than the product's. */
class Fraction {
  readonly n: bigint;
  readonly d: bigint;
  constructor(n: bigint, d = 1n) {
    this.n = n;
    this.d = d;
  }
  plus(other: Fraction): Fraction {
    return new Fraction(this.n * other.d + other.n * this.d, this.d * other.d);
  }
  times(other: Fraction): Fraction {
    return new Fraction(this.n * other.n, this.d * other.d);
  }
  hundredths(): number {
    const scaled = this.n * 1000n;
    const thousandths = scaled / this.d;
    const last = thousandths % 10n;
    return Number(thousandths / 10n + (last >= 5n ? 1n : 0n));
  }
}

test('F12 equals an independent calculation in 10 000 random rounds', () => {
  const next = random(20261127);
  const whole = (most: number): number => Math.floor(next() * (most + 1));
  for (let round = 0; round < 10_000; round += 1) {
    const count = 1 + whole(5);
    const weights = Array.from({ length: count }, (_one, at) => (at === count - 1 ? 0 : Math.floor(10_000 / count) - whole(50)));
    weights[count - 1] = 10_000 - weights.reduce((sum, one) => sum + one, 0);
    const criteria = weights.map((weight, at) => ({ key: `k${at}`, name: '', weight, max: 1 + whole(30) }));
    const trim = whole(3) > 0;
    const entries = Array.from({ length: 1 + whole(5) }, (_one, id) => {
      const judges = Array.from({ length: whole(8) }, () => criteria.map(({ key, max }) => ({ key, score: whole(max * 10) })));
      return { id, judges };
    });
    const ours = rankEntries(
      entries.map(({ id, judges }) => ({
        id,
        ...entryScore(
          criteria,
          judges.map((items) => ({ items, total: judgeTotal(criteria, items) })),
          trim,
        ),
      })),
    );
    const theirs = entries.map(({ id, judges }) => {
      const totals = judges.map((items) =>
        items
          .reduce(
            (sum, { score }, at) => sum.plus(new Fraction(BigInt(score) * BigInt(weights[at] ?? 0), BigInt((criteria[at]?.max ?? 1) * 1000))),
            new Fraction(0n),
          )
          .hundredths(),
      );
      const sorted = [...totals].sort((a, b) => b - a);
      if (trim && sorted.length > 4) {
        sorted.pop();
        sorted.shift();
      }
      const average = (list: readonly number[]): number =>
        list.length === 0 ? 0 : new Fraction(BigInt(list.reduce((sum, one) => sum + one, 0)), BigInt(list.length) * 100n).hundredths();
      const top = weights.indexOf(Math.max(...weights));
      const heavy = judges.map((items) => (items[top]?.score ?? 0) * 10);
      return { id, key: [totals.length > 2 ? average(sorted) : -1, average(totals), average(heavy)] as const };
    });
    for (const one of theirs) {
      const better = theirs.filter(({ key }) => key.find((value, at) => value !== one.key[at]) !== undefined && isBefore(key, one.key)).length;
      const mine = ours.find(({ id }) => id === one.id);
      expect([round, one.id, mine?.score ?? -1, mine?.rank]).toEqual([round, one.id, one.key[0], one.key[0] < 0 ? 0 : better + 1]);
    }
  }
});

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (const [at, value] of a.entries()) if (value !== b[at]) return value > (b[at] ?? 0);
  return false;
}

test('points are written with two decimals', () => {
  expect([points(8650), points(5), points(10_000)]).toEqual(['86.50', '0.05', '100.00']);
});
