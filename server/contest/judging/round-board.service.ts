import { judgeTaskMachine } from '../../../contract/contest/judge-task.machine.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { EntryTask, remindJudges, ResultRow, roundProgress, RoundReport } from '../../../contract/contest/contest-round.ts';
import { ROUND_NAMES, WIDE_SPREAD } from '../../../contract/contest/contest-limits.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import {
  isConflict,
  entryTaskRows,
  progressOf,
  rankingPage,
  resultsOf,
  scoresOfWorks,
  tasksOfRound,
  tasksOfWork,
  waitingTasks,
} from './contest-round.queries.ts';
import { assertNotEntrant, assertNotInterested, assertNotInvolved } from '../contest-person.service.ts';
import { authorsText, contestIn, roundIn, subjectOf } from '../contest-rows.ts';
import { taskListPath } from './contest-round.service.ts';
import { judgesWithNames, namesOf } from '../contest.queries.ts';
import { openTasksOf, ownTask } from './judge-task.queries.ts';
import { reopenTaskIn } from './judge-task.service.ts';
import { rankCorrelation, spreadOf } from './round-result.ts';
import { addTask } from './task-handover.service.ts';
import { hasTask, judgeOf } from './judge-task.policy.ts';

const LOG = '大赛评审';
const HOUR_MS = 3_600_000;

export async function progressFor({ db }: AppContext, currentUser: CurrentUser, roundId: number): Promise<DataOf<typeof roundProgress>> {
  const { contestId } = await roundIn(db, roundId);
  await assertNotInterested(db, contestId, currentUser);
  const judges = [...Map.groupBy(await progressOf(db, roundId), ({ userId }) => userId)].map(([userId, rows]) => {
    const count = (status: string): number => Number(rows.find((row) => row.status === status)?.n ?? 0);
    const latest = (times: readonly (number | null)[]): string => wireTime(Math.max(0, ...times.map((one) => Number(one ?? 0))) || null);
    return {
      userId,
      nickName: rows[0]?.nickName ?? '',
      tasks: count('todo') + count('draft') + count('submitted'),
      done: count('submitted'),
      draft: count('draft'),
      recused: count('recused'),
      lastAt: latest(rows.map(({ lastAt }) => lastAt)),
      remindedAt: latest(rows.map(({ remindedAt }) => remindedAt)),
    };
  });
  return { judges: judges.toSorted((a, b) => a.done / (a.tasks || 1) - b.done / (b.tasks || 1)), waiting: await waitingTasks(db, roundId) };
}

/** Reminds judges by hand; a judge without open tasks, or reminded within the last hour, is skipped with the reason. */
export async function remindFor(caller: RequestCaller, roundId: number, userIds: readonly number[]): Promise<DataOf<typeof remindJudges>> {
  return withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const round = await roundIn(tx, roundId);
    const contest = await contestIn(tx, round.contestId);
    if (round.status !== 'open') throw failed('本轮不在评审中，不用催评');
    const done: number[] = [];
    const skipped: { id: number; reason: string }[] = [];
    const now = Date.now();
    for (const id of new Set(userIds)) {
      const left = await openTasksOf(tx, id, roundId);
      const last = await lastReminder(tx, roundId, id);
      if (left === 0) skipped.push({ id, reason: '没有未评的作品' });
      else if (last !== null && now - last < HOUR_MS) skipped.push({ id, reason: '一小时内已经催过' });
      else {
        await remind(tx, { judgeId: id, roundId, title: contest.title, roundType: round.roundType, endTime: round.endTime }, left, now);
        done.push(id);
      }
    }
    return { done, skipped };
  });
}

async function lastReminder(db: Database | Tx, roundId: number, judgeId: number): Promise<number | null> {
  const { at } = await db
    .selectFrom('judgeTask')
    .select((eb) => eb.fn.max('remindedAt').as('at'))
    .where('roundId', '=', roundId)
    .where('judgeId', '=', judgeId)
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}

