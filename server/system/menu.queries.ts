import type { Database, Tx } from '../db/database.ts';

export const menuById = (db: Database | Tx, id: number) => db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst();

export const menuNames = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('menu').select(['id', 'menuName']).where('id', 'in', ids).execute();

/** Ids of the menu rows granted by the user's enabled roles. */
export const menuIdsOf = async (db: Database | Tx, userId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('roleMenu')
      .innerJoin('userRole', 'userRole.roleId', 'roleMenu.roleId')
      .innerJoin('role', 'role.id', 'roleMenu.roleId')
      .select('roleMenu.menuId')
      .distinct()
      .where('userRole.userId', '=', userId)
      .where('role.status', '=', '0')
      .where('role.delFlag', '=', '0')
      .execute()
  ).map((row) => row.menuId);

export const parents = (db: Database | Tx) => db.selectFrom('menu').select(['id', 'parentId']).execute();

/** Pages and directories with the same parent and path, or with the same route name. */
export const menusLike = (db: Database | Tx, parentId: number, path: string, routeName: string) =>
  db
    .selectFrom('menu')
    .select('id')
    .where('menuType', 'in', ['M', 'C'])
    .where('delFlag', '=', '0')
    .where((eb) =>
      eb.or([
        eb.and([eb('parentId', '=', parentId), eb('path', '=', path), eb('path', '<>', '')]),
        eb.and([eb('routeName', '=', routeName), eb('routeName', '<>', '')]),
      ]),
    )
    .execute();

export const menuBelow = (db: Database | Tx, id: number) => db.selectFrom('menu').select('id').where('parentId', '=', id).executeTakeFirst();
export const roleWith = (db: Database | Tx, id: number) => db.selectFrom('roleMenu').select('roleId').where('menuId', '=', id).executeTakeFirst();

export const menusOfRole = async (db: Database | Tx, roleId: number): Promise<number[]> =>
  (await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).orderBy('menuId').execute()).map((row) => row.menuId);

export const strictness = (db: Database | Tx, roleId: number) =>
  db.selectFrom('role').select(['menuCheckStrictly', 'deptCheckStrictly']).where('id', '=', roleId).where('delFlag', '=', '0').executeTakeFirst();

export async function placeMenus(tx: Tx, ids: readonly number[], orders: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await tx
      .updateTable('menu')
      .set((eb) => ({ orderNum: orders[index] ?? 0, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
}
