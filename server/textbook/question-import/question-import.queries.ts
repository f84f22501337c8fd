import type { Insertable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { ImportRunTable } from '../../db/tables/question-tables.ts';

export const addRun = (db: Database | Tx, values: Insertable<ImportRunTable>) =>
  db.insertInto('importRun').values(values).returningAll().executeTakeFirstOrThrow();
export type RunRow = Awaited<ReturnType<typeof addRun>>;

export const runById = (db: Database | Tx, id: number) => db.selectFrom('importRun').selectAll().where('id', '=', id).executeTakeFirst();

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
