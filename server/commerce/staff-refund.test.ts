import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { openRight, rightTo } from './entitlement.service.ts';
import { sendDueRefund } from './order-work.service.ts';
import { verifyMoney } from './verify.service.ts';

let town: TestContext;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
beforeAll(async () => {
  town = await testContext({ demo: true });
  for (const userName of ['buyer', 'ann']) ids[userName] = await town.addUser({ userName });
  for (const userName of ['clerk', 'second'])
    ids[userName] = await town.addUser({ userName, permissions: ['pay:order:list', 'pay:order:refund', 'pay:order:confirm'] });
  for (const userName of ['buyer', 'ann', 'clerk', 'second']) as[userName] = await town.as(userName);
});
afterAll(() => town.close());
beforeEach(() => town.context.cache.clear('order'));
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[] };
async function ask(who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
let works = 0;
const work = (priceFen: number) => addListedWork(town.context, { title: `沙洲${(works += 1)}`, priceFen });
const card = async (orderNo: string, who = 'buyer') => (await ask(who, 'GET', `/pay/order/detail/${orderNo}`)).data;
const itemsOf = async (orderNo: string): Promise<number[]> => (await card(orderNo)).items.map((line: { orderItemId: number }) => line.orderItemId);
const reads = async (publishId: number) => (await rightTo(town.context, { userId: ids['buyer'] ?? 0, permissions: new Set() }, publishId)).entitled;
const open = (publishId: number) => openRight(town.context, { userId: ids['buyer'] ?? 0, permissions: new Set() }, publishId);
async function bought(lines: readonly { publishId: number; shownFen: number }[], seats?: number, who = 'buyer'): Promise<string> {
  const placed = await ask(who, 'POST', '/pay/order', { requestId: randomUUID(), lines, ...(seats ? { seats } : {}) });
  const { orderNo } = placed.data;
  const { address } = (await ask(who, 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' })).data;
  await town.app.inject({ method: 'POST', url: address, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'action=pay' });
  return orderNo;
}
const refund = (orderNo: string, lines: readonly { orderItemId: number; qty?: number }[], more: object = {}, who = 'clerk') =>
  ask(who, 'POST', '/pay/refund', { requestId: randomUUID(), orderNo, lines, reason: '协商', note: '', ...more });
/** Sends the refunds as if their times had come; the background work may have taken some of them first. */
async function later(): Promise<void> {
  const { db } = town.context;
  await db.updateTable('refund').set({ askAt: 1 }).where('status', '=', 'sending').execute();
  while (await sendDueRefund(town.context));
  await expect.poll(() => db.selectFrom('refund').select('id').where('status', '=', 'sending').execute()).toEqual([]);
}

test('#48.3 the staff refunds a small line that was not opened alone, once for a request, with a reason of the list', async () => {
  const id = await work(5800);
  const orderNo = await bought([{ publishId: id, shownFen: 5800 }]);
  const [orderItemId = 0] = await itemsOf(orderNo);
  expect(await refund(orderNo, [{ orderItemId }], { reason: '不喜欢' })).toMatchObject({ code: 400, msg: '请选择退款原因' });
  expect((await refund(orderNo, [{ orderItemId }], {}, 'buyer')).code).toBe(403);
  const requestId = randomUUID();
  const done = await refund(orderNo, [{ orderItemId }], { requestId, reason: '质量', note: '第三章缺页' });
  expect(done.data).toMatchObject({ fen: 5800, status: 'sending', invoiced: false });
  expect((await refund(orderNo, [{ orderItemId }], { requestId, reason: '质量', note: '第三章缺页' })).data).toEqual(done.data);
  expect(await reads(id)).toBe(false);
  await later();
  expect(await card(orderNo)).toMatchObject({ status: 'refunded', refunds: [{ reason: '质量', note: '第三章缺页', status: 'done' }] });
  expect((await refund(orderNo, [{ orderItemId }])).msg).toBe('订单没有支付，或已全部退款，不能退款');
});

test('#48.3 an opened line needs a second person, who is not the first one, and its right is suspended meanwhile', async () => {
  const [id, other] = [await work(5800), await work(1000)];
  const orderNo = await bought([
    { publishId: id, shownFen: 5800 },
    { publishId: other, shownFen: 1000 },
  ]);
  await open(id);
  const [orderItemId = 0, second = 0] = await itemsOf(orderNo);
  const { data } = await refund(orderNo, [{ orderItemId }]);
  expect(data).toMatchObject({ status: 'approved' });
  expect(await reads(id)).toBe(false);
  expect(await refund(orderNo, [{ orderItemId }])).toMatchObject({ code: 22803, msg: '该商品已在退款中' });
  expect(await refund(orderNo, [{ orderItemId: second }, { orderItemId: second }])).toMatchObject({ code: 22803 });
  expect(await ask('clerk', 'PUT', `/pay/refund/confirm/${data.refundId}`, { reason: '' })).toMatchObject({
    code: 22804,
    msg: '该退款须由另一位财务人员复核',
  });
  expect((await ask('second', 'PUT', `/pay/refund/reject/${data.refundId}`, { reason: '买家已同意不退' })).code).toBe(200);
  expect(await reads(id)).toBe(true);
  const again = (await refund(orderNo, [{ orderItemId }, { orderItemId: second }])).data;
  expect(again).toMatchObject({ fen: 6800, status: 'approved' });
  expect((await ask('second', 'PUT', `/pay/refund/confirm/${again.refundId}`, { reason: '' })).code).toBe(200);
  await later();
  expect(await card(orderNo)).toMatchObject({ status: 'refunded', refundedFen: 6800 });
});

test('#48.3 more than 500.00 needs a second person, and both confirm their identity again', async () => {
  const id = await work(50_001);
  const orderNo = await bought([{ publishId: id, shownFen: 50_001 }]);
  const [orderItemId = 0] = await itemsOf(orderNo);
  const { db } = town.context;
  await db.updateTable('session').set({ confirmedAt: 1 }).execute();
  expect((await refund(orderNo, [{ orderItemId }])).code).toBe(428);
  expect(await db.selectFrom('refund').select('id').where('fen', '=', 50_001).execute()).toEqual([]);
  await db.updateTable('session').set({ confirmedAt: Date.now() }).execute();
  const { data } = await refund(orderNo, [{ orderItemId }]);
  expect(data).toMatchObject({ fen: 50_001, status: 'approved' });
  await db.updateTable('session').set({ confirmedAt: 1 }).execute();
  expect((await ask('second', 'PUT', `/pay/refund/confirm/${data.refundId}`, { reason: '' })).code).toBe(428);
  await db.updateTable('session').set({ confirmedAt: Date.now() }).execute();
  expect((await ask('second', 'PUT', `/pay/refund/confirm/${data.refundId}`, { reason: '' })).code).toBe(200);
  await later();
  expect((await card(orderNo)).status).toBe('refunded');
});

test('#48.3 copies are returned in parts that end at the price, and never more than is left', async () => {
  const id = await work(3333);
  const orderNo = await bought([{ publishId: id, shownFen: 14_665 }], 5);
  const [orderItemId = 0] = await itemsOf(orderNo);
  const { poolId } = (await ask('buyer', 'GET', `/pay/seat/pool/${orderItemId}`)).data;
  await ask('buyer', 'POST', `/pay/seat/give/${poolId}`, { userNames: ['ann'] });
  expect(await refund(orderNo, [{ orderItemId, qty: 6 }])).toMatchObject({ code: 22802, msg: '退款金额超过可退金额146.65元' });
  expect(await refund(orderNo, [{ orderItemId, qty: 5 }])).toMatchObject({ code: 21509, msg: '只有4份没有分配，可以退款' });
  expect((await refund(orderNo, [{ orderItemId, qty: 2 }])).data).toMatchObject({ fen: 5866, status: 'sending' });
  await later();
  expect(await refund(orderNo, [{ orderItemId, qty: 4 }])).toMatchObject({ code: 22802, msg: '退款金额超过可退金额87.99元' });
  expect((await refund(orderNo, [{ orderItemId }])).data).toMatchObject({ fen: 5866 });
  await later();
  expect(await refund(orderNo, [{ orderItemId }])).toMatchObject({ code: 21509, msg: '全部份数已分配，请买家先收回未使用的' });
  const seat = (await ask('buyer', 'GET', `/pay/seat/pool/${orderItemId}`)).data.seats[0];
  await ask('buyer', 'POST', `/pay/seat/take/${seat.seatId}`);
  expect((await refund(orderNo, [{ orderItemId }])).data).toMatchObject({ fen: 2933 });
  await later();
  expect(await card(orderNo)).toMatchObject({ status: 'refunded', refundedFen: 14_665 });
});

test('#48.3 staff cannot refund their own order, a line of another order, or an unpaid order', async () => {
  const id = await work(5800);
  const own = await bought([{ publishId: id, shownFen: 5800 }], undefined, 'clerk');
  const { items } = await card(own, 'clerk');
  expect(await refund(own, [{ orderItemId: items[0].orderItemId }])).toMatchObject({ msg: '不能办理本人订单的退款，请由另一位财务人员处理' });
  const orderNo = await bought([{ publishId: id, shownFen: 5800 }]);
  expect(await refund(orderNo, [{ orderItemId: items[0].orderItemId }])).toMatchObject({ msg: '选择的商品不在这个订单里，请刷新后重试' });
  const unpaid = await ask('ann', 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId: id, shownFen: 5800 }] });
  expect(await refund(unpaid.data.orderNo, [{ orderItemId: 1 }])).toMatchObject({ msg: '订单没有支付，或已全部退款，不能退款' });
  expect((await refund('DD20260101000000000001', [{ orderItemId: 1 }])).code).toBe(404);
});
