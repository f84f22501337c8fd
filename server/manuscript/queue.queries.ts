import { manuscriptMachine } from '../../contract/manuscript/manuscript.machine.ts';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { DAY_MS } from '../../contract/clock.ts';
import { MANUSCRIPT, type Queue } from '../../contract/manuscript/manuscript-limits.ts';
import type { ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { waitingFor, type Asker } from './manuscript.policy.ts';

type Builder = ExpressionBuilder<Tables, 'manuscript'>;
type Condition = ExpressionWrapper<Tables, 'manuscript', SqlBool>;

/** States in which nothing moves any more. */
const AT_REST: readonly ManuscriptState[] = manuscriptMachine.groups.atRest;

export const inQueue =
  (queue: Queue, asker: Asker, now: number) =>
  (eb: Builder): Condition => {
    if (queue === 'mine') return waitingFor(asker)(eb);
    const live = eb('manuscript.status', 'not in', AT_REST);
    if (queue === 'author') return eb.and([live, eb('manuscript.turn', '=', 'author')]);
    if (queue === 'outside') return eb.and([live, eb('manuscript.turnOutside', '=', '1'), eb('manuscript.turn', '<>', 'author')]);
    if (queue === 'overdue') return eb.and([live, eb('manuscript.status', '<>', 'held'), eb('manuscript.dueAt', '<', now)]);
    return eb.and([live, eb('manuscript.updateTime', '<', now - MANUSCRIPT.quietDays * DAY_MS)]);
  };

interface BoardAsked {
  readonly states: readonly ManuscriptState[];
  readonly queue?: Queue | undefined;
  readonly keyword?: string | undefined;
  readonly kind?: string | undefined;
}

const live = (db: Database, { states, queue, keyword, kind }: BoardAsked, asker: Asker, now: number) =>
  db
    .selectFrom('manuscript')
    .where('manuscript.delFlag', '=', '0')
    .where('manuscript.status', 'in', states)
    .$if(queue !== undefined, (query) => query.where(inQueue(queue as Queue, asker, now)))
    .$if(Boolean(kind), (query) => query.where('manuscript.kind', '=', kind ?? ''))
    .$if(Boolean(keyword), (query) => {
      const part = `%${(keyword ?? '').replace(/[\\%_]/g, '')}%`;
      return query.where((eb) =>
        eb.or([eb('manuscript.title', 'like', part), eb('manuscript.archiveNo', 'like', part), eb('manuscript.authors', 'like', part)]),
      );
    });

/** Number of manuscripts and of late ones by state. */
export const boardTotals = (db: Database, asked: BoardAsked, asker: Asker, now: number) =>
  live(db, asked, asker, now)
    .select((eb) => [
      'manuscript.status',
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number>(eb.case().when('manuscript.dueAt', '<', now).then(1).else(0).end()).as('late'),
    ])
    .groupBy('manuscript.status')
    .execute();

/** The first cards of a column: late ones, then those that wait longest. */
export const boardCards = (db: Database, asked: BoardAsked, asker: Asker, now: number, limit: number) =>
  live(db, asked, asker, now)
    .leftJoin('user as editor', 'editor.id', 'manuscript.editorId')
    .leftJoin('user as handler', 'handler.id', 'manuscript.turnUserId')
    .select([
      'manuscript.id',
      'manuscript.archiveNo',
      'manuscript.title',
      'manuscript.authors',
      'manuscript.ownerId',
      'manuscript.kind',
      'manuscript.status',
      'manuscript.turn',
      'manuscript.turnUserId',
      'manuscript.stageSince',
      'manuscript.dueAt',
      'editor.nickName as editorName',
      'handler.nickName as handlerName',
    ])
    .orderBy((eb) => eb.case().when('manuscript.dueAt', '<', now).then(0).else(1).end())
    .orderBy('manuscript.stageSince')
    .orderBy('manuscript.id')
    .limit(limit)
    .execute();

/** Number of manuscripts of a queue in these states. */
export const queueTotal = async (db: Database, states: readonly ManuscriptState[], queue: Queue, asker: Asker, now: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('manuscript')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('manuscript.delFlag', '=', '0')
        .where('manuscript.status', 'in', states)
        .where(inQueue(queue, asker, now))
        .executeTakeFirstOrThrow()
    ).total,
  );
