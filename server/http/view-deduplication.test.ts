import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { draftPublication } from '../catalog/publication.service.ts';
import { pageAt } from '../content/page.service.ts';
import { rememberViewer } from './view-deduplication.ts';

let t: TestContext;
let reader: Bearer;
let bookId: number;
let noticeId: number;
beforeAll(async () => {
  t = await testContext();
  const { db } = t.context;
  await t.addUser({ userName: 'reader' });
  reader = await t.as('reader');
  const draft = { title: '灯塔', authorsText: '何语', language: 'zh', intro: '一座桥', isbn: '' };
  bookId = await db.transaction().execute((tx) => draftPublication(tx, draft, { userName: 'x' }));
  await db.updateTable('publication').set({ status: 'listed' }).where('id', '=', bookId).execute();
  const notice = { noticeTitle: '开馆', noticeType: '2', noticeContent: '<p>文</p>', status: 'published', publishTime: 1, audience: 'all' } as const;
  const row = await db
    .insertInto('notice')
    .values({ ...notice, createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  noticeId = row.id;
});
afterAll(() => t.close());

async function viewsOf(table: 'publication' | 'notice', id: number): Promise<number> {
  await t.context.views.flush();
  return (await t.context.db.selectFrom(table).select('viewNum').where('id', '=', id).executeTakeFirstOrThrow()).viewNum;
}
const look = (agent: string, remoteAddress = '203.0.113.7', headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/prod-api/cms/publish/getInfo/${bookId}`, remoteAddress, headers: { 'user-agent': agent, ...headers } });

test('#33.31 counts a view once a day for an anonymous address and agent, and for a user', async () => {
  for (let times = 0; times < 5; times += 1) await look('Firefox');
  expect(await viewsOf('publication', bookId)).toBe(1);
  await look('Chromium');
  await look('Firefox', '203.0.113.8');
  expect(await viewsOf('publication', bookId)).toBe(3);
  // A signed-in user counts once, on any device and network.
  for (const agent of ['Firefox', 'Phone']) await look(agent, `198.51.100.${agent.length}`, reader);
  expect(await viewsOf('publication', bookId)).toBe(4);
});

test('#33.31 stops counting an address that invents agents, or an IPv6 connection that invents addresses', async () => {
  const before = await viewsOf('publication', bookId);
  for (let index = 0; index < 60; index += 1) await look(`agent ${index}`, '192.0.2.1');
  expect((await viewsOf('publication', bookId)) - before).toBe(20);
  for (let index = 0; index < 5; index += 1) await look('Firefox', `2001:db8::${index + 1}`);
  expect((await viewsOf('publication', bookId)) - before).toBe(21);
});

test('#33.31 counts a page view like the API call of its user, and stores no personal data', async () => {
  const before = await viewsOf('publication', bookId);
  const url = new URL(`http://x/cms/main/bookDetail/${bookId}`);
  const token = reader.authorization.slice('Bearer '.length);
  const request = (headers: object, ip: string) => ({ headers: { 'user-agent': 'page', ...headers }, ip, url: url.pathname }) as never;
  const own = request({ authorization: `Bearer ${token}` }, '203.0.113.50');
  await rememberViewer(t.app, own);
  await pageAt(t.app, url, own);
  expect(await viewsOf('publication', bookId)).toBe(before);
  for (let times = 0; times < 3; times += 1) await pageAt(t.app, url, request({}, '203.0.113.51'));
  expect(await viewsOf('publication', bookId)).toBe(before + 1);
  const keys = await t.context.cache.keys('view:');
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => !/^view:[\w-]{22}$/.test(key))).toEqual([]);
});

test('#33.31 counts the views of a notice in the same way', async () => {
  for (let times = 0; times < 4; times += 1)
    await t.app.inject({ url: `/prod-api/system/notice/getInfo/${noticeId}`, headers: { 'user-agent': 'Firefox' } });
  expect(await viewsOf('notice', noticeId)).toBe(1);
});

test('#53.5 a repeated visit writes nothing', async () => {
  await look('Repeated', '203.0.113.90');
  const count = vi.spyOn(t.context.cache, 'count');
  await look('Repeated', '203.0.113.90');
  expect(count).not.toHaveBeenCalled();
  await look('Repeated', '203.0.113.91');
  expect(count).toHaveBeenCalledTimes(2);
  count.mockRestore();
});
