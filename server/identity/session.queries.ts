import type { Database } from '../db/database.ts';

export function userBySession(db: Database, sessionId: string, now: number) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.id', 'user.userName', 'user.nickName', 'user.deptId', 'dept.deptName', 'session.lastSeen', 'session.expiresAt'])
    .where('session.id', '=', sessionId)
    .where('session.expiresAt', '>', now)
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .executeTakeFirst();
}

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

/** Addresses that pages of the menu show in a frame. */
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

export function userById(db: Database, id: number) {
  return db.selectFrom('user').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
}

/** Any case of the name is the same account. */
export function userByName(db: Database, userName: string) {
  return db
    .selectFrom('user')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', userName.toLowerCase()))
    .executeTakeFirst();
}

export async function addSession(db: Database, row: { id: string; userId: number; now: number; expiresAt: number; ip: string; userAgent: string }) {
  const { now, ...rest } = row;
  await db
    .insertInto('session')
    .values({ ...rest, createTime: now, lastSeen: now })
    .execute();
  await db.deleteFrom('session').where('expiresAt', '<', now).execute();
}

export const slideSession = (db: Database, id: string, now: number, expiresAt: number) =>
  db.updateTable('session').set({ lastSeen: now, expiresAt }).where('id', '=', id).execute();

export const removeSession = (db: Database, id: string) => db.deleteFrom('session').where('id', '=', id).execute();

export const removeOtherSessions = (db: Database, userId: number, keep: string) =>
  db.deleteFrom('session').where('userId', '=', userId).where('id', '<>', keep).execute();

export async function noteLogin(
  db: Database,
  row: { userName: string; ip: string; userAgent: string; status: '0' | '1'; msg: string; loginTime: number },
) {
  await db.insertInto('loginLog').values(row).execute();
}

export const noteLoginOfUser = (db: Database, id: number, loginIp: string, loginDate: number) =>
  db.updateTable('user').set({ loginIp, loginDate }).where('id', '=', id).execute();
