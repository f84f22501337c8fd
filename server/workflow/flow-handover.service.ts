import type { Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import type { Handover, HeldWork } from '../identity/held-work.service.ts';
import { emitTask } from './flow-hook.service.ts';
import { heldTasks } from './flow-instance.queries.ts';
import { notify } from './flow-message.ts';
import { activeUsers, flowAdmins, namesOf } from './flow-people.queries.ts';
import { addComment, inInstance, isOpen, moveTask, type FlowStep, type TaskRow } from './flow-step.ts';
import { addCandidates, candidatesOf, removeCandidate, taskById } from './flow-task.queries.ts';
import { noTask, requireDifferent, requireNoOtherVote } from './flow-task.service.ts';

const TODO = '/task/todo';

/** Gives an open task of `from` to another user: as assignee, as the delegator who waits for an opinion, or as candidate. */
export async function giveTask(
  step: FlowStep,
  task: TaskRow,
  { from, to, reason, actorId }: { from: number; to: number; reason: string; actorId: number },
) {
  await requireDifferent(step, task, to);
  await requireNoOtherVote(step, task, to);
  const names = await namesOf(step.tx, [from, to]);
  const words = `${names.get(from) ?? ''}的任务交接给${names.get(to) ?? ''}：${reason}`;
  if (task.status === 'unclaimed') {
    await removeCandidate(step.tx, task.id, from);
    await addCandidates(step.tx, task.id, [to], []);
  } else {
    const column = task.assignee === from ? 'assignee' : 'ownerId';
    await moveTask(step, step.actor, task, 'handOver', { [column]: to, ...(column === 'assignee' ? { claimTime: step.now } : {}) }, reason);
    if (column === 'assignee') await emitTask(step, { ...task, assignee: to }, 'assignment');
  }
  await addComment(step, task.id, actorId, 'assign', words);
  await notify(step, [to], `交接：${task.taskName}`, `「${step.definition.name}」转由您办理：${reason}`, TODO);
}

/** Puts a task back: to its candidates, otherwise to those who handle tasks that nobody has. */
async function putBack(step: FlowStep, task: TaskRow, from: number, reason: string, actorId: number): Promise<void> {
  const others = (await candidatesOf(step.tx, [task.id])).filter((one) => one.kind === 'role' || one.refId !== from);
  const people = await activeUsers(
    step.tx,
    others.filter((one) => one.kind === 'user').map((one) => one.refId),
  );
  await removeCandidate(step.tx, task.id, from);
  if (people.length === 0 && !others.some((one) => one.kind === 'role')) {
    const admins = (await flowAdmins(step.tx)).filter((one) => one !== from);
    if (admins.length === 0) throw failed(`任务「${task.taskName}」没有可以接手的流程管理员，请选择接手的人`);
    await addCandidates(step.tx, task.id, admins, []);
    await notify(step, admins, `待签收：${task.taskName}`, `「${step.definition.name}」的办理人已离开，请签收或转办：${reason}`, TODO);
  }
  if (task.status !== 'unclaimed') await moveTask(step, step.actor, task, 'putBack', { assignee: null, ownerId: null, claimTime: null }, reason);
  await addComment(step, task.id, actorId, 'assign', `办理人已离开，任务退回待签收：${reason}`);
}

const onHeld = (
  { tx, actor }: Pick<Handover, 'tx' | 'actor'>,
  taskId: number,
  work: (step: FlowStep, task: TaskRow) => Promise<void>,
): Promise<void> =>
  (async () => {
    const found = await taskById(tx, taskId);
    if (!found) throw noTask();
    await inInstance({ tx, database: tx, actor }, found.instanceId, async (step) => {
      const task = await taskById(tx, taskId);
      if (!task || !isOpen(task)) throw failed('任务已办完，请刷新后重试');
      await work(step, task);
    });
  })();

/** Open tasks of flows that a user has, waits for as delegator, or is the only one to claim. */
export const heldFlowTasks: HeldWork = {
  key: 'flowTask',
  label: '流程任务',
  items: async (tx: Tx, userId) => (await heldTasks(tx, userId)).map(({ id, title, taskName }) => ({ id, title, note: taskName })),
  handOver: (handover, id, to) =>
    onHeld(handover, id, (step, task) => giveTask(step, task, { from: handover.from, to, reason: handover.reason, actorId: handover.actor.userId })),
  release: (handover, id) => onHeld(handover, id, (step, task) => putBack(step, task, handover.from, handover.reason, handover.actor.userId)),
};
