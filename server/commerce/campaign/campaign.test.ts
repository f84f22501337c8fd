import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAgreement } from '../../../tests/support/agreement.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { buildApp } from '../../app.ts';
import { wireTime } from '../../db/clock.ts';
import type { App } from '../../http/serve.ts';
import { receive } from '../payment.service.ts';
import { verifyMoney } from '../verify.service.ts';
import { endDueCampaign } from './campaign.service.ts';

const HOUR_MS = 3_600_000;
const ALL = ['pay:campaign:list', 'pay:campaign:add', 'pay:campaign:edit', 'pay:campaign:approve'];
const SHELL =
  '<!doctype html><html lang="zh-CN"><head><!--head--><title>书舟</title><!--/head--></head><body><div id="root"></div><!--data--></body></html>';
let town: TestContext;
let site: App;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
beforeAll(async () => {
  town = await testContext({ demo: true });
  for (const userName of ['reader', 'poet']) ids[userName] = await town.addUser({ userName });
  for (const userName of ['writer', 'writerAgain', 'second']) ids[userName] = await town.addUser({ userName, permissions: ALL });
  const dist = join(town.context.settings.dataDir, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'index.html'), SHELL);
  site = await buildApp(town.context, dist);
  await town.context.db.updateTable('user').set({ identityKey: 'one person' }).where('userName', 'in', ['writer', 'writerAgain']).execute();
  for (const userName of Object.keys(ids)) as[userName] = await town.as(userName);
});
afterAll(async () => {
  await site.close();
  await town.close();
});
beforeEach(() => town.context.cache.clear('order'));
afterEach(async () => {
  await town.context.db.updateTable('campaign').set({ status: 'ended' }).execute();
  expect(await verifyMoney(town.context.db)).toEqual([]);
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
async function ask(who: string | null, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> {
  const headers = who ? (as[who] ?? {}) : {};
  return (await town.app.inject({ method, url: `/prod-api${path}`, headers, ...(payload ? { payload } : {}) })).json<Answer>();
}
let works = 0;
const work = (priceFen = 5800) => addListedWork(town.context, { title: `折扣的书${(works += 1)}`, priceFen });
const minutes = (at: number): string => wireTime(at).slice(0, 16);
const draft = (publishIds: readonly number[], part: object = {}) => ({
  name: '读书周',
  scope: 'works',
  ids: publishIds,
  rateBp: 8000,
  from: minutes(Date.now() - HOUR_MS),
  to: minutes(Date.now() + 24 * HOUR_MS),
  leastLines: 1,
  ...part,
});
const step = (who: string, event: string, campaignId: number, reason = '') => ask(who, 'PUT', `/pay/campaign/${event}/${campaignId}`, { reason });
async function live(publishIds: readonly number[], part: object = {}): Promise<number> {
  const { data } = await ask('writer', 'POST', '/pay/campaign', draft(publishIds, part));
  expect(await step('writer', 'submit', data.campaignId)).toMatchObject({ code: 200 });
  expect(await step('second', 'approve', data.campaignId)).toMatchObject({ code: 200 });
  return Number(data.campaignId);
}
const preview = async (who: string, publishIds: readonly number[], seats?: number) =>
  (await ask(who, 'POST', '/pay/order/preview', { lines: publishIds.map((publishId) => ({ publishId })), ...(seats ? { seats } : {}) })).data;
const card = async (campaignId: number, who = 'second') => (await ask(who, 'GET', `/pay/campaign/list?campaignId=${campaignId}`)).rows[0];

test('SM31 a campaign is written by one person and approved by another, as persons', async () => {
  const id = await work();
  const { data } = await ask('writer', 'POST', '/pay/campaign', draft([id]));
  const { campaignId } = data;
  expect(await card(campaignId)).toMatchObject({ status: 'draft', names: [expect.stringContaining('折扣的书')], can: ['submit'], editable: false });
  expect(await card(campaignId, 'writer')).toMatchObject({ editable: true });
  expect(await step('second', 'approve', campaignId)).toMatchObject({ code: 23101 });
  expect(await step('writer', 'submit', campaignId)).toMatchObject({ code: 200 });
  for (const who of ['writer', 'writerAgain'])
    expect(await step(who, 'approve', campaignId)).toMatchObject({ code: 23102, msg: '不能批准本人提交的活动' });
  expect(await ask('second', 'PUT', '/pay/campaign', { ...draft([id]), campaignId })).toMatchObject({
    msg: expect.stringContaining('只有草稿可以修改'),
  });
  expect(await preview('reader', [id])).toMatchObject({ payFen: 5800, discountFen: 0 });
  expect(await step('second', 'reject', campaignId, '折扣太低了')).toMatchObject({ code: 200 });
  expect(await card(campaignId)).toMatchObject({ status: 'draft', reason: '折扣太低了' });
  // Only the writer's own person changes the draft: otherwise two people could approve what they wrote together.
  expect(await ask('second', 'PUT', '/pay/campaign', { ...draft([id]), campaignId })).toMatchObject({
    msg: expect.stringContaining('只有填写人可以修改'),
  });
  expect(await ask('writerAgain', 'PUT', '/pay/campaign', { ...draft([id]), campaignId })).toMatchObject({ code: 200 });
  expect(await step('second', 'submit', campaignId)).toMatchObject({ code: 200 });
  for (const who of ['writer', 'writerAgain', 'second']) expect(await step(who, 'approve', campaignId)).toMatchObject({ code: 23102 });
});

test('E116 the page shows both prices with the end, search engines get the lower one, and orders keep the campaign as the reason', async () => {
  const id = await work();
  const to = Date.now() + 24 * HOUR_MS;
  const campaignId = await live([id], { to: minutes(to) });
  const [, month = '', day = '', time = ''] = /^\d+-(\d+)-(\d+) (\d+:\d+)/.exec(wireTime(to)) ?? [];
  const words = `限时8折，${Number(month)}月${Number(day)}日 ${time}止`;
  const detail = (await ask(null, 'GET', `/cms/publish/getInfo/${id}`)).data;
  expect(detail).toMatchObject({ salePriceFen: 5800, campaign: { payFen: 4640, words } });
  const page = (await site.inject({ method: 'GET', url: `/cms/main/bookDetail/${id}?s=ABCDEFGH` })).body;
  expect(page).toContain('"price":"46.40"');
  expect(page).toContain(`"priceValidUntil":"${wireTime(Date.parse(`${minutes(to).replace(' ', 'T')}+08:00`)).replace(' ', 'T')}+08:00"`);
  expect(page).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*/cms/main/bookDetail/${id}"`));
  const shown = await preview('reader', [id]);
  expect(shown).toMatchObject({
    payFen: 4640,
    lines: [{ unitFen: 5800, discountFen: 1160, discountKind: 'campaign', discountId: campaignId, discountName: '限时8折' }],
  });
  const place = (shownFen: number) => ask('reader', 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId: id, shownFen }] });
  expect(await place(5800)).toMatchObject({ code: 21503 });
  const placed = await place(4640);
  expect(placed).toMatchObject({ code: 200 });
  const item = await town.context.db.selectFrom('orderItem').selectAll().where('targetId', '=', id).executeTakeFirstOrThrow();
  expect(item).toMatchObject({ unitFen: 5800, payFen: 4640, discountKind: 'campaign', discountId: campaignId });
  // The end takes the discount off the page and off new orders, not off this one.
  expect(await step('second', 'end', campaignId)).toMatchObject({ code: 200 });
  expect((await ask(null, 'GET', `/cms/publish/getInfo/${id}`)).data.campaign).toBeUndefined();
  expect((await ask('reader', 'GET', `/pay/order/detail/${placed.data.orderNo}`)).data.payFen).toBe(4640);
});

