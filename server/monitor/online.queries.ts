import type { Expression, SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

export interface OnlineFilter {
  readonly ipaddr?: string | undefined;
  readonly userName?: string | undefined;
}
/** Condition for the visible users; null for all. */
export type Limit = Expression<SqlBool> | null;

/** Returns live sessions with their users, last active first. */
export function liveSessions(db: Database, now: number, filter: OnlineFilter, limit: Limit, most: number) {
  const found = live(db, now, filter, limit)
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select([
      'session.id',
      'session.ip',
      'session.loginLocation',
      'session.browser',
      'session.os',
      'session.createTime',
      'session.lastSeen',
      'user.userName',
      'user.nickName',
      'dept.deptName',
    ]);
  return found.orderBy('session.lastSeen', 'desc').orderBy('session.id').limit(most).execute();
}

export async function countSessions(db: Database, now: number, filter: OnlineFilter, limit: Limit) {
  const { total } = await live(db, now, filter, limit)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function live(db: Database, now: number, { ipaddr, userName }: OnlineFilter, limit: Limit) {
  let found = db.selectFrom('session').innerJoin('user', 'user.id', 'session.userId').where('session.expiresAt', '>', now);
  if (limit) found = found.where(limit);
  if (ipaddr) found = found.where('session.ip', '=', ipaddr);
  if (userName) found = found.where('user.userName', '=', userName);
  return found;
}

export async function endSession(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('id', '=', id).executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

const superUserIds = (tx: Tx) =>
  tx.selectFrom('userRole').innerJoin('role', 'role.id', 'userRole.roleId').select('userRole.userId').where('role.roleKey', '=', 'admin');

/** Ends every session except those of other super administrators. */
export const endSessionsOfOthers = (tx: Tx, userId: number) =>
  tx
    .deleteFrom('session')
    .where((eb) => eb.or([eb('userId', '=', userId), eb('userId', 'not in', superUserIds(tx))]))
    .execute();

/** Returns the user of a session, and whether they are a super administrator. */
export async function sessionOwner(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['user.id', 'user.deptId'])
    .where('session.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const holder = await superUserIds(tx).where('userRole.userId', '=', row.id).executeTakeFirst();
  return { userId: row.id, deptId: row.deptId, super: holder !== undefined };
}

/** Returns the sign-in names, in lower case, of all super administrators except one user. */
export const superUserNames = async (db: Database, except: number): Promise<string[]> =>
  (
    await db
      .selectFrom('userRole')
      .innerJoin('role', 'role.id', 'userRole.roleId')
      .innerJoin('user', 'user.id', 'userRole.userId')
      .select('user.userName')
      .where('role.roleKey', '=', 'admin')
      .where('user.id', '<>', except)
      .execute()
  ).map((row) => row.userName.toLowerCase());
