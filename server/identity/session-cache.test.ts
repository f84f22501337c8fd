import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
});
afterAll(() => t.close());

async function clerk(userName: string) {
  const id = await t.addUser({ userName, permissions: ['system:post:list'] });
  const headers = await t.as(userName);
  const code = async () => (await t.app.inject({ url: '/prod-api/system/post/list', headers })).json<{ code: number }>().code;
  expect(await code()).toBe(200);
  return { id, code };
}
const db = () => t.context.db;

test('rejects a disabled user at the next request', async () => {
  const { id, code } = await clerk('disabled');
  await db().updateTable('user').set({ status: '1' }).where('id', '=', id).execute();
  expect(await code()).toBe(401);
  await db().updateTable('user').set({ status: '0' }).where('id', '=', id).execute();
  expect(await code()).toBe(200);
});

test('rejects an ended session at the next request', async () => {
  const { id, code } = await clerk('ended');
  await db().deleteFrom('session').where('userId', '=', id).execute();
  expect(await code()).toBe(401);
});

test('applies a permission removed from a role, a role removed from a user, and a disabled role at the next request', async () => {
  const { id, code } = await clerk('rights');
  const { roleId } = await db().selectFrom('userRole').select('roleId').where('userId', '=', id).executeTakeFirstOrThrow();
  const menus = await db().selectFrom('roleMenu').selectAll().where('roleId', '=', roleId).execute();
  await db().deleteFrom('roleMenu').where('roleId', '=', roleId).execute();
  expect(await code()).toBe(403);
  await db().insertInto('roleMenu').values(menus).execute();
  expect(await code()).toBe(200);
  await db().updateTable('role').set({ status: '1' }).where('id', '=', roleId).execute();
  expect(await code()).toBe(403);
  await db().updateTable('role').set({ status: '0' }).where('id', '=', roleId).execute();
  await db().deleteFrom('userRole').where('userId', '=', id).execute();
  expect(await code()).toBe(403);
});

test('applies a write inside a transaction after its commit, and not after a rollback', async () => {
  const { id, code } = await clerk('undone');
  await db()
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('user').set({ status: '1' }).where('id', '=', id).execute();
      throw new Error('undo');
    })
    .catch(() => {});
  expect(await code()).toBe(200);
  await db()
    .transaction()
    .execute((tx) => tx.updateTable('user').set({ status: '1' }).where('id', '=', id).execute());
  expect(await code()).toBe(401);
});