test('E116 money that comes late buys at the price of a campaign only while it runs', async () => {
  const id = await work();
  const campaignId = await live([id]);
  const { data } = await ask('reader', 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId: id, shownFen: 4640 }] });
  await ask('reader', 'POST', `/pay/order/pay/${data.orderNo}`, { requestId: randomUUID(), channel: 'sandbox' });
  const { db } = town.context;
  await db
    .updateTable('order')
    .set({ status: 'cancelled', expireTime: Date.now() - 1000 })
    .where('orderNo', '=', data.orderNo)
    .execute();
  await db.updateTable('payment').set({ status: 'closed' }).where('amountFen', '=', 4640).where('status', '=', 'created').execute();
  await step('second', 'end', campaignId);
  const payment = await db.selectFrom('payment').select('paymentNo').where('amountFen', '=', 4640).orderBy('id', 'desc').executeTakeFirstOrThrow();
  const outcome = await receive(town.context, payment.paymentNo, { tradeNo: 'T1', amountFen: 4640, paidAt: Date.now() });
  expect(outcome).toContain('作品已不能按原价交付');
});

test('E116 several works, a category with those below it, and the end by the clock', async () => {
  const [a, b, c] = [await work(3333), await work(3333), await work(3333)];
  const campaignId = await live([a, b, c], { leastLines: 3, rateBp: 8500 });
  expect(await preview('reader', [a, b])).toMatchObject({ payFen: 6666 });
  // 9 999 × 85 % = 8 499.15
  expect(await preview('reader', [a, b, c])).toMatchObject({ payFen: 8499, discountFen: 1500 });
  expect((await ask(null, 'GET', `/cms/publish/getInfo/${a}`)).data.campaign).toMatchObject({
    payFen: 3333,
    words: expect.stringMatching(/^满3部限时8\.5折，/),
  });
  const { db } = town.context;
  await db.updateTable('campaign').set({ to: 1 }).where('id', '=', campaignId).execute();
  expect(await preview('reader', [a, b, c])).toMatchObject({ payFen: 9999 });
  while (await endDueCampaign(town.context));
  expect(await card(campaignId)).toMatchObject({ status: 'ended' });
  const category = async (parentId: number): Promise<number> =>
    (
      await db
        .insertInto('archiveType')
        .values({ parentId, typeName: '文学', typeCode: `WX${parentId}`, orderNum: 1, createTime: 1, updateTime: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const above = await category(0);
  await db
    .updateTable('publication')
    .set({ archiveTypeId: await category(above) })
    .where('id', '=', a)
    .execute();
  const { name } = (await card(await live([above], { scope: 'category', rateBp: 5000 }))) as { name: string };
  expect(name).toBe('读书周');
  expect(await preview('reader', [a])).toMatchObject({ payFen: 1667 });
  expect(await preview('reader', [b])).toMatchObject({ payFen: 3333 });
});

test('#48 the author pays a part of the list price, for one copy and for copies to hand out, and the better of two discounts', async () => {
  const id = await work();
  const protocolId = await addAgreement(town.context, { publicationId: id, userId: ids['poet'] ?? 0 });
  expect(await preview('poet', [id])).toMatchObject({
    payFen: 4060,
    lines: [{ discountKind: 'author', discountId: protocolId, discountName: '作者价' }],
  });
  expect(await preview('reader', [id])).toMatchObject({ payFen: 5800 });
  // 10 copies: 58 000 × 70 % is better than × 88 %.
  expect(await preview('poet', [id], 10)).toMatchObject({ payFen: 40_600, lines: [{ discountKind: 'author', qty: 10 }] });
  await live([id], { rateBp: 6000 });
  expect(await preview('poet', [id])).toMatchObject({ payFen: 3480, lines: [{ discountKind: 'campaign' }] });
  expect(await preview('reader', [id], 5)).toMatchObject({ payFen: 17_400, lines: [{ discountKind: 'campaign' }] });
  const both = {
    requestId: randomUUID(),
    lines: [
      { publishId: id, shownFen: 3480 },
      { publishId: id, shownFen: 3480 },
    ],
  };
  expect(await ask('poet', 'POST', '/pay/order', both)).toMatchObject({ msg: '同一部作品只能购买一次，请去掉重复的' });
  await town.context.db.updateTable('campaign').set({ status: 'ended' }).execute();
  const bought = await ask('poet', 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId: id, shownFen: 4060 }] });
  expect(bought).toMatchObject({ code: 200 });
  const page = (await ask('poet', 'GET', '/pay/order/author')).data;
  expect(page).toMatchObject({
    works: [{ publishId: id, authorFen: 4060, salePriceFen: 5800, owned: false, listed: true }],
    orders: [{ orderNo: bought.data.orderNo, payFen: 4060, status: 'unpaid' }],
    sales: [],
  });
  expect((await ask('reader', 'GET', '/pay/order/author')).data).toMatchObject({ works: [], orders: [], sales: [] });
});

