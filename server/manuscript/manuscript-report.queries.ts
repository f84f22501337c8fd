import type { Database } from '../db/database.ts';

/** Epoch milliseconds; the end is not in it. */
interface Range {
  readonly begin: number;
  readonly end: number;
}

/** The steps of some kinds; a manuscript that takes a step twice is there twice. */
export const steppedIn = (db: Database, events: readonly string[], { begin, end }: Range) =>
  db
    .selectFrom('flowLog')
    .innerJoin('manuscript', 'manuscript.id', 'flowLog.entityId')
    .select(['manuscript.id', 'manuscript.title', 'manuscript.archiveNo as note', 'flowLog.at'])
    .where('flowLog.entityType', '=', 'manuscript')
    .where('flowLog.event', 'in', [...events])
    .where('flowLog.at', '>=', begin)
    .where('flowLog.at', '<', end)
    .where('manuscript.delFlag', '=', '0');

export const topicsPassed = (db: Database, { begin, end }: Range) =>
  db
    .selectFrom('flowLog')
    .innerJoin('topic', 'topic.id', 'flowLog.entityId')
    .select(['topic.id', 'topic.title', 'topic.topicNo as note', 'flowLog.at'])
    .where('flowLog.entityType', '=', 'topic')
    .where('flowLog.event', '=', 'approve')
    .where('flowLog.at', '>=', begin)
    .where('flowLog.at', '<', end)
    .where('topic.delFlag', '=', '0');

/** Published manuscripts with the time of their first submission. */
export const submittedAndPublished = (db: Database, { begin, end }: Range) =>
  db
    .selectFrom('flowLog as done')
    .innerJoin('flowLog as first', 'first.entityId', 'done.entityId')
    .select(['done.entityId', 'done.at', (eb) => eb.fn.min('first.at').as('since')])
    .where('done.entityType', '=', 'manuscript')
    .where('first.entityType', '=', 'manuscript')
    .where('done.event', '=', 'publish')
    .where('first.event', '=', 'submit')
    .where('done.at', '>=', begin)
    .where('done.at', '<', end)
    .groupBy(['done.entityId', 'done.at'])
    .execute();
