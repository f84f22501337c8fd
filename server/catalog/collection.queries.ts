import type { Database, Tx } from '../db/database.ts';

export const publicationTitles = (db: Database | Tx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('publication').select(['id', 'title']).where('id', 'in', ids).where('delFlag', '=', '0').execute();

/** A publisher has some dozens of collections. */
const MOST = 500;

export function enabledCollections(db: Database, collectionId: number | undefined) {
  const rows = db.selectFrom('collection').selectAll().where('status', '=', '0').where('delFlag', '=', '0');
  return (collectionId === undefined ? rows : rows.where('id', '=', collectionId)).orderBy('orderNum').orderBy('id', 'desc').limit(MOST).execute();
}
