import type { Insertable, Updateable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { ImportRunTable } from '../../db/tables/question-tables.ts';
import { requestTrace } from '../../db/request-trace.ts';

export const addRun = (db: Database | Tx, values: Insertable<ImportRunTable>) =>
  db
    .insertInto('importRun')
    .values({ requestId: requestTrace(), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
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

export const addPart = (db: Database, runId: number, no: number, questions: string) =>
  db.insertInto('importPart').values({ runId, no, questions }).execute();

/** One part of what a run has read. */
export const partOf = (db: Database | Tx, runId: number, no: number) =>
  db.selectFrom('importPart').select('questions').where('runId', '=', runId).where('no', '=', no).executeTakeFirst();

export const partCount = async (db: Database | Tx, runId: number): Promise<number> => {
  const { total } = await db
    .selectFrom('importPart')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('runId', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(total);
};

export const dropPart = (db: Database, runId: number, no: number) =>
  db.deleteFrom('importPart').where('runId', '=', runId).where('no', '=', no).execute();

export const dropParts = (db: Database | Tx, runIds: readonly number[]) => db.deleteFrom('importPart').where('runId', 'in', runIds).execute();

/** Runs that end their time, with their files. */
export const runsBefore = (db: Database, time: number, limit: number) =>
  db.selectFrom('importRun').select(['id', 'userId', 'files']).where('createTime', '<', time).orderBy('id').limit(limit).execute();

export const dropRuns = (db: Database, ids: readonly number[]) => db.deleteFrom('importRun').where('id', 'in', ids).execute();

/** Parts whose run was erased with the account of its user. */
export const dropLostParts = (db: Database) =>
  db
    .deleteFrom('importPart')
    .where('runId', 'not in', (eb) => eb.selectFrom('importRun').select('importRun.id'))
    .execute();

/** Marks an import as written; what was read is not needed any more. */
export const finishRun = (tx: Tx, id: number, counts: { readonly made: number; readonly changed: number; readonly skipped: number }) =>
  tx
    .updateTable('importRun')
    .set({ ...counts, questions: '', files: '', done: '1' })
    .where('id', '=', id)
    .execute();