test('E116 each wrong value of a draft is answered with what to change', async () => {
  const id = await work();
  const add = (part: object) => ask('writer', 'POST', '/pay/campaign', draft([id], part));
  expect(await add({ rateBp: 9901 })).toMatchObject({ msg: '折扣不能高于9.9折' });
  expect(await add({ rateBp: 999 })).toMatchObject({ msg: '折扣不能低于1折' });
  expect(await add({ to: minutes(Date.now() - 2 * HOUR_MS) })).toMatchObject({ msg: '结束时间须晚于开始时间' });
  expect(await add({ from: '2020-01-01 00:00', to: '2020-01-02 00:00' })).toMatchObject({ msg: '结束时间须晚于现在' });
  expect(await add({ from: '明天' })).toMatchObject({ msg: '开始时间格式为yyyy-MM-dd HH:mm' });
  expect(await add({ ids: [] })).toMatchObject({ msg: '请选择作品或分类' });
  expect(await add({ ids: [999_999] })).toMatchObject({ msg: '选择的作品已不存在，请重新选择' });
  expect(await add({ ids: [await addListedWork(town.context, { title: '送的书' })] })).toMatchObject({ msg: '《送的书》没有售价，不能打折，请移出' });
  expect(await add({ scope: 'category', ids: [999_999] })).toMatchObject({ msg: '选择的分类已不存在，请重新选择' });
});
