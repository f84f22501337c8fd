import type { Database, Tx } from '../db/database.ts';

export const versionsOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('manuscriptVersion')
    .leftJoin('user', 'user.id', 'manuscriptVersion.changedBy')
    .selectAll('manuscriptVersion')
    .select('user.nickName as changedByName')
    .where('manuscriptVersion.archiveId', '=', archiveId)
    .orderBy('manuscriptVersion.versionNo', 'desc')
    .execute();

export const versionById = (db: Database | Tx, id: number) => db.selectFrom('manuscriptVersion').selectAll().where('id', '=', id).executeTakeFirst();

export const versionByNumber = (db: Database | Tx, archiveId: number, versionNo: number) =>
  db.selectFrom('manuscriptVersion').selectAll().where('archiveId', '=', archiveId).where('versionNo', '=', versionNo).executeTakeFirst();

export const lastVersion = (db: Database | Tx, archiveId: number) =>
  db.selectFrom('manuscriptVersion').selectAll().where('archiveId', '=', archiveId).orderBy('versionNo', 'desc').limit(1).executeTakeFirst();
