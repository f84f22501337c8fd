import { DAY_MS } from '../../../contract/clock.ts';
import { ROUND_NAMES } from '../../../contract/contest/contest-limits.ts';
import { passOutcome } from '../../../contract/contest/scoring.ts';
import type { Tx } from '../../db/database.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { decidingOrganiser } from '../contest-person.service.ts';
import { contestIn, roundIn, stringsOf, subjectOf } from '../contest-rows.ts';
import { judgesWithNames } from '../contest.queries.ts';
import { declareConflict } from '../conflict.service.ts';
import { conflictPairs, loadsOfRound, tasksOfWork } from './contest-round.queries.ts';

/** The judge with the fewest tasks who may take an entry: of its group and round, without a conflict and without a task for it. */
export async function substituteFor(tx: Tx, roundId: number, submitId: number, group: string): Promise<number | null> {
  const round = await roundIn(tx, roundId);
  const loads = new Map((await loadsOfRound(tx, roundId)).map(({ judgeId, n }) => [judgeId, Number(n)]));
  const taken = new Set((await tasksOfWork(tx, roundId, submitId)).map(({ judgeId }) => judgeId));
  const against = new Set((await conflictPairs(tx, round.contestId)).filter((one) => one.submitId === submitId).map(({ userId }) => userId));
  const able = (await judgesWithNames(tx, round.contestId)).filter(({ userId, roundTypes, groups }) => {
    const [types, own] = [stringsOf(roundTypes), stringsOf(groups)];
    return (
      !taken.has(userId) &&
      !against.has(userId) &&
      (types.length === 0 || types.includes(String(round.roundType))) &&
      (own.length === 0 || own.includes(group))
    );
  });
  const [first] = able.toSorted((a, b) => (loads.get(a.userId) ?? 0) - (loads.get(b.userId) ?? 0) || a.userId - b.userId);
  return first?.userId ?? null;
}

/** Days of a judge who takes a task over, also when the round ends earlier: it is closed when all scores are there. */
const TAKEN_OVER_MS = 3 * DAY_MS;

/** Gives an entry to a judge, at the end of that judge's list. Returns the id of the task. */
export async function addTask(
  tx: Tx,
  round: { readonly id: number; readonly contestId: number; readonly endTime: number | null },
  submitId: number,
  judgeId: number,
): Promise<number> {
  const now = Date.now();
  const last = (await loadsOfRound(tx, round.id)).find((one) => one.judgeId === judgeId)?.last ?? 0;
  const { id } = await tx
    .insertInto('judgeTask')
    .values({
      roundId: round.id,
      contestId: round.contestId,
      submitId,
      judgeId,
      orderNum: Number(last) + 1,
      total: null,
      submittedAt: null,
      replacedBy: null,
      remindedAt: null,
      dueAt: round.endTime !== null && round.endTime < now + TAKEN_OVER_MS ? now + TAKEN_OVER_MS : null,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Recused {
  readonly id: number;
  readonly roundId: number;
  readonly contestId: number;
  readonly submitId: number;
  readonly judgeId: number;
  readonly groupName: string;
  readonly calibration: '0' | '1';
}

/** After a recusal: the conflict is kept, and another judge takes the entry; without one the organisers hear of it. */
export async function handOver(tx: Tx, task: Recused, reason: string): Promise<void> {
  await declareConflict(tx, { contestId: task.contestId, userId: task.judgeId, submitId: task.submitId, kind: 'judge', note: reason.slice(0, 200) });
  if (task.calibration === '1') return;
  const round = await roundIn(tx, task.roundId);
  const contest = await contestIn(tx, task.contestId);
  const other = await substituteFor(tx, task.roundId, task.submitId, task.groupName);
  if (other !== null) {
    const replacedBy = await addTask(tx, round, task.submitId, other);
    await tx.updateTable('judgeTask').set({ replacedBy }).where('id', '=', task.id).execute();
    await sendMessage(tx, {
      userId: other,
      type: 'task',
      title: `${subjectOf(contest)}${ROUND_NAMES[round.roundType]}给您加了一件作品`,
      content: '一位评委回避，作品转给您评审。',
      link: round.roundType === 1 ? '/personalCenter/preliminary' : '/personalCenter/review',
    });
    return;
  }
  const organiser = await decidingOrganiser(tx, task.contestId);
  if (organiser !== null)
    await sendMessage(tx, {
      userId: organiser,
      type: 'task',
      title: `${subjectOf(contest)}${ROUND_NAMES[round.roundType]}有作品缺评委`,
      content: '一位评委回避，没有可以接手的评委，请添加评委后改派。',
      link: `/cms/contest/board/${task.contestId}`,
    });
}

/** An even split of all votes adds one judge (F12, round 1); without a free one the tie goes to the discussion. */
export async function settleVotes(tx: Tx, roundId: number, submitId: number): Promise<void> {
  const tasks = (await tasksOfWork(tx, roundId, submitId)).filter(({ calibration, status }) => calibration === '0' && status !== 'recused');
  if (tasks.some(({ status }) => status !== 'submitted')) return;
  if (passOutcome(tasks.flatMap(({ result }) => (result === '' ? [] : [result]))) !== null) return;
  const work = await tx.selectFrom('contestSubmit').select('groupName').where('id', '=', submitId).executeTakeFirstOrThrow();
  const judge = await substituteFor(tx, roundId, submitId, work.groupName);
  if (judge !== null) await addTask(tx, await roundIn(tx, roundId), submitId, judge);
}
