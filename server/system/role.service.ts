import { role, type Role } from '../../contract/system/role.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { Row } from '../crud/crud-table.ts';
import { scopeOf } from '../crud/data-scope.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { NO_SUPER_ROLE, assertOwnMenus, assertOwnRoles, assertNoWiderScope, SUPER_ROLE, superUsers } from '../identity/staff.service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { deptChoices } from './dept.service.ts';
import {
  addHolders,
  changeRole,
  deptsOfRole,
  forgetRoles,
  holderOf,
  menusOfRole,
  removeHolders,
  roleById,
  setDepts,
  setMenus,
} from './role.queries.ts';
import { users } from './user.service.ts';

const LOG = '角色管理';
const EDIT = 'system:role:edit';
const rejectSuper = (roleKey: unknown): void => {
  if (roleKey === SUPER_ROLE) throw failed(NO_SUPER_ROLE);
};

/** Roles: what a user may do (menus) and whose rows they see (data scope, saved separately). */
export const roles = crudService(role, {
  table: 'role',
  log: LOG,
  order: [['roleSort', 'asc']],
  unique: { roleName: '角色名称已存在', roleKey: '角色权限已存在' },
  virtualFields: ['menuIds'],
  removal: 'hard',
  async show(_db, rows) {
    return rows.map((row) => ({ admin: row['roleKey'] === SUPER_ROLE, flag: false, menuIds: null, deptIds: null, permissions: null }));
  },
  async check(tx, { draft, before, currentUser }) {
    rejectSuper(before?.['roleKey']);
    const had = new Set(before ? await menusOfRole(tx, before.id) : []);
    await assertOwnMenus(
      tx,
      currentUser,
      (draft.menuIds ?? []).filter((id) => !had.has(id)),
    );
    // Groups and applications grant roles by key: changing the key of a role grants it to their users.
    if (before && ((before['status'] === '1' && draft.status === '0') || before['roleKey'] !== draft.roleKey))
      await assertOwnRoles(tx, currentUser, [before.id], EDIT);
  },
  // A new role has the data scope "all", as in compatible systems, if its creator has it; otherwise the own department.
  columnsOf: async ({ before, currentUser }, tx) =>
    before ? {} : { dataScope: (await scopeOf(tx, currentUser, 'system:role:add')) === 'all' ? '1' : '3' },
  async afterSave(tx, { id, draft }) {
    if (draft.menuIds !== null) await setMenus(tx, id, draft.menuIds);
  },
  async beforeRemove(tx, rows) {
    for (const row of rows) {
      rejectSuper(row['roleKey']);
      if (await holderOf(tx, row.id)) throw failed(`${String(row['roleName'])}已分配,不能删除`);
    }
    await forgetRoles(
      tx,
      rows.map((row) => row.id),
    );
  },
});

/** Returns the row of a role that may be changed. */
async function liveRole(tx: Tx, roleId: number) {
  const row = await roleById(tx, roleId);
  if (!row) throw missing('角色不存在或已被删除，请刷新后重试');
  rejectSuper(row.roleKey);
  return row;
}

export async function enabledRoles(context: AppContext, currentUser: CurrentUser): Promise<Role[]> {
  return (await roles.all(context, currentUser, { status: '0' })).filter((row) => row.roleKey !== SUPER_ROLE);
}

type DataScope = '1' | '2' | '3' | '4' | '5';

/** Sets the data scope of a role. The departments apply to scope 2 only. */
export async function setDataScope(
  caller: RequestCaller,
  { roleId, dataScope, deptIds, strictly }: { roleId: number; dataScope: DataScope; deptIds: readonly number[]; strictly: boolean | null },
): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await liveRole(tx, roleId);
    const named = dataScope === '2' ? deptIds : [];
    const had = new Set(await deptsOfRole(tx, roleId));
    const more = named.filter((id) => !had.has(id));
    if (dataScope !== row.dataScope || more.length > 0) await assertNoWiderScope(tx, caller.currentUser, dataScope, named, EDIT);
    await changeRole(tx, roleId, caller.currentUser.userName, {
      dataScope,
      ...(strictly === null ? {} : { deptCheckStrictly: strictly ? ('1' as const) : ('0' as const) }),
    });
    await setDepts(tx, roleId, named);
  });
}

export async function setRoleStatus(caller: RequestCaller, roleId: number, status: '0' | '1'): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await liveRole(tx, roleId);
    if (row.status === '1' && status === '0') await assertOwnRoles(tx, caller.currentUser, [roleId], EDIT);
    await changeRole(tx, roleId, caller.currentUser.userName, { status });
  });
}

export async function deptsForRole(context: AppContext, currentUser: CurrentUser, roleId: number) {
  if (!(await roleById(context.db, roleId))) throw missing('角色不存在或已被删除，请刷新后重试');
  return { checkedKeys: await deptsOfRole(context.db, roleId), depts: await deptChoices(context, currentUser, 'system:role:query') };
}

type Asked = Readonly<Record<string, unknown>> & { readonly pageNum: number; readonly pageSize: number };

/** Returns the users with a role, or without it, that the current user may see. */
export function peopleOfRole(context: AppContext, currentUser: CurrentUser, { roleId, ...asked }: Asked, held: boolean) {
  return users.list(context, currentUser, { ...asked, [held ? 'roleId' : 'notRoleId']: roleId }, 'system:role:list');
}

/** Grants a role to users or revokes it. Changes nothing unless the current user may see all of them. */
export async function setHolders(caller: RequestCaller, roleId: number, userIds: readonly number[], held: boolean): Promise<void> {
  const { context, currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'grant' }, async (tx) => {
    await liveRole(tx, roleId);
    const people: readonly Row[] = await users.within(tx, currentUser, userIds, EDIT);
    if (people.length < new Set(userIds).size) throw forbidden('没有权限访问用户数据！');
    if ((await superUsers(tx, userIds)).size > 0) throw failed('不允许操作超级管理员用户');
    if (held) await assertOwnRoles(tx, currentUser, [roleId], EDIT);
    await (held ? addHolders : removeHolders)(tx, roleId, userIds);
  });
  await users.table.afterCommit?.(context);
}
