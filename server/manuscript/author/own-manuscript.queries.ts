import type { Database } from '../../db/database.ts';
import type { ManuscriptState } from '../../../contract/manuscript/manuscript.machine.ts';

export const ownRows = (db: Database, ownerId: number) => db.selectFrom('manuscript').where('ownerId', '=', ownerId).where('delFlag', '=', '0');

/** Letters that have been delivered to a user about a manuscript. */
export const deliveredLetters = (db: Database, archiveId: number) =>
  db
    .selectFrom('letter')
    .select(['id', 'subject', 'content', 'sendAt', 'recipients'])
    .where('entity', 'in', ['manuscript', 'review', 'protocol'])
    .where('entityId', '=', archiveId)
    .where('status', '=', 'sent')
    .orderBy('id', 'desc')
    .execute();

/** How long manuscripts stayed in a stage: entry and exit of the last stays that ended, milliseconds. */
export async function staysIn(db: Database, states: readonly ManuscriptState[], most: number): Promise<number[]> {
  const exits = await db
    .selectFrom('flowLog')
    .select(['entityId', 'at', 'id'])
    .where('entityType', '=', 'manuscript')
    .where('fromStatus', 'in', states)
    .where('toStatus', 'not in', states)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const stays: number[] = [];
  for (const exit of exits) {
    const entry = await db
      .selectFrom('flowLog')
      .select('at')
      .where('entityType', '=', 'manuscript')
      .where('entityId', '=', exit.entityId)
      .where('id', '<', exit.id)
      .where('toStatus', 'in', states)
      .where('fromStatus', 'not in', states)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (entry) stays.push(exit.at - entry.at);
  }
  return stays;
}

/** Open questions to an author. */
export const openQueriesTo = (db: Database, userId: number) =>
  db
    .selectFrom('editQuery')
    .innerJoin('manuscript', 'manuscript.id', 'editQuery.archiveId')
    .select(['manuscript.id', 'manuscript.title', (eb) => eb.fn.countAll<number>().as('total')])
    .where('editQuery.askTo', '=', userId)
    .where('editQuery.status', '=', 'open')
    .where('editQuery.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .groupBy(['manuscript.id', 'manuscript.title'])
    .execute();
