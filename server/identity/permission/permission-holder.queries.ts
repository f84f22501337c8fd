import { contains } from '../../db/contains.ts';
import type { Database, Tx } from '../../db/database.ts';

const SHOWN = 50;

/** Users who may sign in and hold a permission through one of their roles, by a part of the name or by id. */
export const holdersOfPermission = (
  db: Database | Tx,
  permission: string,
  { keyword = '', userIds }: { readonly keyword?: string; readonly userIds?: readonly number[] },
) =>
  db
    .selectFrom('user')
    .select(['user.id as userId', 'user.nickName', 'user.userName', 'user.email'])
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .where('user.id', 'in', (eb) =>
      eb
        .selectFrom('userRole')
        .innerJoin('role', 'role.id', 'userRole.roleId')
        .leftJoin('roleMenu', 'roleMenu.roleId', 'role.id')
        .leftJoin('menu', (join) => join.onRef('menu.id', '=', 'roleMenu.menuId').on('menu.status', '=', '0'))
        .select('userRole.userId')
        .where('role.status', '=', '0')
        .where('role.delFlag', '=', '0')
        .where((or) => or.or([or('menu.perms', '=', permission), or('role.roleKey', '=', 'admin')])),
    )
    .$if(keyword !== '', (query) => query.where((eb) => eb.or([contains('user.nickName', keyword), contains('user.userName', keyword)])))
    .$if(userIds !== undefined, (query) => query.where('user.id', 'in', [...(userIds ?? []), 0]))
    .orderBy('user.id')
    .limit(SHOWN)
    .execute();
