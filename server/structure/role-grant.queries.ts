import type { Tx } from '../db/database.ts';

/** A menu row with a permission of any of the roles; undefined when they carry none. */
export const permissionOfRoles = (tx: Tx, roleIds: readonly number[]) =>
  tx
    .selectFrom('roleMenu')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .innerJoin('role', 'role.id', 'roleMenu.roleId')
    .select('menu.id')
    .where('roleMenu.roleId', 'in', roleIds)
    .where('menu.perms', '<>', '')
    .executeTakeFirst();
