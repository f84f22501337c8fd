import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

export const minutesById = (db: Database | Tx, id: number) =>
  db
    .selectFrom('minutes')
    .leftJoin('user as signer', 'signer.id', 'minutes.signedBy')
    .selectAll('minutes')
    .select('signer.nickName as signedByName')
    .where('minutes.id', '=', id)
    .where('minutes.delFlag', '=', '0')
    .executeTakeFirst();

export const sessionsNamed = (db: Database | Tx, ids: readonly number[]) =>
  db
    .selectFrom('topicSession')
    .leftJoin('user as recorder', 'recorder.id', 'topicSession.recorderId')
    .select(['topicSession.id', 'topicSession.title', 'topicSession.sessionNo', 'topicSession.meetingTime', 'recorder.nickName as recorderName'])
    .where('topicSession.id', 'in', ids)
    .execute();

const drafts = (db: Database) =>
  db
    .selectFrom('minutes')
    .innerJoin('topicSession', 'topicSession.id', 'minutes.sessionId')
    .innerJoin('user', 'user.id', 'topicSession.recorderId')
    .select(['minutes.id as itemId', 'topicSession.title', 'user.nickName as askedBy', 'minutes.updateTime as since'])
    .select([sql<number | null>`cast(null as bigint)`.as('due'), sql<string | null>`cast(null as text)`.as('page')])
    .where('minutes.status', '=', 'draft')
    .where('minutes.delFlag', '=', '0')
    .where('topicSession.status', '=', 'minuting');

/** Minutes that are complete and that this user may sign: without an approved declaration of the user's person. */
export const minutesToSign = (db: Database, accounts: ReadonlySet<number>) =>
  drafts(db)
    .select(sql<string>`'纪要待签发'`.as('note'))
    .where('minutes.complete', '=', '1')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sessionTopic')
            .innerJoin('topic', 'topic.id', 'sessionTopic.topicId')
            .select('sessionTopic.topicId')
            .whereRef('sessionTopic.sessionId', '=', 'minutes.sessionId')
            .where('sessionTopic.result', '=', 'approved')
            .where('topic.declarerId', 'in', [...accounts]),
        ),
      ),
    );

/** Incomplete minutes that this user records. */
export const minutesToWrite = (db: Database, userId: number) =>
  drafts(db)
    .select(sql<string>`'纪要待整理'`.as('note'))
    .where('minutes.complete', '=', '0')
    .where('topicSession.recorderId', '=', userId);
