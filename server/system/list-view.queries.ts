import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { ListViewTable } from '../db/tables/own-list-tables.ts';

type Change = Partial<Pick<ListViewTable, 'name' | 'state'>>;

export const viewsOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('listView').selectAll().where('userId', '=', userId).orderBy('id').execute();

export const viewOf = (db: Database | Tx, userId: number, id: number) =>
  db.selectFrom('listView').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst();

export const insertView = (tx: Tx, row: Pick<ListViewTable, 'userId' | 'listKey' | 'name' | 'state'>) =>
  tx
    .insertInto('listView')
    .values({ ...row, createTime: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();

export const changeView = (tx: Tx, id: number, change: Change) => tx.updateTable('listView').set(change).where('id', '=', id).execute();

/** One statement, so that a list never has two default views; null for none. */
export const setDefaultView = (tx: Tx, userId: number, listKey: string, id: number | null) =>
  tx
    .updateTable('listView')
    .set({ isDefault: sql<'0' | '1'>`case when id = ${id ?? 0} then '1' else '0' end` })
    .where('userId', '=', userId)
    .where('listKey', '=', listKey)
    .execute();

export const deleteView = async (db: Database, userId: number, id: number): Promise<boolean> =>
  Number((await db.deleteFrom('listView').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()).numDeletedRows) === 1;
