import type { Database } from '../db/database.ts';

/** Countries of authors by user, as the author library has them. */
export const cipAuthors = async (db: Database, userIds: readonly number[]): Promise<Map<number, string>> =>
  new Map(
    (userIds.length === 0
      ? []
      : await db
          .selectFrom('author')
          .select(['userId', 'nationality'])
          .where('userId', 'in', userIds)
          .where('region', '=', 'foreign')
          .where('delFlag', '=', '0')
          .execute()
    ).map(({ userId, nationality }) => [userId, nationality]),
  );

/** The topic of a manuscript, by either link. */
export const cipTopic = (db: Database, archiveId: number, topicId: number | null) =>
  db
    .selectFrom('topic')
    .select(['series', 'targetReaders', 'planPublishDate'])
    .where((eb) => eb.or([eb('archiveId', '=', archiveId), ...(topicId === null ? [] : [eb('id', '=', topicId)])]))
    .where('delFlag', '=', '0')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const cipPress = (db: Database) => db.selectFrom('press').select(['pressName', 'address']).where('isSelf', '=', '1').executeTakeFirst();
