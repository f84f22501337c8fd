import type { AppContext } from '../context.ts';
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

const FILES_AT_ONCE = 20;

/** Removes files of mails from before a moment, once none of the mails with the same file waits. */
export async function forgetFiles({ db, files }: Pick<AppContext, 'db' | 'files'>, before: number): Promise<void> {
  const old = await db
    .selectFrom('mail')
    .select('fileKey')
    .where('fileKey', '<>', '')
    .groupBy('fileKey')
    .having((eb) =>
      eb.and([eb(eb.fn.max('createTime'), '<', before), eb(eb.fn.count(eb.case().when('state', '=', 'waiting').then(1).end()), '=', 0)]),
    )
    .limit(FILES_AT_ONCE)
    .execute();
  for (const { fileKey } of old) {
    await db.updateTable('mail').set({ fileKey: '' }).where('fileKey', '=', fileKey).execute();
    await files.remove(fileKey);
  }
}

/** Which of these files a mail has. */
export const mailFilesAmong = async (db: Database, keys: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('mail')
      .select('fileKey')
      .distinct()
      .where('fileKey', 'in', [...keys])
      .execute()
  ).map(({ fileKey }) => fileKey);
