import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';

const EDITOR = ['structure:group:list', 'structure:group:add', 'structure:group:remove', 'structure:professor:add', 'structure:professor:remove'];
const MORE = ['structure:applyForLog:list', 'structure:applyForLog:audit', 'recycle:content:restore', 'recycle:user:restore', 'system:user:edit'];

let t: TestContext;
let clerk: Bearer;
let root: Bearer;
let readerId: number;
beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'root', roles: ['admin'] });
  await t.addUser({ userName: 'clerk', permissions: [...EDITOR, ...MORE] });
  readerId = await t.addUser({ userName: 'reader' });
  clerk = await t.as('clerk');
  root = await t.as('root');
});
afterAll(() => t.close());

interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  data: any;
}
const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object = {}, headers: Bearer = clerk): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers, payload })).json();
const roleId = async (roleKey: string) =>
  (await t.context.db.selectFrom('role').select('id').where('roleKey', '=', roleKey).executeTakeFirstOrThrow()).id;
const rolesOf = async (userId: number) =>
  (await t.context.db.selectFrom('userRole').innerJoin('role', 'role.id', 'userRole.roleId').select('roleKey').where('userId', '=', userId).execute())
    .map((row) => row.roleKey)
    .sort();

/** Adds a permission to a role that none of the clerks has. */
async function strengthen(roleKey: string) {
  const { db } = t.context;
  const menu = await db.selectFrom('menu').select('id').where('perms', '=', 'system:role:remove').executeTakeFirstOrThrow();
  await db
    .insertInto('roleMenu')
    .values({ roleId: await roleId(roleKey), menuId: menu.id })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
async function weaken(roleKey: string) {
  await t.context.db
    .deleteFrom('roleMenu')
    .where('roleId', '=', await roleId(roleKey))
    .execute();
}
const LACKING = expect.stringContaining('不能分配包含自己没有的权限的角色');

test('#33.23 rejects a group whose role carries more than the granting user has', async () => {
  await strengthen('editor');
  const member = { groupKey: 'editreview', userId: readerId };
  expect(await ask('POST', '/structure/userGroup', member)).toMatchObject({ code: 403, msg: LACKING });
  expect(await rolesOf(readerId)).toEqual([]);
  // A member who is suspended and enabled again gets the role again.
  const { data } = await ask('POST', '/structure/userGroup', { ...member, status: '1' });
  expect(await ask('PUT', '/structure/userGroup', { ...data, status: '0' })).toMatchObject({ code: 403, msg: LACKING });
  expect(await ask('PUT', '/structure/userGroup', { ...data, status: '0' }, root)).toMatchObject({ code: 200 });
  expect(await rolesOf(readerId)).toEqual(['editor']);
  expect(await ask('DELETE', `/structure/userGroup/${data.userGroupId}`)).toMatchObject({ code: 200 });
  await weaken('editor');
  expect(await ask('POST', '/structure/userGroup', member)).toMatchObject({ code: 200 });
  expect(await rolesOf(readerId)).toEqual(['editor']);
});

test('#33.23 requires the permissions of the role to create a professor or restore one from the bin', async () => {
  const teacherId = await t.addUser({ userName: 'teacher' });
  const teacher = { userId: teacherId, title: '教授', expertise: '词典学' };
  await strengthen('professor');
  expect(await ask('POST', '/structure/professor', teacher)).toMatchObject({ code: 403, msg: LACKING });
  const { data } = await ask('POST', '/structure/professor', teacher, root);
  await ask('DELETE', `/structure/professor/${data.professorId}`, {}, root);
  const { id } = await t.context.db.selectFrom('recycleItem').select('id').where('entityType', '=', 'professor').executeTakeFirstOrThrow();
  expect(await ask('PUT', `/recycle/restore/${id}`)).toMatchObject({ code: 403, msg: LACKING });
  expect(await rolesOf(teacherId)).toEqual([]);
  await weaken('professor');
  expect(await ask('PUT', `/recycle/restore/${id}`)).toMatchObject({ code: 200 });
  expect(await rolesOf(teacherId)).toEqual(['professor']);
});

test('#33.23 lets only a user with the permissions of its roles approve an application, and never approves it automatically', async () => {
  const { db } = t.context;
  const writerId = await t.addUser({ userName: 'writer' });
  const writer = await t.as('writer');
  await db.updateTable('userMode').set({ requiredMaterials: '[]', needAudit: '0' }).where('modeKey', 'in', ['author', 'scholar']).execute();
  await strengthen('author');
  const form = { targetMode: 'author', realName: '何作者', reason: '写过两本散文，想在这里投稿出版。', materials: [] };
  const { data } = await ask('POST', '/structure/applyForLog', form, writer);
  // Without a review, anybody could get a role with permissions.
  expect([data.status, await rolesOf(writerId)]).toEqual(['pending', []]);
  expect(await ask('PUT', `/structure/applyForLog/approve/${data.applyId}`)).toMatchObject({ code: 403, msg: LACKING });
  expect((await db.selectFrom('applyForLog').select('status').where('id', '=', data.applyId).executeTakeFirst())?.status).toBe('pending');
  expect(await ask('PUT', `/structure/applyForLog/approve/${data.applyId}`, {}, root)).toMatchObject({ code: 200 });
  expect(await rolesOf(writerId)).toEqual(['author']);
  await ask('POST', '/structure/applyForLog', { ...form, targetMode: 'scholar' }, writer);
  expect(await rolesOf(writerId)).toEqual(['author', 'scholar']);
});

test('#33.23 restores a user from the bin without roles that the restoring user could not grant', async () => {
  const { db } = t.context;
  const bin = async (userName: string, roles: string[]) => {
    const entityId = await t.addUser({ userName, roles });
    await db.updateTable('user').set({ delFlag: '1' }).where('id', '=', entityId).execute();
    const item = { entityType: 'user', entityId, title: userName, origin: '用户', deletedBy: 'x', deletedById: 1, deletedAt: 1, expireAt: 2 };
    return (await db.insertInto('recycleItem').values(item).returning('id').executeTakeFirstOrThrow()).id;
  };
  expect(await ask('PUT', `/recycle/restore/${await bin('gone1', ['system_admin'])}`)).toMatchObject({ code: 403, msg: LACKING });
  expect(await ask('PUT', `/recycle/restore/${await bin('gone2', ['judge'])}`)).toMatchObject({ code: 200 });
});

test('#33.23 also checks the data scope of a role that carries a permission', async () => {
  const { db } = t.context;
  const deptId = await t.addDept('一室');
  const newcomer = await t.addUser({ userName: 'newcomer' });
  await db.updateTable('user').set({ deptId }).where('userName', 'in', ['clerk', 'newcomer']).execute();
  await db.updateTable('role').set({ dataScope: '3' }).where('roleKey', '=', 'of-clerk').execute();
  clerk = await t.as('clerk');
  const menu = await db.selectFrom('menu').select('id').where('perms', '=', 'structure:group:list').executeTakeFirstOrThrow();
  await db
    .insertInto('roleMenu')
    .values({ roleId: await roleId('author'), menuId: menu.id })
    .execute();
  await db
    .deleteFrom('roleMenu')
    .where('roleId', '=', await roleId('author'))
    .where('menuId', '<>', menu.id)
    .execute();
  const member = { groupKey: 'author', userId: newcomer };
  expect(await ask('POST', '/structure/userGroup', member)).toMatchObject({ code: 403, msg: '不能授予比自己更大的数据范围' });
  await weaken('author');
  expect(await ask('POST', '/structure/userGroup', member)).toMatchObject({ code: 200 });
  expect(await ask('POST', '/structure/userGroup', { groupKey: 'regular', userId: readerId })).toMatchObject({
    code: 403,
    msg: '没有权限访问用户数据！',
  });
});

test('#33.24 rejects changes of the super administrator by a group, a professor or an application', async () => {
  const { db } = t.context;
  const { id: rootId } = await db.selectFrom('user').select('id').where('userName', '=', 'root').executeTakeFirstOrThrow();
  await db.updateTable('role').set({ dataScope: '1' }).where('roleKey', '=', 'of-clerk').execute();
  const untouchable = { code: 500, msg: '不允许操作超级管理员用户' };
  expect(await ask('POST', '/structure/userGroup', { groupKey: 'author', userId: rootId })).toMatchObject(untouchable);
  expect(await ask('POST', '/structure/professor', { userId: rootId, title: '教授', expertise: '词典学' })).toMatchObject(untouchable);
  expect(await rolesOf(rootId)).toEqual(['admin']);
});

test('#33.23 assigns roles only in code that checks the granting user', async () => {
  const root = join(import.meta.dirname, '..');
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const writing = await Promise.all(
    names.map(async (name) => ((await readFile(join(root, name), 'utf8')).includes("insertInto('userRole')") ? [name] : [])),
  );
  // The first two run at the first start of an installation or for an operator at the machine, the others after assertOwnRoles.
  expect(writing.flat().sort()).toEqual([
    'identity/platform-admin.queries.ts',
    'seed/demo/demo.ts',
    'structure/role-grant.service.ts',
    'system/role.queries.ts',
    'system/user.queries.ts',
  ]);
});
