import type { Database, Tx } from '../db/database.ts';

/** Messages of authors with the names of their writers, without removed ones. */
export const messagesWithAuthor = (db: Database | Tx) =>
  db
    .selectFrom('authorMessage')
    .leftJoin('user', 'user.id', 'authorMessage.authorId')
    .selectAll('authorMessage')
    .select(['user.nickName', 'user.avatar'])
    .where('authorMessage.status', '!=', 'deleted');
