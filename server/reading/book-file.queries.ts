import type { Database } from '../db/database.ts';

/** Files of an edition of a live work, with the columns that decide who may read them. */
const filesOf = (db: Database, publishId: number, editionId: number) =>
  db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .innerJoin('publication', 'publication.id', 'edition.publicationId')
    .select(['edition.folder', 'editionFile.type', 'editionFile.document', 'publication.status', 'publication.isFree', 'publication.trialChapters'])
    .select('publication.downloadable')
    .where('edition.id', '=', editionId)
    .where('edition.publicationId', '=', publishId)
    .where('publication.delFlag', '=', '0');

export const bookFile = (db: Database, publishId: number, editionId: number, path: string) =>
  filesOf(db, publishId, editionId).where('editionFile.path', '=', path).executeTakeFirst();

export const bookFiles = (db: Database, publishId: number, editionId: number, paths: readonly string[]) =>
  filesOf(db, publishId, editionId).select(['editionFile.path', 'editionFile.bytes']).where('editionFile.path', 'in', paths).execute();

export function readableWork(db: Database, publishId: number) {
  return db
    .selectFrom('publication')
    .innerJoin('edition', 'edition.id', 'publication.editionId')
    .select(['publication.status', 'publication.isFree', 'publication.trialChapters', 'publication.editionId', 'edition.documents'])
    .where('publication.id', '=', publishId)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirst();
}

export function liveSession(db: Database, sessionId: string, userId: number, now: number) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.id')
    .where('session.id', '=', sessionId)
    .where('session.userId', '=', userId)
    .where('session.expiresAt', '>', now)
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .executeTakeFirst();
}

/** Returns whether one of these sessions belongs to another user. */
export const someoneElse = (db: Database, sessionIds: readonly string[], userId: number, now: number) =>
  db.selectFrom('session').select('id').where('id', 'in', sessionIds).where('userId', '<>', userId).where('expiresAt', '>', now).executeTakeFirst();
