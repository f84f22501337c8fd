import type { Database, Tx } from '../../db/database.ts';
import { libraryNames } from './author-library.queries.ts';
import { authorsText } from '../manuscript-step.service.ts';

const NOTHING = { title: '', archiveNo: '', authorName: '', archiveStatus: '', uploaderName: '' };

/** What the library shows beside the columns of its files. */
export async function libraryShown(db: Database | Tx, ids: readonly number[]) {
  const rows = new Map((await libraryNames(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row) return NOTHING;
    const authorName = authorsText(row) || (row.ownerName ?? '');
    return { title: row.title, archiveNo: row.archiveNo, authorName, archiveStatus: row.status, uploaderName: row.uploaderName ?? '' };
  });
}
