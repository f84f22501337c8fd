import type { Database, Tx } from '../db/database.ts';

/** Puts mails back into the queue; returns their number. */
export async function requeue(db: Database | Tx, ids: readonly number[], now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ state: 'waiting', attempts: 0, nextAttempt: now, error: '' })
    .where('id', 'in', [...ids])
    .where('state', '<>', 'sent')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes texts of mails sent before a moment: they may contain personal data. */
export const forgetTexts = (db: Database, before: number) =>
  db.updateTable('mail').set({ body: '', html: '' }).where('state', '=', 'sent').where('sentTime', '<', before).where('body', '<>', '').execute();
