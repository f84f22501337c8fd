import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import { wireDate } from '../../db/clock.ts';
import { decideTransfer, openAttempt, payOrderNow, registerTransferFor, sendAllRefunds } from '../../../tests/support/fee-order.ts';
import { journalOffice, type JournalOffice, type JournalPerson } from '../../../tests/support/journal-office.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { expireDueOrder } from '../../commerce/order-work.service.ts';
import { accountBalances } from '../../commerce/verify.queries.ts';
import { verifyMoney } from '../../commerce/verify.service.ts';

const FEE = 80_000;
const FINANCE = ['pay:order:list', 'pay:order:refund', 'pay:order:offline', 'pay:order:confirm'];
let town: TestContext;
let office: JournalOffice;
const finance: Record<string, { id: number; bearer: Bearer }> = {};

beforeAll(async () => {
  town = await testContext({ demo: true });
  office = await journalOffice(town);
  for (const userName of ['clerk', 'second2']) {
    const id = await town.addUser({ userName, permissions: FINANCE });
    finance[userName] = { id, bearer: await town.as(userName) };
  }
});
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));
afterAll(() => town.close());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Data = any;
const own = async (id: number): Promise<Data> => (await office.ask('author', 'GET', `/cms/journal/submission/mine/${id}`)).data;
const staff = async (id: number): Promise<Data> => (await office.ask('editor', 'GET', `/cms/journal/submission/detail/${id}`)).data;
const open = (who: JournalPerson, id: number) => office.ask(who, 'POST', '/pay/fee', { kind: 'page_fee', targetId: id });
const order = async (orderNo: string, who: JournalPerson | Bearer = 'author'): Promise<Data> =>
  (await office.ask(who, 'GET', `/pay/order/detail/${orderNo}`)).data;
const waive = (id: number) => office.ask('chief', 'PUT', `/cms/journal/submission/fee/${id}`, { note: '学生作者，减免' });
const clerk = () => finance['clerk'] as { id: number; bearer: Bearer };
const second = (): Bearer => finance['second2']?.bearer as Bearer;
const today = () => wireDate(Date.now());
const feeOf = async (id: number): Promise<string> => (await own(id)).feeOrder.orderNo;

test('#13 SM09 an acceptance makes an order of the corresponding author for 60 days; its payment lets the copy-editing begin', async () => {
  const id = await office.accepted();
  const one = await own(id);
  expect(one).toMatchObject({ feeStatus: 'due', canPayFee: true, feeOrder: { status: 'unpaid', payFen: FEE } });
  const { orderNo, expireTime } = one.feeOrder;
  expect(Date.parse(`${expireTime.replace(' ', 'T')}+08:00`) - Date.now()).toBeGreaterThan(59.9 * DAY_MS);
  expect((await open('author', id)).data).toEqual({ orderNo });
  expect(await office.fire('editor', 'edit', id)).toMatchObject({ code: 20906, msg: '版面费未支付' });
  await openAttempt(town, orderNo, office.as.author);
  expect((await order(orderNo)).expireTime).toBe(expireTime);
  await payOrderNow(town, orderNo, office.as.author);
  // The fee is income at once, and the buyer cannot take it back.
  expect(await order(orderNo)).toMatchObject({
    status: 'finished',
    items: [{ kind: 'page_fee', link: `/personalCenter/submission/${id}`, noRefund: '版面费请联系编辑部，由工作人员退回' }],
    can: ['invoice', 'receipt', 'hide'],
  });
  expect((await accountBalances(town.context.db, 'sales')).get('page_fee')).toBe(-FEE);
  expect(await own(id)).toMatchObject({ feeStatus: 'paid', canPayFee: false });
  expect(await staff(id)).toMatchObject({ feeStatus: 'paid', feeOrder: { orderNo, status: 'finished' } });
  const apply = { orderNo, orderItemIds: [(await order(orderNo)).items[0].orderItemId], reason: '不想要了' };
  expect((await office.ask('author', 'POST', '/pay/order/refund', apply)).code).toBe(21505);
  expect((await office.ask('author', 'GET', `/pay/invoice/preview/${orderNo}`)).data).toMatchObject({
    amountFen: FEE,
    lines: [{ name: '版面费（小城出版怎样记录手艺）' }],
  });
  expect(await waive(id)).toMatchObject({ msg: '这篇稿件没有待付的版面费' });
  expect((await office.fire('editor', 'edit', id)).data.status).toBe('copyediting');
});

