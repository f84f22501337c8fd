import type { Database, Tx } from '../db/database.ts';
import { missing } from '../http/app-error.ts';
import { touchWork } from './book.queries.ts';
import { publicationById, type PublicationRow } from './publication.queries.ts';

export async function existingPublication(db: Database | Tx, id: number): Promise<PublicationRow> {
  const row = await publicationById(db, id);
  if (!row) throw missing('出版物不存在或已删除');
  return row;
}

/** Returns the row, locked until the transaction ends: another writer waits and then reads the new state. */
export async function heldPublication(tx: Tx, id: number): Promise<PublicationRow> {
  await touchWork(tx, id).execute();
  return existingPublication(tx, id);
}
