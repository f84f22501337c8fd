import { taskWithGroup } from './judge-task.queries.ts';
import { judgeTaskMachine, type TaskEvent, type TaskState } from '../../../contract/contest/judge-task.machine.ts';
import { ROUND_NAMES } from '../../../contract/contest/contest-limits.ts';
import type { Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import type { Handover, HeldWork } from '../../identity/held-work.service.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { transition } from '../../state-machine/transition.ts';
import { decidingOrganiser } from '../contest-person.service.ts';
import { contestIn, roundIn, subjectOf } from '../contest-rows.ts';
import { isConflict, tasksOfWork } from './contest-round.queries.ts';
import { taskListPath } from './contest-round.service.ts';
import { judgesWithNames } from '../contest.queries.ts';
import { openJudgings } from './judge-task.queries.ts';
import { substituteFor } from './task-handover.service.ts';
import { hasTask, judgeOf } from './judge-task.policy.ts';

const step = transition<TaskState, TaskEvent, Awaited<ReturnType<typeof taskIn>> & { readonly to: number }>(judgeTaskMachine, {
  table: 'judgeTask',
  stateOf: (row) => row.status,
  columns: ({ row }) => ({ judgeId: row.to, items: '[]', result: '', total: null, comment: '', remindedAt: null }),
});

/** Gives a task that is not submitted to another judge; the first judge's draft is removed, because scores are personal. */
async function giveTo({ tx, actor, reason }: Handover, taskId: number, to: number): Promise<void> {
  const task = await taskIn(tx, taskId);
  const round = await roundIn(tx, task.roundId);
  const judge = judgeOf(await judgesWithNames(tx, task.contestId), to);
  if (!judge) throw failed('这个人不是本届评委，请先添加评委');
  if (await isConflict(tx, to, task.submitId)) throw failed(`${judge.nickName}与这件作品有回避关系`);
  if (hasTask(await tasksOfWork(tx, round.id, task.submitId), to)) throw failed(`${judge.nickName}已经有这件作品的任务`);
  await step(tx, actor, { ...task, to }, 'handOver', reason, 'checked');
  await sendMessage(tx, {
    userId: to,
    type: 'task',
    title: `${subjectOf(await contestIn(tx, task.contestId))}${ROUND_NAMES[round.roundType]}给您加了一件作品`,
    content: '一位评委离开，作品转给您评审。',
    link: taskListPath(round.roundType),
  });
}

async function taskIn(tx: Tx, id: number) {
  const task = await taskWithGroup(tx, id);
  if (!task || (task.status !== 'todo' && task.status !== 'draft')) throw failed('评审任务已完成，请刷新后重试');
  return task;
}

/** The judge with the fewest tasks takes it; without one the organiser hears of it. */
async function leave(handover: Handover, taskId: number): Promise<void> {
  const { tx } = handover;
  const task = await taskIn(tx, taskId);
  const other = task.calibration === '1' ? null : await substituteFor(tx, task.roundId, task.submitId, task.groupName);
  if (other !== null) return giveTo(handover, taskId, other);
  const organiser = await decidingOrganiser(tx, task.contestId);
  if (organiser === null) return;
  const contest = await contestIn(tx, task.contestId);
  await sendMessage(tx, {
    userId: organiser,
    type: 'task',
    title: `${subjectOf(contest)}有作品缺评委`,
    content: '一位评委的账号已停用，没有可以接手的评委，请添加评委后改派。',
    link: `/cms/contest/board/${task.contestId}`,
  });
}

/** Works that a judge has not scored, without anything that names the entrant. */
export const heldJudging: HeldWork = {
  key: 'judgeTask',
  label: '大赛评审',
  items: async (tx, userId) =>
    (await openJudgings(tx, userId)).map(({ id, title, roundType, orderNum }) => ({ id, title, note: `${ROUND_NAMES[roundType]}第${orderNum}件` })),
  handOver: giveTo,
  release: leave,
};
