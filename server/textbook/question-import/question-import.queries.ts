import type { Insertable, Updateable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { ImportRunTable } from '../../db/tables/question-tables.ts';

export const addRun = (db: Database | Tx, values: Insertable<ImportRunTable>) =>
  db.insertInto('importRun').values(values).returningAll().executeTakeFirstOrThrow();
export type RunRow = Awaited<ReturnType<typeof addRun>>;

export const runById = (db: Database | Tx, id: number) => db.selectFrom('importRun').selectAll().where('id', '=', id).executeTakeFirst();

/** The latest runs of a user in a bank that are not imported, newest first, without what was read. */
export const openRuns = (db: Database, bankId: number, userId: number, since: number, limit: number) =>
  db
    .selectFrom('importRun')
    .select(['id', 'fileName', 'nextAt', 'doneRows', 'totalRows', 'error', 'createTime'])
    .where('bankId', '=', bankId)
    .where('userId', '=', userId)
    .where('done', '=', '0')
    .where('createTime', '>=', since)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Whether a run has ended, without what was read. */
export const progressOf = (db: Database, id: number) =>
  db.selectFrom('importRun').select(['nextAt', 'error']).where('id', '=', id).executeTakeFirst();

export const setDue = (db: Database, id: number, nextAt: number) => db.updateTable('importRun').set({ nextAt }).where('id', '=', id).execute();

/** Takes a run that is due: each is returned to one server only. */
export const takeDueRun = (db: Database, now: number, nextAt: number) =>
  db
    .updateTable('importRun')
    .set((eb) => ({ nextAt, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) => eb.selectFrom('importRun as due').select('due.id').where('due.nextAt', '<=', now).orderBy('due.nextAt').limit(1))
    .where('nextAt', '<=', now)
    .returningAll()
    .executeTakeFirst();

/** Writes the progress or the end of a run; returns false when another server has taken it over, or its user is gone. */
export async function setRun(db: Database, { id, attempts }: Pick<RunRow, 'id' | 'attempts'>, set: Updateable<ImportRunTable>): Promise<boolean> {
  const done = await db
    .updateTable('importRun')
    .set(set)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('nextAt', 'is not', null)
    .executeTakeFirst();
  return Number(done.numUpdatedRows) > 0;
}

/** Marks an import as written; what was read is not needed any more. */
export const finishRun = (tx: Tx, id: number, counts: { readonly made: number; readonly changed: number; readonly skipped: number }) =>
  tx
    .updateTable('importRun')
    .set({ ...counts, questions: '', done: '1' })
    .where('id', '=', id)
    .execute();

export async function dropRunsBefore(db: Database, time: number): Promise<boolean> {
  const done = await db.deleteFrom('importRun').where('createTime', '<', time).executeTakeFirst();
  return Number(done.numDeletedRows) > 0;
}
