import type { Database } from '../../db/database.ts';

/** The notes of a user with the titles of their works, by work and time. */
export const notesOfUser = (db: Database, userId: number) =>
  db
    .selectFrom('annotation')
    .leftJoin('publication', 'publication.id', 'annotation.publicationId')
    .select(['publication.title', 'annotation.chapterTitle', 'annotation.text', 'annotation.note', 'annotation.createTime'])
    .where('annotation.userId', '=', userId)
    .where('annotation.deleted', '=', '0')
    .orderBy('annotation.publicationId')
    .orderBy('annotation.createTime')
    .execute();
