import { AppError, failed, forbidden } from '../http/app-error.ts';
import { activeUsers, namesOf } from './flow-people.queries.ts';
import { continueVisit } from './flow-run.ts';
import { addComment, isOpen, moveTask, type FlowStep, type TaskRow } from './flow-step.ts';
import { tasksOfTokens } from './flow-task.queries.ts';
import { asAssignee, onTask, requireDifferent, type TaskCaller } from './flow-task.service.ts';
import { notifyCancelled } from './flow-message.ts';
import { copyTo, personTask, setVisit } from './flow-visit.ts';
import { isAssignee } from './flow.policy.ts';
import { isOwnAccount } from '../http/person.policy.ts';

const MAX_SIGNERS = 20;

/** 加签: further people sign before this task can be completed, or after it. */
export const addSigners = (
  caller: TaskCaller,
  taskId: number,
  place: 'before' | 'after',
  userIds: readonly number[],
  comment: string,
): Promise<void> =>
  asAssignee(caller, taskId, async (step, task) => {
    const visit = step.state.visits[task.token];
    if (!visit) throw failed('该任务已结束，不能加签');
    const people = await activeUsers(step.tx, userIds);
    if (people.length < new Set(userIds).size) throw failed('所选用户不存在或已停用，请重新选择');
    if (people.some((one) => isOwnAccount(one, caller.actor))) throw new AppError(22006, '不能加签给本人');
    const open = (await tasksOfTokens(step.tx, step.instance.id, [task.token])).filter(isOpen);
    const later = Object.values(visit.after ?? {}).flat();
    const busy = people.find((one) => later.includes(one) || open.some((other) => other.assignee === one));
    if (busy !== undefined) throw failed(`${(await namesOf(step.tx, [busy])).get(busy) ?? ''}已在办理本节点，不用再加签`);
    for (const one of people) await requireDifferent(step, task, one);
    const signers = open.filter((one) => one.kind !== '').length + later.length + people.length;
    if (signers > MAX_SIGNERS) throw failed(`一个节点最多加签${MAX_SIGNERS}人`);
    await moveTask(step, caller.actor, task, 'addSign', {}, comment);
    if (place === 'after')
      setVisit(step, task.token, { ...visit, after: { ...visit.after, [task.id]: [...(visit.after?.[task.id] ?? []), ...people] } });
    else {
      const { token, nodeKey, taskName, dueDate } = task;
      for (const assignee of people) await personTask(step, { token, nodeKey, taskName, dueDate, assignee, kind: 'before', parentId: task.id });
    }
    const names = [...(await namesOf(step.tx, people)).values()].join('、');
    await addComment(step, task.id, caller.actor.userId, 'addSign', comment || `${place === 'before' ? '前' : '后'}加签：${names}`);
  });

/** 减签: the person who added a signer takes the signer's task back. */
export const removeSigner = (caller: TaskCaller, taskId: number, comment: string): Promise<void> =>
  onTask(caller, taskId, async (step, task) => {
    const parent = (await tasksOfTokens(step.tx, step.instance.id, [task.token])).find((one) => one.id === task.parentId);
    if (task.kind === '' || !parent) throw failed('该任务不是加签产生的，不能减签');
    if (!isAssignee(parent, caller.actor)) throw forbidden('只有加签的人可以减签');
    const reason = comment || '减签';
    await moveTask(step, caller.actor, task, 'removeSign', { commentType: 8, comment: reason, finishTime: step.now }, reason);
    await addComment(step, task.id, caller.actor.userId, 'removeSign', reason);
    await notifyCancelled(step, task, `已由${caller.actor.nickName}减签`);
    if (!isOpen(parent)) await continueVisit(step, { ...task, status: 'terminated' }, '加签已办完');
  });

/** Removes a signer who would come after the caller's task and has no task yet. */
export const removeLaterSigner = (caller: TaskCaller, taskId: number, userId: number, comment: string): Promise<void> =>
  asAssignee(caller, taskId, async (step, task) => {
    // The assignee of a delegated task is the delegate.
    if (task.status !== 'claimed') throw forbidden('任务已委派，只有原办理人可以减签');
    const visit = step.state.visits[task.token];
    const later = visit?.after?.[task.id] ?? [];
    if (!visit || !later.includes(userId)) throw failed('此人不在后加签的名单里，请刷新后重试');
    setVisit(step, task.token, { ...visit, after: { ...visit.after, [task.id]: later.toSpliced(later.indexOf(userId), 1) } });
    await addComment(step, task.id, caller.actor.userId, 'removeSign', comment || '减签');
  });

/** 抄送: the people see the instance in their list, whatever becomes of it. */
export const copyTask = (caller: TaskCaller, taskId: number, userIds: readonly number[], comment: string): Promise<void> =>
  asAssignee(caller, taskId, async (step: FlowStep, task: TaskRow) => {
    const people = await activeUsers(step.tx, userIds);
    if (people.length === 0) throw failed('所选用户不存在或已停用，请重新选择');
    await moveTask(step, caller.actor, task, 'copy', {}, comment);
    await copyTo(step, task.id, people, comment);
  });
