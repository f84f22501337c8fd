import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { openRight, rightTo } from '../entitlement.service.ts';
import { finishDueLine, sendDueRefund } from '../order-work.service.ts';
import { verifyMoney } from '../verify.service.ts';

const PRICE = 3333;
let town: TestContext;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
beforeAll(async () => {
  town = await testContext({ demo: true });
  for (const userName of ['teacher', 'ann', 'bob']) ids[userName] = await town.addUser({ userName });
  for (const userName of ['clerk', 'second'])
    await town.addUser({ userName, permissions: ['pay:order:list', 'pay:order:refund', 'pay:order:confirm'] });
  for (const userName of ['teacher', 'ann', 'bob', 'clerk', 'second']) as[userName] = await town.as(userName);
});
afterAll(() => town.close());
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[] };
async function ask(who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
const reads = async (who: string, publishId: number) =>
  (await rightTo(town.context, { userId: ids[who] ?? 0, permissions: new Set() }, publishId)).entitled;
const open = (who: string, publishId: number) => openRight(town.context, { userId: ids[who] ?? 0, permissions: new Set() }, publishId);
let works = 0;
const work = () => addListedWork(town.context, { title: `渡口${(works += 1)}`, priceFen: PRICE });
const place = (publishId: number, seats: number, shownFen: number) =>
  ask('teacher', 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen }], seats });

