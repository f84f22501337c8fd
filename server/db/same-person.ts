import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from './database.ts';

/**
 * The only rule by which two accounts belong to one person: they are the same account, or share the confirmed identity document, the phone or the
 * mail. Every check that needs two different people asks it, in this form for rows and in the form below for statements.
 */
export interface PersonKeys {
  readonly id: number;
  /** Keyed hash of the confirmed identity document; empty before the real-name check. */
  readonly identityKey: string;
  readonly phonenumber: string;
  readonly email: string;
}

const KEYS = ['identityKey', 'phonenumber', 'email'] as const;
const comparable = (text: string): string => text.trim().toLowerCase();

export const isSamePerson = (a: PersonKeys, b: PersonKeys): boolean =>
  a.id === b.id || KEYS.some((key) => a[key] !== '' && comparable(a[key]) === comparable(b[key]));

export const personKeys = (db: Database | Tx, userId: number): Promise<PersonKeys | undefined> =>
  db
    .selectFrom('user')
    .select(['id', ...KEYS])
    .where('id', '=', userId)
    .executeTakeFirst();

/** Whether two accounts belong to one person. */
export async function samePerson(db: Database | Tx, one: number, other: number): Promise<boolean> {
  if (one === other) return true;
  const [a, b] = [await personKeys(db, one), await personKeys(db, other)];
  return a !== undefined && b !== undefined && isSamePerson(a, b);
}

/** The rule for two rows of `user` in one statement, named by their aliases. */
export const samePersonSql = (one: string, other: string): RawBuilder<SqlBool> => {
  const same = KEYS.map((key) => {
    const [a, b] = [sql.ref(`${one}.${key}`), sql.ref(`${other}.${key}`)];
    return sql`(${a} <> '' and lower(${a}) = lower(${b}))`;
  });
  return sql<SqlBool>`(${sql.ref(`${one}.id`)} = ${sql.ref(`${other}.id`)} or ${sql.join(same, sql` or `)})`;
};

/** The same text for all accounts of a person, to count people in a statement. Phones and mails are unique among accounts, so only a document joins two. */
export const personKeySql = (user: string): RawBuilder<string> => {
  const document = sql.ref(`${user}.identityKey`);
  return sql<string>`case when ${document} <> '' then ${document} else 'account ' || ${sql.ref(`${user}.id`)} end`;
};

/** All accounts of the person who has this one. Phones and mails are unique among accounts, so only a document joins two of them. */
export async function accountsOfPerson(db: Database | Tx, { id, identityKey }: Pick<PersonKeys, 'id' | 'identityKey'>): Promise<ReadonlySet<number>> {
  if (identityKey === '') return new Set([id]);
  const rows = await db.selectFrom('user').select('id').where('identityKey', '=', identityKey).execute();
  return new Set([id, ...rows.map((row) => row.id)]);
}
