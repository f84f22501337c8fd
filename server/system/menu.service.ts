import { menu, type Menu } from '../../contract/system/menu.ts';
import type { TreeNode } from '../../contract/system/tree.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { hasAllPermissions, assertOwnPermission } from '../identity/staff.service.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, missing, warning } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { menuBelow, menuById, menuIdsOf, menuNames, menusLike, menusOfRole, parents, placeMenus, roleWith, strictness } from './menu.queries.ts';
import { treeOf } from './tree.ts';

const LOG = '菜单管理';

/** Rows of the admin menu: directories, pages, and buttons that carry permissions. */
export const menus = crudService(menu, {
  table: 'menu',
  log: LOG,
  order: [
    ['parentId', 'asc'],
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  unique: { menuName: '菜单名称已存在' },
  within: ['parentId'],
  removal: 'hard',
  async show(db, rows) {
    const ids = [...new Set(rows.map((row) => Number(row['parentId'])).filter(Boolean))];
    const names = new Map(ids.length === 0 ? [] : (await menuNames(db, ids)).map((row) => [row.id, row.menuName]));
    return rows.map((row) => ({ parentName: names.get(Number(row['parentId'])) ?? '', children: [] }));
  },
  async check(tx, { draft, before, currentUser }) {
    const { menuName, isFrame, path, parentId, menuType, routeName, perms, status } = draft;
    const fail = (why: string) => failed(`${before ? '修改' : '新增'}菜单'${menuName}'失败，${why}`);
    if (isFrame === '0' && menuType !== 'F' && !/^https?:\/\//.test(path)) throw fail('地址必须以http(s)://开头');
    if (menuType !== 'F' && path === '') throw fail('路由地址不能为空');
    if (before && before.id === parentId) throw fail('上级菜单不能选择自己');
    if (parentId !== 0 && !(await menuById(tx, parentId))) throw fail('上级菜单不存在');
    if (before && (await lineOf(tx, parentId)).includes(before.id)) throw fail('上级菜单不能选择自己的下级');
    if (menuType !== 'F' && (await menusLike(tx, parentId, path, routeName)).some((row) => row.id !== before?.id)) throw fail('路由名称或地址已存在');
    // Enabling a row gives its permission to every role that includes it.
    const opened = before?.['status'] === '1' && status === '0';
    if (opened || perms !== (before?.['perms'] ?? '')) assertOwnPermission(currentUser, perms);
  },
  async beforeRemove(tx, rows) {
    for (const { id } of rows) {
      if (await menuBelow(tx, id)) throw warning('存在子菜单,不允许删除');
      if (await roleWith(tx, id)) throw warning('菜单已分配,不允许删除');
    }
  },
});

/** Ids from a row up to the root. */
async function lineOf(db: Parameters<typeof parents>[0], from: number): Promise<number[]> {
  const up = new Map((await parents(db)).map((row) => [row.id, row.parentId]));
  const line: number[] = [];
  for (let at = from; at !== 0 && !line.includes(at); at = up.get(at) ?? 0) line.push(at);
  return line;
}

/** Menu rows that the current user has. A user with all permissions gets all rows. */
export async function heldMenus(context: AppContext, currentUser: CurrentUser, asked: Readonly<Record<string, unknown>> = {}): Promise<Menu[]> {
  const rows = await menus.all(context, currentUser, asked);
  if (hasAllPermissions(currentUser)) return rows;
  const held = new Set(await menuIdsOf(context.db, currentUser.userId));
  return rows.filter((row) => held.has(row.menuId));
}

export async function menuChoices(context: AppContext, currentUser: CurrentUser): Promise<TreeNode[]> {
  const rows = await heldMenus(context, currentUser);
  return treeOf(rows.map(({ menuId, parentId, menuName, status }) => ({ id: menuId, parentId, label: menuName, disabled: status === '1' })));
}

/** Returns the menu ids of a role for a tree. When parents and children are linked, only the lowest checked rows are returned. */
export async function menusHeldByRole(context: AppContext, currentUser: CurrentUser, roleId: number) {
  const role = await strictness(context.db, roleId);
  if (!role) throw missing('角色不存在或已被删除，请刷新后重试');
  const held = await menusOfRole(context.db, roleId);
  const up = new Map((await parents(context.db)).map((row) => [row.id, row.parentId]));
  const fathers = new Set(role.menuCheckStrictly === '1' ? held.map((id) => up.get(id) ?? 0) : []);
  const choices = await menuChoices(context, currentUser);
  // A user who may assign no menus does not get the menus of other roles either.
  return { checkedKeys: choices.length === 0 ? [] : held.filter((id) => !fathers.has(id)), menus: choices };
}

export async function placeMenusInOrder(caller: RequestCaller, ids: readonly number[], orders: readonly number[]): Promise<void> {
  const held = new Set((await heldMenus(caller.context, caller.currentUser)).map((row) => row.menuId));
  if (ids.some((id) => !held.has(id))) throw missing('菜单不存在或已被删除，请刷新后重试');
  await withOperationLog(caller, { title: LOG, business: 'edit' }, (tx) => placeMenus(tx, ids, orders));
}