test('S2.2.1 staff cannot set a page fee to paid, and only its payer and the deciding editors open its order', async () => {
  const id = await office.accepted();
  const orderNo = await feeOf(id);
  const paid = await office.ask('chief', 'PUT', `/cms/journal/submission/fee/${id}`, { feeStatus: 'paid' });
  expect(paid).toMatchObject({ code: 400, msg: '请填写减免的原因' });
  for (const who of ['reviewer1', 'other'] as const) expect((await open(who, id)).code).toBe(404);
  expect((await open('editor', id)).code).toBe(403);
  expect((await open('chief', id)).data).toEqual({ orderNo });
  for (const who of ['chief', 'reviewer1'] as const) expect((await office.ask(who, 'GET', `/pay/order/detail/${orderNo}`)).code).toBe(404);
  await waive(id);
});

test('SM09 a corresponding author with an account pays, and the account that sent the submission sees the state only', async () => {
  await town.context.db.updateTable('user').set({ email: 'Lu@lamp.test' }).where('id', '=', office.ids.reviewer3).execute();
  const authors = (corresponding: string) => [
    { name: '沈知远', nameEn: '', unit: '桥头大学', mail: 'shen@lamp.test', corresponding: corresponding === 'shen' },
    { name: '陆一苇', nameEn: '', unit: '桥头大学', mail: 'lu@lamp.test', corresponding: corresponding === 'lu' },
  ];
  const id = await office.decided({ authors: authors('lu') });
  await office.fire('chief', 'accept', id, {});
  await office.deliver();
  expect(await own(id)).toMatchObject({ feeStatus: 'due', canPayFee: false, feeOrder: { orderNo: '', status: 'unpaid' } });
  expect((await open('author', id)).code).toBe(404);
  const { orderNo } = (await open('reviewer3', id)).data as Data;
  expect(await order(orderNo, 'reviewer3')).toMatchObject({ payFen: FEE, items: [{ link: '' }] });
  await payOrderNow(town, orderNo, office.as.reviewer3);
  expect((await own(id)).feeStatus).toBe('paid');
  await town.context.db.updateTable('user').set({ email: 'reviewer3@review.test' }).where('id', '=', office.ids.reviewer3).execute();
});

test('SM09 a waiver closes the unpaid order, and is not possible while money for the fee is being checked', async () => {
  const id = await office.accepted();
  const orderNo = await feeOf(id);
  expect((await registerTransferFor(town, orderNo, FEE, clerk(), today())).code).toBe(200);
  expect((await own(id)).feeOrder).toMatchObject({ registered: true });
  expect((await waive(id)).msg).toBe('财务已登记这笔版面费的收款，正在复核，不能减免');
  expect((await decideTransfer(town, second(), 'rejectOffline')).data.outcome).toBe('已退回登记');
  expect((await waive(id)).data).toMatchObject({ feeStatus: 'waived', feeNote: '学生作者，减免' });
  expect(await order(orderNo)).toMatchObject({ status: 'cancelled', cancelReason: '版面费已减免' });
  expect((await open('author', id)).msg).toBe('这篇稿件没有待付的版面费');
  expect((await office.fire('editor', 'edit', id)).data.status).toBe('copyediting');
});

