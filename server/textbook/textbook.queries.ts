import type { Database, Tx } from '../db/database.ts';

/** Title and state of works, by id. */
export const worksOf = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('publication').select(['id', 'title', 'status', 'kind', 'editionId']).where('id', 'in', ids).where('delFlag', '=', '0').execute();

/** Number of placed items of each work, and of those whose paragraph does not exist any more. */
export const placedCounts = (db: Database | Tx, ids: readonly number[]) =>
  db
    .selectFrom('placedMedia')
    .select((eb) => [
      'publishId',
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number>(eb.case().when('lost', '=', '1').then(1).else(0).end()).as('lost'),
    ])
    .where('publishId', 'in', ids)
    .where('delFlag', '=', '0')
    .groupBy('publishId')
    .execute();

/** A textbook without its row: its work was made from a manuscript. */
export const nextBareWork = (db: Database | Tx) =>
  db
    .selectFrom('publication')
    .leftJoin('textbook', 'textbook.publishId', 'publication.id')
    .select(['publication.id', 'publication.title', 'publication.language'])
    .where('publication.kind', '=', 'textbook')
    .where('publication.delFlag', '=', '0')
    .where('textbook.id', 'is', null)
    .orderBy('publication.id')
    .executeTakeFirst();
