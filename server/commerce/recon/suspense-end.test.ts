import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { yuan } from '../../../contract/money.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { addVoucher } from '../../../tests/support/offline-money.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import type { BillRow } from '../../payment/payment-channel.ts';
import { plainBill } from '../../payment/plain-bill.ts';
import { verifyMoney } from '../verify.service.ts';
import { runDueImport, storeBill } from './recon-import.service.ts';

const PRICE = 5800;
const FINANCE = ['pay:recon:list', 'pay:recon:import', 'pay:recon:resolve', 'pay:order:confirm', 'pay:order:adopt', 'pay:order:list'];
let town: TestContext;
const as: Record<string, Bearer> = {};

beforeAll(async () => {
  town = await testContext({ demo: true });
  await town.addUser({ userName: 'buyer' });
  for (const userName of ['clerk', 'second']) await town.addUser({ userName, permissions: FINANCE });
  for (const userName of ['buyer', 'clerk', 'second']) as[userName] = await town.as(userName);
});
afterAll(() => town.close());
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
const ask = async (who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> =>
  (await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) })).json<Answer>();

async function bill(day: string, rows: readonly Partial<BillRow>[]): Promise<void> {
  const whole = rows.map(
    (row): BillRow => ({ kind: 'pay', ourNo: '', theirNo: '', fen: PRICE, feeFen: 0, done: true, at: `${day} 12:00:00`, ...row }),
  );
  await storeBill(town.context, { channel: 'sandbox', day, name: 'bill.csv', bytes: Buffer.from(plainBill(whole, yuan)) }, 'clerk');
  while (await runDueImport(town.context));
}
const suspense = async () => (await ask('clerk', 'GET', '/pay/recon/item/list?shown=suspense&pageSize=50')).rows;
const balance = async (kind: string, ref?: string): Promise<number> => {
  const { fen } = await town.context.db
    .selectFrom('ledgerAccount')
    .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('ledgerEntry.fen'), eb.lit(0)).as('fen'))
    .where('ledgerAccount.kind', '=', kind)
    .$if(ref !== undefined, (query) => query.where('ledgerAccount.ref', '=', ref ?? ''))
    .executeTakeFirstOrThrow();
  return Number(fen);
};
/** Money in a bill that no order explains, moved into suspense by two people. */
async function found(day: string, row: Partial<BillRow>): Promise<number> {
  await bill(day, [row]);
  const item = (await ask('clerk', 'GET', '/pay/recon/item/list?shown=open&pageSize=50')).rows.find(({ theirNo }) => theirNo === row.theirNo);
  await ask('clerk', 'PUT', `/pay/recon/item/adopt/${item.reconItemId}`, { reason: '付款人没有写订单号' });
  expect((await ask('second', 'PUT', `/pay/recon/item/confirm/${item.reconItemId}`, { reason: '' })).code).toBe(200);
  return item.reconItemId as number;
}
async function placed(): Promise<{ orderNo: string; publishId: number }> {
  const publishId = await addListedWork(town.context, { title: `灯塔${randomUUID()}`, priceFen: PRICE });
  const { data } = await ask('buyer', 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen: PRICE }] });
  return { orderNo: data.orderNo as string, publishId };
}
const propose = (who: string, id: number, body: object) => ask(who, 'POST', `/pay/recon/suspense/${id}`, body);
const decide = (who: string, event: string, endId: number) => ask(who, 'PUT', `/pay/recon/suspense/${event}/${endId}`);
const endOf = async (id: number) => (await suspense()).find(({ reconItemId }) => reconItemId === id);
const REASON = '付款人来电，报出了订单号';

test('#48.5 SM64 money in suspense buys an order of the same sum, proposed and confirmed by two people', async () => {
  const id = await found('2026-03-01', { ourNo: 'X-1', theirNo: 'T-1' });
  const { orderNo, publishId } = await placed();
  expect(await endOf(id)).toMatchObject({ canEnd: true, end: null });
  expect((await propose('buyer', id, { kind: 'assign', orderNo, reason: REASON })).code).toBe(403);
  expect((await propose('clerk', id, { kind: 'assign', orderNo: 'DD-none', reason: REASON })).code).toBe(404);
  expect((await propose('clerk', id, { kind: 'assign', orderNo, reason: '短' })).msg).toBe('请写明依据，至少5个字');
  expect((await propose('clerk', id, { kind: 'assign', orderNo, reason: REASON })).code).toBe(200);
  expect((await propose('second', id, { kind: 'return', reason: REASON })).msg).toBe('这笔待查款现在不能处理，请刷新后查看');
  const { end } = await endOf(id);
  expect(end).toMatchObject({ status: 'proposed', orderNo, proposedBy: 'clerk', events: ['withdraw'] });
  expect(await decide('clerk', 'confirm', end.endId)).toMatchObject({ code: 22804, msg: '须由另一位财务人员处理' });
  expect((await ask('second', 'GET', '/info/todo/list?pageSize=100')).rows.filter(({ source }) => source === 'suspenseConfirm')).toHaveLength(1);
  expect((await decide('second', 'confirm', end.endId)).code).toBe(200);
  expect(await endOf(id)).toMatchObject({ canEnd: false, end: { status: 'assigned', confirmedBy: 'second', events: [] } });
  expect([await balance('suspense'), await balance('channel', 'sandbox')]).toEqual([0, PRICE]);
  const order = (await ask('buyer', 'GET', `/pay/order/detail/${orderNo}`)).data;
  expect(order).toMatchObject({ status: 'paid', payFen: PRICE });
  const rights = await town.context.db.selectFrom('entitlement').select('id').where('publicationId', '=', publishId).execute();
  expect(rights).toHaveLength(1);
  // The bill of the day again, and the bill of today, find nothing new.
  await bill('2026-03-01', [
    { ourNo: 'X-1', theirNo: 'T-1' },
    { ourNo: '', theirNo: 'B1', kind: 'transfer', fen: 100 },
  ]);
  expect((await ask('clerk', 'GET', '/pay/recon/item/list?shown=open')).total).toBe(0);
});

