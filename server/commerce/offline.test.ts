import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { addVoucher, setTransferAccount } from '../../tests/support/offline-money.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { expireDueOrder, sendDueRefund } from './order-work.service.ts';
import { openRight, rightTo } from './entitlement.service.ts';
import { accountBalances } from './verify.queries.ts';
import { verifyMoney } from './verify.service.ts';

const PRICE = 120_000;
const FINANCE = ['pay:order:list', 'pay:order:refund', 'pay:order:offline', 'pay:order:confirm'];
let town: TestContext;
let buyerId: number;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
const TODAY = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

beforeAll(async () => {
  town = await testContext({ demo: true });
  for (const userName of ['buyer', 'reader']) ids[userName] = await town.addUser({ userName });
  for (const userName of ['clerk', 'second']) ids[userName] = await town.addUser({ userName, permissions: FINANCE });
  ids['twin'] = await town.addUser({ userName: 'twin', permissions: FINANCE });
  // Two accounts of one person.
  for (const userName of ['clerk', 'twin'])
    await town.context.db.updateTable('user').set({ identityKey: 'one person' }).where('userName', '=', userName).execute();
  buyerId = ids['buyer'] ?? 0;
  for (const userName of Object.keys(ids)) as[userName] = await town.as(userName);
  await setTransferAccount(town.context.db);
});
afterAll(() => town.close());
beforeEach(() => town.context.cache.clear('order'));
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
async function ask(who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
let works = 0;
const addWork = (priceFen = PRICE): Promise<number> => {
  works += 1;
  return addListedWork(town.context, { title: `全集${works}`, priceFen });
};
async function place(publishId: number, shownFen = PRICE, who = 'buyer'): Promise<string> {
  return (await ask(who, 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen }] })).data.orderNo as string;
}
const choose = (orderNo: string, channel = 'offline', who = 'buyer') =>
  ask(who, 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel });
const detail = async (orderNo: string, who = 'buyer') => (await ask(who, 'GET', `/pay/order/detail/${orderNo}`)).data;

const voucher = async (who: string): Promise<object[]> => [{ fileId: await addVoucher(town, ids[who] ?? 0), name: 'anything.pdf', size: 1 }];
const register = async (orderNo: string, more: object = {}, who = 'clerk') =>
  ask(who, 'POST', '/pay/offline', {
    requestId: randomUUID(),
    orderNo,
    method: 'transfer',
    fen: PRICE,
    payer: '渡口中学',
    receivedOn: TODAY,
    voucher: await voucher(who),
    ...more,
  });
const paymentOf = async (orderNo: string) => (await ask('clerk', 'GET', `/pay/offline/list?orderNo=${orderNo}`)).rows[0];
const confirm = (paymentId: number, who = 'second') => ask(who, 'PUT', `/pay/payment/confirmOffline/${paymentId}`, {});

async function paid(publishId: number): Promise<string> {
  const orderNo = await place(publishId);
  await choose(orderNo);
  expect((await register(orderNo)).code).toBe(200);
  expect((await confirm((await paymentOf(orderNo)).paymentId)).code).toBe(200);
  return orderNo;
}

test('#48.3 a transfer is offered from 1,000.00, and always when no other channel exists', async () => {
  const [large, small] = [await addWork(), await addWork(9_900)];
  const channels = async (publishId: number) =>
    (await ask('buyer', 'POST', '/pay/order/preview', { lines: [{ publishId }] })).data.channels.map(({ channel }: { channel: string }) => channel);
  expect(await channels(large)).toEqual(['sandbox', 'offline']);
  expect(await channels(small)).toEqual(['sandbox']);
  const orderNo = await place(small, 9_900, 'reader');
  expect(await choose(orderNo, 'offline', 'reader')).toMatchObject({ code: 500, msg: '支付方式暂不可用，请稍后再试' });
  await ask('reader', 'PUT', `/pay/order/cancel/${orderNo}`);
  const { settings } = town.context;
  Object.assign(settings, { demo: false });
  expect(await channels(small)).toEqual(['offline']);
  // Without an account nobody could transfer anything.
  await setTransferAccount(town.context.db, '');
  expect(await channels(small)).toEqual([]);
  await setTransferAccount(town.context.db);
  Object.assign(settings, { demo: true });
});

