import { randomInt } from 'node:crypto';
import { deptsBelow, scopeOf, sees } from '../crud/data-scope.ts';
import type { Database, Tx } from '../db/database.ts';
import { isReservedName, RESERVED_WORDS } from '../../contract/identity/display-name.ts';
import { EVERY_PERMISSION } from '../../contract/identity/session.ts';
import type { AppContext } from '../context.ts';
import { failed, forbidden, invalid } from '../http/app-error.ts';
import { hasPermission, type CurrentUser, isReaderPermission } from '../http/current-user.ts';
import { configOf } from '../db/config-value.ts';
import { checkStrength, type PasswordOwner } from './password-strength.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { holdersOf, permissionsOfMenus, permissionsOfRoles, removeSessions, rolesById, userById, userByName } from './session.queries.ts';
import { isOwnAccount } from '../http/person.policy.ts';

/** What the back office may do with other users' accounts; these rules depend on the permissions in this area. */

export const SUPER_ROLE = 'admin';
export const NO_SUPER_USER = '不允许操作超级管理员用户';
export const NO_SUPER_ROLE = '不允许操作超级管理员角色';
const WIDER = '不能授予比自己更大的数据范围';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export const hasAllPermissions = (currentUser: CurrentUser): boolean => currentUser.permissions.has(EVERY_PERMISSION);

/** 12 characters that are not confused when read aloud. */
export const randomPassword = (): string => Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Returns the hash of a password that follows the password rules; throws with a message otherwise. */
export async function newHash(context: AppContext, password: string, owner: PasswordOwner): Promise<string> {
  checkStrength(password, owner, (await configOf(context, 'sys.account.chrtype')) ?? '0');
  return hashPassword(password);
}

export async function isOwnPassword(context: AppContext, currentUser: CurrentUser, password: string): Promise<boolean> {
  const row = await userById(context.db, currentUser.userId);
  return row !== undefined && passwordMatches(password, row.passwordHash);
}

/** Ends every session of these users: their next request is anonymous. */
export const endSessions = (tx: Tx, userIds: readonly number[]): Promise<unknown> => removeSessions(tx, userIds);

/** Returns the ids among `userIds` that have the super administrator role. */
export async function superUsers(db: Database | Tx, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(userIds.length === 0 ? [] : (await holdersOf(db, SUPER_ROLE, userIds)).map((row) => row.userId));
}

/** Throws when `currentUser` would change the roles, lock, password, status or sessions of another user who is a super administrator. */
export async function rejectForeignSuper(db: Database | Tx, currentUser: CurrentUser, userId: number): Promise<void> {
  if (!isOwnAccount(userId, currentUser) && (await superUsers(db, [userId])).size > 0) throw failed(NO_SUPER_USER);
}

/** Throws for a user outside the data scope of the permission that the current user needs. */
export async function assertPersonInScope(db: Database | Tx, currentUser: CurrentUser, userId: number, permission: string): Promise<void> {
  const person = await db.selectFrom('user').select(['id', 'deptId']).where('id', '=', userId).executeTakeFirst();
  if (person && !sees(await scopeOf(db, currentUser, permission), currentUser, person)) throw forbidden('没有权限访问用户数据！');
}

/** Only user administrators may set names that speak for the platform. */
export function assertNameNotReserved(currentUser: CurrentUser, nickName: string): void {
  if (isReservedName(nickName) && !NAMERS.some((permission) => hasPermission(currentUser, permission))) throw failed(RESERVED_WORDS);
}
const NAMERS = ['system:user:add', 'system:user:edit'];

/** Both checks, by sign-in name; an unknown name passes. */
export async function assertOwnAccount(db: Database | Tx, currentUser: CurrentUser, userName: string, permission: string): Promise<void> {
  const user = await userByName(db, userName);
  if (!user) return;
  await rejectForeignSuper(db, currentUser, user.id);
  await assertPersonInScope(db, currentUser, user.id, permission);
}

/** Users cannot grant a permission that they do not have. */
export async function assertOwnMenus(db: Database | Tx, currentUser: CurrentUser, menuIds: readonly number[]): Promise<void> {
  if (menuIds.length === 0 || hasAllPermissions(currentUser)) return;
  const lacking = (await permissionsOfMenus(db, menuIds)).find((menu) => !currentUser.permissions.has(menu.perms));
  if (lacking) throw forbidden(`不能授予自己没有的权限：${lacking.menuName}`);
}

export function assertOwnPermission(currentUser: CurrentUser, permission: string): void {
  if (permission !== '' && !hasAllPermissions(currentUser) && !currentUser.permissions.has(permission))
    throw forbidden(`不能授予自己没有的权限：${permission}`);
}

/** The same for complete roles, including their data scope. `permission` is the one that the current user needs. */
export async function assertOwnRoles(db: Database | Tx, currentUser: CurrentUser, roleIds: readonly number[], permission: string): Promise<void> {
  if (roleIds.length === 0) return;
  const roles = await rolesById(db, roleIds);
  if (roles.length < new Set(roleIds).size) throw invalid('所选角色不存在，请刷新后重试');
  if (roles.some((role) => role.roleKey === SUPER_ROLE)) throw failed(NO_SUPER_ROLE);
  if (hasAllPermissions(currentUser)) return;
  const granted = await permissionsOfRoles(db, roleIds);
  const lacking = granted.find((menu) => !isReaderPermission(menu.perms) && !currentUser.permissions.has(menu.perms));
  if (lacking) throw forbidden(`不能分配包含自己没有的权限的角色：${lacking.roleName}（${lacking.menuName}）`);
  // The data scope of a role applies only to the permissions it carries.
  for (const role of roles.filter((one) => granted.some((menu) => menu.roleId === one.id)))
    await assertNoWiderScope(db, currentUser, role.dataScope, role.deptIds, permission);
}

/** Users cannot open departments to others that they cannot see themselves. */
export async function assertNoWiderScope(
  db: Database | Tx,
  currentUser: CurrentUser,
  dataScope: string,
  deptIds: readonly number[],
  permission: string,
): Promise<void> {
  const scope = await scopeOf(db, currentUser, permission);
  if (scope === 'all') return;
  if (dataScope === '1') throw forbidden(WIDER);
  if (dataScope === '3' || dataScope === '4') {
    const { deptId } = currentUser;
    const opened = deptId === null ? [null] : [deptId, ...(dataScope === '4' ? await deptsBelow(db, deptId) : [])];
    if (opened.some((id) => id === null || !scope.deptIds.includes(id))) throw forbidden(WIDER);
  }
  if (dataScope === '2' && deptIds.some((id) => !scope.deptIds.includes(id))) throw forbidden('没有权限访问部门数据！');
}

/** Throws for a department outside the current user's scope. */
export async function assertDeptInScope(db: Database | Tx, currentUser: CurrentUser, deptId: number | null, permission: string): Promise<void> {
  const scope = await scopeOf(db, currentUser, permission);
  if (scope !== 'all' && (deptId === null || !scope.deptIds.includes(deptId))) throw forbidden('没有权限访问部门数据！');
}
