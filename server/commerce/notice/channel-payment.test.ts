import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeAlipay } from '../../../tests/support/fake-alipay.ts';
import { fakeWechatPay } from '../../../tests/support/fake-wechat-pay.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { until } from '../../../tests/support/until.ts';
import { askDuePayment, sendDueRefund } from '../order-work.service.ts';
import { verifyMoney } from '../verify.service.ts';

const PRICE = 5800;
let town: TestContext;
let buyer: Bearer;
let alipay: Awaited<ReturnType<typeof fakeAlipay>>;
let wechat: Awaited<ReturnType<typeof fakeWechatPay>>;

beforeAll(async () => {
  [alipay, wechat] = [await fakeAlipay(), await fakeWechatPay('certificates')];
  town = await testContext({ alipay: alipay.settings, wechatPay: wechat.settings });
  await town.addUser({ userName: 'buyer' });
  buyer = await town.as('buyer');
}, 60_000);
afterAll(async () => {
  await town.close();
  for (const fake of [alipay, wechat]) await fake.close();
});
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any };
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> =>
  (await town.app.inject({ method, url: `/prod-api${path}`, headers: buyer, ...(payload ? { payload } : {}) })).json<Answer>();
type Sent = { headers: Record<string, string>; body: string };
const notify = (channel: string, { headers, body }: Sent) =>
  town.app.inject({ method: 'POST', url: `/prod-api/pay/notify/${channel}`, headers, payload: body });
const outcomes = async (paymentNo: string): Promise<string[]> =>
  (
    await town.context.db
      .selectFrom('paymentNotice')
      .innerJoin('payment', 'payment.id', 'paymentNotice.paymentId')
      .select('paymentNotice.outcome')
      .where('payment.paymentNo', '=', paymentNo)
      .orderBy('paymentNotice.id')
      .execute()
  ).map(({ outcome }) => outcome);

let works = 0;
async function opened(channel: 'alipay' | 'wechat', device = 'pc') {
  town.context.cache.clear('order');
  works += 1;
  const publishId = await addListedWork(town.context, { title: `灯塔${works}`, priceFen: PRICE });
  const placed = await ask('POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen: PRICE }] });
  const { orderNo } = placed.data as { orderNo: string };
  const { data } = await ask('POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel, device });
  const { paymentNo, address, qr } = data as { paymentNo: string; address: string; qr: string };
  if (channel === 'alipay') alipay.visit(address);
  return { orderNo, paymentNo, address, qr, publishId };
}
const status = async (orderNo: string): Promise<string> => (await ask('GET', `/pay/order/detail/${orderNo}`)).data.status as string;

test('#48.5 buyers are offered the channels that are configured, and WeChat answers with a QR code on a computer', async () => {
  const { qr, address, publishId } = await opened('wechat');
  expect({ address, qr }).toEqual({ address: '', qr: expect.stringMatching(/^weixin:/) });
  const { data } = await ask('POST', '/pay/order/preview', { lines: [{ publishId }] });
  expect(data.channels.map(({ name }: { name: string }) => name)).toEqual(['支付宝', '微信支付']);
  expect((await opened('wechat', 'mobile')).address).toContain('prepay_id');
  expect((await ask('POST', '/pay/order/pay/DD20260101000000000001', { requestId: randomUUID(), channel: 'wechat', device: 'x' })).code).toBe(400);
});

test('#48.5 a notice of Alipay pays once; a refund notice, a closed trade and a wrong receiver pay nothing', async () => {
  const { orderNo, paymentNo } = await opened('alipay');
  for (const change of [
    { refund_fee: '1.00', gmt_refund: '2026-01-01 00:00:00' },
    { out_biz_no: 'TK1' },
    { trade_status: 'TRADE_CLOSED' },
    { trade_status: 'WAIT_BUYER_PAY' },
    { total_amount: '58.01' },
  ])
    expect((await notify('alipay', alipay.notice(paymentNo, change))).statusCode).toBe(200);
  for (const change of [{ app_id: '2021999999999999' }, { seller_id: '2088999999999999' }, { sign_type: 'RSA' }, { sign_type: '' }])
    expect((await notify('alipay', alipay.notice(paymentNo, change))).statusCode).toBe(401);
  expect((await notify('alipay', alipay.notice(paymentNo, { notify_time: '2026-01-01 00:00:00' }))).statusCode).toBe(401);
  expect((await notify('alipay', alipay.notice(paymentNo, {}, { total_amount: '0.01' }))).statusCode).toBe(401);
  const { headers, body } = alipay.notice(paymentNo);
  expect((await notify('alipay', { headers, body: `${body}&total_amount=0.01` })).statusCode).toBe(401);
  expect((await notify('alipay', { headers: { 'content-type': 'application/json' }, body })).statusCode).toBe(401);
  expect(await status(orderNo)).toBe('unpaid');
  alipay.books.pay(paymentNo);
  for (let time = 0; time < 3; time += 1) {
    const answer = await notify('alipay', alipay.notice(paymentNo));
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: 'success' });
  }
  expect(await status(orderNo)).toBe('paid');
  expect((await outcomes(paymentNo)).slice(-3)).toEqual(['支付成功', '重复的通知', '重复的通知']);
});

