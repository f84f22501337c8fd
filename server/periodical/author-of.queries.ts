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
