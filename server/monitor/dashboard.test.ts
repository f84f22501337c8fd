import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext } from '../../tests/support/test-context.ts';

test('shows each role its own tasks, the longest waiting first, and the counts it may see', async () => {
  const t = await testContext();
  const now = Date.now();
  const old = now - 5 * DAY_MS;
  await t.addUser({ userName: 'chief', roles: ['works_admin'], permissions: ['publish:publication:list', 'publish:publication:publish'] });
  await t.addUser({ userName: 'clerk', roles: ['system_admin'], permissions: ['structure:applyForLog:audit', 'structure:group:list'] });
  await t.addUser({ userName: 'reader' });
  const work = { kind: 'book' as const, title: '桥', authorsText: '何语', edition: 1, createTime: old };
  await t.context.db
    .insertInto('publication')
    .values([
      { ...work, publishNo: '1', status: 'checking', updateTime: old },
      { ...work, publishNo: '2', status: 'checking', updateTime: now },
      { ...work, publishNo: '3', status: 'listed', listTime: now, updateTime: now },
    ])
    .execute();
  await t.context.db
    .insertInto('applyForLog')
    .values({
      applyNo: 'SQ1',
      userId: 3,
      targetMode: 'author',
      realName: '何',
      reason: '想投稿',
      status: 'pending',
      createTime: now,
      updateTime: now,
    })
    .execute();
  const ask = async (who: string) =>
    (await t.app.inject({ url: '/prod-api/report/dashboard', headers: await t.as(who) })).json<{
      code: number;
      data: {
        todos: { key: string; count: number; oldestDays: number }[];
        numbers: { key: string; value: number; recent: number }[];
        days: string[];
        activity: { name: string; values: number[] }[];
        works: { status: string; count: number }[];
      };
    }>();
  const chief = (await ask('chief')).data;
  expect(chief.todos).toMatchObject([{ key: 'checking', count: 2, oldestDays: 5 }]);
  expect(chief.numbers.map((one) => one.key)).toEqual(['works', 'readers', 'downloads', 'collects']);
  expect(chief.numbers[0]).toMatchObject({ value: 1, recent: 1 });
  expect(chief.works.find((one) => one.status === 'checking')?.count).toBe(2);
  expect(chief.activity.find((one) => one.name === '上架')?.values.at(-1)).toBe(1);
  expect(chief.days).toHaveLength(30);
  const clerk = (await ask('clerk')).data;
  expect(clerk.todos).toMatchObject([{ key: 'apply', count: 1, oldestDays: 0 }]);
  expect(clerk.numbers.map((one) => one.key)).toEqual(['users']);
  expect(clerk.numbers[0]).toMatchObject({ value: 3, recent: 3 });
  expect(clerk.works).toEqual([]);
  expect((await ask('reader')).code).toBe(403);
  await t.close();
});