test('#48.3 SM27 money of a transfer pays only after a second person has confirmed it', async () => {
  const publishId = await addWork();
  const orderNo = await place(publishId);
  expect((await choose(orderNo)).data.address).toBe(`/personalCenter/order?orderNo=${orderNo}`);
  const waiting = await detail(orderNo);
  expect(waiting).toMatchObject({
    status: 'unpaid',
    transfer: { holder: '书舟出版社', bank: '渡口银行', account: '6228480000000000000', registered: false },
    can: ['pay', 'cancel'],
  });
  const days = (Date.parse(waiting.expireTime.replace(' ', 'T')) - Date.parse(waiting.createTime.replace(' ', 'T'))) / 86_400_000;
  expect(days).toBeCloseTo(7, 2);
  expect(await register(orderNo, { fen: PRICE - 1 })).toMatchObject({ code: 21504, msg: '支付金额不一致：应付1200.00元，登记1199.99元' });
  expect(await register(orderNo, { receivedOn: '2999-01-01' })).toMatchObject({ msg: '收款日期不能晚于今天' });
  expect(await register(orderNo, { voucher: [] })).toMatchObject({ msg: '请上传收款凭证' });
  expect(await register(orderNo, { voucher: await voucher('second') })).toMatchObject({ msg: expect.stringContaining('不是您上传的') });
  const requestId = randomUUID();
  const content = { requestId, voucher: await voucher('clerk') };
  expect((await register(orderNo, content)).code).toBe(200);
  // The same request again changes nothing; one with another content or another number is rejected.
  expect((await register(orderNo, content)).code).toBe(200);
  expect(await register(orderNo, { ...content, payer: '另一个单位' })).toMatchObject({ code: 409, msg: '同一请求编号的内容不一致，请刷新后重试' });
  expect(await register(orderNo)).toMatchObject({ msg: '这笔订单的收款已登记，等待复核' });
  const row = await paymentOf(orderNo);
  expect(row).toMatchObject({ status: 'created', payer: '渡口中学', method: 'transfer', voucher: '回单.pdf', mayConfirm: false, events: [] });
  expect((await detail(orderNo)).can).toEqual([]);
  expect(await ask('buyer', 'PUT', `/pay/order/cancel/${orderNo}`)).toMatchObject({ msg: '财务已登记这笔订单的收款，正在复核，不能取消' });
  expect(await choose(orderNo, 'sandbox')).toMatchObject({ msg: expect.stringMatching(/已登记|不能支付/) });
  for (const who of ['clerk', 'twin']) expect(await confirm(row.paymentId, who)).toMatchObject({ code: 22702, msg: '须由另一位财务人员确认到账' });
  // An order with registered money does not expire.
  await town.context.db.updateTable('order').set({ expireTime: 1 }).where('orderNo', '=', orderNo).execute();
  await expireDueOrder(town.context);
  expect((await detail(orderNo)).status).toBe('unpaid');
  expect(await confirm(row.paymentId)).toMatchObject({ code: 200, data: { outcome: '支付成功' } });
  expect(await confirm(row.paymentId)).toMatchObject({ code: 22701 });
  expect(await detail(orderNo)).toMatchObject({ status: 'paid', channel: 'offline', transfer: null });
  expect((await rightTo(town.context, { userId: buyerId, permissions: new Set() }, publishId)).entitled).toBe(true);
  expect((await accountBalances(town.context.db, 'channel')).get('offline')).toBe(PRICE);
  expect((await ask('reader', 'GET', `/pay/offline/voucher/${row.paymentId}`)).code).toBe(403);
  const file = await town.app.inject({ url: `/prod-api/pay/offline/voucher/${row.paymentId}`, headers: as['second'] ?? {} });
  expect([file.statusCode, file.body]).toEqual([200, '%PDF-1.7\n']);
});

test('#48.3 a wrong registration goes back to who wrote it, and the order can be paid again', async () => {
  const orderNo = await place(await addWork());
  await register(orderNo, { method: 'cash' });
  const { paymentId } = await paymentOf(orderNo);
  expect((await ask('second', 'PUT', `/pay/payment/rejectOffline/${paymentId}`, { reason: '短' })).msg).toBe('请写明原因，至少5个字，登记人会看到');
  expect((await ask('second', 'PUT', `/pay/payment/rejectOffline/${paymentId}`, { reason: '回单是另一家单位的' })).code).toBe(200);
  expect(await detail(orderNo)).toMatchObject({ status: 'unpaid', can: ['pay', 'cancel'] });
  await ask('buyer', 'PUT', `/pay/order/cancel/${orderNo}`);
});

