import type { Database, Tx } from '../db/database.ts';

export const manuscriptFilesOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('manuscriptFile')
    .leftJoin('user', 'user.id', 'manuscriptFile.ownerId')
    .selectAll('manuscriptFile')
    .select('user.nickName as uploaderName')
    .where('manuscriptFile.archiveId', '=', archiveId)
    .where('manuscriptFile.delFlag', '=', '0')
    .orderBy('manuscriptFile.id', 'desc')
    .execute();

export const manuscriptFileById = (db: Database | Tx, id: number) =>
  db.selectFrom('manuscriptFile').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
