import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAgreement } from '../../../tests/support/agreement.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { DAY_MS } from '../../../contract/clock.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { openRight } from '../entitlement.service.ts';
import { finishDueLine, sendDueRefund } from '../order-work.service.ts';
import { verifyMoney } from '../verify.service.ts';
import { SHANGHAI_MS } from '../../../contract/clock.ts';
import { commissionEarnings } from '../extensions/commission-earning.service.ts';
import { commissionBetween } from './commission.service.ts';
import { lapseDueSpread } from './spread.service.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const PRICE = 3333;
const STAFF = ['pay:spread:list', 'pay:spread:add', 'pay:spread:edit', 'pay:spread:approve', 'pay:spread:export'];
const REFUNDS = ['pay:order:list', 'pay:order:refund', 'pay:order:confirm'];
let town: TestContext;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
beforeAll(async () => {
  town = await testContext({ demo: true });
  for (const userName of ['promo', 'promoAgain', 'buyer', 'other', 'poet', 'sharer']) ids[userName] = await town.addUser({ userName });
  for (const userName of ['clerk', 'second']) ids[userName] = await town.addUser({ userName, permissions: [...STAFF, ...REFUNDS] });
  await town.context.db.updateTable('user').set({ identityKey: 'same document' }).where('userName', 'in', ['promo', 'promoAgain']).execute();
  for (const userName of Object.keys(ids)) as[userName] = await town.as(userName);
});
afterAll(() => town.close());
beforeEach(() => town.context.cache.clear('order'));
afterEach(async () => expect(await verifyMoney(town.context.db)).toEqual([]));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
interface Asked {
  readonly payload?: object;
  readonly cookie?: string;
}
async function ask(who: string | null, method: 'GET' | 'POST' | 'PUT', path: string, { payload, cookie }: Asked = {}): Promise<Answer> {
  const headers = { ...(who ? as[who] : {}), ...(cookie ? { cookie } : {}) };
  return (await town.app.inject({ method, url: `/prod-api${path}`, headers, ...(payload ? { payload } : {}) })).json<Answer>();
}
let works = 0;
const work = (priceFen = PRICE) => addListedWork(town.context, { title: `推广的书${(works += 1)}`, priceFen });
async function link(publishId: number | null, { userName = 'promo', rateBp = 500, validTo = '' } = {}) {
  const answer = await ask('clerk', 'POST', '/pay/spread', { payload: { userName, publishId, rateBp, validTo } });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data as { spreadId: number; code: string; status: string };
}
/** Opens a link and returns the cookie of the device; with a cookie it is the same device. */
async function click(
  code: string,
  { cookie = '', agent = PHONE, who = null }: { cookie?: string; agent?: string; who?: string | null } = {},
): Promise<string> {
  const answer = await town.app.inject({
    method: 'POST',
    url: '/prod-api/pay/spread/click',
    headers: { 'user-agent': agent, ...(cookie ? { cookie } : {}), ...(who ? as[who] : {}) },
    payload: { code },
  });
  expect(answer.json()).toMatchObject({ code: 200 });
  const [set] = [answer.headers['set-cookie'] ?? ''].flat();
  return set ? (set.split(';')[0] ?? '') : cookie;
}
const place = async (who: string, publishIds: readonly number[], cookie: string, seats?: number) => {
  const body = { lines: publishIds.map((publishId) => ({ publishId })), ...(seats ? { seats } : {}) };
  const { lines } = (await ask(who, 'POST', '/pay/order/preview', { payload: body })).data as { lines: { publishId: number; payFen: number }[] };
  const payload = { ...body, requestId: randomUUID(), lines: lines.map(({ publishId, payFen }) => ({ publishId, shownFen: payFen })) };
  const placed = await ask(who, 'POST', '/pay/order', { payload, cookie });
  expect(placed).toMatchObject({ code: 200 });
  return String(placed.data.orderNo);
};
async function bought(who: string, publishIds: readonly number[], cookie: string, seats?: number): Promise<string> {
  const orderNo = await place(who, publishIds, cookie, seats);
  const { address } = (await ask(who, 'POST', `/pay/order/pay/${orderNo}`, { payload: { requestId: randomUUID(), channel: 'sandbox' } })).data;
  await town.app.inject({ method: 'POST', url: address, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'action=pay' });
  expect((await ask(who, 'GET', `/pay/order/detail/${orderNo}`)).data.status).toBe('paid');
  return orderNo;
}
const linesOf = async (orderNo: string) =>
  town.context.db
    .selectFrom('orderItem')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .select(['orderItem.id', 'orderItem.spreadId', 'orderItem.commissionFen', 'orderItem.targetId'])
    .where('order.orderNo', '=', orderNo)
    .orderBy('orderItem.id')
    .execute();