test('#48.3 money for an order that was cancelled long ago is given back by a transfer with a voucher and a second person', async () => {
  const orderNo = await place(await addWork());
  await ask('buyer', 'PUT', `/pay/order/cancel/${orderNo}`);
  await town.context.db.updateTable('order').set({ expireTime: 1 }).where('orderNo', '=', orderNo).execute();
  expect((await ask('clerk', 'GET', `/pay/offline/order/${orderNo}`)).data).toMatchObject({ fault: '', hint: expect.stringContaining('转为退款') });
  await register(orderNo);
  expect((await confirm((await paymentOf(orderNo)).paymentId)).data.outcome).toContain('将由财务转账退回');
  await failedRefunds();
  const [refund] = (await ask('clerk', 'GET', '/pay/refund/list?status=failed')).rows;
  expect(refund).toMatchObject({ fen: PRICE, status: 'failed', canTransfer: true, byTransfer: true });
  expect(refund.events).not.toContain('retry');
  await giveBack(refund.refundId);
});

/** The background work may take a refund before the test does. */
async function failedRefunds(): Promise<void> {
  const { db } = town.context;
  await expect
    .poll(async () => {
      await sendDueRefund(town.context);
      return db.selectFrom('refund').select('id').where('status', '=', 'sending').execute();
    })
    .toEqual([]);
}

async function giveBack(refundId: number): Promise<void> {
  const put = (who: string, event: string) => ask(who, 'PUT', `/pay/refund/${event}/${refundId}`, {});
  expect(await put('second', 'byTransfer')).toMatchObject({ msg: '请先登记转账的日期和凭证' });
  expect(await put('second', 'retry')).toMatchObject({ msg: '线下付款没有渠道可以重试，请登记转账' });
  expect((await ask('clerk', 'POST', `/pay/refund/transfer/${refundId}`, { transferOn: TODAY, voucher: await voucher('clerk') })).code).toBe(200);
  expect((await put('twin', 'byTransfer')).code).toBe(22804);
  expect((await put('second', 'byTransfer')).code).toBe(200);
  const [row] = (await ask('clerk', 'GET', `/pay/refund/list?refundId=${refundId}`)).rows;
  expect(row).toMatchObject({ status: 'done', transferOn: TODAY, voucher: '回单.pdf', canTransfer: false });
}

test('#48.3 SM28 a line paid by transfer is returned, and its right ends with the transfer', async () => {
  const publishId = await addWork();
  const orderNo = await paid(publishId);
  const [item] = (await detail(orderNo)).items;
  await ask('buyer', 'POST', '/pay/order/refund', { orderNo, orderItemIds: [item.orderItemId], reason: '买错了' });
  const [applied] = (await ask('clerk', 'GET', '/pay/refund/list?status=applied')).rows;
  await ask('clerk', 'PUT', `/pay/refund/pass/${applied.refundId}`, {});
  await ask('second', 'PUT', `/pay/refund/confirm/${applied.refundId}`, {});
  await failedRefunds();
  expect((await detail(orderNo)).refunds).toMatchObject([{ status: 'failed', byTransfer: true, note: '线下付款由财务转账退回' }]);
  await giveBack(applied.refundId);
  expect((await detail(orderNo)).status).toBe('refunded');
  expect((await openRight(town.context, { userId: buyerId, permissions: new Set() }, publishId)).entitled).toBe(false);
});

test('#48.3 what waits for a second person is in that person’s list, and in nobody else’s', async () => {
  const orderNo = await place(await addWork());
  await register(orderNo);
  const { paymentId } = await paymentOf(orderNo);
  const waits = async (who: string) =>
    (await ask(who, 'GET', '/info/todo/list?pageSize=100')).rows?.filter(({ source }: { source: string }) => source === 'offlineConfirm').length;
  expect([await waits('second'), await waits('clerk'), await waits('twin')]).toEqual([1, 0, 0]);
  await confirm(paymentId);
  expect(await waits('second')).toBe(0);
});

test('#48.2 a paid work without an electronic edition is not sold', async () => {
  const publishId = await addListedWork(town.context, { title: '只有纸书', priceFen: PRICE, edition: false });
  expect(await ask('buyer', 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen: PRICE }] })).toMatchObject({
    code: 21508,
    msg: '这部作品暂不销售',
  });
});
