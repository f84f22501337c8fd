import type { Insertable, Selectable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { ReviewLogTable } from '../../db/tables/textbook-tables.ts';

type Db = Database | Tx;
export type ReviewRow = Selectable<ReviewLogTable>;

/** Returns the last number of the log of a user, whose log stays locked until the end of the transaction. */
export const holdReviewCounter = (tx: Tx, userId: number): Promise<{ seq: number }> =>
  tx
    .insertInto('reviewCounter')
    .values({ userId, seq: 0 })
    .onConflict((oc) => oc.column('userId').doUpdateSet((eb) => ({ seq: eb.ref('reviewCounter.seq') })))
    .returning('seq')
    .executeTakeFirstOrThrow();

export const setReviewCounter = (tx: Tx, userId: number, seq: number) =>
  tx.updateTable('reviewCounter').set({ seq }).where('userId', '=', userId).execute();

export const storedIds = (tx: Tx, userId: number, ids: readonly string[]) =>
  tx.selectFrom('reviewLog').select('logId').where('userId', '=', userId).where('logId', 'in', ids).execute();

const CHUNK = 100;
export async function addReviewRows(tx: Tx, rows: readonly Insertable<ReviewLogTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK)
    await tx
      .insertInto('reviewLog')
      .values(rows.slice(at, at + CHUNK))
      .execute();
}

export const reviewRowsAfter = (db: Db, userId: number, cursor: number, limit: number) =>
  db.selectFrom('reviewLog').selectAll().where('userId', '=', userId).where('seq', '>', cursor).orderBy('seq').limit(limit).execute();

export const lastSeq = (db: Db, userId: number) => db.selectFrom('reviewCounter').select('seq').where('userId', '=', userId).executeTakeFirst();

/** The whole log of a user. */
export const reviewLogOf = (db: Db, userId: number) => db.selectFrom('reviewLog').selectAll().where('userId', '=', userId).execute();

export const questionsOfVersions = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('questionVersion').select(['id', 'questionId']).where('id', 'in', ids).execute();

export const worksOfSetIds = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('exerciseSet').select(['id', 'publishId']).where('id', 'in', ids).execute();

/** Questions of works that users practised, each with the time of the last practice. */
export const practisedQuestions = (db: Db, userIds: readonly number[], publishIds: readonly number[]) =>
  userIds.length === 0 || publishIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('reviewLog')
        .select(['userId', 'publishId', 'questionId'])
        .select((eb) => eb.fn.max<number>('at').as('at'))
        .where('userId', 'in', userIds)
        .where('publishId', 'in', publishIds)
        .where('kind', 'in', ['practice', 'review'])
        .groupBy(['userId', 'publishId', 'questionId'])
        .execute();
