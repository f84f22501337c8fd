import type { SubmitState } from '../../../contract/contest/contest-submit.machine.ts';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

/** Entries that a round judges, or judged. */
export const worksInState = (db: Db, contestId: number, states: readonly SubmitState[]) =>
  db
    .selectFrom('contestSubmit')
    .selectAll()
    .where('contestId', '=', contestId)
    .where('delFlag', '=', '0')
    .where('status', 'in', states)
    .orderBy('id')
    .execute();
export type WorkRow = Awaited<ReturnType<typeof worksInState>>[number];

export const countInState = async (db: Db, contestId: number, state: 'returned' | 'draft'): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('contestSubmit')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('contestId', '=', contestId)
        .where('delFlag', '=', '0')
        .where('status', '=', state)
        .executeTakeFirstOrThrow()
    ).n,
  );

export const conflictPairs = (db: Db, contestId: number) =>
  db.selectFrom('contestConflict').select(['userId', 'submitId']).where('contestId', '=', contestId).execute();

export const isConflict = async (db: Db, userId: number, submitId: number): Promise<boolean> =>
  (await db.selectFrom('contestConflict').select('id').where('userId', '=', userId).where('submitId', '=', submitId).limit(1).executeTakeFirst()) !==
  undefined;

export const tasksOfRound = (db: Db, roundId: number) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'judgeTask.submitId')
    .selectAll('judgeTask')
    .select(['contestSubmit.groupName', 'contestSubmit.status as submitStatus'])
    .where('judgeTask.roundId', '=', roundId)
    .where('judgeTask.delFlag', '=', '0')
    .orderBy('judgeTask.id')
    .execute();
export type TaskOfRound = Awaited<ReturnType<typeof tasksOfRound>>[number];

export const tasksOfWork = (db: Db, roundId: number, submitId: number) =>
  db
    .selectFrom('judgeTask')
    .selectAll()
    .where('roundId', '=', roundId)
    .where('submitId', '=', submitId)
    .where('delFlag', '=', '0')
    .orderBy('id')
    .execute();

/** Tasks of each judge in a round, whatever their state. */
export const loadsOfRound = (db: Db, roundId: number) =>
  db
    .selectFrom('judgeTask')
    .select(['judgeId', (eb) => eb.fn.countAll<number>().as('n'), (eb) => eb.fn.max('orderNum').as('last')])
    .where('roundId', '=', roundId)
    .where('delFlag', '=', '0')
    .where('status', '<>', 'recused')
    .groupBy('judgeId')
    .execute();

export const progressOf = (db: Db, roundId: number) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('user', 'user.id', 'judgeTask.judgeId')
    .select([
      'judgeTask.judgeId as userId',
      'user.nickName',
      'judgeTask.status',
      (eb) => eb.fn.countAll<number>().as('n'),
      (eb) => eb.fn.max('judgeTask.submittedAt').as('lastAt'),
      (eb) => eb.fn.max('judgeTask.remindedAt').as('remindedAt'),
    ])
    .where('judgeTask.roundId', '=', roundId)
    .where('judgeTask.delFlag', '=', '0')
    .groupBy(['judgeTask.judgeId', 'user.nickName', 'judgeTask.status'])
    .execute();

/** Recused tasks without a replacement. */
export const waitingTasks = (db: Db, roundId: number) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('user', 'user.id', 'judgeTask.judgeId')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'judgeTask.submitId')
    .select([
      'judgeTask.id as taskId',
      'judgeTask.submitId',
      'contestSubmit.submitNo',
      'contestSubmit.title',
      'user.nickName as judgeName',
      'judgeTask.recuseReason as reason',
    ])
    .where('judgeTask.roundId', '=', roundId)
    .where('judgeTask.delFlag', '=', '0')
    .where('judgeTask.calibration', '=', '0')
    .where('judgeTask.status', '=', 'recused')
    .where('judgeTask.replacedBy', 'is', null)
    .orderBy('judgeTask.id')
    .execute();

export const resultsOf = (db: Db, roundId: number) =>
  db.selectFrom('contestResult').selectAll().where('roundId', '=', roundId).orderBy('groupName').orderBy('rank').orderBy('submitId').execute();
export type ResultOfRound = Awaited<ReturnType<typeof resultsOf>>[number];

const ranked = (db: Db, roundId: number, group: string | undefined) =>
  db
    .selectFrom('contestResult')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'contestResult.submitId')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .where('contestResult.roundId', '=', roundId)
    .where('contestSubmit.status', '<>', 'disqualified')
    .$if(Boolean(group), (query) => query.where('contestResult.groupName', '=', group ?? ''));

export async function rankingPage(db: Db, roundId: number, group: string | undefined, limit: number, offset: (total: number) => number) {
  const { total } = await ranked(db, roundId, group)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ranked(db, roundId, group)
    .selectAll('contestResult')
    .select([
      'contestSubmit.submitNo',
      'contestSubmit.title',
      'contestSubmit.team',
      'contestSubmit.awardName',
      'contestSubmit.status',
      'user.nickName',
    ])
    .orderBy('contestResult.groupName')
    .orderBy((eb) => eb.case().when('contestResult.rank', '=', 0).then(1).else(0).end())
    .orderBy('contestResult.rank')
    .orderBy('contestSubmit.submitNo')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** Names, numbers and submitted totals of the tasks of some entries in a round. */
export const scoresOfWorks = (db: Db, roundId: number, submitIds: readonly number[]) =>
  submitIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('judgeTask')
        .innerJoin('user', 'user.id', 'judgeTask.judgeId')
        .innerJoin('contestSubmit', 'contestSubmit.id', 'judgeTask.submitId')
        .select(['judgeTask.submitId', 'judgeTask.total', 'user.nickName', 'contestSubmit.submitNo', 'contestSubmit.title'])
        .where('judgeTask.roundId', '=', roundId)
        .where('judgeTask.calibration', '=', '0')
        .where('judgeTask.status', '=', 'submitted')
        .where('judgeTask.submitId', 'in', submitIds)
        .orderBy('judgeTask.id')
        .execute();

export const entryTaskRows = (db: Db, roundId: number, submitId: number) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('user', 'user.id', 'judgeTask.judgeId')
    .selectAll('judgeTask')
    .select('user.nickName')
    .where('judgeTask.roundId', '=', roundId)
    .where('judgeTask.submitId', '=', submitId)
    .where('judgeTask.delFlag', '=', '0')
    .orderBy('judgeTask.id')
    .execute();

export async function conflictPage(db: Db, contestId: number, kind: string | undefined, limit: number, offset: (total: number) => number) {
  const rows = () =>
    db
      .selectFrom('contestConflict')
      .innerJoin('user', 'user.id', 'contestConflict.userId')
      .innerJoin('contestSubmit', 'contestSubmit.id', 'contestConflict.submitId')
      .where('contestConflict.contestId', '=', contestId)
      .$if(Boolean(kind), (query) => query.where('contestConflict.kind', '=', kind as 'team'));
  const { total } = await rows()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await rows()
    .selectAll('contestConflict')
    .select(['user.nickName', 'contestSubmit.submitNo', 'contestSubmit.title'])
    .orderBy('contestConflict.userId')
    .orderBy('contestConflict.submitId')
    .orderBy('contestConflict.id')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: found };
}
