import type { Database, Tx } from '../../db/database.ts';

/** What the library shows of the manuscripts of its files. */
export const libraryNames = (db: Database | Tx, ids: readonly number[]) =>
  db
    .selectFrom('manuscriptFile')
    .innerJoin('manuscript', 'manuscript.id', 'manuscriptFile.archiveId')
    .leftJoin('user as owner', 'owner.id', 'manuscript.ownerId')
    .leftJoin('user as uploader', 'uploader.id', 'manuscriptFile.ownerId')
    .select(['manuscriptFile.id', 'manuscript.title', 'manuscript.archiveNo', 'manuscript.authors', 'manuscript.status'])
    .select(['owner.nickName as ownerName', 'uploader.nickName as uploaderName'])
    .where('manuscriptFile.id', 'in', ids.length === 0 ? [0] : ids)
    .execute();
