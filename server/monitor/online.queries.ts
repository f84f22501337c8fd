import type { Database, Tx } from '../db/database.ts';

/** Live sessions and whose they are, the last active first. */
export function liveSessions(db: Database, now: number, filter: { ipaddr?: string | undefined; userName?: string | undefined }, most: number) {
  const found = live(db, now, filter)
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

export async function countSessions(db: Database, now: number, filter: { ipaddr?: string | undefined; userName?: string | undefined }) {
  const { total } = await live(db, now, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function live(db: Database, now: number, { ipaddr, userName }: { ipaddr?: string | undefined; userName?: string | undefined }) {
  let found = db.selectFrom('session').innerJoin('user', 'user.id', 'session.userId').where('session.expiresAt', '>', now);
  if (ipaddr) found = found.where('session.ip', '=', ipaddr);
  if (userName) found = found.where('user.userName', '=', userName);
  return found;
}

export async function endSession(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('id', '=', id).executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

export const endAllSessions = (tx: Tx) => tx.deleteFrom('session').execute();

export const sessionIds = (db: Database, now: number) => db.selectFrom('session').select('id').where('expiresAt', '>', now).orderBy('id').execute();

export const sessionById = (db: Database, id: string) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['user.userName', 'user.nickName', 'session.ip', 'session.browser', 'session.os'])
    .select(['session.createTime', 'session.lastSeen', 'session.expiresAt'])
    .where('session.id', '=', id)
    .executeTakeFirst();
