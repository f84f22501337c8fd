import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';

let t: TestContext;
let clerk: Bearer;
let writerId: number;

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'clerk', roles: ['system_admin'] });
  writerId = await t.addUser({ userName: 'writer' });
  await t.context.db.updateTable('user').set({ nickName: '何语', phonenumber: '13800001111' }).where('id', '=', writerId).execute();
  clerk = await t.as('clerk');
});
afterAll(() => t.close());

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers: Record<string, string> = clerk) {
  const answer = await t.app.inject({ method, url: `/prod-api/${path}`, headers, ...(body ? { payload: body } : {}) });
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  return answer.json<{ code: number; msg: string; data: any; rows: Record<string, unknown>[] }>();
}
const rolesOf = async (userId: number): Promise<string[]> =>
  (
    await t.context.db.selectFrom('userRole').innerJoin('role', 'role.id', 'userRole.roleId').select('roleKey').where('userId', '=', userId).execute()
  ).map((row) => row.roleKey);

test('S2.3.10 #107 lists authors with contact, works and scholar page, found by pen name or name', async () => {
  const [listed, delisted] = [await addListedWork(t.context, { title: '桥上的灯' }), await addListedWork(t.context, { title: '旧作' })];
  await t.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', '=', delisted).execute();
  const { id: scholarId } = await t.context.db
    .insertInto('scholar')
    .values({ scholarName: '何语', researchField: '小说', userId: writerId, collegeId: null, status: 'published', createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await ask('POST', 'author/author', { userId: writerId, penName: '渡口人', authorLevel: 'gold', publishIds: [listed, delisted] });
  expect(made.msg).toBe('操作成功');
  for (const name of ['渡口', '何语', 'writer'])
    expect((await ask('GET', `author/author/list?nickName=${encodeURIComponent(name)}`)).rows).toMatchObject([
      { penName: '渡口人', nickName: '何语', phonenumber: '13800001111', works: 2, listedWorks: 1, scholarId, scholarName: '何语' },
    ]);
  expect((await ask('GET', 'author/author/list?nickName=别人')).rows).toEqual([]);
  expect((await ask('GET', 'author/author/list?authorLevel=ordinary')).rows).toEqual([]);
  const sent = await t.app.inject({ method: 'POST', url: '/prod-api/author/author/export', headers: clerk, payload: {} });
  expect(sent.headers['content-type']).toContain('spreadsheet');
});

test('an author has the role while in the list, once for each user, and only for works that exist', async () => {
  expect(await rolesOf(writerId)).toEqual(['author']);
  expect((await ask('POST', 'author/author', { userId: writerId })).msg).toContain('该用户已是作者');
  const [row] = (await ask('GET', 'author/author/list')).rows;
  expect((await ask('PUT', 'author/author', { ...row, publishIds: [999_999] })).msg).toContain('有的作品不存在');
  const other = await t.addUser({ userName: 'other' });
  expect((await ask('PUT', 'author/author', { ...row, userId: other })).msg).toContain('作者的用户不能更换');
  expect((await ask('DELETE', `author/author/${String(row?.['authorId'])}`)).code).toBe(200);
  expect(await rolesOf(writerId)).toEqual([]);
  const bin = await ask('GET', 'recycle/list?group=user');
  expect(bin.rows).toMatchObject([{ entityType: 'author' }]);
  const reader = await t.as('other');
  expect((await ask('GET', 'author/author/list', undefined, reader)).code).toBe(403);
});