test('#48.5 a notice of WeChat Pay pays by the total and not by what the buyer paid after a coupon', async () => {
  const { orderNo, paymentNo } = await opened('wechat');
  wechat.books.pay(paymentNo);
  const { amount } = { amount: { total: PRICE, payer_total: 1, currency: 'CNY' } };
  for (const change of [{ mchid: '1900000009' }, { appid: 'wxffffffffffffffff' }, { amount: { ...amount, currency: 'USD' } }, { amount: {} }])
    expect((await notify('wechat', wechat.notice(paymentNo, change))).statusCode).toBe(401);
  const old = String(Math.floor(Date.now() / 1000) - 600);
  expect((await notify('wechat', wechat.notice(paymentNo, {}, { 'wechatpay-timestamp': old }))).statusCode).toBe(401);
  const probe = await notify('wechat', wechat.notice(paymentNo, {}, { 'wechatpay-signature': 'WECHATPAY/SIGNTEST/AAAA' }));
  expect({ status: probe.statusCode, body: probe.json<object>() }).toEqual({ status: 401, body: { code: 'FAIL', message: '验签失败' } });
  const { headers, body } = wechat.notice(paymentNo);
  expect((await notify('wechat', { headers, body: body.replace('支付成功', '支付成功 ') })).statusCode).toBe(401);
  await notify('wechat', wechat.notice(paymentNo, { refund_status: 'SUCCESS' }, {}, 'REFUND.SUCCESS'));
  expect(await status(orderNo)).toBe('unpaid');
  expect((await notify('wechat', wechat.notice(paymentNo, { amount }))).statusCode).toBe(204);
  expect(await status(orderNo)).toBe('paid');
});

test('#48.5 a number of one channel is not paid by a notice of another', async () => {
  const { orderNo, paymentNo } = await opened('alipay');
  expect(
    (await notify('wechat', wechat.notice(paymentNo, { transaction_id: 'T9', trade_state: 'SUCCESS', amount: { total: PRICE, currency: 'CNY' } })))
      .statusCode,
  ).toBe(204);
  expect(await status(orderNo)).toBe('unpaid');
});

test('#48.5 a notice with a new platform certificate is rejected until the certificate was fetched', async () => {
  const { orderNo, paymentNo } = await opened('wechat');
  wechat.books.pay(paymentNo);
  wechat.changeCertificate();
  // The minute between two fetches begins with the first certificate of the server.
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
  expect((await notify('wechat', wechat.notice(paymentNo))).statusCode).toBe(401);
  await until(
    async () => ((await notify('wechat', wechat.notice(paymentNo))).statusCode === 204 ? true : undefined),
    5_000,
    () => 'the certificate was not fetched',
  );
  clock.mockRestore();
  expect(await status(orderNo)).toBe('paid');
});

test.each(['alipay', 'wechat'] as const)(
  '#48.5 %s: a silent channel pays by the question, and an order is not cancelled while it is silent',
  async (channel) => {
    const { orderNo, paymentNo } = await opened(channel);
    const { books } = channel === 'alipay' ? alipay : wechat;
    books.faults.push(...Array<'500 after acting'>(8).fill('500 after acting'));
    expect((await ask('PUT', `/pay/order/cancel/${orderNo}`)).msg).toBe('支付渠道还没有确认关闭，请稍后再试');
    books.faults.length = 0;
    const trade = books.trades.get(paymentNo);
    if (trade) trade.state = 'waiting';
    books.pay(paymentNo);
    await town.context.db.updateTable('payment').set({ askAt: 1 }).where('status', '=', 'created').execute();
    while (await askDuePayment(town.context));
    expect(await status(orderNo)).toBe('paid');
  },
);