test('#48.5 money that does not fit an order is not given to it', async () => {
  const id = await found('2026-03-02', { theirNo: 'T-2', fen: 990 });
  const { orderNo } = await placed();
  expect((await propose('clerk', id, { kind: 'assign', orderNo, reason: REASON })).msg).toBe('金额不一致：订单应付58.00元，待查款9.90元');
  expect((await propose('clerk', id, { kind: 'assign', orderNo: '', reason: REASON })).msg).toBe('请填写订单号');
  await town.context.db.updateTable('order').set({ status: 'refunding' }).where('orderNo', '=', orderNo).execute();
  const onPaid = await propose('clerk', id, { kind: 'assign', orderNo, reason: REASON });
  await town.context.db.updateTable('order').set({ status: 'unpaid' }).where('orderNo', '=', orderNo).execute();
  expect(onPaid.msg).toBe('订单已支付，多付的钱请退回付款人');
});

test('#48.5 an order that was recalled meanwhile keeps the money in suspense', async () => {
  const id = await found('2026-03-03', { theirNo: 'T-3' });
  const { orderNo, publishId } = await placed();
  await propose('clerk', id, { kind: 'assign', orderNo, reason: REASON });
  await town.context.db.updateTable('publication').set({ status: 'recalled' }).where('id', '=', publishId).execute();
  const { end } = await endOf(id);
  expect((await decide('second', 'confirm', end.endId)).msg).toContain('不能归入这个订单，请退回付款人');
  expect((await endOf(id)).end.status).toBe('proposed');
  expect((await decide('clerk', 'withdraw', end.endId)).code).toBe(200);
  expect(await endOf(id)).toMatchObject({ canEnd: true, end: { status: 'withdrawn' } });
});

test('#48.5 money goes back to its payer: through the channel its bill matches, by a transfer it leaves the bank', async () => {
  const before = await balance('channel', 'sandbox');
  const [first, other] = [await found('2026-03-04', { theirNo: 'T-4', fen: 700 }), await found('2026-03-05', { theirNo: 'T-5', fen: 300 })];
  for (const id of [first, other]) {
    await propose('clerk', id, { kind: 'return', reason: '付款人不愿购买，要求退回' });
    const { end } = await endOf(id);
    expect((await decide('second', 'confirm', end.endId)).code).toBe(200);
    expect((await endOf(id)).end.status).toBe('returning');
  }
  expect(await balance('refundDue')).toBe(-1000);
  const endIds = [(await endOf(first)).end.endId, (await endOf(other)).end.endId] as number[];
  const finish = (endId: number, body: object) => ask('clerk', 'PUT', `/pay/recon/suspense/returned/${endId}`, body);
  expect((await finish(endIds[1] ?? 0, { way: 'transfer', returnNo: 'L-1', voucher: [] })).msg).toBe('请上传转账凭证');
  const clerk = await town.context.db.selectFrom('user').select('id').where('userName', '=', 'clerk').executeTakeFirstOrThrow();
  const voucher = [{ fileId: await addVoucher(town, clerk.id), name: '回单.pdf', size: 10 }];
  // The bill has listed the return before it was registered.
  await bill('2026-03-06', [{ kind: 'refund', ourNo: 'R-4', theirNo: 'TR-4', fen: 700 }]);
  expect((await ask('clerk', 'GET', '/pay/recon/item/list?shown=open')).total).toBe(1);
  expect((await finish(endIds[0] ?? 0, { way: 'channel', returnNo: 'TR-4', voucher: [] })).code).toBe(200);
  expect((await ask('clerk', 'GET', '/pay/recon/item/list?shown=open')).total).toBe(0);
  await bill('2026-03-06', [
    { kind: 'refund', ourNo: 'R-4', theirNo: 'TR-4', fen: 700 },
    { kind: 'transfer', theirNo: 'B6', fen: 1 },
  ]);
  expect((await ask('clerk', 'GET', '/pay/recon/item/list?shown=open')).total).toBe(0);
  expect((await finish(endIds[1] ?? 0, { way: 'transfer', returnNo: 'L-1', voucher })).code).toBe(200);
  expect(await endOf(other)).toMatchObject({ end: { status: 'returned', way: 'transfer', returnNo: 'L-1', voucher: '回单.pdf' } });
  expect([await balance('refundDue'), await balance('channel', 'offline')]).toEqual([0, -300]);
  expect(await balance('channel', 'sandbox')).toBe(before + 300 - 1);
  expect(await decide('second', 'withdraw', endIds[0] ?? 0)).toMatchObject({ code: 26401 });
});
