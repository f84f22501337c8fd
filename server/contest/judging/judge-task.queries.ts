import { judgeTaskMachine } from '../../../contract/contest/judge-task.machine.ts';
import { contestRoundMachine } from '../../../contract/contest/contest-round.machine.ts';
import type { RoundType } from '../../../contract/contest/contest-limits.ts';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

interface Asked {
  readonly judgeId: number;
  readonly roundType?: number | undefined;
  readonly contestId?: number | undefined;
  /** Rounds 2 and 3 only. */
  readonly scoring?: '1' | undefined;
}

/** Tasks of a judge in rounds that have begun, of contests that exist. */
const own = (db: Db, { judgeId, roundType, contestId, scoring }: Asked) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('contestRound', 'contestRound.id', 'judgeTask.roundId')
    .innerJoin('contest', 'contest.id', 'judgeTask.contestId')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'judgeTask.submitId')
    .where('judgeTask.judgeId', '=', judgeId)
    .where('judgeTask.delFlag', '=', '0')
    .where('contest.delFlag', '=', '0')
    .where('contest.status', '<>', 'cancelled')
    .where('contestRound.status', 'in', contestRoundMachine.groups.begun)
    .where('contestSubmit.status', '<>', 'disqualified')
    .$if(roundType !== undefined, (query) => query.where('contestRound.roundType', '=', roundType as RoundType))
    .$if(scoring === '1', (query) => query.where('contestRound.roundType', '>', 1))
    .$if(contestId !== undefined, (query) => query.where('judgeTask.contestId', '=', contestId ?? 0));

/** No column here names the contestant; the service adds the names where a round shows them. */
const withWork = (db: Db, asked: Asked) =>
  own(db, asked)
    .selectAll('judgeTask')
    .select([
      'contest.title as contestTitle',
      'contestRound.roundType',
      'contestRound.mode',
      'contestRound.startTime',
      'contestRound.endTime',
      'contestRound.criteria',
      'contestRound.blind',
      'contestRound.seeAuthors',
      'contestRound.seeOthers',
      'contestRound.seeJudgeNames',
      'contestRound.status as roundStatus',
      'contestSubmit.title',
      'contestSubmit.groupName',
      'contestSubmit.intro',
      'contestSubmit.ext',
    ]);

