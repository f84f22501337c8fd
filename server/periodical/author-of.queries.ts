import { sql, type SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { samePersonSql } from '../db/same-person.ts';

/**
 * True for a submission that a user sent or is an author of, also with a second account: the sender's person, or the mail or the name of
 * an author. The stored authors are JSON without spaces; `replace` compares literally.
 */
export const isAuthoredBy = (userId: number) => {
  const authors = sql`lower(${sql.ref('journalSubmission.authors')})`;
  const has = (key: 'mail' | 'name', column: string) =>
    sql`(${sql.ref(`viewer.${column}`)} <> '' and replace(${authors}, ${`"${key}":"`} || lower(${sql.ref(`viewer.${column}`)}) || '"', '') <> ${authors})`;
  return sql<SqlBool>`exists (select 1 from ${sql.table('user')} as ${sql.ref('viewer')}
    left join ${sql.table('user')} as ${sql.ref('sender')} on ${sql.ref('sender.id')} = ${sql.ref('journalSubmission.ownerId')}
    where ${sql.ref('viewer.id')} = ${userId} and (${sql.ref('viewer.id')} = ${sql.ref('journalSubmission.ownerId')}
      or ${samePersonSql('viewer', 'sender')} or ${has('mail', 'email')} or ${has('name', 'nickName')}))`;
};

export const isAuthorOf = async (db: Database | Tx, userId: number, submissionId: number): Promise<boolean> =>
  (await db.selectFrom('journalSubmission').select('id').where('id', '=', submissionId).where(isAuthoredBy(userId)).executeTakeFirst()) !== undefined;
