import { expect, test } from 'vitest';
import { randomOf } from '../../tests/support/flow-tree.ts';
import { sum, timesBp } from '../../contract/money.ts';
import { discountedLines, type Offer } from './discount.rule.ts';

const campaign = (rateBp: number, baseFen: number, id = 1): Offer => ({ kind: 'campaign', id, rateBp, baseFen });
const author = (rateBp: number, baseFen: number): Offer => ({ kind: 'author', id: 7, rateBp, baseFen });

test('F20 the rate is applied to the sum of the group, rounded once, and spread over its lines', () => {
  const lines = [7800, 12_800].map((fen) => ({ fen, offers: [campaign(8800, fen)] }));
  // 20 600 × 88 % = 18 128
  expect(discountedLines(lines).map(({ payFen }) => payFen)).toEqual([6864, 11_264]);
  const three = [3333, 3333, 3333].map((fen) => ({ fen, offers: [campaign(8500, fen)] }));
  // 9 999 × 85 % = 8 499.15
  expect(discountedLines(three).map(({ payFen }) => payFen)).toEqual([2833, 2833, 2833]);
});

test('a line has one discount, the best; the author pays a part of the list price, and never more than the price', () => {
  const [line] = discountedLines([{ fen: 5800, offers: [author(7000, 6800), campaign(8000, 5800)] }]);
  // 6 800 × 70 % = 4 760; 5 800 × 80 % = 4 640
  expect(line).toEqual({ payFen: 4640, discountFen: 1160, discountKind: 'campaign', discountId: 1, discountName: '限时8折' });
  const [own] = discountedLines([{ fen: 5800, offers: [author(7000, 5800), campaign(8000, 5800)] }]);
  expect(own).toMatchObject({ payFen: 4060, discountKind: 'author', discountId: 7, discountName: '作者价' });
  const [dear] = discountedLines([{ fen: 3900, offers: [author(7000, 6800)] }]);
  expect(dear).toMatchObject({ payFen: 3900, discountFen: 0, discountKind: 'none', discountId: null, discountName: '' });
  expect(discountedLines([{ fen: 0, offers: [campaign(5000, 0)] }])).toMatchObject([{ payFen: 0, discountKind: 'none' }]);
});

test('random carts pay the rounded sum of each group, and no line more than its price', () => {
  const next = randomOf(31);
  for (let round = 0; round < 2000; round += 1) {
    const lines = Array.from({ length: 1 + Math.floor(next() * 6) }, () => {
      const fen = 1 + Math.floor(next() * 20_000);
      const offers = [1, 2].filter(() => next() < 0.6).map((id) => campaign(id === 1 ? 8765 : 9100, fen, id));
      return { fen, offers };
    });
    const found = discountedLines(lines);
    for (const id of [1, 2]) {
      const at = found.flatMap((line, index) => (line.discountId === id ? [index] : []));
      const paid = sum(at.map((index) => found[index]?.payFen ?? 0));
      expect(paid).toBe(timesBp(sum(at.map((index) => lines[index]?.fen ?? 0)), id === 1 ? 8765 : 9100));
    }
    for (const [index, { payFen, discountFen }] of found.entries()) {
      expect(payFen + discountFen).toBe(lines[index]?.fen);
      expect(discountFen).toBeGreaterThanOrEqual(0);
    }
  }
});
