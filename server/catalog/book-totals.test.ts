import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
});
afterAll(() => town.close());

/** The response for an anonymous visitor. */
const total = async (path: string) => (await town.app.inject(`/prod-api${path}`)).json<{ code: number; data: number }>();

test('S7.15 S7.17 returns the number of works and of works on sale to everybody', async () => {
  const times = { createTime: Date.now(), updateTime: Date.now() };
  const statuses = ['draft', 'checking', 'listed', 'listed', 'delisted', 'recalled'] as const;
  await town.context.db
    .insertInto('publication')
    .values(
      statuses.map((status, index) => ({
        publishNo: String(index),
        kind: 'book' as const,
        title: '桥',
        authorsText: '何语',
        edition: 1,
        status,
        ...times,
      })),
    )
    .execute();
  expect(await total('/cms/archive/listNum')).toMatchObject({ code: 200, data: 4 });
  expect(await total('/cms/publish/queryPublishTotalQuantity')).toMatchObject({ code: 200, data: 2 });
});

test('S7.16 returns the number of users without blocked ones to everybody', async () => {
  const { data: before } = await total('/system/user/userCount');
  for (const userName of ['one', 'two', 'three']) await town.addUser({ userName });
  await town.context.db.updateTable('user').set({ status: '1' }).where('userName', '=', 'two').execute();
  expect(await total('/system/user/userCount')).toMatchObject({ code: 200, data: before + 2 });
});

test("S7.18 returns the number of the current user's own publications by kind", async () => {
  const times = { createTime: Date.now(), updateTime: Date.now() };
  const made = [
    ['mine', 'book'],
    ['mine', 'book'],
    ['mine', 'textbook'],
    ['mine', 'audio'],
    ['mine', 'video', '删了的'],
    ['theirs', 'book'],
    ['theirs', 'paper'],
  ] as const;
  await town.context.db
    .insertInto('publication')
    .values(
      made.map(([createBy, kind, title = '桥'], index) => ({
        publishNo: `own${index}`,
        kind,
        title,
        authorsText: '何语',
        edition: 1,
        createBy,
        delFlag: title === '删了的' ? ('1' as const) : ('0' as const),
        ...times,
      })),
    )
    .execute();
  const own = async (userName: string) => {
    await town.addUser({ userName });
    return (await town.app.inject({ url: '/prod-api/cms/publish/queryPublishCount', headers: await town.as(userName) })).json();
  };
  const none = { book: 0, textbook: 0, audio: 0, video: 0, paper: 0, total: 0 };
  expect(await own('mine')).toMatchObject({ code: 200, data: { ...none, book: 2, textbook: 1, audio: 1, total: 4 } });
  expect(await own('theirs')).toMatchObject({ code: 200, data: { ...none, book: 1, paper: 1, total: 2 } });
  expect(await own('nobody')).toMatchObject({ code: 200, data: none });
  expect(await total('/cms/publish/queryPublishCount')).toMatchObject({ code: 401 });
});
