import type { Database, Tx } from '../db/database.ts';
import { accountsOfPerson, personKeys } from '../db/same-person.ts';
import { authoredBy } from './submission.policy.ts';

/** Whether the person who has an account is an author of a submission, with any account. */
export async function isAuthorOf(db: Database | Tx, userId: number, submissionId: number): Promise<boolean> {
  const person = await personKeys(db, userId);
  const accounts = person ? await accountsOfPerson(db, person) : new Set([userId]);
  const found = await db.selectFrom('journalSubmission').select('id').where('id', '=', submissionId).where(authoredBy(accounts)).executeTakeFirst();
  return found !== undefined;
}

/** Active accounts with one of the mails, in order of their creation. */
export const accountsWithMail = async (db: Database | Tx, mails: readonly string[]): Promise<number[]> =>
  mails.length === 0
    ? []
    : (
        await db
          .selectFrom('user')
          .select('id')
          .where((eb) =>
            eb(
              eb.fn<string>('lower', ['email']),
              'in',
              mails.map((mail) => mail.toLowerCase()),
            ),
          )
          .where('delFlag', '=', '0')
          .where('status', '=', '0')
          .orderBy('id')
          .execute()
      ).map(({ id }) => id);
