import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { purgeExpired } from './recycle-item.service.ts';

let t: TestContext;
let keeper: Bearer;
let other: Bearer;

beforeAll(async () => {
  t = await testContext();
  const recycle = ['list', 'restore', 'purge'].map((action) => `recycle:content:${action}`);
  const scholar = ['list', 'query', 'add', 'edit', 'remove'].map((action) => `structure:scholar:${action}`);
  await t.addUser({ userName: 'keeper', permissions: [...recycle, ...scholar] });
  await t.addUser({ userName: 'other', permissions: ['recycle:user:list', 'recycle:user:restore', 'recycle:user:purge'] });
  keeper = await t.as('keeper');
  other = await t.as('other');
});
afterAll(() => t.close());

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers: Bearer = keeper) {
  const answer = await t.app.inject({ method, url: `/prod-api/${path}`, headers, ...(body ? { payload: body } : {}) });
  return answer.json<{
    code: number;
    msg: string;
    data: { scholarId: number };
    rows: { recycleId: number; title: string; origin: string }[];
    total: number;
  }>();
}
async function thrown(scholarName: string): Promise<number> {
  const { data } = await ask('POST', 'structure/scholar', { scholarName, researchField: '出版史', intro: '<p>研究出版史。</p>' });
  expect((await ask('DELETE', `structure/scholar/${data.scholarId}`)).code).toBe(200);
  return data.scholarId;
}
const inBin = async () => (await ask('GET', 'recycle/list?group=content')).rows;

test('moves a removed row to the bin under its name and restores it unchanged', async () => {
  const id = await thrown('陆书远');
  expect((await ask('GET', 'structure/scholar/list')).total).toBe(0);
  const [item] = await inBin();
  expect(item).toMatchObject({ title: '陆书远', origin: '学者' });
  expect((await ask('PUT', `recycle/restore/${item?.recycleId}`)).code).toBe(200);
  expect((await ask('GET', `structure/scholar/${id}`)).code).toBe(200);
  expect(await inBin()).toEqual([]);
  expect((await ask('PUT', `recycle/restore/${item?.recycleId}`)).msg).toContain('已不在回收站里');
});

test('A31 purges a row permanently and rejects access to a bin without its permission', async () => {
  const id = await thrown('沈知行');
  const [item] = await inBin();
  expect((await ask('DELETE', `recycle/${item?.recycleId}`, undefined, other)).code).toBe(403);
  expect((await ask('GET', 'recycle/list?group=user')).code).toBe(403);
  expect((await ask('DELETE', `recycle/${item?.recycleId}`)).code).toBe(200);
  expect(await t.context.db.selectFrom('scholar').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('purges rows automatically after 30 days in the bin', async () => {
  await thrown('许清和');
  expect(await purgeExpired(t.context, 30)).toBe(0);
  await t.context.db
    .updateTable('recycleItem')
    .set({ deletedAt: Date.now() - 31 * DAY_MS })
    .execute();
  expect(await purgeExpired(t.context, 30)).toBe(1);
  expect(await inBin()).toEqual([]);
});

test('does not purge a row that was restored meanwhile', async () => {
  const id = await thrown('何语');
  // Restored directly in the table: another user restored the row between reading the bin and purging.
  await t.context.db.updateTable('scholar').set({ delFlag: '0' }).where('id', '=', id).execute();
  const [item] = await inBin();
  expect(await ask('DELETE', `recycle/${item?.recycleId}`)).toMatchObject({ code: 404, msg: '「何语」已不在回收站里，请刷新后重试' });
  await t.context.db.updateTable('recycleItem').set({ deletedAt: 1 }).execute();
  expect(await purgeExpired(t.context, 30)).toBe(1);
  expect(await inBin()).toEqual([]);
  expect(await t.context.db.selectFrom('scholar').select('scholarName').where('id', '=', id).execute()).toEqual([{ scholarName: '何语' }]);
});

test('A31 shows and restores deleted users only within the data scope', async () => {
  const { db } = t.context;
  const deptId = await t.addDept('外语编辑室');
  const { roleId } = await db
    .selectFrom('userRole')
    .innerJoin('user', 'user.id', 'userRole.userId')
    .select('roleId')
    .where('userName', '=', 'other')
    .executeTakeFirstOrThrow();
  await db.updateTable('role').set({ dataScope: '3' }).where('id', '=', roleId).execute();
  await db.updateTable('user').set({ deptId }).where('userName', '=', 'other').execute();
  const [ours, theirs] = [await t.addUser({ userName: 'ours' }), await t.addUser({ userName: 'theirs' })];
  await db.updateTable('user').set({ delFlag: '1' }).where('id', 'in', [ours, theirs]).execute();
  await db.updateTable('user').set({ deptId }).where('id', '=', ours).execute();
  const bin = { entityType: 'user', origin: '用户', deletedBy: 'x', deletedById: 1, deletedAt: Date.now(), expireAt: Date.now() };
  await db
    .insertInto('recycleItem')
    .values([
      { ...bin, entityId: ours, title: 'ours' },
      { ...bin, entityId: theirs, title: 'theirs' },
    ])
    .execute();
  expect((await ask('GET', 'recycle/list?group=user', undefined, other)).rows.map((row) => row.title)).toEqual(['ours']);
  const hidden = await db.selectFrom('recycleItem').select('id').where('title', '=', 'theirs').executeTakeFirstOrThrow();
  expect((await ask('PUT', `recycle/restore/${hidden.id}`, undefined, other)).code).toBe(404);
  expect((await ask('DELETE', `recycle/${hidden.id}`, undefined, other)).code).toBe(404);
});

test('#43.22 a removed post goes to the bin, and is restored only while its code is free', async () => {
  await t.addUser({ userName: 'clerk', permissions: ['list', 'query', 'add', 'edit', 'remove'].map((action) => `system:post:${action}`) });
  const clerk = await t.as('clerk');
  const add = async (postName: string) => ask('POST', 'system/post', { postCode: 'zhubian', postName, postSort: 1 }, clerk);
  const first = await add('主编');
  const { postId } = first.data as unknown as { postId: number };
  expect((await ask('DELETE', `system/post/${postId}`, undefined, clerk)).code).toBe(200);
  const item = (await inBin()).find(({ title }) => title === '主编');
  expect(item?.origin).toBe('岗位');
  const second = await add('新主编');
  expect(second.code).toBe(200);
  expect((await ask('PUT', `recycle/restore/${item?.recycleId}`)).msg).toBe('岗位编码已存在，不能恢复；请先改名');
  const taken = (second.data as unknown as { postId: number }).postId;
  expect((await ask('DELETE', `system/post/${taken}`, undefined, clerk)).code).toBe(200);
  expect((await ask('PUT', `recycle/restore/${item?.recycleId}`)).code).toBe(200);
  expect((await ask('GET', 'system/post/list?postName=主编', undefined, clerk)).total).toBe(1);
});
