import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import { yuan } from '../../../contract/money.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { wireDate } from '../../db/clock.ts';
import type { BillRow } from '../../payment/payment-channel.ts';
import { plainBill } from '../../payment/plain-bill.ts';
import { verifyMoney } from '../verify.service.ts';
import { orderDueBills, runDueImport, storeBill } from './recon-import.service.ts';
import { dayOf as findDay, startBill } from './recon.queries.ts';

const PRICE = 5800;
let town: TestContext;
let buyer: Bearer;
let clerk: Bearer;
let second: Bearer;
const FINANCE = ['pay:recon:list', 'pay:recon:import', 'pay:recon:resolve', 'pay:order:confirm', 'pay:order:list'];
const YESTERDAY = wireDate(Date.now() - DAY_MS);

beforeAll(async () => {
  town = await testContext({ demo: true });
  await town.addUser({ userName: 'buyer' });
  for (const userName of ['clerk', 'second']) await town.addUser({ userName, permissions: FINANCE });
  [buyer, clerk, second] = [await town.as('buyer'), await town.as('clerk'), await town.as('second')];
});
afterAll(() => town.close());
beforeEach(async () => {
  town.context.cache.clear('order');
  const { db } = town.context;
  for (const table of ['reconImport'] as const) await db.deleteFrom(table).execute();
});
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
const ask = async (as: Bearer, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> =>
  (await town.app.inject({ method, url: `/prod-api${path}`, headers: as, ...(payload ? { payload } : {}) })).json<Answer>();

let works = 0;
/** An order paid through the sandbox; its payment is moved to a day. */
async function bought(day: string, action = 'pay'): Promise<{ orderNo: string; paymentNo: string }> {
  works += 1;
  const publishId = await addListedWork(town.context, { title: `灯塔${works}`, priceFen: PRICE });
  const placed = await ask(buyer, 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen: PRICE }] });
  const { orderNo } = placed.data as { orderNo: string };
  const opened = await ask(buyer, 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' });
  const { paymentNo, address } = opened.data as { paymentNo: string; address: string };
  if (action)
    await town.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `action=${action}`,
    });
  await town.context.db
    .updateTable('payment')
    .set({ paidAt: Date.parse(`${day}T12:00:00+08:00`) })
    .where('paymentNo', '=', paymentNo)
    .where('status', '=', 'paid')
    .execute();
  return { orderNo, paymentNo };
}
const row = (day: string, ourNo: string, change: Partial<BillRow> = {}): BillRow => ({
  kind: 'pay',
  ourNo,
  theirNo: `T${ourNo}`,
  fen: PRICE,
  feeFen: 35,
  done: true,
  at: `${day} 12:00:00`,
  ...change,
});
async function upload(day: string, rows: readonly BillRow[] | string, as = clerk): Promise<Answer> {
  const text = typeof rows === 'string' ? rows : plainBill(rows, yuan);
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="bill.csv"\r\ncontent-type: text/csv\r\n\r\n';
  const answer = await town.app.inject({
    method: 'POST',
    url: `/prod-api/pay/recon/import/sandbox/${day}`,
    headers: { ...as, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${head}${text}\r\n--b--\r\n`,
  });
  await town.context.jobs.settled();
  while (await runDueImport(town.context));
  return answer.json<Answer>();
}
const dayOf = async (day: string) =>
  (await ask(clerk, 'GET', `/pay/recon/list?month=${day.slice(0, 7)}`)).data.days.find((one: { day: string }) => one.day === day);
const itemsOf = async (day: string, as = clerk) =>
  (await ask(as, 'GET', `/pay/recon/item/list?pageSize=50&reconDayId=${(await dayOf(day)).reconDayId}`)).rows;
const act = (event: string, id: number, as = clerk, reason = '') => ask(as, 'PUT', `/pay/recon/item/${event}/${id}`, { reason });
const balances = async (kind: string): Promise<number> =>
  Number(
    (
      await town.context.db
        .selectFrom('ledgerAccount')
        .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
        .select((eb) => eb.fn.sum<number>('ledgerEntry.fen').as('fen'))
        .where('ledgerAccount.kind', '=', kind)
        .executeTakeFirstOrThrow()
    ).fen,
  );

test('#48.5 a bill that agrees posts fees and transfers once, and the day is balanced', async () => {
  const day = '2026-03-01';
  const { paymentNo } = await bought(day);
  const rows = [row(day, paymentNo), row(day, '', { kind: 'transfer', theirNo: 'B1', fen: 5765, feeFen: 0 })];
  expect((await upload(day, rows)).code).toBe(200);
  expect(await dayOf(day)).toMatchObject({ status: 'open', open: 0, rows: 2, payFen: PRICE, feeFen: 35, transferFen: 5765, canBalance: true });
  await upload(day, rows);
  expect([await balances('fee'), await balances('bank')]).toEqual([35, 5765]);
  const { reconDayId } = await dayOf(day);
  expect((await ask(clerk, 'PUT', `/pay/recon/balance/${reconDayId}`)).code).toBe(200);
  expect((await dayOf(day)).status).toBe('balanced');
  // A bill that differs opens the day again and posts the difference only.
  await upload(day, [row(day, paymentNo, { feeFen: 30 }), rows[1] as BillRow]);
  expect(await dayOf(day)).toMatchObject({ status: 'open', feeFen: 30 });
  expect(await balances('fee')).toBe(30);
});

test('#48.5 each kind of difference is found with both sides, and a day with one is not balanced', async () => {
  const day = '2026-03-02';
  const [listed, missing, other] = [await bought(day), await bought(day), await bought(day)];
  const unpaid = await bought(day, '');
  await upload(day, [
    row(day, listed.paymentNo),
    row(day, listed.paymentNo, { theirNo: 'T-again' }),
    row(day, other.paymentNo, { fen: PRICE - 1 }),
    row(day, unpaid.paymentNo),
    row(day, 'ZF-unknown', { fen: 990 }),
    row(day, 'TK-unknown', { kind: 'refund', fen: 100, feeFen: 0 }),
  ]);
  const items = await itemsOf(day);
  const of = (kind: string) => items.filter((item) => item.kind === kind).map((item) => [item.ourNo, item.ourFen, item.theirFen, item.events]);
  expect(of('ours_only')).toEqual([[missing.paymentNo, PRICE, null, ['ask']]]);
  expect(of('amount_differs')).toEqual([[other.paymentNo, PRICE, PRICE - 1, ['ask', 'adopt']]]);
  expect(of('status_differs')).toEqual([[unpaid.paymentNo, PRICE, PRICE, ['ask']]]);
  expect(of('theirs_only')).toEqual([
    [listed.paymentNo, null, PRICE, ['adopt']],
    ['ZF-unknown', null, 990, ['adopt']],
    ['TK-unknown', null, 100, ['adopt']],
  ]);
  const { reconDayId } = await dayOf(day);
  const answer = await ask(clerk, 'PUT', `/pay/recon/balance/${reconDayId}`);
  expect(answer).toMatchObject({ code: 23202, msg: '还有6笔差异未处理，不能平账' });
});

test('#48.5 asking the channel pays an order that a notice never reached, and finds money that is in another bill', async () => {
  const day = '2026-03-03';
  const silent = await bought(day, '');
  await town.context.db.updateTable('sandboxTrade').set({ state: 'paid' }).where('paymentNo', '=', silent.paymentNo).execute();
  const late = await bought(day);
  await upload(day, [row(day, silent.paymentNo)]);
  for (const item of await itemsOf(day)) expect((await act('ask', item.reconItemId)).data).toEqual({ outcome: '渠道已确认，两边一致' });
  expect((await ask(buyer, 'GET', `/pay/order/detail/${silent.orderNo}`)).data.status).toBe('paid');
  expect(await dayOf(day)).toMatchObject({ open: 0, canBalance: true });
  // The bill of the next day lists what the first one left out.
  const [first, next] = ['2026-03-04', '2026-03-05'];
  const near = await bought(first);
  await upload(first, [row(first, late.paymentNo, { done: false })]);
  expect((await itemsOf(first)).map(({ ourNo, open }) => [ourNo, open])).toContainEqual([near.paymentNo, true]);
  await upload(next, [row(next, near.paymentNo)]);
  expect((await itemsOf(first)).find(({ ourNo }) => ourNo === near.paymentNo)).toMatchObject({ open: false, outcome: '已列入另一天的账单' });
});

test('#48.5 money that no order explains goes to suspense with a second person; money of ours only after the channel was asked', async () => {
  const day = '2026-03-06';
  const ours = await bought(day);
  await town.context.db.updateTable('sandboxTrade').set({ state: 'waiting' }).where('paymentNo', '=', ours.paymentNo).execute();
  await upload(day, [row(day, 'ZF-other', { fen: 990 })]);
  const before = await balances('suspense').catch(() => 0);
  const found = async (ourNo: string, as = clerk) => (await itemsOf(day, as)).find((item) => item.ourNo === ourNo);
  const unexplained = await found('ZF-other');
  expect((await act('adopt', unexplained.reconItemId)).msg).toBe('请写明原因，至少5个字');
  expect((await act('adopt', unexplained.reconItemId, clerk, '付款人尚未查明')).code).toBe(200);
  expect((await act('confirm', unexplained.reconItemId)).msg).toBe('须由另一位财务人员处理');
  expect((await found('ZF-other', second)).events).toEqual(['confirm', 'withdraw']);
  // The same bill with one more row keeps what waits for its second person.
  await upload(day, [row(day, 'ZF-other', { fen: 990 }), row(day, 'ZF-more', { fen: 1 })]);
  expect((await act('confirm', unexplained.reconItemId, second)).data).toEqual({ outcome: '已转入待查款9.90元' });
  expect((await act('confirm', unexplained.reconItemId, second)).msg).toBe('这笔差异已处理，请刷新后查看');
  expect(await balances('suspense')).toBe((Number.isNaN(before) ? 0 : before) - 990);
  const mine = await found(ours.paymentNo);
  expect((await act('adopt', mine.reconItemId, clerk, '渠道没有这笔钱')).msg).toBe('请先查询渠道，再转入待查款');
  expect((await act('ask', mine.reconItemId)).data.outcome).toContain('不一致');
  expect((await act('adopt', mine.reconItemId, clerk, '渠道没有这笔钱')).code).toBe(200);
  expect((await act('confirm', mine.reconItemId, second)).data).toEqual({ outcome: '已转入待查款58.00元' });
  const { data } = await ask(clerk, 'GET', '/pay/recon/list?month=2026-03');
  expect(data.suspenseFen).toBe(990 - PRICE);
  expect((await ask(clerk, 'GET', '/pay/recon/item/list?shown=suspense')).total).toBe(2);
});

test('#48.5 faulty files are rejected with row and column, and change nothing', async () => {
  const day = '2026-03-07';
  for (const [text, words] of [
    ['a,b\n1,2', '账单缺少“类型、我方单号、渠道单号、金额、手续费、状态、时间”列'],
    ['类型,我方单号,渠道单号,金额,手续费,状态,时间\n支付,A,B,58.001,0,成功,2026-03-07 12:00:00', '账单第2行“金额”不是金额'],
    ['类型,我方单号,渠道单号,金额,手续费,状态,时间\n支付,A,B,1e3,0,成功,2026-03-07 12:00:00', '账单第2行“金额”不是金额'],
    ['类型,我方单号,渠道单号,金额,手续费,状态,时间\n支付,A,B,５８,0,成功,2026-03-07 12:00:00', '账单第2行“金额”不是金额'],
    ['类型,我方单号,渠道单号,金额,手续费,状态,时间\n支付,A,B,58.00,0,成功,今天', '账单第2行的时间无法读取'],
    ['类型,我方单号,渠道单号,金额,手续费,状态,时间\n支付,A,58.00,0,成功,2026-03-07 12:00:00', '账单第2行有6列，应有7列'],
  ] as const) {
    const { data } = await upload(day, text);
    const progress = await ask(clerk, 'GET', `/pay/recon/import/${data.importId}`);
    expect(progress.data).toMatchObject({ finished: true });
    expect(progress.data.error).toContain(words);
  }
  expect(await dayOf(day)).toBeUndefined();
  expect((await upload(wireDate(Date.now()), [])).msg).toBe('账单日期须早于今天');
});

test('#48.5 the bill of yesterday is ordered once, and what the channel says agrees with the books', async () => {
  await bought(YESTERDAY);
  await town.context.jobs.settled();
  const { db } = town.context;
  for (const table of ['reconDay', 'reconImport'] as const) await db.deleteFrom(table).where('day', '=', YESTERDAY).execute();
  const orders = () => db.selectFrom('reconImport').select('id').where('day', '=', YESTERDAY).execute();
  const clock = vi.spyOn(Date, 'now');
  const today = wireDate(Date.now());
  clock.mockReturnValue(Date.parse(`${today}T10:29:59+08:00`));
  await orderDueBills(town.context);
  expect(await orders()).toEqual([]);
  clock.mockReturnValue(Date.parse(`${today}T10:30:00+08:00`));
  await orderDueBills(town.context);
  await orderDueBills(town.context);
  expect(await orders()).toHaveLength(1);
  clock.mockRestore();
  await ask(clerk, 'POST', `/pay/recon/fetch/sandbox/${YESTERDAY}`);
  await town.context.jobs.settled();
  while (await runDueImport(town.context));
  expect(await dayOf(YESTERDAY)).toMatchObject({ open: 0, rows: 1, payFen: PRICE, feeFen: 35 });
});

test('#48.5 an import that a killed server left behind begins again: each row and each fee once', async () => {
  const day = '2026-03-08';
  const payments: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    town.context.cache.clear('order');
    payments.push((await bought(day)).paymentNo);
  }
  const { db } = town.context;
  const before = await balances('fee');
  const bytes = Buffer.from(
    plainBill(
      payments.slice(0, 2).map((no) => row(day, no)),
      yuan,
    ),
  );
  const importId = await storeBill(town.context, { channel: 'sandbox', day, name: 'bill.csv', bytes }, 'clerk');
  // The first part was committed, then the server died; its lease is over.
  const now = Date.now();
  const { id: reconDayId } = await db.transaction().execute((tx) => findDay(tx, 'sandbox', day, now));
  await db.transaction().execute((tx) => startBill(tx, reconDayId, now));
  await db
    .insertInto('reconItem')
    .values({
      reconDayId,
      channel: 'sandbox',
      side: 'pay',
      kind: 'matched',
      ourNo: payments[0] ?? '',
      theirNo: `T${payments[0]}`,
      ourFen: PRICE,
      theirFen: PRICE,
      paymentId: null,
      refundId: null,
      open: '0',
      askedAt: null,
      adoptBy: null,
      confirmBy: null,
      createTime: now,
      updateTime: now,
    })
    .execute();
  await db
    .updateTable('reconImport')
    .set({ attempts: 1, doneRows: 1, totalRows: 2, nextAt: now - 1 })
    .where('id', '=', importId)
    .execute();
  expect(await dayOf(day)).toMatchObject({ hash: '', canBalance: false });
  while (await runDueImport(town.context));
  expect((await ask(clerk, 'GET', `/pay/recon/import/${importId}`)).data).toEqual({ doneRows: 2, totalRows: 2, finished: true, error: '' });
  const items = (await ask(clerk, 'GET', `/pay/recon/item/list?pageSize=50&shown=all&reconDayId=${reconDayId}`)).rows;
  expect(items.map(({ ourNo, kind }) => [ourNo, kind]).toSorted()).toEqual(
    [
      [payments[0], 'matched'],
      [payments[1], 'matched'],
      [payments[2], 'ours_only'],
    ].toSorted(),
  );
  expect((await balances('fee')) - before).toBe(70);
});

test('#48.5 of two imports of one day at the same moment the later one counts, and no row is there twice', async () => {
  const day = '2026-03-09';
  const { paymentNo } = await bought(day);
  const bills = [[row(day, paymentNo)], [row(day, paymentNo), row(day, 'ZF-more', { fen: 1 })]];
  const ids: number[] = [];
  for (const [n, rows] of bills.entries())
    ids.push(await storeBill(town.context, { channel: 'sandbox', day, name: `${n}.csv`, bytes: Buffer.from(plainBill(rows, yuan)) }, 'clerk'));
  await Promise.all(ids.map(() => runDueImport(town.context)));
  const errors = (await Promise.all(ids.map((id) => ask(clerk, 'GET', `/pay/recon/import/${id}`)))).map(({ data }) => data.error).filter(Boolean);
  expect(errors.every((error) => error === '同一天的账单又开始了一次导入，以后一次为准')).toBe(true);
  expect(errors.length).toBeLessThan(2);
  const { rows } = await dayOf(day);
  const { reconDayId } = await dayOf(day);
  expect((await ask(clerk, 'GET', `/pay/recon/item/list?pageSize=50&shown=all&reconDayId=${reconDayId}`)).total).toBe(rows);
});
