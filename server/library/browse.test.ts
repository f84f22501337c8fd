import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { deviceOf, networkOf, purgeBrowse } from './browse.service.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};
let work = 0;
let noticeId = 0;

beforeAll(async () => {
  t = await testContext();
  const staff = ['browse', 'collect', 'download', 'score'].flatMap((kind) => [`info:${kind}:list`, `info:${kind}:export`]);
  await t.addUser({ userName: 'staff', permissions: [...staff, 'info:score:remove'] });
  await t.addUser({ userName: 'other', permissions: ['info:collect:list'] });
  for (const name of ['reader', 'rival']) await t.addUser({ userName: name });
  for (const name of ['staff', 'other', 'reader', 'rival']) who[name] = await t.as(name);
  const now = Date.now();
  const row = {
    kind: 'book' as const,
    authorsText: '何语',
    edition: 1,
    isFree: '1' as const,
    salePriceFen: 0,
    listTime: now,
    createTime: now,
    updateTime: now,
  };
  const add = async (title: string) =>
    (
      await t.context.db
        .insertInto('publication')
        .values({ ...row, publishNo: title, title, status: 'listed' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  work = await add('桥上的灯');
  const notice = {
    noticeTitle: '开馆',
    noticeType: '2' as const,
    noticeContent: '<p>好</p>',
    status: 'published' as const,
    createTime: now,
    updateTime: now,
  };
  noticeId = (
    await t.context.db
      .insertInto('notice')
      .values({ ...notice, publishTime: now - 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- answers of many calls
type Answer = any;
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'reader', headers: object = {}): Promise<Answer> {
  const answer = await t.app.inject({
    method,
    url: `/prod-api/info${path}`,
    headers: { ...who[as], ...headers },
    remoteAddress: '203.0.113.77',
    ...(body ? { payload: body } : {}),
  });
  return answer.json();
}
const visit = (targetType: string, targetId: number, as = 'reader', more: object = {}) =>
  ask('POST', '/browse', { targetType, targetId, visitorId: 'device-one-1', ...more }, as);
const history = async (as = 'reader') => (await ask('GET', '/browse/mine', undefined, as)) as { rows: Answer[]; total: number };

test('#116 records one visit of a page per person within half an hour, and shows each page once in the history', async () => {
  expect(await visit('publication', work)).toMatchObject({ code: 200 });
  await visit('publication', work, 'reader', { seconds: 40 });
  await visit('publication', work, 'reader', { seconds: 10 });
  await visit('notice', noticeId);
  const { rows, total } = await history();
  expect(total).toBe(2);
  expect(rows.map((one) => [one.title, one.link]).toSorted()).toEqual([
    ['开馆', `/cms/main/noticeDetail?noticeId=${noticeId}`],
    ['桥上的灯', `/cms/main/bookDetail/${work}`],
  ]);
  await t.context.db
    .updateTable('browse')
    .set({ lastTime: Date.now() - DAY_MS, createTime: Date.now() - DAY_MS })
    .where('targetType', '=', 'publication')
    .execute();
  await visit('publication', work);
  expect(await t.context.db.selectFrom('browse').selectAll().where('targetType', '=', 'publication').execute()).toHaveLength(2);
  expect(await history()).toMatchObject({ total: 2, rows: [{ title: '桥上的灯' }, { title: '开馆' }] });
  expect(await visit('publication', 9999)).toMatchObject({ code: 404 });
  expect(await visit('publication', work, 'reader', { visitorId: 'x' })).toMatchObject({ code: 400, msg: '设备编号不正确' });
});

test('#34 private mode records nothing, and a user clears only their own history', async () => {
  await visit('publication', work, 'rival');
  expect(await ask('PUT', '/browse/privacy', { isPrivate: true }, 'rival')).toMatchObject({ code: 200 });
  expect((await ask('GET', '/browse/privacy', undefined, 'rival')).data).toEqual({ isPrivate: true });
  await visit('notice', noticeId, 'rival');
  expect((await history('rival')).total).toBe(1);
  await ask('PUT', '/browse/privacy', { isPrivate: false }, 'rival');
  await visit('notice', noticeId, 'rival');
  const { rows } = await history('rival');
  expect(rows).toHaveLength(2);
  const mine = await history();
  await ask('DELETE', `/browse/mine/${mine.rows[0].browseId}`, undefined, 'rival');
  expect((await history()).total).toBe(2);
  await ask('DELETE', `/browse/mine/${rows[0].browseId}`, undefined, 'rival');
  expect((await history('rival')).total).toBe(1);
  await ask('DELETE', '/browse/mine', undefined, 'rival');
  expect((await history('rival')).total).toBe(0);
  expect((await history()).total).toBe(2);
});

test('#116 staff see the network instead of the address and the login name only, and old records are deleted', async () => {
  await visit('publication', work, 'nobody');
  const { rows } = await ask('GET', '/browse/list?pageSize=50', undefined, 'staff');
  expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
  const visitor = rows.find((one: Answer) => one.userName === '');
  expect(visitor).toMatchObject({ targetTitle: '桥上的灯', network: '203.0.113.*', device: '电脑' });
  expect(Object.keys(visitor).toSorted()).toEqual([
    'browseId',
    'createTime',
    'device',
    'network',
    'seconds',
    'targetTitle',
    'targetType',
    'userName',
  ]);
  expect((await ask('GET', '/browse/list?userName=READ', undefined, 'staff')).total).toBeGreaterThan(0);
  const { data } = await ask('GET', '/browse/stat?days=7', undefined, 'staff');
  expect(data).toMatchObject({
    people: 1,
    top: [
      { name: '桥上的灯', count: 3 },
      { name: '开馆', count: 1 },
    ],
  });
  expect(data.counts.slice(-2)).toEqual([1, 3]);
  expect((await ask('GET', '/browse/stat', undefined, 'other')).code).toBe(403);
  await t.context.db
    .updateTable('browse')
    .set({ createTime: Date.now() - 91 * DAY_MS })
    .where('userId', 'is', null)
    .execute();
  expect(await purgeBrowse(t.context, 90)).toBe(1);
});

test('shortens addresses to networks and names the device', () => {
  expect([networkOf('203.0.113.77'), networkOf('::ffff:198.51.100.9'), networkOf('2001:db8:1:2::9'), networkOf('')]).toEqual([
    '203.0.113.*',
    '198.51.100.*',
    '2001:db8:1::/48',
    '',
  ]);
  expect([deviceOf('Mozilla/5.0 (iPhone) Mobile/15E'), deviceOf('Mozilla/5.0 (Linux; Android 14) Safari'), deviceOf('Mozilla/5.0 (X11)')]).toEqual([
    '手机',
    '平板',
    '电脑',
  ]);
});

test('#117 #119 removing a score recounts the work, and collects are listed by title', async () => {
  await ask('POST', '/score', { publishId: work, score: 5 });
  await ask('POST', '/score', { publishId: work, score: 1 }, 'rival');
  await ask('POST', '/collect', { targetId: work });
  expect((await ask('GET', '/collect/list?targetTitle=%E6%A1%A5', undefined, 'staff')).rows).toMatchObject([
    { targetTitle: '桥上的灯', userName: 'reader' },
  ]);
  expect((await ask('GET', '/collect/stat', undefined, 'other')).data).toMatchObject({ total: 1, people: 1 });
  const { rows } = await ask('GET', '/score/list?score=1', undefined, 'staff');
  expect(rows).toMatchObject([{ userName: 'rival', score: 1, targetTitle: '桥上的灯' }]);
  expect((await ask('DELETE', `/score/${rows[0].scoreId}`, undefined, 'other')).code).toBe(403);
  expect((await ask('DELETE', `/score/${rows[0].scoreId}`, undefined, 'staff')).code).toBe(200);
  const counted = await t.context.db.selectFrom('publication').select(['scoreSum', 'scoreCount']).where('id', '=', work).executeTakeFirstOrThrow();
  expect(counted).toEqual({ scoreSum: 5, scoreCount: 1 });
  expect((await ask('GET', '/score/stat', undefined, 'staff')).data.parts).toEqual([{ name: '5', count: 1 }]);
});
