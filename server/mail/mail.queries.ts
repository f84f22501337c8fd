import type { Insertable, Selectable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { MailTable } from '../db/tables/mail-table.ts';
import { requestTrace } from '../db/request-trace.ts';

export const insertMail = (db: Database | Tx, values: Insertable<MailTable>) =>
  db
    .insertInto('mail')
    .values({ requestId: requestTrace(), ...values })
    .execute();

/** The mail that has been due longest. A mail waits for the earlier ones to the same address, so that they arrive in order. */
export const dueMail = (db: Database, now: number) =>
  db
    .selectFrom('mail')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('nextAttempt', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail as earlier')
            .select('earlier.id')
            .whereRef('earlier.email', '=', 'mail.email')
            .whereRef('earlier.id', '<', 'mail.id')
            .where('earlier.state', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('nextAttempt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Takes a mail for one attempt; returns false when another server was faster. A killed server loses it when the lease ends. */
export async function takeMail(db: Database, row: Selectable<MailTable>, leaseBy: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ leaseBy, nextAttempt: until, attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', row.attempts)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** A mail that was sent or given up keeps no link secret. */
export const endMail = (db: Database, id: number, values: Pick<Selectable<MailTable>, 'state' | 'error' | 'sentTime'>) =>
  db
    .updateTable('mail')
    .set({ ...values, sealed: '', leaseBy: '' })
    .where('id', '=', id)
    .execute();

export const postponeMail = (db: Database, id: number, nextAttempt: number, error: string) =>
  db.updateTable('mail').set({ nextAttempt, error, leaseBy: '' }).where('id', '=', id).execute();

/** Mails with the text of a link of an earlier release, which stored its secret in the text. */
export const mailsWithOldLinks = (db: Database) =>
  db
    .selectFrom('mail')
    .select(['id', 'body', 'html', 'state'])
    .where('sealed', '=', '')
    .where((eb) => eb.or(['/findPassword?', '/authorConfirm?token=', '/cmsPeriodical/invitation/'].map((link) => eb('body', 'like', `%${link}%`))))
    .execute();

export const replaceTexts = (db: Database, id: number, values: Pick<Selectable<MailTable>, 'body' | 'html' | 'sealed'>) =>
  db.updateTable('mail').set(values).where('id', '=', id).execute();
