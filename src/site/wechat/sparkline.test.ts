import { expect, test } from 'vitest';
import { linesOf, wordsOf } from './sparkline.tsx';

const point = (rank: number | null, wci: number | null) => ({ periodStart: '2026-11-15', rank, wci });

test('a period without a place interrupts the line', () => {
  const lines = linesOf([point(3, 100), point(2, 200), point(null, null), point(4, 100)], { width: 66, height: 26 });
  expect(lines).toEqual([
    [
      { x: 3, y: 23 },
      { x: 23, y: 3 },
    ],
    [{ x: 63, y: 23 }],
  ]);
});

test('equal values are drawn in the middle, and one period without an error', () => {
  expect(linesOf([point(1, 5)], { width: 66, height: 26 })).toEqual([[{ x: 3, y: 13 }]]);
  expect(linesOf([], { width: 66, height: 26 })).toEqual([]);
});

test('the text alternative states the course and the best place', () => {
  expect(wordsOf([point(3, 100), point(null, null), point(1, 250.5)])).toBe('近3期上榜2次，WCI 从 100.00 到 250.50，最好第1名');
  expect(wordsOf([])).toBe('近期没有上榜');
});
