import { appendLog } from '../audit/audit-chain.ts';
import type { Database, Tx } from '../db/database.ts';
import type { SessionFactor } from '../db/tables.ts';

export function userBySession(db: Database, sessionId: string, now: number) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.id', 'user.userName', 'user.nickName', 'user.deptId', 'dept.deptName', 'session.lastSeen', 'session.expiresAt'])
    .select(['session.confirmedAt', 'session.factor', 'user.identityKey'])
    .where('session.id', '=', sessionId)
    .where('session.expiresAt', '>', now)
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .executeTakeFirst();
}

/** A user who may sign in. */
export const activeUser = (db: Database, userId: number) =>
  db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.userName', 'user.nickName', 'user.deptId', 'dept.deptName', 'user.identityKey'])
    .where('user.id', '=', userId)
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .executeTakeFirst();

export function rolesOf(db: Database, userId: number) {
  return db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(['role.id', 'role.roleKey', 'role.roleName'])
    .where('userRole.userId', '=', userId)
    .where('role.status', '=', '0')
    .where('role.delFlag', '=', '0')
    .orderBy('role.roleSort')
    .execute();
}

export function permissionsOf(db: Database, userId: number) {
  return db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .innerJoin('roleMenu', 'roleMenu.roleId', 'role.id')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select('menu.perms')
    .distinct()
    .where('userRole.userId', '=', userId)
    .where('role.status', '=', '0')
    .where('role.delFlag', '=', '0')
    .where('menu.status', '=', '0')
    .where('menu.perms', '<>', '')
    .execute();
}

export function menusOf(db: Database, userId: number | 'all') {
  const menus = db
    .selectFrom('menu')
    .selectAll('menu')
    .where('menu.menuType', 'in', ['M', 'C'])
    .where('menu.status', '=', '0')
    .where('menu.delFlag', '=', '0')
    .orderBy('menu.parentId')
    .orderBy('menu.orderNum');
  if (userId === 'all') return menus.execute();
  return menus
    .where('menu.id', 'in', (eb) =>
      eb
        .selectFrom('roleMenu')
        .innerJoin('userRole', 'userRole.roleId', 'roleMenu.roleId')
        .innerJoin('role', 'role.id', 'roleMenu.roleId')
        .select('roleMenu.menuId')
        .where('userRole.userId', '=', userId)
        .where('role.status', '=', '0')
        .where('role.delFlag', '=', '0'),
    )
    .execute();
}

/** Addresses that menu pages show in a frame. */
export const framedAddresses = (db: Database) =>
  db
    .selectFrom('menu')
    .select('path')
    .distinct()
    .where('menuType', '=', 'C')
    .where('isFrame', '=', '1')
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .where('path', 'like', 'http%')
    .execute();

export function userById(db: Database | Tx, id: number) {
  return db.selectFrom('user').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
}

/** User names are not case-sensitive. */
export function userByName(db: Database | Tx, userName: string) {
  return db
    .selectFrom('user')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', userName.toLowerCase()))
    .executeTakeFirst();
}

interface NewSession {
  readonly id: string;
  readonly userId: number;
  readonly now: number;
  readonly expiresAt: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly browser?: string;
  readonly os?: string;
  readonly loginLocation?: string;
  readonly factor?: SessionFactor;
}

export async function addSession(db: Database | Tx, row: NewSession) {
  const { now, ...rest } = row;
  await db
    .insertInto('session')
    .values({ ...rest, createTime: now, lastSeen: now, confirmedAt: now })
    .execute();
  await removeExpiredSessions(db, now);
}

