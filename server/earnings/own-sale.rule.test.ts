import { expect, test } from 'vitest';
import { sum } from '../../contract/money.ts';
import { randomOf } from '../../tests/support/flow-tree.ts';
import { ownSalesOf } from './own-sale.rule.ts';
import { digitalShare } from './royalty.rule.ts';

const line = { id: 1, kind: 'book', fen: 18_128, finishedAt: 1_000 };
const refund = (fen: number, doneAt: number) => ({ id: 1, kind: 'book', payFen: line.fen, finishedAt: line.finishedAt, fen, doneAt });
const share = (sales: ReturnType<typeof ownSalesOf>): number =>
  sum(sales.map(({ beforeFen, afterFen }) => digitalShare(afterFen, 2_345) - digitalShare(beforeFen, 2_345)));

test('F20 copies that were refunded before the finish of their line earn nothing, in whichever month that was', () => {
  expect(ownSalesOf([line], [refund(3_626, 500)], 900)).toEqual([{ id: 1, kind: 'book', beforeFen: 0, afterFen: 14_502 }]);
  expect(share(ownSalesOf([line], [refund(line.fen, 500)], 900))).toBe(0);
});

test('F20 a refund after the finish takes back its part in the month of the refund', () => {
  const sales = ownSalesOf([], [refund(3_626, 500), refund(3_626, 2_500), refund(3_625, 3_500)], 3_000);
  expect(sales).toEqual([{ id: 1, kind: 'book', beforeFen: 10_876, afterFen: 7_251 }]);
});

test('F20 the shares of a line that is refunded in parts end at nothing, however it is cut', () => {
  const random = randomOf(20);
  for (let round = 0; round < 500; round += 1) {
    const refunds: ReturnType<typeof refund>[] = [];
    let left = line.fen;
    let at = 1;
    while (left > 0) {
      const fen = Math.min(left, 1 + Math.floor(random() * 9_000));
      left -= fen;
      at += Math.floor(random() * 900);
      refunds.push(refund(fen, at));
    }
    // The months of the finish and of all refunds, each with the refunds that were done before its end.
    const months = Array.from({ length: 1 + Math.ceil(at / 700) }, (_month, index) => index * 700);
    const all = months.map((from) => {
      const until = from + 700;
      const finished = line.finishedAt >= from && line.finishedAt < until ? [line] : [];
      return share(
        ownSalesOf(
          finished,
          refunds.filter(({ doneAt }) => doneAt < until),
          from,
        ),
      );
    });
    expect(sum(all), `round ${round}`).toBe(0);
  }
});
