import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { sandboxNotice } from '../payment/sandbox-channel.ts';
import { askDuePayment, expireDueOrder, finishDueLine, sendDueRefund } from './order-work.service.ts';
import { openRight, rightTo } from './entitlement.service.ts';
import { verifyMoney } from './verify.service.ts';

const PRICE = 5800;
let town: TestContext;
let buyer: Bearer;
let buyerId: number;
let other: Bearer;
let clerk: Bearer;
let second: Bearer;
const FINANCE = ['pay:order:list', 'pay:order:refund', 'pay:order:confirm'];

beforeAll(async () => {
  town = await testContext({ demo: true });
  buyerId = await town.addUser({ userName: 'buyer' });
  await town.addUser({ userName: 'other' });
  for (const userName of ['clerk', 'second']) await town.addUser({ userName, permissions: FINANCE });
  [buyer, other, clerk, second] = [await town.as('buyer'), await town.as('other'), await town.as('clerk'), await town.as('second')];
});
afterAll(() => town.close());
beforeEach(() => town.context.cache.clear('order'));
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

let works = 0;
/** A work that is sold for 58.00. */
function work(priceFen = PRICE): Promise<number> {
  works += 1;
  return addListedWork(town.context, { title: `灯塔${works}`, priceFen });
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
async function ask(as: Bearer, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
const lines = (ids: readonly number[], shownFen = PRICE) => ids.map((publishId) => ({ publishId, shownFen }));
const place = (ids: readonly number[], as = buyer, requestId: string = randomUUID()) =>
  ask(as, 'POST', '/pay/order', { requestId, lines: lines(ids) });
const open = async (orderNo: string, as = buyer) =>
  (await ask(as, 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' })).data as {
    paymentNo: string;
    address: string;
  };
const press = (address: string, action: string) =>
  town.app.inject({ method: 'POST', url: address, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: `action=${action}` });
const detail = async (orderNo: string, as = buyer) => (await ask(as, 'GET', `/pay/order/detail/${orderNo}`)).data;
const entitled = async (publishId: number) => (await rightTo(town.context, { userId: buyerId, permissions: new Set() }, publishId)).entitled;
const shelf = async (publishId: number) => (await ask(buyer, 'GET', `/info/shelf/${publishId}`)).data;
const read = (publishId: number) => openRight(town.context, { userId: buyerId, permissions: new Set() }, publishId);

async function bought(ids: readonly number[]): Promise<string> {
  const { orderNo } = (await place(ids)).data as { orderNo: string };
  await press((await open(orderNo)).address, 'pay');
  expect((await detail(orderNo)).status).toBe('paid');
  return orderNo;
}
/** Runs the background work as if all its times had come: status queries of payments, and refunds. */
async function later(): Promise<void> {
  const { db } = town.context;
  await db.updateTable('payment').set({ askAt: 1 }).where('status', '=', 'created').execute();
  await db.updateTable('refund').set({ askAt: 1 }).where('status', '=', 'sending').execute();
  while (await askDuePayment(town.context));
  for (let time = 0; time < 3; time += 1) await sendDueRefund(town.context);
}

test('#48.2 a reader buys a work in the sandbox and reads it', async () => {
  const id = await work();
  const preview = (await ask(buyer, 'POST', '/pay/order/preview', { lines: [{ publishId: id }] })).data;
  expect(preview).toMatchObject({ payFen: PRICE, channels: [{ channel: 'sandbox', name: '演示支付' }], lines: [{ fault: '', payFen: PRICE }] });
  const placed = await place([id]);
  expect(placed).toMatchObject({ code: 200, data: { status: 'unpaid' } });
  const { orderNo } = placed.data;
  expect(orderNo).toMatch(/^DD\d{20}$/);
  expect(await entitled(id)).toBe(false);
  const { address } = await open(orderNo);
  const page = await town.app.inject({ url: address });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const words of ['演示支付', '58.00', '支付成功', '伪造签名通知']) expect(page.body).toContain(words);
  const paid = await press(address, 'pay');
  expect([paid.statusCode, paid.headers.location]).toEqual([303, `/personalCenter/order?orderNo=${orderNo}`]);
  expect(await detail(orderNo)).toMatchObject({
    status: 'paid',
    payFen: PRICE,
    items: [{ noRefund: '', opened: false }],
    can: ['refund', 'invoice', 'receipt'],
  });
  expect(await entitled(id)).toBe(true);
  await read(id);
  expect(await detail(orderNo)).toMatchObject({
    status: 'finished',
    items: [{ opened: true, noRefund: '数字内容已开始使用，不支持七日无理由退货' }],
  });
  const messages = await town.context.db.selectFrom('message').select('title').where('userId', '=', buyerId).execute();
  expect(messages.map(({ title }) => title).some((title) => title.endsWith('购买成功'))).toBe(true);
});

test('#48.2 the price is the server’s, a work is bought once, and a repeated request is one order', async () => {
  const [one, two] = [await work(), await work()];
  expect(await ask(buyer, 'POST', '/pay/order', { requestId: randomUUID(), lines: lines([one], 5700) })).toMatchObject({
    code: 21503,
    msg: '商品价格已变动，请刷新',
  });
  const requestId = randomUUID();
  const first = await place([one], buyer, requestId);
  expect((await place([one], buyer, requestId)).data).toEqual(first.data);
  expect(await place([one, two], buyer, requestId)).toMatchObject({ code: 409, msg: '同一请求编号的内容不一致，请刷新后重试' });
  // The same works again open the same order; a list that shares one of them is refused.
  expect((await place([one])).data).toEqual(first.data);
  expect(await place([one, two])).toMatchObject({ code: 21507, msg: expect.stringMatching(/^您有一笔未支付的订单包含《灯塔\d+》，请先支付或取消$/) });
  await press((await open(first.data.orderNo)).address, 'pay');
  expect(await place([one])).toMatchObject({ code: 21502, msg: '您已拥有该作品' });
  await town.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', '=', two).execute();
  expect(await place([two])).toMatchObject({ code: 21508, msg: '这部作品暂不销售' });
  expect(await entitled(one)).toBe(true);
});

test('#48.2 an order of another person is answered like one that does not exist', async () => {
  const { orderNo } = (await place([await work()])).data;
  for (const [method, path, body] of [
    ['GET', `/pay/order/detail/${orderNo}`],
    ['POST', `/pay/order/check/${orderNo}`],
    ['PUT', `/pay/order/cancel/${orderNo}`],
    ['POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' }],
    ['PUT', `/pay/order/hide/${orderNo}`],
  ] as const)
    expect([path, await ask(other, method, path, body)]).toEqual([path, expect.objectContaining({ code: 404, msg: '订单不存在，请核对订单号' })]);
  await ask(buyer, 'PUT', `/pay/order/cancel/${orderNo}`);
});

test('#48.2 forged, changed, repeated and foreign notices change nothing', async () => {
  const id = await work();
  const { orderNo } = (await place([id])).data;
  const { address, paymentNo } = await open(orderNo);
  for (const action of ['forged', 'wrongAmount']) await press(address, action);
  expect(await detail(orderNo)).toMatchObject({ status: 'unpaid' });
  const { settings, db } = town.context;
  const notice = (content: object, headers = {}, body?: string, now = Date.now()) => {
    const made = sandboxNotice(settings.secret, content, now);
    return town.app.inject({
      method: 'POST',
      url: '/prod-api/pay/notify/sandbox',
      headers: { ...made.headers, ...headers },
      payload: body ?? made.body,
    });
  };
  const good = { paymentNo, tradeNo: 'T1', amountFen: PRICE, paidAt: Date.now() };
  expect((await notice(good, { 'x-sandbox-signature': 'f'.repeat(64) })).statusCode).toBe(401);
  expect((await notice(good, {}, JSON.stringify({ ...good, amountFen: 1 }))).statusCode).toBe(401);
  expect((await notice(good, {}, undefined, Date.now() - 10 * 60_000)).statusCode).toBe(401);
  expect((await notice({ ...good, paymentNo: 'ZF0' })).statusCode).toBe(204);
  expect((await notice(good, {}, 'x'.repeat(70 * 1024))).statusCode).toBe(413);
  expect((await town.app.inject({ method: 'POST', url: '/prod-api/pay/notify/alipay', payload: 'a=b' })).statusCode).toBe(404);
  expect(await detail(orderNo)).toMatchObject({ status: 'unpaid' });
  await press(address, 'thrice');
  expect(await detail(orderNo)).toMatchObject({ status: 'paid' });
  const outcomes = (await db.selectFrom('paymentNotice').select('outcome').orderBy('id').execute()).map((row) => row.outcome);
  for (const words of ['签名不正确', '通知已过期', '不是本渠道的支付单号', '支付成功', '重复的通知', '支付金额不一致：应付58.00元，通知58.01元'])
    expect(outcomes).toContain(words);
  expect(await db.selectFrom('entitlement').select('id').where('publicationId', '=', id).execute()).toHaveLength(1);
});

test('#48.2 a lost notice is replaced by a status query, and a failed payment by a new one', async () => {
  const { orderNo } = (await place([await work()])).data;
  const first = await open(orderNo);
  await press(first.address, 'fail');
  await ask(buyer, 'POST', `/pay/order/check/${orderNo}`);
  const failed = await town.context.db.selectFrom('payment').select('status').where('paymentNo', '=', first.paymentNo).executeTakeFirstOrThrow();
  expect(failed.status).toBe('failed');
  expect(await detail(orderNo)).toMatchObject({ status: 'unpaid', attempt: 'failed', can: ['pay', 'cancel'] });
  const next = await open(orderNo);
  expect(next.paymentNo).not.toBe(first.paymentNo);
  // Paid at the channel, and the notice got lost.
  await town.context.db.updateTable('sandboxTrade').set({ state: 'paid' }).where('paymentNo', '=', next.paymentNo).execute();
  expect((await ask(buyer, 'POST', `/pay/order/check/${orderNo}`)).data.status).toBe('paid');
});

test('#48.3 a second payment of one order goes back by itself', async () => {
  const id = await work();
  const { orderNo } = (await place([id])).data;
  const first = await open(orderNo);
  await open(orderNo);
  // The first attempt was closed at the channel, which lets it through nevertheless.
  await town.context.db.updateTable('sandboxTrade').set({ state: 'waiting' }).where('paymentNo', '=', first.paymentNo).execute();
  const [second_] = await town.context.db.selectFrom('payment').selectAll().orderBy('id', 'desc').limit(1).execute();
  await town.context.db.updateTable('sandboxTrade').set({ state: 'paid' }).where('paymentNo', '=', String(second_?.paymentNo)).execute();
  await ask(buyer, 'POST', `/pay/order/check/${orderNo}`);
  expect((await detail(orderNo)).status).toBe('paid');
  await press(first.address, 'pay');
  await later();
  const refunds = await town.context.db.selectFrom('refund').selectAll().where('kind', '=', 'auto').execute();
  expect(refunds.map(({ status, fen, reason }) => [status, fen, reason])).toEqual([['done', PRICE, '同一订单收到两次付款']]);
  expect(await detail(orderNo)).toMatchObject({ returned: [{ fen: PRICE, reason: '同一订单收到两次付款', status: 'done' }], refunds: [] });
  expect(await entitled(id)).toBe(true);
});

test('#48.3 a payment after the order expired is delivered while the work is still sold at its price, and goes back otherwise', async () => {
  const { db } = town.context;
  for (const sold of [true, false]) {
    const id = await work();
    const { orderNo } = (await place([id])).data;
    const { address, paymentNo } = await open(orderNo);
    await press(address, 'late');
    await db
      .updateTable('order')
      .set({ expireTime: Date.now() - 1000 })
      .where('orderNo', '=', orderNo)
      .execute();
    while (await expireDueOrder(town.context));
    expect(await detail(orderNo)).toMatchObject({ status: 'cancelled', cancelReason: '超过支付时间' });
    if (!sold)
      await db
        .updateTable('publication')
        .set({ salePriceFen: PRICE + 100 })
        .where('id', '=', id)
        .execute();
    const made = sandboxNotice(
      town.context.settings.secret,
      { paymentNo, tradeNo: `L${paymentNo}`, amountFen: PRICE, paidAt: Date.now() },
      Date.now(),
    );
    await town.app.inject({ method: 'POST', url: '/prod-api/pay/notify/sandbox', headers: made.headers, payload: made.body });
    await db.updateTable('sandboxTrade').set({ state: 'paid' }).where('paymentNo', '=', paymentNo).execute();
    await later();
    expect([(await detail(orderNo)).status, await entitled(id)]).toEqual(sold ? ['paid', true] : ['cancelled', false]);
  }
});

test('#48.2 an unpaid order is cancelled only when its channel has closed the attempt', async () => {
  const { orderNo } = (await place([await work()])).data;
  const { paymentNo } = await open(orderNo);
  await town.context.db.updateTable('sandboxTrade').set({ state: 'paid' }).where('paymentNo', '=', paymentNo).execute();
  // The buyer was faster than the cancellation.
  expect((await ask(buyer, 'PUT', `/pay/order/cancel/${orderNo}`)).data.status).toBe('paid');
});

test('#48.3 lines that were not opened are returned, one by one, with their right; opened ones are not', async () => {
  const [one, two] = [await work(), await work(3333)];
  const placed = await ask(buyer, 'POST', '/pay/order', { requestId: randomUUID(), lines: [...lines([one]), ...lines([two], 3333)] });
  const { orderNo } = placed.data;
  await press((await open(orderNo)).address, 'pay');
  await read(two);
  const { items } = await detail(orderNo);
  const body = (at: number) => ({ orderNo, orderItemIds: [items[at].orderItemId], reason: '买错了', note: '' });
  expect(await ask(buyer, 'POST', '/pay/order/refund', body(1))).toMatchObject({ code: 21505, msg: '数字内容已开始使用，不支持七日无理由退货' });
  expect((await ask(buyer, 'POST', '/pay/order/refund', body(0))).data.refunds).toMatchObject([{ fen: PRICE, status: 'applied', can: ['cancel'] }]);
  expect(await shelf(one)).toMatchObject({ entitled: false, right: 'refunding', note: '退款处理中，暂不能阅读' });
  expect(await ask(buyer, 'POST', '/pay/order/refund', body(0))).toMatchObject({ code: 22803, msg: '该商品已在退款中' });
  // A part of an order is in the list of refunds while it is decided.
  const inTab = async () => (await ask(buyer, 'GET', '/pay/order/mine?tab=refund&pageSize=50')).rows.some((row) => row.orderNo === orderNo);
  expect(await inTab()).toBe(true);
  const withdrawn = (await detail(orderNo)).refunds[0].refundId;
  expect((await ask(other, 'PUT', `/pay/refund/mine/cancel/${withdrawn}`)).code).toBe(404);
  expect((await ask(buyer, 'PUT', `/pay/refund/mine/cancel/${withdrawn}`)).code).toBe(200);
  expect(await entitled(one)).toBe(true);
  expect((await detail(orderNo)).refunds).toMatchObject([{ status: 'cancelled', can: [] }]);
  expect(await inTab()).toBe(false);
  expect((await ask(buyer, 'POST', '/pay/order/refund', body(0))).code).toBe(200);
  const [{ refundId }] = (await ask(clerk, 'GET', '/pay/refund/list?status=applied')).rows;
  expect(await ask(clerk, 'PUT', `/pay/refund/reject/${refundId}`, { reason: '不' })).toMatchObject({ msg: '请写明原因，至少5个字，买家会看到' });
  expect((await ask(clerk, 'PUT', `/pay/refund/reject/${refundId}`, { reason: '请先核对订单' })).code).toBe(200);
  expect(await entitled(one)).toBe(true);
  const again = (await ask(buyer, 'POST', '/pay/order/refund', body(0))).data.refunds.at(-1);
  expect((await ask(clerk, 'PUT', `/pay/refund/pass/${again.refundId}`, { reason: '' })).code).toBe(200);
  await later();
  expect(await detail(orderNo)).toMatchObject({ status: 'finished', refundedFen: PRICE, items: [{ refundedFen: PRICE }, { refundedFen: 0 }] });
  expect([await entitled(one), await entitled(two)]).toEqual([false, true]);
});

test('#48.3 a right that the staff granted stays when the bought one is returned', async () => {
  const id = await work();
  expect(await shelf(id)).toMatchObject({ entitled: false, right: 'none', note: '' });
  const orderNo = await bought([id]);
  expect(await shelf(id)).toMatchObject({ entitled: true, right: 'bought' });
  const grant = { userId: buyerId, publicationId: id, source: 'staff' as const, validFrom: 0, validTo: null, createBy: 'x', createTime: 1 };
  await town.context.db.insertInto('entitlement').values(grant).execute();
  const { items, payTime, refundUntil } = await detail(orderNo);
  expect(Date.parse(refundUntil) - Date.parse(payTime)).toBe(7 * DAY_MS);
  await ask(buyer, 'POST', '/pay/order/refund', { orderNo, orderItemIds: [items[0].orderItemId], reason: '重复购买', note: '' });
  expect(await shelf(id)).toMatchObject({ entitled: true, right: 'granted' });
  const [{ refundId }] = (await ask(clerk, 'GET', '/pay/refund/list?status=applied')).rows;
  await ask(clerk, 'PUT', `/pay/refund/pass/${refundId}`, { reason: '' });
  await later();
  expect([(await detail(orderNo)).status, await entitled(id)]).toEqual(['refunded', true]);
  await town.context.db.deleteFrom('entitlement').where('source', '=', 'staff').where('publicationId', '=', id).execute();
});

test('#48.3 a large refund needs a second person, and a failed one is sent again with the same number', async () => {
  const id = await work(60_000);
  const { orderNo } = (await ask(buyer, 'POST', '/pay/order', { requestId: randomUUID(), lines: lines([id], 60_000) })).data;
  const { address } = await open(orderNo);
  await press(address, 'pay');
  await press(address, 'refundFail');
  const { items } = await detail(orderNo);
  await ask(buyer, 'POST', '/pay/order/refund', { orderNo, orderItemIds: [items[0].orderItemId], reason: '不想要了', note: '' });
  expect((await detail(orderNo)).status).toBe('refunding');
  const [{ refundId, refundNo }] = (await ask(clerk, 'GET', '/pay/refund/list?status=applied')).rows;
  await ask(clerk, 'PUT', `/pay/refund/pass/${refundId}`, { reason: '' });
  expect(await ask(clerk, 'PUT', `/pay/refund/confirm/${refundId}`, { reason: '' })).toMatchObject({
    code: 22804,
    msg: '该退款须由另一位财务人员复核',
  });
  expect((await ask(second, 'PUT', `/pay/refund/confirm/${refundId}`, { reason: '' })).code).toBe(200);
  await later();
  const row = async () => (await ask(clerk, 'GET', `/pay/refund/list?refundId=${refundId}`)).rows[0];
  expect(await row()).toMatchObject({ status: 'failed', note: '渠道退款失败，请核对后重试' });
  await ask(clerk, 'PUT', `/pay/refund/retry/${refundId}`, { reason: '' });
  await later();
  expect(await row()).toMatchObject({ status: 'done', refundNo });
  expect((await detail(orderNo)).status).toBe('refunded');
});

test('#48.2 a line finishes seven days after the payment, and the staff sees lines, attempts, notices and both sides of every posting', async () => {
  const orderNo = await bought([await work()]);
  await town.context.db
    .updateTable('order')
    .set({ payTime: Date.now() - 8 * DAY_MS })
    .where('orderNo', '=', orderNo)
    .execute();
  while (await finishDueLine(town.context));
  const { data } = await ask(clerk, 'GET', `/pay/order/staff/${orderNo}`);
  expect(data.order).toMatchObject({ status: 'finished', userName: 'buyer', can: [] });
  expect(data.payments).toMatchObject([{ channel: '演示支付', status: 'paid', counts: true }]);
  expect(data.notices).toMatchObject([{ verified: true, outcome: '支付成功' }]);
  expect(data.postings.map(({ event, account, fen }: { event: string; account: string; fen: number }) => [event, account, fen])).toEqual([
    ['收到付款', '渠道·演示支付', PRICE],
    ['收到付款', '订单', -PRICE],
    ['确认收入', '订单', PRICE],
    ['确认收入', '收入·出版物', -PRICE],
  ]);
  expect(data.log.map(({ event }: { event: string }) => event)).toEqual(['下单', '支付', '完成']);
  const list = await ask(clerk, 'GET', '/pay/order/list?status=finished&pageSize=100');
  const { data: sums } = await ask(clerk, 'GET', '/pay/order/sums?status=finished');
  expect(sums.payFen).toBe(list.rows.reduce((all: number, row: { payFen: number }) => all + row.payFen, 0));
  expect(sums.orders).toBe(list.total);
  expect((await ask(buyer, 'GET', '/pay/order/list')).code).toBe(403);
});

test('#48.2 the cart keeps works, says what cannot be bought any more, and is emptied by its order', async () => {
  const [one, two] = [await work(), await work()];
  expect((await ask(buyer, 'POST', '/pay/cart', { lines: lines([one, two]) })).data).toEqual({ count: 2 });
  expect((await ask(buyer, 'POST', '/pay/cart', { lines: lines([one]) })).data).toEqual({ count: 2 });
  await town.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', '=', two).execute();
  const { items } = (await ask(buyer, 'GET', '/pay/cart')).data;
  expect(items.map(({ publishId, fault }: { publishId: number; fault: string }) => [publishId, fault]).toSorted()).toEqual([
    [one, ''],
    [two, '这部作品暂不销售'],
  ]);
  const { orderNo } = (await ask(buyer, 'POST', '/pay/order', { requestId: randomUUID(), lines: lines([one]), fromCart: true })).data;
  await ask(buyer, 'DELETE', `/pay/cart/${two}`);
  expect((await ask(buyer, 'GET', '/pay/cart')).data.items).toEqual([]);
  await ask(buyer, 'PUT', `/pay/order/cancel/${orderNo}`);
  expect((await ask(buyer, 'PUT', `/pay/order/hide/${orderNo}`)).code).toBe(200);
  expect((await ask(buyer, 'GET', '/pay/order/mine?tab=all&pageSize=100')).rows.map((row: { orderNo: string }) => row.orderNo)).not.toContain(
    orderNo,
  );
});

test('#48.1 the ledger refuses to change what was posted', async () => {
  const { db } = town.context;
  await bought([await work()]);
  await expect(db.updateTable('ledgerEntry').set({ fen: 1 }).execute()).rejects.toThrow(/append only/);
  await expect(db.deleteFrom('ledgerEntry').execute()).rejects.toThrow(/append only/);
  await expect(db.deleteFrom('ledgerTransaction').execute()).rejects.toThrow(/append only/);
});
