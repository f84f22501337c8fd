import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let one: Bearer;
let other: Bearer;
let staff: Bearer;
let free: number;
let paid: number;
let edition: number;
let freeEdition: number;

async function work(title: string, isFree: '0' | '1'): Promise<number> {
  const now = Date.now();
  const { id } = await town.context.db
    .insertInto('publication')
    .values({
      publishNo: title,
      kind: 'book',
      title,
      authorsText: '何语',
      edition: 1,
      isFree,
      salePriceFen: 100,
      status: 'listed',
      listTime: now,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  edition = (
    await town.context.db
      .insertInto('edition')
      .values({
        publicationId: id,
        folder: `books/${id}`,
        sourceName: 'a.epub',
        sourceSha256: title,
        sourceBytes: 1,
        bytes: 77,
        files: 5,
        characters: 10,
        documents: 3,
        createBy: 'x',
        createTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  await town.context.db.updateTable('publication').set({ editionId: edition }).where('id', '=', id).execute();
  return id;
}

beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'one' });
  await town.addUser({ userName: 'other' });
  await town.addUser({ userName: 'staff', permissions: ['publish:publication:query', 'publish:publication:edit'] });
  [one, other, staff] = [await town.as('one'), await town.as('other'), await town.as('staff')];
  paid = await work('付费书', '0');
  free = await work('免费书', '1');
  freeEdition = edition;
});
afterAll(() => town.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = async (method: Method, url: string, headers: Bearer, payload?: object) =>
  (await town.app.inject({ method, url: `/prod-api${url}`, headers, ...(payload ? { payload } : {}) })).json<{
    code: number;
    msg: string;
    data: unknown;
    rows: { publishId: number }[];
    total: number;
  }>();

test('S7.19 counts a collected work once, and only for its reader', async () => {
  expect(await ask('POST', '/info/collect', one, { targetId: free })).toMatchObject({ code: 200, data: { collectNum: 1 } });
  expect(await ask('POST', '/info/collect', one, { targetId: free })).toMatchObject({ code: 200, data: { collectNum: 1 } });
  expect(await ask('GET', '/info/collect/collectCountByUserId', one)).toMatchObject({ data: 1 });
  expect(await ask('GET', '/info/collect/collectCountByUserId', other)).toMatchObject({ data: 0 });
  expect((await ask('GET', '/info/collect/mine', one)).rows.map((row) => row.publishId)).toEqual([free]);
  await ask('DELETE', `/info/collect/${free}`, other);
  expect(await ask('GET', '/info/collect/collectCountByUserId', one)).toMatchObject({ data: 1 });
  await ask('DELETE', `/info/collect/${free}`, one);
  expect((await town.context.db.selectFrom('publication').select('collectNum').where('id', '=', free).executeTakeFirstOrThrow()).collectNum).toBe(0);
});

test('replaces a score by a second one, and lets only entitled readers score a paid work', async () => {
  expect(await ask('POST', '/info/score', one, { publishId: free, score: 2 })).toMatchObject({ data: { scoreAvg: 2, scoreCount: 1 } });
  expect(await ask('POST', '/info/score', one, { publishId: free, score: 5 })).toMatchObject({ data: { scoreAvg: 5, scoreCount: 1 } });
  expect(await ask('POST', '/info/score', other, { publishId: free, score: 4 })).toMatchObject({ data: { scoreAvg: 4.5, scoreCount: 2 } });
  expect(await ask('POST', '/info/score', one, { publishId: paid, score: 5 })).toEqual({ code: 403, msg: '读过这本书才能评分' });
  expect(await ask('POST', '/info/score', one, { publishId: free, score: 6 })).toEqual({ code: 400, msg: '评分为1到5分' });
});

test('gives the right to a paid work by a staff grant until it is revoked', async () => {
  expect(await ask('POST', '/info/download', one, { publishId: paid })).toEqual({ code: 403, msg: '您还没有这本书的阅读权，不能保存到本机' });
  expect(await ask('POST', '/cms/publish/entitlement', one, { publishId: paid, userName: 'one' })).toMatchObject({ code: 403 });
  expect(await ask('POST', '/cms/publish/entitlement', staff, { publishId: paid, userName: 'nobody' })).toEqual({
    code: 400,
    msg: '没有用户名为“nobody”的读者，请核对',
  });
  const { data } = await ask('POST', '/cms/publish/entitlement', staff, { publishId: paid, userName: 'ONE' });
  expect(await ask('GET', `/info/shelf/${paid}`, one)).toMatchObject({ data: { entitled: true } });
  // This installation has no payment channel.
  expect(await ask('GET', `/info/shelf/${paid}`, other)).toMatchObject({
    data: { entitled: false, right: 'none', note: '支付方式暂不可用，请稍后再试' },
  });
  expect(await ask('GET', `/info/shelf/${paid}`, one)).toMatchObject({ data: { right: 'granted', note: '' } });
  const kept = await ask('POST', '/info/download', one, { publishId: paid, device: '手机' });
  expect(kept).toMatchObject({ code: 200, data: { bytes: 77, files: 5, validTo: null } });
  const { downloadId } = kept.data as { downloadId: number };
  await ask('PUT', '/info/download', other, { downloadId, result: 'ok' });
  expect((await town.context.db.selectFrom('download').select('result').where('id', '=', downloadId).executeTakeFirstOrThrow()).result).toBe(
    'started',
  );
  await ask('PUT', '/info/download', one, { downloadId, result: 'ok' });
  expect(await ask('GET', '/info/download/mine', one)).toMatchObject({
    total: 1,
    rows: [{ publishId: paid, result: 'ok', device: '手机', version: '付费书' }],
  });
  await ask('DELETE', `/cms/publish/entitlement/${(data as { entitlementId: number }).entitlementId}`, staff);
  expect(await ask('GET', `/info/shelf/${paid}`, one)).toMatchObject({ data: { entitled: false } });
});

test('keeps a delisted work open to its owner and to staff, and hides it from others', async () => {
  const left = await work('下架的书', '0');
  await ask('POST', '/cms/publish/entitlement', staff, { publishId: left, userName: 'one' });
  await town.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', '=', left).execute();
  expect(await ask('GET', `/cms/publish/getInfo/${left}`, one)).toEqual({ code: 404, msg: '作品不存在或已下架' });
  expect(await ask('GET', `/info/book/${left}`, one)).toMatchObject({ code: 200, data: { title: '下架的书' } });
  expect(await ask('GET', `/info/book/${left}`, staff)).toMatchObject({ code: 200 });
  expect(await ask('GET', `/info/book/${left}`, other)).toEqual({ code: 404, msg: '作品不存在或已下架' });
});

test('ends a right after its last day', async () => {
  const expired = await ask('POST', '/cms/publish/entitlement', staff, { publishId: paid, userName: 'other', validTo: '2020-01-01' });
  expect(expired).toEqual({ code: 400, msg: '到期日须晚于今天' });
  await ask('POST', '/cms/publish/entitlement', staff, { publishId: paid, userName: 'other', validTo: '2099-01-01' });
  expect(await ask('GET', `/info/shelf/${paid}`, other)).toMatchObject({ data: { entitled: true } });
  await town.context.db
    .updateTable('entitlement')
    .set({ validTo: Date.now() - 1 })
    .where('publicationId', '=', paid)
    .execute();
  expect(await ask('GET', `/info/shelf/${paid}`, other)).toMatchObject({ data: { entitled: false } });
});

const place = (clock: number, percent: number, more: object = {}) => ({
  publishId: free,
  editionId: freeEdition,
  cfi: 'epubcfi(/6/4!/4/2)',
  percent,
  documentIndex: 1,
  device: '手机',
  clock,
  ...more,
});

test('F15 keeps the position with the highest clock, whatever the order of arrival', async () => {
  expect(await ask('GET', `/info/progress?publishId=${free}`, one)).toMatchObject({ code: 200, data: null });
  const writes = [5, 2, 9, 9, 1, 7];
  for (const clock of writes) await ask('PUT', '/info/progress', one, place(clock, clock));
  expect(await ask('GET', `/info/progress?publishId=${free}`, one)).toMatchObject({ data: { clock: 9, percent: 9, editionId: freeEdition } });
  expect(await ask('PUT', '/info/progress', one, place(3, 99))).toMatchObject({ data: { clock: 9, percent: 9 } });
  expect((await town.context.db.selectFrom('publication').select('readerNum').where('id', '=', free).executeTakeFirstOrThrow()).readerNum).toBe(1);
});

test('F30 stops a device whose clock is years ahead from winning for ever', async () => {
  await ask('PUT', '/info/progress', other, place(Date.now() + 10 * 365 * DAY_MS, 10));
  const later = Date.now() + 2 * DAY_MS;
  expect(later).toBeGreaterThan(((await ask('GET', `/info/progress?publishId=${free}`, other)).data as { clock: number }).clock);
});

test.each([
  [{ cfi: 'somewhere' }, '位置不正确'],
  [{ percent: 101 }, '进度不正确'],
  [{ editionId: 999_999 }, '这本书的版本不存在，请重新打开'],
  [{ documentIndex: 3 }, '阅读位置超出全书，请重新打开'],
])('rejects an impossible position: %o', async (more, msg) => {
  expect(await ask('PUT', '/info/progress', one, place(100, 50, more))).toEqual({ code: 400, msg });
});

test('A33 takes the reader of personal calls from the token, whatever the request contains', async () => {
  const id = (await town.context.db.selectFrom('user').select('id').where('userName', '=', 'other').executeTakeFirstOrThrow()).id;
  await ask('PUT', '/info/progress', one, { ...place(50, 33), userId: id });
  expect(await ask('GET', `/info/progress?publishId=${free}&userId=${id}`, one)).toMatchObject({ data: { percent: 33 } });
});

test("lists recent reading and the reader's own counts", async () => {
  expect(await ask('GET', '/info/progress/mine', one)).toMatchObject({ total: 1, rows: [{ book: { publishId: free }, progress: { percent: 33 } }] });
  expect(await ask('GET', '/info/statistics/mine', one)).toMatchObject({ data: { collects: 0, downloads: 1, reading: 1, finished: 0 } });
  await ask('PUT', '/info/progress', one, place(51, 100));
  expect(await ask('GET', '/info/statistics/mine', one)).toMatchObject({ data: { reading: 0, finished: 1 } });
});

test('counts a reader once who downloads a work repeatedly, and does not add a row per request', async () => {
  const { db } = town.context;
  const wanted = await work('抢下载的书', '1');
  const number = async () =>
    (await db.selectFrom('publication').select('downloadNum').where('id', '=', wanted).executeTakeFirstOrThrow()).downloadNum;
  const start = async () => (await ask('POST', '/info/download', one, { publishId: wanted, device: '手机' })).data as { downloadId: number };
  expect((await start()).downloadId).toBe((await start()).downloadId);
  for (let times = 0; times < 3; times += 1) {
    const { downloadId } = await start();
    await ask('PUT', '/info/download', one, { downloadId, result: 'ok' });
    await ask('PUT', '/info/download', one, { downloadId, result: 'ok' });
  }
  expect(await number()).toBe(1);
  await ask('PUT', '/info/download', other, {
    downloadId: ((await ask('POST', '/info/download', other, { publishId: wanted })).data as { downloadId: number }).downloadId,
    result: 'ok',
  });
  expect(await number()).toBe(2);
});

test('counts one reader when two devices open a book at the same moment', async () => {
  const begun = await work('同时打开的书', '1');
  const place = { publishId: begun, editionId: edition, cfi: 'epubcfi(/6/2!/4/2)', percent: 1, documentIndex: 0 };
  await Promise.all([1, 2, 3, 4].map((clock) => ask('PUT', '/info/progress', one, { ...place, clock, device: `${clock}` })));
  const { readerNum } = await town.context.db.selectFrom('publication').select('readerNum').where('id', '=', begun).executeTakeFirstOrThrow();
  expect(readerNum).toBe(1);
  expect(await ask('GET', `/info/progress?publishId=${begun}`, one)).toMatchObject({ data: { clock: 4 } });
});

test('limits a reader to six hundred download requests an hour, whatever the device names', async () => {
  const { cache, db } = town.context;
  const userId = await town.addUser({ userName: 'hoarder' });
  const hoarder = await town.as('hoarder');
  const start = (device: string) => ask('POST', '/info/download', hoarder, { publishId: free, device });
  expect(await start('手机')).toMatchObject({ code: 200 });
  for (let pendingItems = 1; pendingItems < 600; pendingItems += 1) await cache.count(`download:${userId}`, 3_600_000);
  expect(await start('平板')).toEqual({ code: 429, msg: '您下载得太频繁了，请一小时后再试' });
  // An unfinished request may continue.
  expect(await start('手机')).toMatchObject({ code: 200 });
  expect(await db.selectFrom('download').select('id').where('userId', '=', userId).execute()).toHaveLength(1);
});
