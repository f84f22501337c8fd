import { sql } from 'kysely';
import { LEVEL_NAMES, LEVELS, reviewMachine } from '../../contract/review/review.machine.ts';
import type { Database } from '../db/database.ts';

const items = (db: Database) =>
  db
    .selectFrom('review')
    .innerJoin('manuscript', 'manuscript.id', 'review.archiveId')
    .leftJoin('user', 'user.id', 'review.assignedBy')
    .select((eb) => [
      'review.id as itemId',
      'manuscript.title',
      eb
        .case()
        .when('review.level', '=', LEVELS[0])
        .then(LEVEL_NAMES.one)
        .when('review.level', '=', LEVELS[1])
        .then(LEVEL_NAMES.two)
        .else(LEVEL_NAMES.last)
        .end()
        .as('note'),
      sql<string>`coalesce(${eb.ref('user.nickName')}, '')`.as('askedBy'),
      eb.fn.coalesce('review.assignedAt', 'review.createTime').as('since'),
      'review.dueAt as due',
      eb
        .case()
        .when('review.level', '=', LEVELS[1])
        .then<string | null>('/press/audit/two')
        .when('review.level', '=', LEVELS[2])
        .then<string | null>('/press/audit/last')
        .else<string | null>('/press/audit/one')
        .end()
        .as('page'),
    ])
    .where('review.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .where('manuscript.status', '<>', 'held');

/** Tasks that this user accepts or finishes. */
export const reviewsOf = (db: Database, userId: number) =>
  items(db).where('review.auditorId', '=', userId).where('review.status', 'in', reviewMachine.groups.assigned);

/** Tasks without an assigned reviewer. */
export const unassignedReviews = (db: Database) => items(db).where('review.status', '=', 'pending');