const card = async (spreadId: number) => {
  const { rows } = await ask('clerk', 'GET', '/pay/spread/list?pageSize=50');
  return rows.find((row) => row.spreadId === spreadId);
};
const open = (who: string, publishId: number) => openRight(town.context, { userId: ids[who] ?? 0, permissions: new Set() }, publishId);
async function refund(orderNo: string, orderItemId: number, body: object = {}): Promise<void> {
  const payload = { requestId: randomUUID(), orderNo, lines: [{ orderItemId }], reason: '协商', note: '测试退款', ...body };
  const opened = await ask('clerk', 'POST', '/pay/refund', { payload });
  expect(opened).toMatchObject({ code: 200 });
  const row = await town.context.db.selectFrom('refund').select(['id', 'status']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  if (row.status === 'approved')
    expect(await ask('second', 'PUT', `/pay/refund/confirm/${row.id}`, { payload: { reason: '' } })).toMatchObject({ code: 200 });
  await town.context.db.updateTable('refund').set({ askAt: 1 }).where('id', '=', row.id).execute();
  while (await sendDueRefund(town.context));
  await expect
    .poll(async () => (await town.context.db.selectFrom('refund').select('status').where('id', '=', row.id).executeTakeFirst())?.status)
    .toBe('done');
}

test('#132 E71 a click counts once for each device and day, and robots, the promoter and unknown codes count nothing', async () => {
  const { code, spreadId } = await link(await work());
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
  const device = await click(code);
  expect(device).toMatch(/^shuzhou-visit=[\w-]{43}$/);
  await click(code, { cookie: device });
  expect((await card(spreadId))?.clickNum).toBe(1);
  for (const agent of ['', 'Mozilla/5.0 (compatible; Baiduspider/2.0)', 'Googlebot/2.1', 'curl/8', 'HeadlessChrome/140'])
    expect(await click(code, { agent })).toBe('');
  for (const who of ['promo', 'promoAgain']) expect(await click(code, { who })).toBe('');
  expect(await click('22222222')).toBe('');
  expect((await card(spreadId))?.clickNum).toBe(1);
  await click(code);
  expect((await card(spreadId))?.clickNum).toBe(2);
  const answer = await town.app.inject({ method: 'POST', url: '/prod-api/pay/spread/click', headers: { 'user-agent': PHONE }, payload: { code } });
  expect(String(answer.headers['set-cookie'])).toMatch(/Path=\/prod-api; Max-Age=604800; HttpOnly; SameSite=Lax/);
  for (const bad of ['', 'abc', 'O0I1O0I1', code.toLowerCase()])
    expect(await ask(null, 'POST', '/pay/spread/click', { payload: { code: bad } })).toMatchObject({ code: 400, msg: '推广码不正确' });
});

test('#132 an order counts for the link that the device opened last, when it is active, in date and covers the line', async () => {
  const [a, b] = [await work(), await work()];
  const [first, site, other] = [await link(a), await link(null, { userName: 'other' }), await link(b, { userName: 'other', rateBp: 300 })];
  let device = await click(first.code);
  const attributed = async (publishIds: number[]) => (await linesOf(await place('buyer', publishIds, device))).map(({ spreadId }) => spreadId);
  const cancel = async () => {
    const rows = await town.context.db.selectFrom('order').select('orderNo').where('status', '=', 'unpaid').execute();
    for (const { orderNo } of rows) await ask('buyer', 'PUT', `/pay/order/cancel/${orderNo}`, { payload: {} });
    await town.context.cache.clear('order');
  };
  expect(await attributed([a, b])).toEqual([first.spreadId, null]);
  await cancel();
  // The last click wins, also for works that it does not cover.
  device = await click(other.code, { cookie: device });
  expect(await attributed([a, b])).toEqual([null, other.spreadId]);
  await cancel();
  await click(site.code, { cookie: device });
  expect(await attributed([a, b])).toEqual([site.spreadId, site.spreadId]);
  await cancel();
  // Paused, resumed, ended, out of date, the promoter's account stopped, the click too old.
  const step = (event: string) => ask('clerk', 'PUT', `/pay/spread/${event}/${site.spreadId}`, { payload: {} });
  const { db } = town.context;
  expect(await step('pause')).toMatchObject({ code: 200 });
  expect(await attributed([a])).toEqual([null]);
  await cancel();
  expect(await step('resume')).toMatchObject({ code: 200 });
  expect(await attributed([a])).toEqual([site.spreadId]);
  await cancel();
  await db.updateTable('user').set({ status: '1' }).where('userName', '=', 'other').execute();
  expect(await attributed([a])).toEqual([null]);
  await db.updateTable('user').set({ status: '0' }).where('userName', '=', 'other').execute();
  await cancel();
  await db.updateTable('spread').set({ validTo: '2026-01-01' }).where('id', '=', site.spreadId).execute();
  expect(await attributed([a])).toEqual([null]);
  await cancel();
  while (await lapseDueSpread(town.context));
  expect((await card(site.spreadId))?.status).toBe('ended');
  await db.updateTable('spread').set({ status: 'active', validTo: '' }).where('id', '=', site.spreadId).execute();
  await db
    .updateTable('spreadClick')
    .set({ at: Date.now() - 8 * DAY_MS })
    .where('spreadId', '=', site.spreadId)
    .execute();
  await db.updateTable('spreadClick').set({ at: 1 }).where('spreadId', '!=', site.spreadId).execute();
  expect(await attributed([a])).toEqual([null]);
  await cancel();
  expect(await attributed([a])).toEqual([null]);
  await cancel();
});

test("#132 a promoter's own purchase earns nothing: the account, the same document, phone, mail, and a device of both", async () => {
  const publishId = await work();
  const { code, spreadId } = await link(publishId);
  const device = await click(code);
  const earns = async (who: string): Promise<boolean> => {
    const [line] = await linesOf(await place(who, [publishId], device));
    return line?.spreadId === spreadId;
  };
  expect(await earns('promo')).toBe(false);
  expect(await earns('promoAgain')).toBe(false);
  const now = Date.now();
  for (const who of ['promo', 'sharer'])
    await town.context.db
      .insertInto('knownDevice')
      .values({ userId: ids[who] ?? 0, deviceHash: 'one browser', createTime: now, lastSeen: now })
      .execute();
  expect(await earns('sharer')).toBe(false);
  expect(await earns('buyer')).toBe(true);
  await town.context.cache.clear('order');
});

test('S2.3.15 commission is pending at payment, counted at the finish, and goes back with refunds by cumulative rounding', async () => {
  const publishId = await work();
  const { code, spreadId } = await link(publishId, { rateBp: 333 });
  const device = await click(code);
  const from = Date.now();
  // 5 copies at 88 %: 14 665 × 3.33 % = 488.3
  const orderNo = await bought('buyer', [publishId], device, 5);
  const [line] = await linesOf(orderNo);
  expect(line).toMatchObject({ spreadId, commissionFen: 488 });
  expect(await card(spreadId)).toMatchObject({ orderNum: 1, amountFen: 14_665, pendingFen: 488, countedFen: 0 });
  const orderItemId = line?.id ?? 0;
  // Before the finish a refund only lowers what is pending: 2 of 5 copies.
  await refund(orderNo, orderItemId, { lines: [{ orderItemId, qty: 2 }] });
  expect(await card(spreadId)).toMatchObject({ amountFen: 8799, pendingFen: 293, countedFen: 0 });
  await town.context.db.updateTable('order').set({ payTime: 1 }).where('orderNo', '=', orderNo).execute();
  while (await finishDueLine(town.context));
  expect(await card(spreadId)).toMatchObject({ pendingFen: 0, countedFen: 293 });
  expect(await commissionBetween(town.context.db, from, Date.now() + 1)).toEqual([
    { userId: ids['promo'], fen: 293, steps: [{ label: expect.stringContaining(code), formula: '1笔 × 3.33%', fen: 293 }] },
  ]);
  // The month of the promoter is one event of earnings, taxed with the other links.
  const month = Number(new Date(Date.now() + SHANGHAI_MS).toISOString().slice(0, 7).replace('-', ''));
  expect(await commissionEarnings.events(town.context.db, Date.now() + 1)).toMatchObject([
    { userId: ids['promo'], name: 'promo', sourceId: month, fen: 293, taxCategory: 'labour', taxSubject: 'spread' },
  ]);
  // After the finish it goes back in its own entries, which end at nothing.
  await refund(orderNo, orderItemId, { lines: [{ orderItemId, qty: 1 }] });
  expect(await card(spreadId)).toMatchObject({ countedFen: 195 });
  await refund(orderNo, orderItemId, { lines: [{ orderItemId, qty: 2 }] });
  expect(await card(spreadId)).toMatchObject({ orderNum: 1, amountFen: 0, pendingFen: 0, countedFen: 0 });
  const entries = await town.context.db.selectFrom('spreadEntry').select('fen').where('spreadId', '=', spreadId).orderBy('id').execute();
  expect(entries.map(({ fen }) => Number(fen))).toEqual([293, -98, -195]);
  const [mine] = await commissionBetween(town.context.db, from, Date.now() + 1);
  expect(mine).toMatchObject({ fen: 0, steps: [{ fen: 293 }, { fen: -293 }] });
  // The figures above the list are those of its rows.
  const { rows } = await ask('clerk', 'GET', '/pay/spread/list?pageSize=50');
  const sums = (await ask('clerk', 'GET', '/pay/spread/sums')).data;
  for (const name of ['clickNum', 'orderNum', 'amountFen', 'pendingFen', 'countedFen'])
    expect([name, sums[name]]).toEqual([name, rows.reduce((all, row) => all + Number(row[name]), 0)]);
});

test('S2.3.15 an opened book counts at once, and a refund of the whole line takes the whole commission back', async () => {
  const publishId = await work(3900);
  const { code, spreadId } = await link(publishId);
  const orderNo = await bought('buyer', [publishId], await click(code));
  await open('buyer', publishId);
  expect(await card(spreadId)).toMatchObject({ pendingFen: 0, countedFen: 195 });
  const [line] = await linesOf(orderNo);
  await refund(orderNo, line?.id ?? 0);
  expect(await card(spreadId)).toMatchObject({ countedFen: 0, amountFen: 0 });
});

test('#132 a rate above the usual one waits for a second person, and is limited', async () => {
  const publishId = await work();
  const made = await link(publishId, { rateBp: 501 });
  expect(made.status).toBe('pending');
  expect(await card(made.spreadId)).toMatchObject({ status: 'pending', can: ['reject', 'end'] });
  const step = (who: string, event: string, payload = {}) => ask(who, 'PUT', `/pay/spread/${event}/${made.spreadId}`, { payload });
  expect(await step('clerk', 'approve')).toMatchObject({ code: 25802, msg: '不能批准本人的推广链接，须由另一位同事批准' });
  expect(await step('second', 'reject', { reason: '太高' })).toMatchObject({ msg: '请写明驳回的原因，至少5个字' });
  expect(await step('second', 'approve')).toMatchObject({ code: 200 });
  expect(await step('second', 'approve')).toMatchObject({ code: 25801 });
  expect(await step('second', 'end')).toMatchObject({ code: 200 });
  expect(await step('second', 'resume')).toMatchObject({ code: 25801, msg: `推广链接${made.code}当前状态为「已结束」，不能恢复` });
  const add = (body: object) => ask('clerk', 'POST', '/pay/spread', { payload: { userName: 'promo', publishId, rateBp: 500, validTo: '', ...body } });
  expect(await add({ rateBp: 3001 })).toMatchObject({ code: 400, msg: '佣金比例不能超过30%' });
  expect(await add({ rateBp: 0 })).toMatchObject({ code: 400, msg: '佣金比例须大于0' });
  expect(await add({ userName: 'nobody' })).toMatchObject({ msg: '没有这个用户名，请核对推广人' });
  expect(await add({ validTo: '2020-01-01' })).toMatchObject({ msg: '截止日期不能早于今天' });
  expect(await add({ publishId: await addListedWork(town.context, { title: '免费的书' }) })).toMatchObject({
    msg: '《免费的书》是免费作品，没有佣金',
  });
  expect(await add({ publishId: 999_999 })).toMatchObject({ msg: '这部作品没有上架，不能推广' });
});

test('#48 an author makes a link for an own work only, at the usual rate, and nobody else takes its steps', async () => {
  const own = await work();
  await addAgreement(town.context, { publicationId: own, userId: ids['poet'] ?? 0 });
  const made = await ask('poet', 'POST', '/pay/spread/mine', { payload: { publishId: own } });
  expect(made).toMatchObject({ code: 200, data: { path: expect.stringContaining(`/cms/main/bookDetail/${own}?s=`) } });
  expect(await ask('poet', 'POST', '/pay/spread/mine', { payload: { publishId: await work() } })).toMatchObject({ code: 404 });
  const { rows, total } = await ask('poet', 'GET', '/pay/spread/mine');
  expect({ total, row: rows[0] }).toMatchObject({ total: 1, row: { rateBp: 500, status: 'active', can: ['pause', 'end'], clickNum: 0 } });
  const { spreadId } = made.data;
  for (const who of ['buyer', 'promo']) expect(await ask(who, 'PUT', `/pay/spread/mine/pause/${spreadId}`)).toMatchObject({ code: 404 });
  expect(await ask('poet', 'PUT', `/pay/spread/mine/pause/${spreadId}`)).toMatchObject({ code: 200 });
  expect(await ask('poet', 'PUT', `/pay/spread/mine/resume/${spreadId}`)).toMatchObject({ code: 200 });
  expect(await ask('poet', 'PUT', `/pay/spread/mine/approve/${spreadId}`)).toMatchObject({ code: 400 });
  expect((await ask('buyer', 'GET', '/pay/spread/mine')).total).toBe(0);
});

test('#132 the spreadsheet has the rows of the filter', async () => {
  const answer = await town.app.inject({
    method: 'POST',
    url: '/prod-api/pay/spread/export',
    headers: as['clerk'] ?? {},
    payload: { promoter: 'poet' },
  });
  const [heads, ...rows] = await readSheet(answer.rawPayload, 'links.xlsx');
  expect(heads?.cells.slice(0, 3)).toEqual(['推广码', '推广人', '用户名']);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.cells[2]).toBe('poet');
});
