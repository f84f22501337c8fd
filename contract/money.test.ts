import { expect, test } from 'vitest';
import { fenOf } from './money-input.ts';
import { groupedYuan, netOf, partOf, spread, sum, times, timesBp, timesRatio, yuan } from './money.ts';

/** Reproducible numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
const random = randomOf(48);
const below = (most: number): number => Math.floor(random() * most);

test('F20 vectors: a discount over two lines, 100 fen off three lines, a commission, and a digital share', () => {
  const lines = [times(3900, 2), 12_800];
  const total = timesBp(sum(lines), 8800);
  expect([sum(lines), total, spread(total, lines)]).toEqual([20_600, 18_128, [6864, 11_264]]);
  expect(spread(100, [3333, 3333, 3333])).toEqual([34, 33, 33]);
  expect(timesBp(18_128, 500)).toBe(906);
  const { netFen } = netOf(3900, 900);
  const fee = timesBp(3900, 60);
  expect([netFen, fee, timesBp(netFen - fee, 5000)]).toEqual([3578, 23, 1778]);
});

test('F21 vectors: net and tax of 9 % and 6 %', () => {
  expect([5800, 9800, 1].map((fen) => netOf(fen, 900))).toEqual([
    { netFen: 5321, taxFen: 479 },
    { netFen: 8991, taxFen: 809 },
    { netFen: 1, taxFen: 0 },
  ]);
  expect(netOf(10_000, 600)).toEqual({ netFen: 9434, taxFen: 566 });
});

test('#48.1 parts sum to the total, none is a fen from its exact share, zero weights get nothing, a negative total mirrors', () => {
  for (let round = 0; round < 20_000; round += 1) {
    const weights = Array.from({ length: 1 + below(9) }, () => (random() < 0.2 ? 0 : below(1_000_000)));
    if (sum(weights) === 0) continue;
    const total = below(10_000_000);
    const parts = spread(total, weights);
    expect(sum(parts)).toBe(total);
    parts.forEach((part, index) => {
      const weight = weights[index] ?? 0;
      if (weight === 0) expect(part).toBe(0);
      expect(Math.abs(part - (total * weight) / sum(weights))).toBeLessThan(1);
    });
    expect(spread(-total, weights)).toEqual(parts.map((part) => (part === 0 ? 0 : -part)));
  }
  expect(spread(0, [0, 0])).toEqual([0, 0]);
  expect(() => spread(1, [0])).toThrow(RangeError);
});

test('#48.1 an amount for k of n units in any cuts ends at the total', () => {
  for (let round = 0; round < 5000; round += 1) {
    const [fen, units] = [below(1_000_000), 1 + below(500)];
    let [before, paid] = [0, 0];
    while (before < units) {
      const count = 1 + below(units - before);
      paid += partOf(fen, units, before, count);
      before += count;
    }
    expect(paid).toBe(fen);
  }
});

test('#48.1 rounding is half up on the absolute value, and exact beyond the precision of a float', () => {
  expect([timesBp(5, 5000), timesBp(-5, 5000), timesBp(1, 4999)]).toEqual([3, -3, 0]);
  expect(timesRatio(9_007_199_254_740_991, 9999, 10_000)).toBe(9_006_298_534_815_517);
  expect(() => times(9_007_199_254_740_991, 2)).toThrow(RangeError);
  expect(() => sum([9_007_199_254_740_991, 1])).toThrow(RangeError);
  expect(() => timesBp(1.5, 1)).toThrow(RangeError);
});

test('#48.1 yuan and fen are the same amount, for every small amount and random ones up to 2^53', () => {
  for (let fen = 0; fen <= 200_000; fen += 1) if (fenOf(yuan(fen)) !== fen) throw new Error(`${fen} is read as ${fenOf(yuan(fen))}`);
  for (let round = 0; round < 20_000; round += 1) {
    const fen = Math.floor(random() * Number.MAX_SAFE_INTEGER);
    expect(fenOf(yuan(fen))).toBe(fen);
  }
  expect([yuan(0), yuan(5), yuan(-5), yuan(123_456_789), groupedYuan(123_456_789), groupedYuan(-100_000)]).toEqual([
    '0.00',
    '0.05',
    '-0.05',
    '1234567.89',
    '1,234,567.89',
    '-1,000.00',
  ]);
});

test('#48.1 text that is no amount is not read', () => {
  for (const text of ['58.001', '-1', '1e3', '５８', '90071992547409.92', '', '.5', '5.', '1,000', 'NaN', '+1', '0x10'])
    expect([text, fenOf(text)]).toEqual([text, null]);
  expect([' 58 ', '58.5', '58.50', '0', '90071992547409.91'].map(fenOf)).toEqual([5800, 5850, 5850, 0, 9_007_199_254_740_991]);
});