export async function ownTasksPage(db: Db, asked: Asked, limit: number, offset: number) {
  const counts = await own(db, asked)
    .select(['judgeTask.status', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('judgeTask.status')
    .execute();
  const rows = await withWork(db, asked)
    .orderBy((eb) => eb.case().when('contestRound.status', '=', 'open').then(0).else(1).end())
    .orderBy((eb) => eb.case().when('judgeTask.status', 'in', judgeTaskMachine.groups.unfinished).then(0).else(1).end())
    .orderBy('contestRound.endTime')
    .orderBy('judgeTask.roundId', 'desc')
    .orderBy('judgeTask.orderNum')
    .orderBy('judgeTask.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    rows,
    total: counts.reduce((sum, { n }) => sum + Number(n), 0),
    done: Number(counts.find(({ status }) => status === 'submitted')?.n ?? 0),
  };
}

export const ownTask = (db: Db, asked: Asked & { submitId: number; calibration: '0' | '1' }) =>
  withWork(db, asked).where('judgeTask.submitId', '=', asked.submitId).where('judgeTask.calibration', '=', asked.calibration).executeTakeFirst();
export type OwnTask = NonNullable<Awaited<ReturnType<typeof ownTask>>>;

/** The tasks of a judge in one round, in their order, for going from one to the next. */
export const tasksInOrder = (db: Db, judgeId: number, roundId: number) =>
  db
    .selectFrom('judgeTask')
    .select(['submitId', 'calibration', 'status', 'orderNum'])
    .where('judgeId', '=', judgeId)
    .where('roundId', '=', roundId)
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .orderBy('id')
    .execute();

/** Submitted results of the other judges for one entry. */
export const othersOf = (db: Db, roundId: number, submitId: number, calibration: '0' | '1', judgeId: number) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('user', 'user.id', 'judgeTask.judgeId')
    .select(['judgeTask.result', 'judgeTask.total', 'judgeTask.comment', 'user.nickName'])
    .where('judgeTask.roundId', '=', roundId)
    .where('judgeTask.submitId', '=', submitId)
    .where('judgeTask.calibration', '=', calibration)
    .where('judgeTask.judgeId', '<>', judgeId)
    .where('judgeTask.status', '=', 'submitted')
    .where('judgeTask.delFlag', '=', '0')
    .orderBy('judgeTask.id')
    .execute();

export const openCalibrations = async (db: Db, judgeId: number, roundId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('judgeTask')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('judgeId', '=', judgeId)
        .where('roundId', '=', roundId)
        .where('calibration', '=', '1')
        .where('status', 'in', judgeTaskMachine.groups.unfinished)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Whether a user judges the entry of a file now or judged it, in a round that has begun. */
export const judgesWork = async (db: Db, judgeId: number, submitId: number): Promise<boolean> =>
  (await own(db, { judgeId })
    .select('judgeTask.id')
    .where('judgeTask.submitId', '=', submitId)
    .where('judgeTask.status', '<>', 'recused')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** An open task near the end of its round whose judge has not been reminded since `before`; one row for each judge and round. */
export const dueReminder = (db: Db, now: number, ahead: number, before: number) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('contestRound', 'contestRound.id', 'judgeTask.roundId')
    .innerJoin('contest', 'contest.id', 'judgeTask.contestId')
    .select(['judgeTask.judgeId', 'judgeTask.roundId', 'contestRound.roundType', 'contest.title'])
    .select((eb) => eb.fn.coalesce('judgeTask.dueAt', 'contestRound.endTime').as('endTime'))
    .where('contestRound.status', '=', 'open')
    .where('contest.status', '=', 'judging')
    .where('judgeTask.status', 'in', judgeTaskMachine.groups.unfinished)
    .where('judgeTask.delFlag', '=', '0')
    .where((eb) => eb(eb.fn.coalesce('judgeTask.dueAt', 'contestRound.endTime'), '<=', now + ahead))
    .where((eb) => eb.or([eb('judgeTask.remindedAt', 'is', null), eb('judgeTask.remindedAt', '<', before)]))
    .orderBy('judgeTask.id')
    .limit(1)
    .executeTakeFirst();

export const openTasksOf = async (db: Db, judgeId: number, roundId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('judgeTask')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('judgeId', '=', judgeId)
        .where('roundId', '=', roundId)
        .where('status', 'in', judgeTaskMachine.groups.unfinished)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Tasks that a judge has not submitted, in rounds that are not over. */
export const openJudgings = (tx: Tx, judgeId: number) =>
  tx
    .selectFrom('judgeTask')
    .innerJoin('contestRound', 'contestRound.id', 'judgeTask.roundId')
    .innerJoin('contest', 'contest.id', 'judgeTask.contestId')
    .select(['judgeTask.id', 'judgeTask.orderNum', 'contest.title', 'contestRound.roundType'])
    .where('judgeTask.judgeId', '=', judgeId)
    .where('judgeTask.status', 'in', judgeTaskMachine.groups.unfinished)
    .where('judgeTask.delFlag', '=', '0')
    .where('contestRound.status', 'in', contestRoundMachine.groups.underWay)
    .where('contest.delFlag', '=', '0')
    .where('contest.status', '<>', 'cancelled')
    .orderBy('judgeTask.id')
    .execute();

/** A task with the group of its work. */
export const taskWithGroup = (tx: Tx, id: number) =>
  tx
    .selectFrom('judgeTask')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'judgeTask.submitId')
    .selectAll('judgeTask')
    .select('contestSubmit.groupName')
    .where('judgeTask.id', '=', id)
    .executeTakeFirst();
