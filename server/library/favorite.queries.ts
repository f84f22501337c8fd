import type { Database } from '../db/database.ts';

/** The target type of a work. */
export const PUBLICATION = 'publication';

/** The works that a user has collected, without removed ones. */
export const collectedWorks = (db: Database, userId: number) =>
  db
    .selectFrom('collect')
    .innerJoin('publication', 'publication.id', 'collect.targetId')
    .where('collect.userId', '=', userId)
    .where('collect.targetType', '=', PUBLICATION)
    .where('publication.delFlag', '=', '0');
