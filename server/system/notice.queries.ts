import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** Condition for the notices that readers see. */
type Shown = (eb: ExpressionBuilder<Tables, 'notice'>) => Expression<SqlBool>;

export function topFor(db: Database, audiences: readonly string[], shown: Shown, most: number) {
  return db
    .selectFrom('notice')
    .selectAll()
    .where(shown)
    .where('delFlag', '=', '0')
    .where('audience', 'in', audiences)
    .orderBy('topFlag', 'desc')
    .orderBy('publishTime', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export const readBy = async (db: Database, userId: number, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    ids.length === 0
      ? []
      : (await db.selectFrom('noticeRead').select('noticeId').where('userId', '=', userId).where('noticeId', 'in', ids).execute()).map(
          (row) => row.noticeId,
        ),
  );

export const noticesById = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('notice').selectAll().where('id', 'in', ids).where('delFlag', '=', '0').execute();

export const noteRead = (db: Database, userId: number, ids: readonly number[], readTime: number) =>
  db
    .insertInto('noticeRead')
    .values(ids.map((noticeId) => ({ userId, noticeId, readTime })))
    .onConflict((oc) => oc.doNothing())
    .execute();

export function readersOf(db: Database, noticeId: number) {
  return db
    .selectFrom('noticeRead')
    .innerJoin('user', 'user.id', 'noticeRead.userId')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .where('noticeRead.noticeId', '=', noticeId);
}
