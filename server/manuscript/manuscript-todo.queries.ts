import { manuscriptMachine } from '../../contract/manuscript/manuscript.machine.ts';
import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

type Condition = (eb: ExpressionBuilder<Tables, 'manuscript'>) => ExpressionWrapper<Tables, 'manuscript', SqlBool>;

/** States whose work is listed by the stage itself: topics, reviews, agreements, typesetting and proofs. */
const OF_STAGES = manuscriptMachine.groups.stages;

/** Manuscripts of a queue as items of the to-do. */
export const manuscriptsWaiting = (db: Database, condition: Condition) =>
  db
    .selectFrom('manuscript')
    .innerJoin('user', 'user.id', 'manuscript.ownerId')
    .select([
      'manuscript.id as itemId',
      'manuscript.title',
      sql<string>`'稿件 ' || ${sql.ref('manuscript.archiveNo')}`.as('note'),
      'user.nickName as askedBy',
      'manuscript.stageSince as since',
      'manuscript.dueAt as due',
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('manuscript.delFlag', '=', '0')
    .where('manuscript.status', 'not in', OF_STAGES)
    .where((eb) => condition(eb));