test('SM09 a page fee is paid by a transfer with voucher and a second person, also after its first order has expired', async () => {
  const id = await office.accepted();
  const first = await feeOf(id);
  await town.context.db.updateTable('order').set({ expireTime: 1 }).where('orderNo', '=', first).execute();
  while (await expireDueOrder(town.context));
  expect(await own(id)).toMatchObject({ canPayFee: true, feeOrder: { status: 'cancelled' } });
  const { orderNo } = (await open('chief', id)).data as Data;
  expect(orderNo).not.toBe(first);
  expect((await registerTransferFor(town, orderNo, FEE, clerk(), today())).code).toBe(200);
  expect((await decideTransfer(town, clerk().bearer)).code).toBe(22702);
  expect((await decideTransfer(town, second())).data.outcome).toBe('支付成功');
  expect(await own(id)).toMatchObject({ feeStatus: 'paid', feeOrder: { orderNo, status: 'finished' } });
});

test('SM09 a decision that is taken back closes the order; a paid one cannot be taken back', async () => {
  const accept = async () => {
    const id = await office.decided();
    const { data } = await office.fire('chief', 'accept', id, { letter: { subject: '录用', content: '您的稿件录用了。', fileIds: [] } });
    const [letter] = (await office.ask('chief', 'GET', `/cms/journal/submission/detail/${id}`)).data.letters as { letterId: number }[];
    expect(data.status).toBe('accepted');
    return { id, back: () => office.ask('chief', 'PUT', `/cms/journal/submission/letter/withdraw/${letter?.letterId}`) };
  };
  const one = await accept();
  const orderNo = await feeOf(one.id);
  expect((await one.back()).code).toBe(200);
  expect(await order(orderNo)).toMatchObject({ status: 'cancelled', cancelReason: '录用决定已撤回' });
  expect(await office.statusOf(one.id)).toBe('decision');
  const two = await accept();
  await payOrderNow(town, await feeOf(two.id), office.as.author);
  expect((await two.back()).msg).toBe('后续环节已经开始，决定不能撤回');
});

test('SM28 staff return a page fee with a reason and, above 500.00, a second person', async () => {
  const id = await office.accepted();
  const orderNo = await payOrderNow(town, await feeOf(id), office.as.author);
  const { orderItemId } = (await order(orderNo)).items[0];
  const body = { requestId: randomUUID(), orderNo, lines: [{ orderItemId }], reason: '协商', note: '作者撤回稿件，协商退费' };
  expect((await office.ask('chief', 'POST', '/pay/refund', body)).code).toBe(403);
  expect(await office.ask(clerk().bearer, 'POST', '/pay/refund', { ...body, reason: '不想要了' })).toMatchObject({
    code: 400,
    msg: '请选择退款原因',
  });
  expect(await office.ask(clerk().bearer, 'POST', '/pay/refund', body)).toMatchObject({ code: 200, data: { status: 'approved' } });
  expect((await office.ask(clerk().bearer, 'POST', '/pay/refund', { ...body, requestId: randomUUID() })).code).toBe(22803);
  const [refund] = ((await office.ask(clerk().bearer, 'GET', '/pay/refund/list?status=approved')) as Data).rows;
  expect(refund.titles).toBe('版面费（小城出版怎样记录手艺）');
  expect((await office.ask(clerk().bearer, 'PUT', `/pay/refund/confirm/${refund.refundId}`, {})).code).toBe(22804);
  expect((await office.ask(second(), 'PUT', `/pay/refund/confirm/${refund.refundId}`, {})).code).toBe(200);
  await sendAllRefunds(town);
  expect(await own(id)).toMatchObject({ feeStatus: 'refunded', feeOrder: { status: 'refunded' } });
});

test('SM09 a fee that was set to paid before fees were orders stays paid without one', async () => {
  const id = await office.accepted();
  await waive(id);
  await town.context.db.updateTable('journalSubmission').set({ feeStatus: 'paid', feeNote: '凭证 2026-0318' }).where('id', '=', id).execute();
  expect(await own(id)).toMatchObject({ feeStatus: 'paid', canPayFee: false });
  expect((await office.fire('editor', 'edit', id)).data.status).toBe('copyediting');
});