test.each(['alipay', 'wechat'] as const)(
  '#48.5 %s: a second success on a closed attempt goes back by itself, once, whatever is lost',
  async (channel) => {
    const { orderNo, paymentNo } = await opened(channel);
    const { books } = channel === 'alipay' ? alipay : wechat;
    const again = await ask('POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel, device: 'pc' });
    const other = again.data as { paymentNo: string; address: string };
    if (channel === 'alipay') alipay.visit(other.address);
    // The bank was faster than the close.
    const first = books.trades.get(paymentNo);
    if (first) Object.assign(first, { state: 'paid', paidAt: Date.now() });
    books.pay(other.paymentNo);
    const send = (no: string) => notify(channel, channel === 'alipay' ? alipay.notice(no) : wechat.notice(no));
    await send(other.paymentNo);
    await send(paymentNo);
    expect(await status(orderNo)).toBe('paid');
    const due = () => town.context.db.updateTable('refund').set({ askAt: 1 }).where('status', '=', 'sending').execute();
    books.faults.push(...Array<'lost after acting'>(8).fill('lost after acting'));
    await due();
    await sendDueRefund(town.context);
    books.faults.length = 0;
    for (let time = 0; time < 2; time += 1) {
      await due();
      await sendDueRefund(town.context);
    }
    expect([...books.refunds.values()].filter((one) => one.paymentNo === paymentNo)).toEqual([
      expect.objectContaining({ fen: PRICE, state: 'done' }),
    ]);
    const refund = await town.context.db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.paymentId')
      .select(['refund.status', 'refund.fen'])
      .where('payment.paymentNo', '=', paymentNo)
      .execute();
    expect(refund).toEqual([{ status: 'done', fen: PRICE }]);
  },
);

test('#48.5 WeChat Pay: a refund that the channel has closed is tried again under a new number', async () => {
  const { orderNo, paymentNo } = await opened('wechat');
  const again = await ask('POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'wechat', device: 'pc' });
  const other = (again.data as { paymentNo: string }).paymentNo;
  const first = wechat.books.trades.get(paymentNo);
  if (first) Object.assign(first, { state: 'paid', paidAt: Date.now() });
  wechat.books.pay(other);
  await notify('wechat', wechat.notice(other));
  await notify('wechat', wechat.notice(paymentNo));
  wechat.books.nextRefund = 'closed';
  await sendDueRefund(town.context);
  wechat.books.nextRefund = 'done';
  const rows = await town.context.db.selectFrom('refund').select(['refundNo', 'status']).orderBy('id', 'desc').limit(1).execute();
  expect(rows[0]?.status).toBe('failed');
  expect(wechat.books.refunds.has(rows[0]?.refundNo ?? '')).toBe(false);
});

test('#48.5 system staff get one message when more than ten payment notices are rejected in ten minutes', async () => {
  const { db, cache } = town.context;
  await cache.clear('bad-notices');
  await db.deleteFrom('paymentNotice').execute();
  const staff = await town.addUser({ userName: 'operator', roles: ['system_admin'] });
  const clock = vi.spyOn(Date, 'now');
  const from = Date.now();
  const messages = () => db.selectFrom('message').select(['title', 'content']).where('userId', '=', staff).execute();
  const { paymentNo } = await opened('alipay');
  const forge = async () => expect((await notify('alipay', alipay.notice(paymentNo, {}, { total_amount: '0.01' }))).statusCode).toBe(401);
  for (let n = 0; n < 5; n += 1) await forge();
  // A wrong amount with a right signature, and a number of another channel, are bad too.
  for (let n = 0; n < 5; n += 1) await notify('alipay', alipay.notice(paymentNo, { total_amount: '58.01' }));
  expect(await messages()).toEqual([]);
  await notify('alipay', alipay.notice((await opened('wechat')).paymentNo, { total_amount: '58.00' }));
  expect(await messages()).toEqual([
    { title: '10分钟内收到超过10个异常的支付通知', content: expect.stringContaining('最近一个来自支付宝：不是本渠道的支付单号') },
  ]);
  for (let n = 0; n < 3; n += 1) await forge();
  expect(await messages()).toHaveLength(1);
  // Ten minutes later the old ones do not count.
  clock.mockImplementation(() => from + 11 * 60_000);
  await forge();
  expect(await messages()).toHaveLength(1);
  clock.mockRestore();
});
