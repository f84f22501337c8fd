import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';

let t: TestContext;
let clerk: Bearer;
let clerkRole: number;
let home: number;
let below: number;

const MINE = ['system:usermode:list', 'system:usermode:edit', 'system:role:list', 'system:role:edit', 'system:dept:list', 'system:menu:edit'];

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  const { db } = t.context;
  const clerkId = await t.addUser({ userName: 'clerk', permissions: MINE });
  clerkRole = (await db.selectFrom('role').select('id').where('roleKey', '=', 'of-clerk').executeTakeFirstOrThrow()).id;
  home = await t.addDept('编辑部');
  below = await t.addDept('编辑一室', { id: home, ancestors: '0' });
  await db.updateTable('user').set({ deptId: home }).where('id', '=', clerkId).execute();
  await db.updateTable('role').set({ dataScope: '3' }).where('id', '=', clerkRole).execute();
  clerk = await t.as('clerk');
});
afterAll(() => t.close());

async function ask(method: 'GET' | 'PUT', path: string, body?: object) {
  const answer = await t.app.inject({ method, url: `/prod-api/system${path}`, headers: clerk, ...(body ? { payload: body } : {}) });
  // oxlint-disable-next-line no-explicit-any -- answers of many calls
  return answer.json<any>();
}
const roleId = async (roleKey: string) =>
  (await t.context.db.selectFrom('role').select('id').where('roleKey', '=', roleKey).executeTakeFirstOrThrow()).id;

test('A15 rejects a user who opens, by editing modes, a role that they may not grant', async () => {
  const { db } = t.context;
  const strong = JSON.stringify([await roleId('system_admin')]);
  await db.updateTable('userMode').set({ defaultRoleIds: strong }).where('modeKey', '=', 'author').execute();
  const { rows } = await ask('GET', '/usermode/list?modeKey=author');
  expect((await ask('PUT', '/usermode', { ...rows[0], needAudit: '0' })).code).toBe(403);
  expect((await ask('PUT', '/usermode', { ...rows[0], quotaArchives: 30 })).code).toBe(200);
  await db.updateTable('userMode').set({ status: '1' }).where('modeKey', '=', 'author').execute();
  expect((await ask('PUT', '/usermode', { ...rows[0], status: '0', version: undefined })).code).toBe(403);
  expect(await db.selectFrom('userMode').select(['needAudit', 'status']).where('modeKey', '=', 'author').execute()).toEqual([
    { needAudit: '1', status: '1' },
  ]);
});

test("A15 rejects changing the key of a role with more permissions than one's own, because groups grant roles by key", async () => {
  const strong = await roleId('system_admin');
  const { rows } = await ask('GET', '/role/list?roleKey=system_admin');
  expect((await ask('PUT', '/role', { ...rows[0], menuIds: null, roleKey: 'writer' })).code).toBe(403);
  expect(await roleId('system_admin')).toBe(strong);
});

test("A16 rejects widening the data scope of one's own role", async () => {
  for (const wider of ['4', '1']) expect((await ask('PUT', '/role/dataScope', { roleId: clerkRole, dataScope: wider })).code).toBe(403);
  expect((await ask('PUT', '/role/dataScope', { roleId: clerkRole, dataScope: '2', deptIds: [home, below] })).code).toBe(403);
  expect((await ask('PUT', '/role/dataScope', { roleId: clerkRole, dataScope: '5' })).code).toBe(200);
  expect((await ask('PUT', '/role/dataScope', { roleId: clerkRole, dataScope: '3' })).code).toBe(403);
});

test('A15 rejects enabling a disabled menu by a user who would gain a permission from it', async () => {
  const { db } = t.context;
  const { id: menuId } = await db.selectFrom('menu').select('id').where('perms', '=', 'system:user:resetPwd').executeTakeFirstOrThrow();
  await db.updateTable('menu').set({ status: '1' }).where('id', '=', menuId).execute();
  await db.insertInto('roleMenu').values({ roleId: clerkRole, menuId }).execute();
  const row = await db.selectFrom('menu').selectAll().where('id', '=', menuId).executeTakeFirstOrThrow();
  const { parentId, menuType, menuName, orderNum, perms } = row;
  const draft = { menuId, parentId, menuType, menuName, orderNum, perms };
  expect(await ask('PUT', '/menu', { ...draft, status: '0' })).toEqual({ code: 403, msg: `不能授予自己没有的权限：${perms}` });
  expect((await ask('PUT', '/menu', { ...draft, status: '1', remark: '停用' })).code).toBe(200);
  expect(await db.selectFrom('menu').select('status').where('id', '=', menuId).executeTakeFirst()).toEqual({ status: '1' });
});
