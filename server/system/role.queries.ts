import type { Database, Tx } from '../db/database.ts';

export const deptsOfRole = async (db: Database | Tx, roleId: number): Promise<number[]> =>
  (await db.selectFrom('roleDept').select('deptId').where('roleId', '=', roleId).orderBy('deptId').execute()).map((row) => row.deptId);

export const menusOfRole = async (db: Database | Tx, roleId: number): Promise<number[]> =>
  (await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).orderBy('menuId').execute()).map((row) => row.menuId);

export const roleById = (db: Database | Tx, id: number) =>
  db.selectFrom('role').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const holderOf = (db: Database | Tx, roleId: number) =>
  db.selectFrom('userRole').select('userId').where('roleId', '=', roleId).executeTakeFirst();

export async function setMenus(tx: Tx, roleId: number, menuIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('roleMenu').where('roleId', '=', roleId).execute();
  const known = menuIds.length === 0 ? [] : await tx.selectFrom('menu').select('id').where('id', 'in', menuIds).execute();
  if (known.length > 0)
    await tx
      .insertInto('roleMenu')
      .values(known.map(({ id: menuId }) => ({ roleId, menuId })))
      .execute();
}

export async function setDepts(tx: Tx, roleId: number, deptIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('roleDept').where('roleId', '=', roleId).execute();
  const known = deptIds.length === 0 ? [] : await tx.selectFrom('dept').select('id').where('id', 'in', deptIds).execute();
  if (known.length > 0)
    await tx
      .insertInto('roleDept')
      .values(known.map(({ id: deptId }) => ({ roleId, deptId })))
      .execute();
}

interface Change {
  readonly status?: '0' | '1';
  readonly dataScope?: '1' | '2' | '3' | '4' | '5';
  readonly deptCheckStrictly?: '0' | '1';
}

export const changeRole = (tx: Tx, id: number, updateBy: string, change: Change) =>
  tx
    .updateTable('role')
    .set((eb) => ({ ...change, updateBy, updateTime: Date.now(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export async function forgetRoles(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('roleMenu').where('roleId', 'in', ids).execute();
  await tx.deleteFrom('roleDept').where('roleId', 'in', ids).execute();
}

export const addHolders = (tx: Tx, roleId: number, userIds: readonly number[]) =>
  tx
    .insertInto('userRole')
    .values(userIds.map((userId) => ({ userId, roleId })))
    .onConflict((oc) => oc.doNothing())
    .execute();

export const removeHolders = (tx: Tx, roleId: number, userIds: readonly number[]) =>
  tx.deleteFrom('userRole').where('roleId', '=', roleId).where('userId', 'in', userIds).execute();
