import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Tables of content with a release (SM24), and the column that names a row. */
const TITLES = { sitePage: 'title', banner: 'title', slogan: 'content', information: 'title' } as const;
export type ReleasedTable = keyof typeof TITLES;

/** Content that waits for approval, as items of the to-do; nobody approves their own. */
export const pendingContent = (db: Database, table: ReleasedTable, note: string, accounts: ReadonlySet<number>) =>
  db
    .selectFrom(table as 'banner')
    .leftJoin('user', 'user.id', `${table as 'banner'}.submitBy`)
    .select((eb) => [
      `${table as 'banner'}.id as itemId`,
      sql<string>`${sql.ref(`${table}.${TITLES[table]}`)}`.as('title'),
      sql<string>`cast(${sql.lit(note)} as text)`.as('note'),
      eb.fn.coalesce('user.nickName', `${table as 'banner'}.createBy`).as('askedBy'),
      `${table as 'banner'}.updateTime as since`,
      `${table as 'banner'}.publishTime as due`,
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where(`${table as 'banner'}.status`, '=', 'pending')
    .where(`${table as 'banner'}.delFlag`, '=', '0')
    .where((eb) => eb.or([eb(`${table as 'banner'}.submitBy`, 'is', null), eb(`${table as 'banner'}.submitBy`, 'not in', [...accounts])]));
