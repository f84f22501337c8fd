import type { Database, Tx } from '../db/database.ts';

const named = (db: Database | Tx) => db.selectFrom('publication').select(['id', 'title', 'kind', 'status', 'textWorkId']).where('delFlag', '=', '0');

export const namedWork = (db: Database | Tx, id: number) => named(db).where('id', '=', id).executeTakeFirst();

export const recordingsOf = (db: Database, id: number) =>
  named(db).where('textWorkId', '=', id).where('status', '=', 'listed').orderBy('id').execute();

export const setTextWork = (tx: Tx, id: number, textWorkId: number | null, by: { userName: string }, now: number) =>
  tx.updateTable('publication').set({ textWorkId, updateBy: by.userName, updateTime: now }).where('id', '=', id).execute();
