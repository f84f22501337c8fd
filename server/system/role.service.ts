import { role, type Role } from '../../contract/system/role.ts';
import { crudService, type Caller } from '../crud/crud-service.ts';
import type { Row } from '../crud/crud-table.ts';
import { scopeOf } from '../crud/data-scope.ts';
import type { Tx } from '../db/database.ts';
import type { House } from '../context.ts';
import { NO_SUPER_ROLE, refuseForeignMenus, refuseForeignRoles, refuseWiderScope, SUPER_ROLE, superUsers } from '../identity/staff.service.ts';
import { operate } from '../audit/operation-log.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import type { Visitor } from '../http/current-user.ts';
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
const refuseSuper = (roleKey: unknown): void => {
  if (roleKey === SUPER_ROLE) throw failed(NO_SUPER_ROLE);
};

/** Roles: what a person may do (menus) and whose rows he sees (data scope, saved apart). */
export const roles = crudService(role, {
  table: 'role',
  log: LOG,
  order: [['roleSort', 'asc']],
  unique: { roleName: '角色名称已存在', roleKey: '角色权限已存在' },
  apart: ['menuIds'],
  removal: 'hard',
  async show(_db, rows) {
    return rows.map((row) => ({ admin: row['roleKey'] === SUPER_ROLE, flag: false, menuIds: null, deptIds: null, permissions: null }));
  },
  async check(tx, { draft, before, visitor }) {
    refuseSuper(before?.['roleKey']);
    const had = new Set(before ? await menusOfRole(tx, before.id) : []);
    await refuseForeignMenus(
      tx,
      visitor,
      (draft.menuIds ?? []).filter((id) => !had.has(id)),
    );
    // Groups and applications give roles by their keys: who gives a role another key gives it to their people.
    if (before && ((before['status'] === '1' && draft.status === '0') || before['roleKey'] !== draft.roleKey))
      await refuseForeignRoles(tx, visitor, [before.id], EDIT);
  },
  // A new role sees everything, as the family has it, where its maker does; else its holder's own department.
  columnsOf: async ({ before, visitor }, tx) => (before ? {} : { dataScope: (await scopeOf(tx, visitor, 'system:role:add')) === 'all' ? '1' : '3' }),
  async saved(tx, { id, draft }) {
    if (draft.menuIds !== null) await setMenus(tx, id, draft.menuIds);
  },
  async removing(tx, rows) {
    for (const row of rows) {
      refuseSuper(row['roleKey']);
      if (await holderOf(tx, row.id)) throw failed(`${String(row['roleName'])}已分配,不能删除`);
    }
    await forgetRoles(
      tx,
      rows.map((row) => row.id),
    );
  },
});

/** The row of a role that may be touched. */
async function liveRole(tx: Tx, roleId: number) {
  const row = await roleById(tx, roleId);
  if (!row) throw missing('角色不存在或已被删除，请刷新后重试');
  refuseSuper(row.roleKey);
  return row;
}

export async function enabledRoles(house: House, visitor: Visitor): Promise<Role[]> {
  return (await roles.all(house, visitor, { status: '0' })).filter((row) => row.roleKey !== SUPER_ROLE);
}

type DataScope = '1' | '2' | '3' | '4' | '5';

/** What rows the holders of a role see; departments count for scope 2 only. */
export async function setDataScope(
  caller: Caller,
  { roleId, dataScope, deptIds, strictly }: { roleId: number; dataScope: DataScope; deptIds: readonly number[]; strictly: boolean | null },
): Promise<void> {
  await operate(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await liveRole(tx, roleId);
    const named = dataScope === '2' ? deptIds : [];
    const had = new Set(await deptsOfRole(tx, roleId));
    const more = named.filter((id) => !had.has(id));
    if (dataScope !== row.dataScope || more.length > 0) await refuseWiderScope(tx, caller.visitor, dataScope, named, EDIT);
    await changeRole(tx, roleId, caller.visitor.userName, {
      dataScope,
      ...(strictly === null ? {} : { deptCheckStrictly: strictly ? ('1' as const) : ('0' as const) }),
    });
    await setDepts(tx, roleId, named);
  });
}

export async function setRoleStatus(caller: Caller, roleId: number, status: '0' | '1'): Promise<void> {
  await operate(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await liveRole(tx, roleId);
    if (row.status === '1' && status === '0') await refuseForeignRoles(tx, caller.visitor, [roleId], EDIT);
    await changeRole(tx, roleId, caller.visitor.userName, { status });
  });
}

export async function deptsForRole(house: House, visitor: Visitor, roleId: number) {
  if (!(await roleById(house.db, roleId))) throw missing('角色不存在或已被删除，请刷新后重试');
  return { checkedKeys: await deptsOfRole(house.db, roleId), depts: await deptChoices(house, visitor, 'system:role:query') };
}

type Asked = Readonly<Record<string, unknown>> & { readonly pageNum: number; readonly pageSize: number };

/** People who hold a role, or who do not, within what the visitor sees. */
export function peopleOfRole(house: House, visitor: Visitor, { roleId, ...asked }: Asked, held: boolean) {
  return users.list(house, visitor, { ...asked, [held ? 'roleId' : 'notRoleId']: roleId }, 'system:role:list');
}

/** Gives a role to people, or takes it from them; all of them within what the visitor sees, or nothing happens. */
export async function setHolders(caller: Caller, roleId: number, userIds: readonly number[], held: boolean): Promise<void> {
  const { house, visitor } = caller;
  await operate(caller, { title: LOG, business: 'grant' }, async (tx) => {
    await liveRole(tx, roleId);
    const people: readonly Row[] = await users.within(tx, visitor, userIds, EDIT);
    if (people.length < new Set(userIds).size) throw forbidden('没有权限访问用户数据！');
    if ((await superUsers(tx, userIds)).size > 0) throw failed('不允许操作超级管理员用户');
    if (held) await refuseForeignRoles(tx, visitor, [roleId], EDIT);
    await (held ? addHolders : removeHolders)(tx, roleId, userIds);
  });
  await users.table.changed?.(house);
}