interface Reminded {
  readonly judgeId: number;
  readonly roundId: number;
  readonly title: string;
  readonly roundType: 1 | 2 | 3;
  readonly endTime: number | null;
}

export async function remind(tx: Tx, { judgeId, roundId, title, roundType, endTime }: Reminded, left: number, now: number): Promise<void> {
  await tx
    .updateTable('judgeTask')
    .set({ remindedAt: now })
    .where('roundId', '=', roundId)
    .where('judgeId', '=', judgeId)
    .where('status', 'in', judgeTaskMachine.groups.unfinished)
    .execute();
  await sendMessage(tx, {
    userId: judgeId,
    type: 'task',
    title: `《${title}》${ROUND_NAMES[roundType]}还有${left}件待评`,
    content: endTime === null ? '' : `截止：${wireTime(endTime).slice(0, 16)}`,
    link: taskListPath(roundType),
  });
}

/** Gives a recused task without a replacement to a judge. */
export async function reassignFor(caller: RequestCaller, taskId: number, userId: number): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const task = await tx.selectFrom('judgeTask').selectAll().where('id', '=', taskId).where('delFlag', '=', '0').executeTakeFirst();
    if (!task || task.status !== 'recused' || task.replacedBy !== null) throw missing('这项任务不用改派，请刷新后重试');
    const contest = await contestIn(tx, task.contestId);
    await assertNotEntrant(tx, contest, caller.currentUser.userId);
    const round = await roundIn(tx, task.roundId);
    if (round.status !== 'open' && round.status !== 'allocated') throw failed('本轮已经结束，不能改派');
    const judge = judgeOf(await judgesWithNames(tx, task.contestId), userId);
    if (!judge) throw failed('这个人不是本届评委，请先添加评委');
    if (await isConflict(tx, userId, task.submitId)) throw failed(`${judge.nickName}与这件作品有回避关系，请改选他人`);
    if (hasTask(await tasksOfWork(tx, round.id, task.submitId), userId)) throw failed(`${judge.nickName}已经有这件作品的任务，请改选他人`);
    const replacedBy = await addTask(tx, round, task.submitId, userId);
    await tx.updateTable('judgeTask').set({ replacedBy, updateTime: Date.now() }).where('id', '=', taskId).execute();
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: `${subjectOf(contest)}${ROUND_NAMES[round.roundType]}给您加了一件作品`,
      link: taskListPath(round.roundType),
    });
  });
}

export async function reopenFor(caller: RequestCaller, taskId: number, reason: string): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const task = await tx.selectFrom('judgeTask').selectAll().where('id', '=', taskId).where('delFlag', '=', '0').executeTakeFirst();
    if (!task) throw missing('评审任务不存在，请刷新后重试');
    const contest = await contestIn(tx, task.contestId);
    await assertNotEntrant(tx, contest, caller.currentUser.userId);
    const round = await roundIn(tx, task.roundId);
    const row = await ownTask(tx, {
      judgeId: task.judgeId,
      contestId: task.contestId,
      roundType: round.roundType,
      submitId: task.submitId,
      calibration: task.calibration,
    });
    if (!row) throw missing('评审任务不存在，请刷新后重试');
    await reopenTaskIn(tx, caller.currentUser, row, reason);
    await sendMessage(tx, {
      userId: task.judgeId,
      type: 'task',
      title: `${subjectOf(contest)}有一件作品请您重评`,
      content: reason,
      link: taskListPath(round.roundType),
    });
  });
}

