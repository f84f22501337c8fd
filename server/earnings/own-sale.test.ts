import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { finishedLines, refundsOfLines } from './earning.queries.ts';
import { ownSalesOf } from './own-sale.rule.ts';
import { endOf, startOf } from './period.rule.ts';

let town: TestContext;
let publishId: number;
let made = 0;
beforeAll(async () => {
  town = await testContext();
  publishId = await addListedWork(town.context, { title: '渡口来信', priceFen: 3_900 });
});
afterAll(() => town.close());

const at = (day: string): number => Date.parse(`${day}T10:00:00+08:00`);
const base = { createBy: 'test', createTime: 1, updateTime: 1 };

/** A line that was finished on a day, with its refunds by the day on which they were done. */
async function line(kind: string, payFen: number, finished: string | null, refunds: Readonly<Record<string, number>> = {}): Promise<void> {
  const { db } = town.context;
  made += 1;
  const order = { orderNo: `DD${made}`, userId: 1, totalFen: payFen, payFen, requestId: `o${made}`, requestHash: '', status: 'finished', ...base };
  const { id: orderId } = await db
    .insertInto('order')
    .values(order as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: orderItemId } = await db
    .insertInto('orderItem')
    .values({
      orderId,
      kind,
      targetId: publishId,
      title: '渡口来信',
      qty: 5,
      unitFen: payFen / 5,
      payFen,
      vatBp: 900,
      openedAt: null,
      finishedAt: finished === null ? null : at(finished),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [day, fen] of Object.entries(refunds)) {
    made += 1;
    const refund = {
      refundNo: `TK${made}`,
      orderId,
      paymentId: 1,
      kind: 'buyer' as const,
      reason: '',
      fen,
      status: 'done',
      passedBy: null,
      confirmedBy: null,
      askAt: null,
      doneAt: at(day),
      transferBy: null,
      ...base,
    };
    const { id: refundId } = await db.insertInto('refund').values(refund).returning('id').executeTakeFirstOrThrow();
    await db.insertInto('refundLine').values({ refundId, orderItemId, qty: 1, fen }).execute();
  }
}

const month = async (period: string) => {
  const { db } = town.context;
  const [from, until] = [startOf(period), endOf(period)];
  const sales = ownSalesOf(await finishedLines(db, publishId, from, until), await refundsOfLines(db, publishId, until), from);
  return sales.map(({ beforeFen, afterFen }) => [beforeFen, afterFen]);
};

test('#49.2 copies to hand out earn as other copies do, fees and unfinished lines do not, and a refund counts in its own month', async () => {
  await line('publication', 3_900, '2026-03-08');
  await line('seats', 17_160, '2026-03-09', { '2026-03-05': 3_432, '2026-04-02': 6_864, '2026-05-02': 6_864 });
  await line('publication', 3_900, null);
  await line('page_fee', 50_000, '2026-03-10');
  // Refunded in one month and finished in the next: what was refunded never earns.
  await line('publication', 19_500, '2026-04-03', { '2026-03-30': 7_800 });
  expect(await month('2026-03')).toEqual([
    [0, 3_900],
    [0, 13_728],
  ]);
  expect(await month('2026-04')).toEqual([
    [0, 11_700],
    [13_728, 6_864],
  ]);
  expect(await month('2026-05')).toEqual([[6_864, 0]]);
});
