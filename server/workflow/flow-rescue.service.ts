import type { instanceList } from '../../contract/workflow/flow-instance.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { flowInstanceMachine } from '../../contract/workflow/flow-instance.machine.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { asReader } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { nodeOf, titleOf } from './engine/flow-graph.ts';
import { canJump } from './engine/markings.ts';
import { deployed } from './definition/flow-graph-cache.ts';
import { giveTask } from './flow-handover.service.ts';
import { instanceById, instancesById, openTasksOf, peopleNames } from './flow-instance.queries.ts';
import { runningPage, type RunningFilter } from './flow-running.queries.ts';
import { stopRunning } from './flow-instance.service.ts';
import { candidateNames } from './flow-list.service.ts';
import { activeUsers } from './flow-people.queries.ts';
import { jumpTo, settle } from './flow-run.ts';
import { addComment, inInstance, isOpen, moveInstance, requireRunning, type StoredState } from './flow-step.ts';
import { restartTimer, timersOf } from './flow-task.queries.ts';
import { onTask, type TaskCaller } from './flow-task.service.ts';
import { isAssignee } from './flow.policy.ts';

/** Instances that are not over, with the places where they wait and the people there. */
export async function runningInstances(context: AppContext, filter: RunningFilter): Promise<DataOf<typeof instanceList>> {
  const { db } = context;
  const { rows, total } = await runningPage(db, filter);
  const ids = rows.map(({ instanceId }) => instanceId);
  const tasks = await openTasksOf(db, ids);
  const timers = await timersOf(db, ids);
  const states = new Map((await instancesById(db, ids)).map(({ id, state }) => [id, JSON.parse(state) as StoredState]));
  const people = await peopleNames(
    db,
    tasks.flatMap(({ assignee }) => assignee ?? []),
  );
  const unclaimed = await candidateNames(
    db,
    tasks.filter(({ assignee }) => assignee === null).map(({ id }) => id),
  );
  const active = new Set(
    await activeUsers(
      asReader(context.db),
      tasks.flatMap(({ assignee }) => assignee ?? []),
    ),
  );
  const records = await Promise.all(
    rows.map(async (row) => {
      const { graph } = await deployed(asReader(context.db), db, row.definitionId);
      const places = (states.get(row.instanceId)?.tokens ?? [])
        .filter(({ via }) => via === undefined)
        .map((token) => {
          const own = tasks.filter((task) => task.instanceId === row.instanceId && task.token === token.id);
          const timer = timers.find((one) => one.instanceId === row.instanceId && one.token === token.id && one.failure !== '');
          const node = graph.nodes.get(token.node);
          return {
            token: token.id,
            nodeKey: token.node,
            nodeName: node ? titleOf(node) : token.node,
            since: wireTime(own[0]?.createTime ?? row.startTime),
            failure: timer?.failure ?? '',
            tasks: own.map((task) => ({
              taskId: String(task.id),
              status: task.status,
              holderId: task.assignee,
              holder: task.assignee === null ? (unclaimed.get(task.id) ?? []).join('、') : (people.get(task.assignee)?.nickName ?? '（已删除）'),
              gone: task.assignee === null ? (unclaimed.get(task.id) ?? []).length === 0 : !active.has(task.assignee),
              since: wireTime(task.createTime),
            })),
          };
        });
      return {
        procInsId: String(row.instanceId),
        deployId: String(row.definitionId),
        procDefName: row.definitionName,
        version: row.flowVersion,
        title: row.title,
        status: row.status,
        startUserName: row.startUserName,
        startTime: wireTime(row.startTime),
        places,
      };
    }),
  );
  return { records, total, size: filter.pageSize, current: filter.pageNum };
}

/** Gives an open task to another person from any holder. */
export const handOverTask = (caller: TaskCaller, taskId: number, userId: number, reason: string): Promise<void> =>
  onTask(caller, taskId, async (step, task) => {
    if (!isOpen(task)) throw failed('任务已办完，请刷新后重试');
    if ((await activeUsers(step.tx, [userId])).length === 0) throw failed('所选用户不存在或已停用，请重新选择');
    if (isAssignee(task, { userId })) throw failed('任务已在此人手上，请选择其他人');
    await giveTask(step, task, { from: task.assignee ?? 0, to: userId, reason, actorId: caller.actor.userId });
    await moveInstance(step, 'handOver', reason);
  });

/** Task nodes to which an instance can jump, so that it can still come to its end. */
export async function jumpTargets(context: AppContext, instanceId: number, token: number): Promise<{ id: string; name: string }[]> {
  const instance = await instanceById(context.db, instanceId);
  if (!instance) return [];
  const { graph } = await deployed(asReader(context.db), context.db, instance.definitionId);
  const state = JSON.parse(instance.state) as StoredState;
  const at = state.tokens.find((one) => one.id === token)?.node;
  return [...graph.nodes.values()]
    .filter(({ id, kind }) => kind === 'task' && id !== at && at !== undefined && canJump(graph, state, token, id))
    .map((node) => ({ id: node.id, name: titleOf(node) }));
}

export const jumpInstance = (
  caller: TaskCaller,
  asked: { readonly instanceId: number; readonly token: number; readonly targetKey: string; readonly reason: string },
): Promise<void> =>
  inInstance(caller, asked.instanceId, async (step) => {
    const { token, targetKey, reason } = asked;
    requireRunning(step, '流程已结束，请刷新后查看');
    if (!step.state.tokens.some((one) => one.id === token)) throw failed('流程已走到下一步，请刷新后重试');
    if (step.graph.nodes.get(targetKey)?.kind !== 'task' || !canJump(step.graph, step.state, token, targetKey))
      throw failed('不能跳到这个节点，跳过去以后流程走不到结束，请选择其他节点');
    const words = `由${caller.actor.nickName}跳到「${titleOf(nodeOf(step.graph, targetKey))}」：${reason}`;
    await addComment(step, 0, caller.actor.userId, 'return', words);
    await moveInstance(step, 'jump', words);
    await settle(step, jumpTo(step, token, targetKey), words);
  });

export const endInstanceByManager = (caller: TaskCaller, instanceId: number, reason: string): Promise<void> =>
  inInstance(caller, instanceId, async (step) => {
    if (!inGroup(flowInstanceMachine, 'open', step.status)) throw failed('流程已结束，请刷新后查看');
    await moveInstance(step, 'end', reason);
    await stopRunning(step, `由${caller.actor.nickName}结束：${reason}`);
  });

/** Tries a service task again that has failed. */
export const retryWork = (caller: TaskCaller, instanceId: number, token: number): Promise<void> =>
  inInstance(caller, instanceId, async (step) => {
    if (!(await restartTimer(step.tx, instanceId, token, step.now))) throw failed('没有失败的服务任务，请刷新后查看');
    await moveInstance(step, 'retry', step.state.tokens.find((one) => one.id === token)?.node ?? '');
  });
