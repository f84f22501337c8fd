import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SHANGHAI_MS } from '../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { counts, wechatFixture } from '../../tests/support/wechat-fixture.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { buildDue } from './rank.service.ts';

interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  data: any;
  rows: Record<string, unknown>[];
}

let t: TestContext;
let editor: Bearer;
let looker: Bearer;
let domainId: number;
const ids: Record<string, number> = {};
/** Weeks of the past year, oldest first; both begin on a Sunday. */
const FIRST = '2025-11-09';
const SECOND = '2025-11-16';

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = editor,
): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/cms/wechat/${path}`, headers, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json<Answer>();
}
const build = (periodStart: string, periodType = 'week') => ask('POST', 'rank/build', { periodType, periodStart });
const seen = (query: string) => ask('GET', `queryRank?${query}`, undefined, {});

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'editor', roles: ['ops_admin'] });
  await t.addUser({ userName: 'looker', permissions: ['cms:wechat:list'] });
  editor = await t.as('editor');
  looker = await t.as('looker');
  const make = wechatFixture(t);
  domainId = await make.addDomain('出版');
  const other = await make.addDomain('教育');
  for (const [name, domain] of [
    ['甲社', domainId],
    ['乙校', other],
    ['丙刊', domainId],
  ] as const)
    ids[name] = await make.addAccount(name, domain);
  const id = (name: string): number => ids[name] ?? 0;
  // First week: 乙校, 甲社. Second week: 甲社, 丙刊, 乙校.
  await make.addArticle(id('甲社'), '2025-11-10', 1, counts(1000, 5, 12, 20));
  await make.addArticle(id('乙校'), '2025-11-11', 1, counts(9000, 50, 120, 200));
  await make.addArticle(id('甲社'), '2025-11-16', 1, counts(30_000, 150, 300, 400));
  await make.addArticle(id('甲社'), '2025-11-22', 2, counts(8000, 20, 80, 90));
  await make.addArticle(id('丙刊'), '2025-11-19', 1, counts(6000, 30, 60, 70));
  await make.addArticle(id('乙校'), '2025-11-18', 3, counts(500, 3, 6, 7));
});
afterAll(() => t.close());

test('answers an empty ranking where none is published, and never a draft', async () => {
  expect((await seen('periodType=week')).data).toEqual({ period: null, places: [] });
  expect((await build(FIRST)).data).toMatchObject({ periodEnd: '2025-11-15', revision: 1, status: 'draft', accountNum: 2, articleNum: 2 });
  expect((await seen(`periodType=week&periodStart=${FIRST}`)).data.period).toBeNull();
});

test('a draft of a period is replaced when it is built again, from any day of the period', async () => {
  const { data } = await build('2025-11-12');
  expect(data).toMatchObject({ periodStart: FIRST, revision: 1 });
  expect((await ask('GET', 'rank/list')).rows).toHaveLength(1);
  expect((await ask('GET', `rank/places/${data.rankListId}`)).rows.map((row) => row['accountName'])).toEqual(['乙校', '甲社']);
  expect(await ask('PUT', `rank/publish/${data.rankListId}`, { version: data.version })).toMatchObject({ code: 200 });
});

test('#18 F19 shows a published week with changes of place, mean reads, and places within a domain', async () => {
  const { data } = await build(SECOND);
  expect(await ask('PUT', `rank/publish/${data.rankListId}`, {})).toMatchObject({ code: 200 });
  const { period, places } = (await seen('periodType=week')).data;
  expect(period).toMatchObject({
    periodStart: SECOND,
    periodEnd: '2025-11-22',
    revision: 1,
    formulaVersion: 'WCI V14.2',
    cutOff: '2025-11-23 23:59:59',
  });
  expect(
    places.map((row: Record<string, unknown>) => [row['rank'], row['accountName'], row['rankChange'], row['articleNum'], row['meanRead']]),
  ).toEqual([
    [1, '甲社', 1, 2, 19_000],
    [2, '丙刊', null, 1, 6000],
    [3, '乙校', -2, 1, 500],
  ]);
  expect(places[0].points).toEqual([
    { periodStart: FIRST, rank: 2, wci: expect.any(Number) },
    { periodStart: SECOND, rank: 1, wci: places[0].wci },
  ]);
  expect(places[1].points[0]).toEqual({ periodStart: FIRST, rank: null, wci: null });
  const within = (await seen(`periodType=week&domainId=${domainId}`)).data.places;
  expect(within.map((row: Record<string, unknown>) => [row['rank'], row['accountName'], row['rankChange']])).toEqual([
    [1, '甲社', 0],
    [2, '丙刊', null],
  ]);
  const periods = await ask('GET', 'queryPeriods?periodType=week', undefined, {});
  expect(periods.data.map((one: { periodStart: string }) => one.periodStart)).toEqual([SECOND, FIRST]);
});

test('uses the last snapshot before the cut-off, stores its id, and leaves out articles without one', async () => {
  const { db } = t.context;
  const make = wechatFixture(t);
  const late = await make.addAccount('晚报', domainId);
  const at = (text: string) => Date.parse(`${text}+08:00`);
  const articleId = await make.addArticle(late, '2025-11-25', 1, counts(100), at('2025-11-26T12:00:00'));
  const before = { articleId, ...counts(400), takenAt: at('2025-11-30T23:59:59'), source: 'import', createTime: 1 } as const;
  const { id: statId } = await db.insertInto('articleStat').values(before).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('articleStat')
    .values({ ...before, ...counts(99_000), takenAt: at('2025-12-01T00:00:00') })
    .execute();
  await make.addArticle(late, '2025-11-26', 1, counts(5000), at('2025-12-02T00:00:00'));
  const { data } = await build('2025-11-23');
  expect(data).toMatchObject({ accountNum: 1, articleNum: 1, missingNum: 1 });
  const row = await db.selectFrom('wechatRank').selectAll().where('rankListId', '=', data.rankListId).executeTakeFirstOrThrow();
  expect([row.readTotal, row.statIds]).toEqual([400, JSON.stringify([statId])]);
});

test('an account with an unusual article is off the list until the decision; an excluded article is not counted', async () => {
  const { db } = t.context;
  const make = wechatFixture(t);
  const odd = await make.addAccount('快讯', domainId);
  const articleId = await make.addArticle(odd, '2025-12-08', 1, counts(90_000, 1, 1, 1));
  await make.addArticle(odd, '2025-12-09', 1, counts(700, 2, 5, 6));
  await db.updateTable('wechatArticle').set({ outlier: 'ratio', outlierState: 'pending' }).where('id', '=', articleId).execute();
  expect((await build('2025-12-07')).data).toMatchObject({ accountNum: 0, heldNum: 1 });
  const decide = (body: object, headers = editor) => ask('PUT', 'article/outlier', { articleIds: [articleId, 999_999], ...body }, headers);
  expect(await decide({ decision: 'excluded', note: '' })).toMatchObject({ code: 400, msg: '请填写判定说明' });
  expect(await decide({ decision: 'excluded', note: '核对过后台' }, looker)).toMatchObject({ code: 403 });
  expect((await decide({ decision: 'excluded', note: '核对过后台' })).data).toEqual({
    done: 1,
    skipped: [{ id: 999_999, reason: '文章不存在或已被删除' }],
  });
  const { data } = await build('2025-12-07');
  expect(data).toMatchObject({ accountNum: 1, articleNum: 1, heldNum: 0 });
  expect((await ask('GET', `rank/places/${data.rankListId}`)).rows).toMatchObject([{ accountName: '快讯', readTotal: 700 }]);
});

test('a draft is not published when an article of its period changed after the build', async () => {
  const { data } = await build('2025-12-07');
  const { db } = t.context;
  const later = Date.now() + 1000;
  await db.updateTable('wechatArticle').set({ updateTime: later }).where('outlierState', '=', 'excluded').execute();
  expect(await ask('PUT', `rank/publish/${data.rankListId}`, {})).toMatchObject({
    code: 500,
    msg: '榜单生成以后有 1 篇文章改动过，请重新生成、核对后再发布',
  });
  await db.updateTable('wechatArticle').set({ updateTime: 1 }).execute();
});

test('a published ranking never changes: a correction is a revision with a public note', async () => {
  const [published] = (await ask('GET', `rank/list?periodStart=${SECOND}`)).rows;
  expect(await ask('DELETE', `rank/${String(published?.['rankListId'])}`)).toMatchObject({
    code: 500,
    msg: expect.stringContaining('已经发布过，不能删除'),
  });
  await t.context.db
    .updateTable('wechatArticle')
    .set({ delFlag: '1' })
    .where('accountId', '=', ids['乙校'] ?? 0)
    .execute();
  const { data } = await build(SECOND);
  expect(data).toMatchObject({ revision: 2, status: 'draft', accountNum: 2 });
  expect((await seen(`periodType=week&periodStart=${SECOND}`)).data.places).toHaveLength(3);
  expect(await ask('PUT', `rank/publish/${data.rankListId}`, { note: '更正' })).toMatchObject({
    code: 500,
    msg: expect.stringContaining('请填写修订说明'),
  });
  expect(await ask('PUT', `rank/publish/${data.rankListId}`, { note: '删去误录的文章' })).toMatchObject({ code: 200 });
  const { period, places } = (await seen(`periodType=week&periodStart=${SECOND}`)).data;
  expect(places).toHaveLength(2);
  expect(period.revisions).toMatchObject([{ revision: 2, note: '删去误录的文章' }]);
  expect((await ask('GET', `rank/list?periodStart=${SECOND}`)).rows.map((row) => [row['revision'], row['status']])).toEqual([
    [2, 'published'],
    [1, 'replaced'],
  ]);
  expect(await ask('PUT', `rank/publish/${data.rankListId}`, { note: '再发一次看看' })).toMatchObject({
    code: 22_501,
    msg: expect.stringContaining('当前状态为「已发布」'),
  });
});

test('builds only finished periods, publishes only after the cut-off, and asks for the permission to build', async () => {
  const today = new Date(Date.now() + SHANGHAI_MS).toISOString().slice(0, 10);
  expect(await build(today)).toMatchObject({ code: 500, msg: expect.stringContaining('以后生成') });
  expect(await build('2026-02-30')).toMatchObject({ code: 400, msg: '日期不正确，请按2026-01-31的样子填写' });
  const asked = { periodType: 'week', periodStart: FIRST };
  expect(await ask('POST', 'rank/build', asked, looker)).toMatchObject({ code: 403 });
  vi.useFakeTimers({ now: Date.parse('2025-12-14T10:00:00+08:00'), toFake: ['Date'] });
  try {
    const { data } = await build('2025-12-07');
    expect(await ask('PUT', `rank/publish/${data.rankListId}`, {})).toMatchObject({
      code: 500,
      msg: expect.stringContaining('数据截止时间是 2025-12-14 23:59:59'),
    });
  } finally {
    vi.useRealTimers();
  }
});

test('the scheduled job builds the last finished week, month and year once', async () => {
  const { db } = t.context;
  await db.deleteFrom('wechatRankList').where('status', '=', 'draft').execute();
  const monday = Date.parse('2025-12-15T01:30:00+08:00');
  expect(await buildDue(t.context, monday)).toEqual(['2025年12月7日—13日周榜', '2025年11月月榜', '2024年年榜']);
  expect(await buildDue(t.context, monday)).toEqual([]);
  // On Sunday the snapshots of the week are not complete.
  expect(await buildDue(t.context, Date.parse('2025-12-21T23:59:00+08:00'))).toEqual([]);
  expect(await buildDue(t.context, Date.parse('2025-12-22T00:00:01+08:00'))).toEqual(['2025年12月14日—20日周榜']);
});
