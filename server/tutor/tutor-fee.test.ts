import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import type { TutorDetail } from '../../contract/tutor/tutor.ts';
import { decideTransfer, openAttempt, payOrderNow, pressSandbox, registerTransferFor, sendAllRefunds } from '../../tests/support/fee-order.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { askDuePayment, expireDueOrder, finishDueLine } from '../commerce/order-work.service.ts';
import { accountBalances } from '../commerce/verify.queries.ts';
import { verifyMoney } from '../commerce/verify.service.ts';

/** A Monday. */
const NOW = Date.parse('2026-06-01T08:00:00+08:00');
const START = '2026-06-03 09:00:00';
const startAt = Date.parse('2026-06-03T09:00:00+08:00');
const FEE = 20_000;
const FINANCE = ['pay:order:list', 'pay:order:refund', 'pay:order:offline', 'pay:order:confirm', 'cms:tutor:list', 'cms:tutor:query'];
const SUMMARY = '我们逐段读了开头三页，删去两处解释，把人物的动作提前；下一步请先写完第二章再回头改第一章，写到四千字左右发给我看，重点看对话。';
const PEOPLE = ['reader', 'other', 'prof', 'ops', 'clerk', 'second'];
let t: TestContext;
let professorId: number;
const bearers: Record<string, Bearer> = {};
const ids: Record<string, number> = {};

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[] };
async function ask(who: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api${url}`, headers: bearers[who] ?? {}, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
async function at(time: number): Promise<void> {
  vi.setSystemTime(time);
  for (const name of PEOPLE) bearers[name] = await t.as(name);
}
const detail = async (tutorId: number, who = 'reader'): Promise<TutorDetail> => (await ask(who, 'GET', `/cms/tutor/detail/${tutorId}`)).data;
const openFee = (who: string, targetId: number) => ask(who, 'POST', '/pay/fee', { kind: 'tutor', targetId });
const step = (who: string, event: string, tutorId: number, body: object = {}) => ask(who, 'PUT', `/cms/tutor/${event}/${tutorId}`, body);
const order = async (orderNo: string, who = 'reader') => (await ask(who, 'GET', `/pay/order/detail/${orderNo}`)).data;
const bearer = (who: string): Bearer => bearers[who] as Bearer;
const feeOf = async (tutorId: number): Promise<string> => (await detail(tutorId)).order?.orderNo ?? '';
const sales = async (): Promise<number> => -((await accountBalances(t.context.db, 'sales')).get('tutor') ?? 0);

/** A tutoring whose expert has confirmed it: its fee is due. */
async function accepted(expectTime = START): Promise<number> {
  const body = { professorId, expectTime, topic: '小说的开头', question: '写了三个开头都不满意，想请您看看问题。', mode: 'text' };
  const { tutorId } = (await ask('reader', 'POST', '/cms/tutor/apply', body)).data;
  expect((await step('prof', 'accept', tutorId)).code).toBe(200);
  return tutorId as number;
}
async function scheduled(): Promise<number> {
  const tutorId = await accepted();
  await payOrderNow(t, await feeOf(tutorId), bearer('reader'));
  expect((await detail(tutorId)).status).toBe('scheduled');
  return tutorId;
}
/** Runs the background work of orders as if all its times had come. */
async function later(): Promise<void> {
  while (await askDuePayment(t.context));
  while (await expireDueOrder(t.context));
  while (await finishDueLine(t.context));
  await sendAllRefunds(t);
}

beforeAll(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  t = await testContext({ demo: true });
  for (const userName of ['reader', 'other']) ids[userName] = await t.addUser({ userName });
  ids['prof'] = await t.addUser({ userName: 'prof', roles: ['professor'] });
  ids['ops'] = await t.addUser({ userName: 'ops', permissions: ['cms:tutor:list', 'cms:tutor:query', 'cms:tutor:edit'] });
  for (const userName of ['clerk', 'second']) ids[userName] = await t.addUser({ userName, permissions: FINANCE });
  const professor = { collegeId: null, title: '教授', expertise: '小说', tutorEnabled: '1' as const, tutorPriceFen: FEE, tutorMinutes: 60 };
  const made = await t.context.db
    .insertInto('professor')
    .values({ ...professor, userId: ids['prof'], createTime: 0, updateTime: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  professorId = made.id;
  await t.context.db
    .insertInto('tutorSlot')
    .values([540, 600, 660, 720].map((startMinute) => ({ professorId, weekday: 3, startMinute })))
    .execute();
});
beforeEach(async () => {
  await t.context.db.deleteFrom('tutor').execute();
  await t.context.cache.clear('');
  await at(NOW);
});
afterEach(async () => expect(await verifyMoney(t.context.db)).toEqual([]));
afterAll(async () => {
  vi.useRealTimers();
  await t.close();
});

test('S2.3.15 SM22 the confirmation makes an order of the applicant, unpaid until the start, with the VAT of services', async () => {
  const tutorId = await accepted();
  const orderNo = await feeOf(tutorId);
  expect(await detail(tutorId)).toMatchObject({ status: 'wait_pay', canPay: true, order: { status: 'unpaid', payFen: FEE, expireTime: START } });
  expect(await order(orderNo)).toMatchObject({
    status: 'unpaid',
    payFen: FEE,
    expireTime: START,
    items: [{ kind: 'tutor', title: '小说的开头', qty: 1, publishId: tutorId, link: `/authorBackground/professorCenter?tutor=${tutorId}` }],
    can: ['pay', 'cancel'],
  });
  const line = await t.context.db.selectFrom('orderItem').select('vatBp').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(line.vatBp).toBe(600);
  // The page of the tutoring opens the same order, and the choice of a channel does not shorten its time.
  expect((await openFee('reader', tutorId)).data).toEqual({ orderNo });
  expect((await ask('reader', 'GET', `/pay/order/channels/${orderNo}`)).data.channels).toEqual([{ channel: 'sandbox', name: '演示支付' }]);
  const address = await openAttempt(t, orderNo, bearer('reader'));
  expect((await order(orderNo)).expireTime).toBe(START);
  await pressSandbox(t, address);
  expect(await detail(tutorId)).toMatchObject({ status: 'scheduled', canPay: false, order: { status: 'paid' } });
  expect((await detail(tutorId)).log.map(({ event, nickName }) => [event, nickName])).toEqual([
    ['apply', 'reader'],
    ['accept', 'prof'],
    ['paid', '系统'],
  ]);
});

test('S2.3.15 SM22 the order of a tutoring belongs to its applicant: nobody else sees its number, opens or pays it', async () => {
  const tutorId = await accepted();
  const orderNo = await feeOf(tutorId);
  expect(await detail(tutorId, 'prof')).toMatchObject({ canPay: false, order: { orderNo: '', status: 'unpaid' } });
  expect(await detail(tutorId, 'ops')).toMatchObject({ canPay: false, order: { orderNo } });
  for (const who of ['prof', 'other', 'ops']) expect((await openFee(who, tutorId)).code).toBe(404);
  for (const who of ['prof', 'other']) {
    expect((await ask(who, 'GET', `/pay/order/channels/${orderNo}`)).code).toBe(404);
    expect((await ask(who, 'GET', `/pay/order/detail/${orderNo}`)).code).toBe(404);
  }
  // Finance opens it to register money that arrived.
  expect((await openFee('clerk', tutorId)).data).toEqual({ orderNo });
  for (const who of ['prof', 'ops']) expect((await step(who, 'paid', tutorId, { text: '已收到' })).msg).toBe('没有这个操作');
});

test('S2.3.15 the fee is income when the tutoring is done, not some days after the payment', async () => {
  const tutorId = await scheduled();
  const before = await sales();
  await at(startAt + 30 * DAY_MS);
  await later();
  expect(await sales()).toBe(before);
  expect((await step('prof', 'finish', tutorId, { text: SUMMARY })).code).toBe(200);
  expect(await sales()).toBe(before + FEE);
  expect(await detail(tutorId)).toMatchObject({ status: 'done', order: { status: 'finished' } });
});

test('SM22 a cancelled order and one whose booking was confirmed before orders are replaced by a new one, until the start', async () => {
  const tutorId = await accepted();
  const first = await feeOf(tutorId);
  expect((await ask('reader', 'PUT', `/pay/order/cancel/${first}`)).data).toMatchObject({ status: 'cancelled', can: ['hide'] });
  expect(await detail(tutorId)).toMatchObject({ status: 'wait_pay', canPay: true, order: { status: 'cancelled' } });
  const { orderNo } = (await openFee('reader', tutorId)).data;
  expect(orderNo).not.toBe(first);
  // Of two requests at once one makes the order, and both get it.
  const twice = await Promise.all([1, 2].map(() => openFee('reader', tutorId)));
  expect(twice.map(({ data }) => data.orderNo)).toEqual([orderNo, orderNo]);
  await at(startAt);
  await later();
  expect(await order(orderNo)).toMatchObject({ status: 'cancelled', cancelReason: '超过支付时间' });
  expect((await openFee('reader', tutorId)).msg).toBe('辅导时间已过');
  expect(await detail(tutorId)).toMatchObject({ status: 'wait_pay', canPay: false });
});

test('SM22 a booking cancelled before the payment closes its order, and money that arrives nevertheless goes back', async () => {
  const tutorId = await accepted();
  const orderNo = await feeOf(tutorId);
  await openAttempt(t, orderNo, bearer('reader'));
  // The money has arrived, and its notice has not.
  await t.context.db.updateTable('sandboxTrade').set({ state: 'paid' }).where('state', '=', 'waiting').execute();
  expect((await step('prof', 'recall', tutorId, { text: '临时要去外地开会' })).code).toBe(200);
  expect((await order(orderNo)).can).not.toContain('pay');
  await later();
  expect(await order(orderNo)).toMatchObject({
    status: 'cancelled',
    cancelReason: '辅导预约已取消',
    returned: [{ fen: FEE, reason: '辅导预约已取消' }],
  });
  expect(await detail(tutorId)).toMatchObject({ status: 'cancelled', refundFen: 0 });
  await later();
  const other = await accepted();
  const second = await feeOf(other);
  await openAttempt(t, second, bearer('reader'));
  await step('reader', 'cancel', other);
  await later();
  expect(await order(second)).toMatchObject({ status: 'cancelled', cancelReason: '辅导预约已取消' });
});

test('SM22 money of an old order pays the booking while it is due, and goes back when another order has paid it', async () => {
  const tutorId = await accepted();
  const first = await feeOf(tutorId);
  const address = await openAttempt(t, first, bearer('reader'));
  await pressSandbox(t, address, 'late');
  await ask('reader', 'PUT', `/pay/order/cancel/${first}`);
  const { orderNo } = (await openFee('reader', tutorId)).data;
  await payOrderNow(t, orderNo, bearer('reader'));
  await t.context.db.updateTable('sandboxTrade').set({ state: 'paid' }).where('state', '=', 'late').execute();
  await t.context.db.updateTable('payment').set({ status: 'created', askAt: 1 }).where('status', '=', 'closed').execute();
  await later();
  expect((await order(first)).returned).toMatchObject([{ fen: FEE, reason: '您在订单过期后支付，辅导费已支付，不必再付' }]);
  expect(await detail(tutorId)).toMatchObject({ status: 'scheduled', order: { orderNo } });
});

test('SM22 cancelling a day ahead returns the whole fee by itself, later half of it, and the other half is income', async () => {
  const early = await scheduled();
  const before = await sales();
  const first = await feeOf(early);
  expect(await order(first)).toMatchObject({ can: ['invoice', 'receipt'], items: [{ noRefund: '请在辅导页取消预约，辅导费按取消的规则退回' }] });
  const apply = { orderNo: first, orderItemIds: [(await order(first)).items[0].orderItemId], reason: '不想要了' };
  expect(await ask('reader', 'POST', '/pay/order/refund', apply)).toMatchObject({ code: 21505, msg: '请在辅导页取消预约，辅导费按取消的规则退回' });
  expect((await step('reader', 'cancel', early)).code).toBe(200);
  expect(await order(first)).toMatchObject({ refunds: [{ fen: FEE, can: [] }] });
  await later();
  expect(await order(first)).toMatchObject({ status: 'refunded', refundedFen: FEE, can: ['receipt', 'hide'] });
  expect([await sales(), (await detail(early)).refundFen]).toEqual([before, FEE]);

  const late = await scheduled();
  await at(startAt - DAY_MS + 1);
  expect((await step('reader', 'cancel', late, { text: '临时要出差去' })).code).toBe(200);
  await later();
  expect(await order(await feeOf(late))).toMatchObject({ status: 'finished', refundedFen: FEE / 2, refunds: [{ status: 'done', fen: FEE / 2 }] });
  expect([await sales(), (await detail(late)).refundFen]).toEqual([before + FEE / 2, FEE / 2]);
});

test('SM22 SM28 a refund by the rule of cancelling is not withdrawn and not rejected, and waits for the red invoice of an invoiced fee', async () => {
  const tutorId = await scheduled();
  const orderNo = await feeOf(tutorId);
  const title = { titleType: 'personal', title: '读者', email: 'r@example.com' };
  const requestId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  const applied = await ask('reader', 'POST', '/pay/invoice', { requestId, orderNos: [orderNo], kind: 'normal', ...title });
  expect(applied).toMatchObject({ code: 200, data: { amountFen: FEE, lines: [{ name: '辅导费（小说的开头）', rateBp: 600 }] } });
  await t.context.db
    .updateTable('invoice')
    .set({ status: 'issued', invoiceNumber: '1'.repeat(20) })
    .execute();
  expect((await step('ops', 'arbitrate', tutorId, { text: '专家没有到场' })).code).toBe(200);
  await later();
  const card = await order(orderNo);
  expect(card).toMatchObject({ status: 'refunding', refunds: [{ status: 'applied', can: [] }] });
  const [refund] = card.refunds;
  expect((await ask('reader', 'PUT', `/pay/refund/mine/cancel/${refund.refundId}`)).msg).toBe('这笔退款不是您申请的，不能撤回');
  expect((await ask('clerk', 'PUT', `/pay/refund/reject/${refund.refundId}`, { reason: '不同意退这笔钱' })).msg).toBe(
    '这笔退款按取消规则产生，不能驳回',
  );
  expect((await ask('clerk', 'GET', '/pay/refund/list?status=applied')).rows[0].events).toEqual(['pass']);
  expect((await ask('clerk', 'PUT', `/pay/refund/pass/${refund.refundId}`, {})).code).toBe(21506);
  await t.context.db
    .updateTable('redInvoice')
    .set({ number: '2'.repeat(20) })
    .execute();
  await t.context.db.updateTable('invoice').set({ status: 'red' }).execute();
  expect((await ask('clerk', 'PUT', `/pay/refund/pass/${refund.refundId}`, {})).code).toBe(200);
  await later();
  expect((await order(orderNo)).status).toBe('refunded');
});

test('#120 money outside the channels pays the fee after a second person has confirmed it; a booking cancelled meanwhile gets it back', async () => {
  const clerk = { id: ids['clerk'] ?? 0, bearer: bearer('clerk') };
  const tutorId = await accepted();
  const orderNo = await feeOf(tutorId);
  expect((await registerTransferFor(t, orderNo, FEE - 1, clerk, '2026-06-01')).msg).toContain('支付金额不一致');
  expect((await registerTransferFor(t, orderNo, FEE, clerk, '2026-06-01')).code).toBe(200);
  expect(await detail(tutorId)).toMatchObject({ status: 'wait_pay', order: { registered: true } });
  expect((await decideTransfer(t, bearer('clerk'))).code).toBe(22702);
  expect((await decideTransfer(t, bearer('second'))).data.outcome).toBe('支付成功');
  expect(await detail(tutorId)).toMatchObject({ status: 'scheduled', order: { status: 'paid', registered: false } });

  const other = await accepted('2026-06-03 10:00:00');
  expect((await registerTransferFor(t, await feeOf(other), FEE, clerk, '2026-06-01')).code).toBe(200);
  expect((await step('reader', 'cancel', other)).code).toBe(200);
  expect((await decideTransfer(t, bearer('second'))).data.outcome).toBe('辅导预约已取消，将由财务转账退回');
});

test('SM22 staff return the fee of a tutoring that took place, and cancel one that is still ahead', async () => {
  const tutorId = await scheduled();
  const orderNo = await feeOf(tutorId);
  const { orderItemId } = (await order(orderNo)).items[0];
  const give = (who: string) =>
    ask(who, 'POST', '/pay/refund', { requestId: randomUUID(), orderNo, lines: [{ orderItemId }], reason: '质量', note: '专家迟到半小时' });
  expect((await give('ops')).code).toBe(403);
  expect((await give('clerk')).msg).toBe('请在辅导管理里仲裁取消这次辅导，辅导费会自动退回');
  await at(startAt + 3_600_000);
  await step('prof', 'finish', tutorId, { text: SUMMARY });
  expect(await give('clerk')).toMatchObject({ code: 200, data: { status: 'sending' } });
  expect((await give('clerk')).code).not.toBe(200);
  await later();
  expect(await detail(tutorId)).toMatchObject({ status: 'done', refundFen: FEE, order: { status: 'refunded' } });
});

test('SM22 a booking that was paid before fees were orders is finished and cancelled without one', async () => {
  const tutorId = await accepted();
  const orderNo = await feeOf(tutorId);
  await ask('reader', 'PUT', `/pay/order/cancel/${orderNo}`);
  await t.context.db.deleteFrom('orderItem').where('targetId', '=', tutorId).where('kind', '=', 'tutor').execute();
  await t.context.db.deleteFrom('order').where('orderNo', '=', orderNo).execute();
  expect(await detail(tutorId)).toMatchObject({ order: null, canPay: true });
  await t.context.db.updateTable('tutor').set({ status: 'scheduled', payNote: '银行转账' }).where('id', '=', tutorId).execute();
  expect((await step('reader', 'cancel', tutorId)).code).toBe(200);
  expect(await detail(tutorId)).toMatchObject({ status: 'cancelled', refundFen: FEE, payNote: '银行转账', order: null });
  const message = await t.context.db.selectFrom('message').select('content').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(message.content).toContain('由收款人线下退还');
});
