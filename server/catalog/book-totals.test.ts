import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHouse, type TestHouse } from '../../tests/support/test-house.ts';

let town: TestHouse;
beforeAll(async () => {
  town = await testHouse();
});
afterAll(() => town.close());

/** What a visitor without a token is answered. */
const total = async (path: string) => (await town.app.inject(`/prod-api${path}`)).json<{ code: number; data: number }>();

test('S7.15 S7.17 everybody is told how many works there are, and how many of them are on sale', async () => {
  const times = { createTime: Date.now(), updateTime: Date.now() };
  const statuses = ['draft', 'checking', 'listed', 'listed', 'delisted', 'recalled'] as const;
  await town.house.db
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

test('S7.16 everybody is told how many people there are, those who are shut out not among them', async () => {
  const { data: before } = await total('/system/user/userCount');
  for (const userName of ['one', 'two', 'three']) await town.addUser({ userName });
  await town.house.db.updateTable('user').set({ status: '1' }).where('userName', '=', 'two').execute();
  expect(await total('/system/user/userCount')).toMatchObject({ code: 200, data: before + 2 });
});