export async function removeExpiredSessions(db: Database | Tx, now: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').where('expiresAt', '<', now).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const slideSession = (db: Database, id: string, now: number, expiresAt: number) =>
  db.updateTable('session').set({ lastSeen: now, expiresAt }).where('id', '=', id).execute();

export const removeSession = (db: Database, id: string) => db.deleteFrom('session').where('id', '=', id).execute();

export const removeOtherSessions = (db: Database | Tx, userId: number, keep: string) =>
  db.deleteFrom('session').where('userId', '=', userId).where('id', '<>', keep).execute();

export async function noteLogin(
  db: Database,
  row: {
    userName: string;
    ip: string;
    userAgent: string;
    browser: string;
    os: string;
    loginLocation: string;
    status: '0' | '1';
    msg: string;
    loginTime: number;
  },
) {
  await appendLog(db, 'loginLog', row);
}

/** Records a sign-in and locks the row of its user. Returns false when the password has changed or the user may no longer sign in. */
export async function noteLoginOfUser(tx: Tx, known: { id: number; passwordHash: string }, loginIp: string, loginDate: number): Promise<boolean> {
  const noted = await tx
    .updateTable('user')
    .set({ loginIp, loginDate })
    .where('id', '=', known.id)
    .where('passwordHash', '=', known.passwordHash)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  return Number(noted.numUpdatedRows) === 1;
}

/** Replaces the password that was checked; returns false when it has changed meanwhile. */
export async function replacePassword(tx: Tx, known: { id: number; passwordHash: string }, passwordHash: string, now: number): Promise<boolean> {
  const replaced = await tx
    .updateTable('user')
    .set({ passwordHash, pwdUpdateDate: now, updateTime: now })
    .where('id', '=', known.id)
    .where('passwordHash', '=', known.passwordHash)
    .executeTakeFirst();
  return Number(replaced.numUpdatedRows) === 1;
}

export const removeSessions = (db: Database | Tx, userIds: readonly number[]) => db.deleteFrom('session').where('userId', 'in', userIds).execute();

export function holdersOf(db: Database | Tx, roleKey: string, userIds: readonly number[]) {
  return db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('userRole.userId')
    .where('role.roleKey', '=', roleKey)
    .where('userRole.userId', 'in', userIds)
    .execute();
}

/** Returns roles that are not deleted, each with its assigned departments. */
export async function rolesById(db: Database | Tx, ids: readonly number[]) {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'roleKey', 'roleName', 'dataScope'])
    .where('id', 'in', ids)
    .where('delFlag', '=', '0')
    .execute();
  const depts = await db.selectFrom('roleDept').selectAll().where('roleId', 'in', ids).execute();
  return roles.map((role) => ({ ...role, deptIds: depts.filter((row) => row.roleId === role.id).map((row) => row.deptId) }));
}

export function permissionsOfMenus(db: Database | Tx, ids: readonly number[]) {
  return db.selectFrom('menu').select(['menuName', 'perms']).where('id', 'in', ids).where('perms', '<>', '').execute();
}

export function permissionsOfRoles(db: Database | Tx, roleIds: readonly number[]) {
  return db
    .selectFrom('roleMenu')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .innerJoin('role', 'role.id', 'roleMenu.roleId')
    .select(['menu.menuName', 'menu.perms', 'role.roleName', 'roleMenu.roleId'])
    .where('roleMenu.roleId', 'in', roleIds)
    .where('menu.perms', '<>', '')
    .execute();
}

export const deptsOfPeople = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('dept').select(['id', 'deptName', 'leader']).where('id', 'in', ids).execute();

export function rolesOfPeople(db: Database | Tx, userIds: readonly number[]) {
  return db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .selectAll('role')
    .select('userRole.userId')
    .where('userRole.userId', 'in', userIds)
    .where('role.delFlag', '=', '0')
    .orderBy('role.roleSort')
    .execute();
}

export function postNamesOf(db: Database, userId: number) {
  return db
    .selectFrom('userPost')
    .innerJoin('post', 'post.id', 'userPost.postId')
    .select('post.postName')
    .where('userPost.userId', '=', userId)
    .where('post.delFlag', '=', '0')
    .orderBy('post.postSort')
    .execute();
}

export function sessionsOf(db: Database, userId: number, now: number) {
  return db.selectFrom('session').selectAll().where('userId', '=', userId).where('expiresAt', '>', now).orderBy('lastSeen', 'desc').execute();
}

export const removeSessionOf = (db: Database | Tx, userId: number, id: string) =>
  db.deleteFrom('session').where('userId', '=', userId).where('id', '=', id).executeTakeFirst();