async function bought(publishId: number, seats: number, fen: number) {
  await town.context.cache.clear('order');
  const placed = await place(publishId, seats, fen);
  expect(placed).toMatchObject({ code: 200, data: { status: 'unpaid' } });
  const { orderNo } = placed.data;
  const { address } = (await ask('teacher', 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' })).data;
  await town.app.inject({ method: 'POST', url: address, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'action=pay' });
  const card = (await ask('teacher', 'GET', `/pay/order/detail/${orderNo}`)).data;
  expect(card.status).toBe('paid');
  const { orderItemId } = card.items[0];
  const pool = (await ask('teacher', 'GET', `/pay/seat/pool/${orderItemId}`)).data;
  return { orderNo: String(orderNo), orderItemId: Number(orderItemId), poolId: Number(pool.poolId), pool };
}
/** A clerk passes the refund, and its channel gives the money back. */
async function pass(refundId: number): Promise<void> {
  expect(await ask('clerk', 'PUT', `/pay/refund/pass/${refundId}`, {})).toMatchObject({ code: 200 });
  await town.context.db.updateTable('refund').set({ askAt: 1 }).where('id', '=', refundId).execute();
  while (await sendDueRefund(town.context));
  // The background work may have taken it first.
  const status = async () => (await town.context.db.selectFrom('refund').select('status').where('id', '=', refundId).executeTakeFirst())?.status;
  await expect.poll(status).toBe('done');
}
const give = (poolId: number, body: object, who = 'teacher') => ask(who, 'POST', `/pay/seat/give/${poolId}`, body);

test('#48.3 copies are sold from one at full price and with a discount from five, also to an owner of the work', async () => {
  const id = await work();
  const price = async (seats: number) => (await ask('teacher', 'POST', '/pay/order/preview', { lines: [{ publishId: id }], seats })).data;
  expect(await price(1)).toMatchObject({ totalFen: 3333, discountFen: 0, payFen: 3333 });
  expect(await price(4)).toMatchObject({ payFen: 13_332, seats: { least: 5, most: 500 } });
  // 16 665 × 88 % = 14 665.2
  expect(await price(5)).toMatchObject({
    totalFen: 16_665,
    discountFen: 2000,
    payFen: 14_665,
    lines: [{ qty: 5, unitFen: 3333, discountKind: 'seats' }],
  });
  for (const seats of [0, 501, 1.5, -1])
    expect([seats, await place(id, seats, 1)]).toMatchObject([seats, { code: 21509, msg: '购买数量须为1至500' }]);
  expect(await place(id, 5, 16_665)).toMatchObject({ code: 21503 });
  const own = await bought(id, 1, 3333);
  expect(own.pool).toMatchObject({ n: 1, free: 1, given: 0, seats: [] });
  // The copies are not the buyer's own right.
  expect(await reads('teacher', id)).toBe(false);
  await give(own.poolId, { userNames: ['teacher'] });
  expect(await reads('teacher', id)).toBe(true);
  await bought(id, 5, 14_665);
});

test('#48.3 a copy is handed out by user name, opened by its reader and then kept, or taken back before', async () => {
  const id = await work();
  const { poolId } = await bought(id, 3, 9999);
  const given = await give(poolId, { userNames: ['ANN', 'bob', 'bob', 'nobody'] });
  expect(given.data).toMatchObject({ pool: { free: 1, given: 2 }, skipped: [{ userName: 'nobody', reason: '没有这个用户名，请核对' }] });
  expect((await give(poolId, { userNames: ['ann'] })).data.skipped).toEqual([{ userName: 'ann', reason: '已经分配给这位读者' }]);
  expect(await give(poolId, { links: 2 })).toMatchObject({ code: 21509, msg: '只剩1份可以分配，请减少份数' });
  expect([await reads('ann', id), await reads('bob', id)]).toEqual([true, true]);
  await open('ann', id);
  const seats = (await give(poolId, { userNames: ['ann'] })).data.pool.seats as { seatId: number; userName: string; state: string }[];
  const of = (userName: string) => seats.find((seat) => seat.userName === userName);
  expect([of('ann')?.state, of('bob')?.state]).toEqual(['opened', 'given']);
  expect(await ask('teacher', 'POST', `/pay/seat/take/${of('ann')?.seatId}`)).toMatchObject({ code: 21510, msg: '读者已开始阅读，这一份不能收回' });
  expect((await ask('teacher', 'POST', `/pay/seat/take/${of('bob')?.seatId}`)).data).toMatchObject({ free: 2, given: 1 });
  expect([await reads('ann', id), await reads('bob', id)]).toEqual([true, false]);
  const messages = await town.context.db
    .selectFrom('message')
    .select(['title', 'link'])
    .where('userId', '=', ids['ann'] ?? 0)
    .execute();
  expect(messages).toContainEqual({ title: expect.stringContaining('送给您《渡口'), link: `/cms/main/bookDetail/${id}` });
  // Another person's pool answers like one that does not exist.
  expect(await give(poolId, { links: 1 }, 'ann')).toMatchObject({ code: 404 });
  expect(await ask('ann', 'POST', `/pay/seat/take/${of('ann')?.seatId}`)).toMatchObject({ code: 404 });
});

test('#48.3 a link gives one copy to the first account that claims it', async () => {
  const id = await work();
  const { poolId } = await bought(id, 2, 6666);
  const { codes, pool } = (await give(poolId, { links: 2 })).data as { codes: string[]; pool: { seats: { seatId: number }[] } };
  const [code = '', other = ''] = codes;
  const stored = JSON.stringify(await town.context.db.selectFrom('seat').selectAll().execute());
  for (const one of codes) expect(stored).not.toContain(one);
  expect((await ask('ann', 'POST', '/pay/seat/offer', { code })).data).toMatchObject({ publishId: id, fault: '' });
  const answers = await Promise.all(['ann', 'bob'].map((who) => ask(who, 'POST', '/pay/seat/claim', { code })));
  expect(answers.map((answer) => answer.code).toSorted()).toEqual([200, 21511]);
  const winner = answers[0]?.code === 200 ? 'ann' : 'bob';
  const loser = winner === 'ann' ? 'bob' : 'ann';
  expect([await reads(winner, id), await reads(loser, id)]).toEqual([true, false]);
  // The same account again is answered alike; with another link it is told that it owns the work.
  expect((await ask(winner, 'POST', '/pay/seat/claim', { code })).code).toBe(200);
  expect(await ask(winner, 'POST', '/pay/seat/claim', { code: other })).toMatchObject({ code: 21502 });
  for (const { seatId } of pool.seats) await ask('teacher', 'POST', `/pay/seat/take/${seatId}`);
  expect(await ask(loser, 'POST', '/pay/seat/claim', { code: other })).toMatchObject({ code: 21511 });
  expect(await ask('ann', 'POST', '/pay/seat/claim', { code: 'x' })).toMatchObject({ msg: expect.stringContaining('领取链接不完整') });
});

test('#48.3 copies that were not handed out are refunded in parts that end at the price', async () => {
  const id = await work();
  const { orderNo, orderItemId, poolId } = await bought(id, 5, 14_665);
  await give(poolId, { userNames: ['ann'] });
  const apply = (seats?: number) =>
    ask('teacher', 'POST', '/pay/order/refund', { orderNo, orderItemIds: [orderItemId], reason: '买错了', ...(seats ? { seats } : {}) });
  expect(await apply(5)).toMatchObject({ code: 21509, msg: '只有4份没有分配，可以退款' });
  const applied = await apply(2);
  expect(applied.data).toMatchObject({ status: 'paid', refunds: [{ fen: 5866, status: 'applied' }], items: [{ inRefund: true, refundableQty: 2 }] });
  expect(await apply(1)).toMatchObject({ code: 22803 });
  // What a refund holds is not handed out.
  expect(await give(poolId, { links: 3 })).toMatchObject({ code: 21509 });
  const finish = async (refundId: number) => {
    await pass(refundId);
    return (await ask('teacher', 'GET', `/pay/order/detail/${orderNo}`)).data;
  };
  const half = await finish(applied.data.refunds[0].refundId);
  expect(half).toMatchObject({ status: 'paid', refundedFen: 5866, items: [{ refundedQty: 2, noRefund: '', refundableQty: 2 }] });
  expect(await reads('ann', id)).toBe(true);
  // The time to return it ends: the rest is income, and the copies stay.
  const { db } = town.context;
  await db.updateTable('order').set({ payTime: 1 }).where('orderNo', '=', orderNo).execute();
  while (await finishDueLine(town.context));
  const done = (await ask('teacher', 'GET', `/pay/order/detail/${orderNo}`)).data;
  expect(done).toMatchObject({ status: 'finished', items: [{ noRefund: expect.stringContaining('支付已超过') }] });
  expect(await give(poolId, { userNames: ['bob'] })).toMatchObject({ code: 200, data: { pool: { free: 1, given: 2, returned: 2 } } });
});

test('#48.3 all copies returned end the order, and handing out against returning has one winner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await work();
    const { orderNo, orderItemId, poolId } = await bought(id, 1, PRICE);
    const [returned, given] = await Promise.all([
      ask('teacher', 'POST', '/pay/order/refund', { orderNo, orderItemIds: [orderItemId], reason: '买错了' }),
      give(poolId, { userNames: ['bob'] }),
    ]);
    expect([returned.code, given.code].filter((code) => code === 200)).toHaveLength(1);
    expect(await reads('bob', id)).toBe(given.code === 200);
    if (returned.code !== 200) continue;
    expect(returned.data.status).toBe('refunding');
    await pass(returned.data.refunds[0].refundId);
    expect((await ask('teacher', 'GET', `/pay/order/detail/${orderNo}`)).data).toMatchObject({ status: 'refunded', refundedFen: PRICE });
  }
});
