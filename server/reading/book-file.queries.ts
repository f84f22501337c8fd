import type { Database } from '../db/database.ts';

/** A file of an edition of a live work, and what decides who may read it. */
export function bookFile(db: Database, publishId: number, editionId: number, path: string) {
  return db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .innerJoin('publication', 'publication.id', 'edition.publicationId')
    .select(['edition.folder', 'editionFile.type', 'editionFile.document', 'publication.status', 'publication.isFree', 'publication.trialChapters'])
    .where('edition.id', '=', editionId)
    .where('edition.publicationId', '=', publishId)
    .where('editionFile.path', '=', path)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirst();
}

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
