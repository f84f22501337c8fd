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

/** Files kept beside the versions: the path in the store tells them from other files. */
export const besideOf = (db: Database | Tx, archiveId: number, ownerId: number) =>
  db
    .selectFrom('manuscriptFile')
    .select(['id', 'fileName', 'createTime'])
    .where('archiveId', '=', archiveId)
    .where('ownerId', '=', ownerId)
    .where('delFlag', '=', '0')
    .where('fileKey', 'like', `manuscripts/${archiveId}/beside/%`)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();

/** Whether the editor has confirmed for a co-author by this file. */
export const isEvidence = async (db: Database | Tx, fileId: number): Promise<boolean> =>
  (await db.selectFrom('authorConfirm').select('id').where('evidenceFileId', '=', fileId).where('status', '=', 'confirmed').executeTakeFirst()) !==
  undefined;
