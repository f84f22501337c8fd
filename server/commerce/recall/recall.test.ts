import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { openRight, rightTo } from '../entitlement.service.ts';
import { sendDueRefund } from '../order-work.service.ts';
import { verifyMoney } from '../verify.service.ts';
import { notifyRecalled, refundRecalledLine } from './recall.service.ts';

const PRICE = 5800;
const PEOPLE = ['ann', 'bob', 'teacher'] as const;
let town: TestContext;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  town = await testContext({ demo: true });
  for (const userName of PEOPLE) ids[userName] = await town.addUser({ userName });
  const finance = ['pay:order:list', 'pay:order:refund', 'pay:order:confirm'];
  ids['clerk'] = await town.addUser({ userName: 'clerk', permissions: finance });
  ids['chief'] = await town.addUser({ userName: 'chief', permissions: ['publish:publication:recall', ...finance] });
  await town.addUser({ userName: 'works', permissions: ['publish:publication:edit', 'publish:publication:publish', 'publish:publication:delist'] });
  for (const userName of [...PEOPLE, 'clerk', 'chief', 'works']) as[userName] = await town.as(userName);
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
const reader = (who: string) => ({ userId: ids[who] ?? 0, permissions: new Set<string>() });
const reads = async (who: string, publishId: number) => (await rightTo(town.context, reader(who), publishId)).entitled;
let works = 0;
const work = () => addListedWork(town.context, { title: `礁石${(works += 1)}`, priceFen: PRICE });
const card = async (who: string, orderNo: string) => (await ask(who, 'GET', `/pay/order/detail/${orderNo}`)).data;
async function placed(who: string, publishId: number, seats?: number): Promise<{ orderNo: string; pay: () => Promise<unknown> }> {
  const body = { requestId: randomUUID(), lines: [{ publishId, shownFen: seats === undefined ? PRICE : PRICE * seats }] };
  const { orderNo } = (await ask(who, 'POST', '/pay/order', { ...body, ...(seats ? { seats } : {}) })).data;
  const { address } = (await ask(who, 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' })).data;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { orderNo, pay: () => town.app.inject({ method: 'POST', url: address, headers, payload: 'action=pay' }) };
}
async function bought(who: string, publishId: number, seats?: number): Promise<string> {
  const { orderNo, pay } = await placed(who, publishId, seats);
  await pay();
  expect((await card(who, orderNo)).status).toBe('paid');
  return orderNo;
}
const recall = (publishId: number, who = 'chief', body: object = { reason: '质量', note: '装订错误' }) =>
  ask(who, 'PUT', `/cms/publish/recall/${publishId}`, body);
const batchOf = async (publishId: number) =>
  (await ask('clerk', 'GET', '/pay/recall/list?pageSize=50')).rows.find((row) => row.publishId === publishId);
const part = (batch: { parts: { part: string; lines: number; fen: number }[] }, name: string) => batch.parts.find((one) => one.part === name);
/** Runs the background work as if all its times had come. */
async function later(): Promise<void> {
  while (await refundRecalledLine(town.context));
  const { db } = town.context;
  await db.updateTable('refund').set({ askAt: 1 }).where('status', '=', 'sending').execute();
  while (await sendDueRefund(town.context));
  // The background work may have taken some of them first.
  await expect.poll(() => db.selectFrom('refund').select('id').where('status', '=', 'sending').execute()).toEqual([]);
  while (await refundRecalledLine(town.context));
}

test('#48.3 only a chief editor recalls a work, with a reason, and it is final', async () => {
  const id = await work();
  expect((await recall(id, 'works')).code).toBe(403);
  expect(await recall(id, 'chief', { reason: '卖不动' })).toMatchObject({ code: 400, msg: '请选择召回原因' });
  expect((await recall(id)).data).toMatchObject({ status: 'recalled' });
  expect(await recall(id)).toMatchObject({ code: 20801 });
  expect((await ask('works', 'PUT', `/cms/publish/relist/${id}`, {})).code).toBe(20801);
  const log = await town.context.db.selectFrom('flowLog').select('note').where('entityId', '=', id).where('event', '=', 'recall').execute();
  expect(log).toEqual([{ note: '质量：装订错误' }]);
});

test('S2.2.1 #48.3 a recalled work is closed to buyers, to readers of copies, and to users with a granted or given right', async () => {
  const id = await work();
  await bought('ann', id);
  const orderNo = await bought('teacher', id, 2);
  const { orderItemId } = (await card('teacher', orderNo)).items[0];
  const { poolId } = (await ask('teacher', 'GET', `/pay/seat/pool/${orderItemId}`)).data;
  const { codes } = (await ask('teacher', 'POST', `/pay/seat/give/${poolId}`, { userNames: ['bob'], links: 1 })).data;
  const gift = { userId: ids['teacher'] ?? 0, publicationId: id, source: 'gift' as const, validFrom: 0, validTo: null, createBy: '', createTime: 1 };
  await town.context.db.insertInto('entitlement').values(gift).execute();
  for (const who of PEOPLE) expect([who, await reads(who, id)]).toEqual([who, true]);
  await recall(id);
  for (const who of PEOPLE) expect([who, await reads(who, id)]).toEqual([who, false]);
  expect((await ask('ann', 'POST', '/info/grant', { publishId: id })).code).toBe(404);
  expect((await ask('ann', 'POST', '/info/download', { publishId: id })).code).toBe(403);
  expect((await ask('ann', 'GET', `/cms/publish/getInfo/${id}`)).code).toBe(404);
  expect((await ask('ann', 'POST', '/pay/seat/claim', { code: codes[0] })).code).not.toBe(200);
  while (await notifyRecalled(town.context));
  const told = await town.context.db.selectFrom('message').select('userId').where('title', 'like', `《礁石${works}》已召回%`).execute();
  expect(told.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual(PEOPLE.map((who) => ids[who] ?? 0).toSorted((a, b) => a - b));
});

test('#48.3 a second person confirms the refunds of all buyers, opened or not, and every line goes back in full', async () => {
  const id = await work();
  const orders = { ann: await bought('ann', id), bob: await bought('bob', id), teacher: await bought('teacher', id, 2) };
  await openRight(town.context, reader('bob'), id);
  const { orderItemId } = (await card('teacher', orders.teacher)).items[0];
  const { poolId } = (await ask('teacher', 'GET', `/pay/seat/pool/${orderItemId}`)).data;
  await ask('teacher', 'POST', `/pay/seat/give/${poolId}`, { userNames: ['ann'], links: 1 });
  await recall(id);
  const waiting = await batchOf(id);
  expect(waiting).toMatchObject({ reason: '质量：装订错误', lines: 3, fen: 4 * PRICE, buyers: 3, mayConfirm: true, confirmedBy: '' });
  expect(part(waiting, 'open')).toEqual({ part: 'open', lines: 3, fen: 4 * PRICE });
  await later();
  expect(part(await batchOf(id), 'open')?.lines).toBe(3);
  expect(await ask('chief', 'PUT', `/pay/recall/confirm/${waiting.recallId}`)).toMatchObject({ code: 22804, msg: '该退款须由另一位财务人员复核' });
  expect((await ask('ann', 'PUT', `/pay/recall/confirm/${waiting.recallId}`)).code).toBe(403);
  const todo = (await ask('clerk', 'GET', '/info/todo/count')).data;
  expect(JSON.stringify(todo)).toContain('召回退款等待复核');
  expect((await ask('clerk', 'PUT', `/pay/recall/confirm/${waiting.recallId}`)).code).toBe(200);
  expect(await ask('clerk', 'PUT', `/pay/recall/confirm/${waiting.recallId}`)).toMatchObject({ msg: '这个召回批次已复核，请刷新后查看' });
  await later();
  for (const [who, orderNo] of Object.entries(orders))
    expect([who, await card(who, orderNo)]).toEqual([
      who,
      expect.objectContaining({ status: 'refunded', refunds: [expect.objectContaining({ status: 'done', reason: '召回', note: '质量：装订错误' })] }),
    ]);
  const done = await batchOf(id);
  expect([part(done, 'done'), part(done, 'open')]).toEqual([
    { part: 'done', lines: 3, fen: 4 * PRICE },
    { part: 'open', lines: 0, fen: 0 },
  ]);
  const rows = await town.context.db.selectFrom('refund').select(['kind', 'passedBy', 'confirmedBy']).where('reason', '=', '召回').execute();
  for (const row of rows) expect(row).toEqual({ kind: 'recall', passedBy: ids['chief'], confirmedBy: ids['clerk'] });
  const titles = await town.context.db
    .selectFrom('message')
    .select('title')
    .where('userId', '=', ids['bob'] ?? 0)
    .execute();
  expect(titles.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^您购买的作品已召回，订单DD\d+已退款58\.00元/));
  expect(
    await town.context.db.selectFrom('recall').select('doneAt').where('publishId', '=', id).where('doneAt', 'is not', null).execute(),
  ).toHaveLength(1);
});

test('#48.3 a refund that the buyer applied for before the recall is not paid twice, and a rejected one is refunded by the recall', async () => {
  const id = await work();
  const orderNo = await bought('ann', id);
  const { items } = await card('ann', orderNo);
  await ask('ann', 'POST', '/pay/order/refund', { orderNo, orderItemIds: [items[0].orderItemId], reason: '买错了' });
  await recall(id);
  const batch = await batchOf(id);
  expect(part(batch, 'waiting')).toMatchObject({ lines: 1, fen: PRICE });
  await ask('clerk', 'PUT', `/pay/recall/confirm/${batch.recallId}`);
  await later();
  const own = (await card('ann', orderNo)).refunds;
  expect(own).toMatchObject([{ status: 'applied' }]);
  await ask('clerk', 'PUT', `/pay/refund/reject/${own[0].refundId}`, { reason: '由召回统一退款' });
  await later();
  expect(await card('ann', orderNo)).toMatchObject({ status: 'refunded', refundedFen: PRICE, refunds: [{ status: 'rejected' }, { status: 'done' }] });
});

test('#48.3 the refund of the second person’s own purchase waits for another one, and no refund of a recall is rejected', async () => {
  const id = await work();
  const orderNo = await bought('clerk', id);
  await recall(id);
  const { recallId } = await batchOf(id);
  await ask('clerk', 'PUT', `/pay/recall/confirm/${recallId}`);
  await later();
  const [refund] = (await card('clerk', orderNo)).refunds;
  expect(refund).toMatchObject({ status: 'approved', reason: '召回' });
  const row = (await ask('clerk', 'GET', `/pay/refund/list?refundId=${refund.refundId}`)).rows[0];
  expect(row).toMatchObject({ kind: 'recall', events: ['confirm'] });
  expect(await ask('clerk', 'PUT', `/pay/refund/reject/${refund.refundId}`, { reason: '不想退这一笔' })).toMatchObject({
    msg: '召回的作品须全部退款，不能驳回',
  });
  for (const who of ['clerk', 'chief']) expect((await ask(who, 'PUT', `/pay/refund/confirm/${refund.refundId}`, { reason: '' })).code).toBe(22804);
  ids['third'] ??= await town.addUser({ userName: 'third', permissions: ['pay:order:confirm'] });
  as['third'] = await town.as('third');
  expect((await ask('third', 'PUT', `/pay/refund/confirm/${refund.refundId}`, { reason: '' })).code).toBe(200);
  await later();
  expect(await card('clerk', orderNo)).toMatchObject({ status: 'refunded' });
});

test('#48.3 an unpaid order of a recalled work is not paid any more; money that arrives goes back by itself', async () => {
  const id = await work();
  const { orderNo, pay } = await placed('ann', id);
  await recall(id);
  expect(await ask('ann', 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' })).toMatchObject({ code: 21508 });
  await pay();
  await later();
  expect(await card('ann', orderNo)).toMatchObject({ status: 'cancelled', returned: [{ fen: PRICE, reason: '订单里的作品已召回', status: 'done' }] });
});

test('#48.3 the money of an invoiced line leaves only after its red invoice', async () => {
  const id = await work();
  const orderNo = await bought('bob', id);
  const { items } = await card('bob', orderNo);
  const { db } = town.context;
  const now = Date.now();
  const invoice = await db
    .insertInto('invoice')
    .values({
      applyNo: 'FP1',
      userId: ids['bob'] ?? 0,
      kind: 'normal',
      titleType: 'personal',
      title: '鲍勃',
      email: 'bob@example.com',
      amountFen: PRICE,
      netFen: 5321,
      taxFen: 479,
      invoiceNumber: '26000000000000000001',
      issuedBy: null,
      status: 'issued',
      requestId: randomUUID(),
      createBy: 'bob',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { orderItemId } = items[0];
  const line = { invoiceId: invoice.id, orderItemId, name: '书', goodsCode: '', qty: 1, fen: PRICE, rateBp: 900, netFen: 5321, taxFen: 479 };
  await db.insertInto('invoiceLine').values(line).execute();
  await recall(id);
  const { recallId } = await batchOf(id);
  await ask('clerk', 'PUT', `/pay/recall/confirm/${recallId}`);
  await later();
  const [refund] = (await card('bob', orderNo)).refunds;
  expect(refund).toMatchObject({ status: 'approved' });
  expect(part(await batchOf(id), 'waiting')).toMatchObject({ lines: 1 });
  expect(await ask('clerk', 'PUT', `/pay/refund/confirm/${refund.refundId}`, { reason: '' })).toMatchObject({ code: 21506 });
  const reds = await db.selectFrom('redInvoice').select(['fen', 'reason']).where('refundId', '=', refund.refundId).execute();
  expect(reds).toEqual([{ fen: -PRICE, reason: '销货退回' }]);
  await db.updateTable('redInvoice').set({ number: '26000000000000000002' }).where('refundId', '=', refund.refundId).execute();
  expect((await ask('clerk', 'PUT', `/pay/refund/confirm/${refund.refundId}`, { reason: '' })).code).toBe(200);
  await later();
  expect((await card('bob', orderNo)).status).toBe('refunded');
});
