import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';
import type { Query, Row } from './crud-table.ts';

/** Returns the users of the rows, by user id. */
export async function peopleOf(db: Database | Tx, rows: readonly Row[]) {
  const ids = [...new Set(rows.map((row) => row['userId']).filter((id): id is number => typeof id === 'number'))];
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('user')
          .select(['id', 'userName', 'nickName', 'phonenumber', 'email', 'status', 'loginDate'])
          .where('id', 'in', ids)
          .execute();
  return new Map(found.map((user) => [user.id, user]));
}

const usersNamed = (eb: Query, text: string): Query =>
  eb
    .selectFrom('user')
    .select('user.id')
    .where((or: Query) => or.or([contains('user.userName', text), contains('user.nickName', text)]));

/** Same as `byPerson`; a row also matches by a name of its own in `column`. */
export const byPersonOr =
  (column: string) =>
  (query: Query, text: string): Query =>
    query.where((eb: Query) => eb.or([contains(column, text), eb('userId', 'in', usersNamed(eb, text))]));

/** Filters rows whose user's name or sign-in name contains a text. */
export const byPerson = (query: Query, text: string): Query => query.where('userId', 'in', (eb: Query) => usersNamed(eb, text));

/** Returns true for a user who may be added to a group: existing and not in the recycle bin. */
export async function livingUser(tx: Tx, userId: number | null): Promise<boolean> {
  if (userId === null) return false;
  const found = await tx
    .selectFrom('user')
    .select(sql`1`.as('one'))
    .where('id', '=', userId)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  return found !== undefined;
}