/** How alike the judges of a round score. Ranks stay as F12 gives them. */
export async function reportFor({ db }: AppContext, currentUser: CurrentUser, roundId: number): Promise<RoundReport> {
  const round = await roundIn(db, roundId);
  await assertNotInvolved(db, round.contestId, currentUser, 'scores');
  const tasks = (await tasksOfRound(db, roundId)).filter(
    ({ status, calibration, total }) => status === 'submitted' && calibration === '0' && total !== null,
  );
  const byWork = Map.groupBy(tasks, ({ submitId }) => submitId);
  const names = await namesOf(db, [...new Set(tasks.map(({ judgeId }) => judgeId))]);
  const judges = [...Map.groupBy(tasks, ({ judgeId }) => judgeId)].map(([judgeId, own]) => {
    const pairs = own.flatMap((task): [number, number][] => {
      const others = (byWork.get(task.submitId) ?? []).filter((one) => one.judgeId !== judgeId);
      return others.length === 0 ? [] : [[task.total ?? 0, others.reduce((sum, one) => sum + (one.total ?? 0), 0) / others.length]];
    });
    return {
      userId: judgeId,
      nickName: names.get(judgeId) ?? '',
      scored: own.length,
      ...spreadOf(own.map(({ total }) => total ?? 0)),
      correlation: rankCorrelation(pairs),
      missingComments: own.filter(({ comment }) => comment.trim() === '').length,
    };
  });
  const wide = [...byWork].flatMap(([submitId, own]) => {
    const totals = own.map(({ total }) => total ?? 0);
    const spread = Math.max(...totals) - Math.min(...totals);
    return spread > WIDE_SPREAD ? [{ submitId, spread }] : [];
  });
  const scores = Map.groupBy(
    await scoresOfWorks(
      db,
      roundId,
      wide.map(({ submitId }) => submitId),
    ),
    ({ submitId }) => submitId,
  );
  const discussed = new Set((await resultsOf(db, round.id)).filter((row) => row.discussed === '1').map(({ submitId }) => submitId));
  return {
    ...spreadOf(tasks.map(({ total }) => total ?? 0)),
    judges: judges.toSorted((a, b) => b.mean - a.mean),
    wide: wide
      .toSorted((a, b) => b.spread - a.spread)
      .map(({ submitId, spread }) => {
        const rows = scores.get(submitId) ?? [];
        return {
          submitId,
          submitNo: rows[0]?.submitNo ?? '',
          title: rows[0]?.title ?? '',
          spread,
          scores: rows.map(({ nickName, total }) => ({ nickName, total: total ?? 0 })),
          discussed: discussed.has(submitId),
        };
      }),
  };
}

interface RankingAsked {
  readonly group?: string | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

export async function rankingFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  roundId: number,
  asked: RankingAsked,
): Promise<{ rows: ResultRow[]; total: number }> {
  const { contestId } = await roundIn(db, roundId);
  await assertNotInvolved(db, contestId, currentUser, 'scores');
  const { rows, total } = await rankingPage(db, roundId, asked.group, asked.pageSize, (all) => offsetOf(asked, all));
  return {
    total,
    rows: rows.map((row) => ({
      submitId: row.submitId,
      submitNo: row.submitNo,
      title: row.title,
      group: row.groupName,
      authorsText: authorsText(row.nickName, row.team),
      rank: row.rank,
      score: row.score,
      untrimmed: row.untrimmed,
      heaviest: row.heaviest,
      judges: row.judges,
      trimmed: row.trimmed,
      passes: row.passes,
      fails: row.fails,
      spread: row.spread,
      outcome: row.outcome,
      discussed: row.discussed === '1',
      awardName: row.awardName,
    })),
  };
}

/** What judges submitted for one entry. A draft stays with its judge: the organisers see only that there is one. */
export async function entryTasksFor({ db }: AppContext, currentUser: CurrentUser, roundId: number, submitId: number): Promise<EntryTask[]> {
  const { contestId } = await roundIn(db, roundId);
  await assertNotInvolved(db, contestId, currentUser, 'scores');
  return (await entryTaskRows(db, roundId, submitId)).map((row) => {
    const shown = row.status === 'submitted';
    return {
      taskId: row.id,
      judgeName: row.nickName,
      status: row.status,
      result: shown ? row.result : '',
      total: shown ? row.total : null,
      comment: shown ? row.comment : row.status === 'recused' ? row.recuseReason : '',
      calibration: row.calibration === '1',
      submittedAt: wireTime(row.submittedAt),
    };
  });
}
