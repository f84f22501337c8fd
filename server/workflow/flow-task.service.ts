import type { AppContext } from '../context.ts';
import { asReader } from '../db/database.ts';
import { AppError, failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { nodeOf, nodesAfter, titleOf } from './engine/flow-graph.ts';
import { canJump } from './engine/markings.ts';
import { deployed } from './definition/flow-graph-cache.ts';
import { deployForm, formById, instanceById } from './flow-instance.queries.ts';
import { emitTask } from './flow-hook.service.ts';
import { notify } from './flow-message.ts';
import { activeUsers, handlersOf, namesOf } from './flow-people.queries.ts';
import { continueVisit, jumpTo, rejectInstance, settle } from './flow-run.ts';
import { addComment, inInstance, isOpen, moveTask, suspended, type FlowStep, type StepCaller, type StoredState, type TaskRow } from './flow-step.ts';
import { candidacyOf, isCandidate, taskById, tasksOf, tasksOfTokens } from './flow-task.queries.ts';
import { isSubstitute } from '../db/absence.ts';
import { choicesIn } from './flow-choices.ts';
import { taskValues } from './flow-values.ts';
import { instanceTitle } from './instance-title.ts';
import { isOwnAccount } from '../http/person.policy.ts';
import { isAssignee, takesBackDelegated } from './flow.policy.ts';

export type TaskCaller = StepCaller & { readonly actor: CurrentUser };
const TODO = '/task/todo';

export const noTask = (): AppError => missing('任务不存在');

/** Runs a step on a task of a running instance. The task is read after the instance is locked. */
export async function onTask<T>(caller: StepCaller, taskId: number, work: (step: FlowStep, task: TaskRow) => Promise<T>): Promise<T> {
  const found = await taskById(caller.tx, taskId);
  if (!found) throw noTask();
  return inInstance(caller, found.instanceId, async (step) => {
    const task = await taskById(caller.tx, taskId);
    if (!task) throw noTask();
    if (step.status === 'suspended') throw suspended();
    return work(step, task);
  });
}

/** The same for the assignee only. For others the task does not exist. A candidate handles an unclaimed task by claiming it first. */
export const asAssignee = <T>(caller: TaskCaller, taskId: number, work: (step: FlowStep, task: TaskRow) => Promise<T>): Promise<T> =>
  onTask(caller, taskId, async (step, task) => {
    if (task.status !== 'unclaimed') {
      if (task.assignee !== null && isOpen(task) && (await isSubstitute(step.tx, task.assignee, caller.actor.userId))) {
        await actFor(step, task, caller.actor, task.assignee);
        return work(step, (await taskById(step.tx, taskId)) ?? task);
      }
      if (!isAssignee(task, caller.actor)) throw isOpen(task) ? forbidden('该任务由其他人办理，您不能处理') : forbidden('您不是该任务的办理人');
      return work(step, task);
    }
    await claim(step, task, caller.actor);
    return work(step, (await taskById(step.tx, taskId)) ?? task);
  });

/** The substitute of an absent person takes the task; the record keeps for whom. */
async function actFor(step: FlowStep, task: TaskRow, actor: CurrentUser, absent: number): Promise<void> {
  await requireDifferent(step, task, actor.userId);
  await requireNoOtherVote(step, task, actor.userId);
  await moveTask(step, actor, task, 'actFor', { assignee: actor.userId, actingFor: absent });
  await recordActing(step, task, actor, absent);
}

const recordActing = async (step: FlowStep, task: TaskRow, actor: CurrentUser, absent: number): Promise<void> =>
  addComment(step, task.id, actor.userId, 'assign', `代${(await namesOf(step.tx, [absent])).get(absent) ?? ''}办理`);

const takenByOther = (): AppError => new AppError(22002, '任务已被他人签收');

async function claim(step: FlowStep, task: TaskRow, actor: CurrentUser): Promise<void> {
  const candidacy = await candidacyOf(step.tx, task.id, actor.userId);
  if (!candidacy) throw forbidden('您不是该任务的候选人，不能签收');
  const { actingFor } = candidacy;
  await requireDifferent(step, task, actor.userId);
  await moveTask(step, actor, task, 'claim', { assignee: actor.userId, claimTime: step.now, actingFor });
  if (actingFor !== null) await recordActing(step, task, actor, actingFor);
  await emitTask(step, { ...task, assignee: actor.userId }, 'assignment');
}

export const claimTask = (caller: TaskCaller, taskId: number): Promise<void> =>
  onTask(caller, taskId, async (step, task) => {
    if (task.status === 'claimed') {
      if (isAssignee(task, caller.actor)) return;
      throw takenByOther();
    }
    await claim(step, task, caller.actor);
  });

export const unclaimTask = (caller: TaskCaller, taskId: number): Promise<void> =>
  onTask(caller, taskId, async (step, task) => {
    if (!isAssignee(task, caller.actor)) throw forbidden('该任务不由您办理，不能取消签收');
    // A task that was assigned in person has no candidates: nobody could claim it again.
    if (task.status === 'claimed' && !(await isCandidate(step.tx, taskId, caller.actor.userId)))
      throw failed('该任务直接派给您，不能取消签收，可以转办或退回');
    await moveTask(step, caller.actor, task, 'unClaim', { assignee: null, claimTime: null, actingFor: null });
  });

interface Completion {
  readonly comment: string;
  /** Variables from `prepareCompletion`. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly choices?: unknown;
}

/** Checks the values of a task against its forms. Runs before the transaction; who may complete the task is checked inside it. */
export async function prepareCompletion(
  context: AppContext,
  currentUser: CurrentUser,
  taskId: number,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { db } = context;
  const task = await taskById(db, taskId);
  const instance = task && (await instanceById(db, task.instanceId));
  if (!task || !instance) throw noTask();
  const isOwn =
    task.status === 'claimed'
      ? isAssignee(task, currentUser) || (task.assignee !== null && (await isSubstitute(db, task.assignee, currentUser.userId)))
      : task.status === 'unclaimed' && (await isCandidate(db, taskId, currentUser.userId));
  if (!isOwn) return {};
  const { graph } = await deployed(asReader(db), db, instance.definitionId);
  const form = (await deployForm(db, instance.definitionId))?.formContent ?? '';
  const formKey = nodeOf(graph, task.nodeKey).task?.formKey ?? '';
  const taskForm = /^\d{1,15}$/.test(formKey) ? ((await formById(db, Number(formKey)))?.formContent ?? '') : '';
  const state = JSON.parse(instance.state) as StoredState;
  const isFirst = state.first === task.nodeKey;
  const before = JSON.parse(instance.variables) as Record<string, unknown>;
  return taskValues({
    context,
    currentUser,
    graph,
    form,
    values,
    taskForm,
    before,
    nodeKey: task.nodeKey,
    isFirst,
    started: state.started ?? Object.keys(before),
  });
}

/** 通过. A delegated task goes back to its owner with the opinion instead. */
export const completeTask = (caller: TaskCaller, taskId: number, done: Completion): Promise<void> =>
  asAssignee(caller, taskId, async (step, task) => {
    const { actor } = caller;
    if (task.status === 'delegated') return resolve(step, task, actor, done.comment);
    if ((await tasksOf(step.tx, step.instance.id)).some((one) => one.parentId === task.id && one.kind === 'before' && isOpen(one)))
      throw failed('前加签的人还没有办理，请等他们办完再通过');
    await requireDifferent(step, task, actor.userId);
    step.variables = { ...step.variables, ...done.values };
    // A business object keeps its own title.
    if (task.nodeKey === step.state.first && step.instance.businessKey === '')
      step.title = await instanceTitle(step.tx, step.definition.id, step.graph, step.variables);
    step.state = { ...step.state, choices: { ...step.state.choices, ...choicesIn(step.graph, done.choices, { node: task.nodeKey }) } };
    await moveTask(step, actor, task, 'complete', { commentType: 1, comment: done.comment, finishTime: step.now }, done.comment);
    await addComment(step, task.id, actor.userId, 'normal', done.comment);
    await emitTask(step, task, 'complete');
    await continueVisit(step, { ...task, status: 'completed' }, `已由${actor.nickName}办理`);
  });

/** Throws when the node must be handled by other people than a node that this user has handled. */
export async function requireDifferent(step: FlowStep, task: TaskRow, userId: number): Promise<void> {
  const nodes = nodeOf(step.graph, task.nodeKey).task?.settings.mustDiffer ?? [];
  if ((await handlersOf(step.tx, step.instance.id, nodes)).has(userId)) throw new AppError(22010, '该节点须由其他人办理，此人已办理过前面的节点');
}

/** Throws when a user already decides at the same visit of a node: one person has one vote. */
export async function requireNoOtherVote(step: FlowStep, task: TaskRow, userId: number): Promise<void> {
  const others = (await tasksOfTokens(step.tx, step.instance.id, [task.token])).filter((one) => one.id !== task.id);
  const votes = others.some((one) => isAssignee(one, { userId }) && (isOpen(one) || one.status === 'completed'));
  const visit = step.state.visits[task.token];
  const waits = [...(visit?.queue ?? []), ...Object.values(visit?.after ?? {}).flat()].includes(userId);
  if (votes || waits) throw failed(`${(await namesOf(step.tx, [userId])).get(userId) ?? '此人'}已在本节点办理，一个人只能有一票，请选择其他人`);
}

/** Nodes to which a task can be returned: passed before, and serial, so that all joins can still complete. */
type ReadStep = Pick<FlowStep, 'tx' | 'instance' | 'graph' | 'state'>;

export async function returnTargets(step: ReadStep, task: TaskRow): Promise<{ id: string; name: string }[]> {
  const passed = new Set((await tasksOf(step.tx, step.instance.id)).filter((one) => one.status === 'completed').map((one) => one.nodeKey));
  return [...step.graph.nodes.values()]
    .filter(({ id, kind }) => kind === 'task' && passed.has(id) && isBefore(step, id, task))
    .filter(({ id }) => canJump(step.graph, step.state, task.token, id))
    .map((node) => ({ id: node.id, name: titleOf(node) }));
}

const isBefore = (step: Pick<FlowStep, 'graph'>, target: string, task: TaskRow): boolean =>
  target !== task.nodeKey && nodesAfter(step.graph, target).has(task.nodeKey);

/** 退回: the node becomes open again for all its people; tasks of the left nodes end with a message. */
export const returnTask = (caller: TaskCaller, taskId: number, targetKey: string, comment: string): Promise<void> =>
  asAssignee(caller, taskId, async (step, task) => {
    const target = step.graph.nodes.get(targetKey);
    const passed = (await tasksOf(step.tx, step.instance.id)).some((one) => one.nodeKey === targetKey && one.status === 'completed');
    if (!target || target.kind !== 'task' || !passed || !isBefore(step, targetKey, task)) throw new AppError(22004, '目标节点不可退回');
    if (!canJump(step.graph, step.state, task.token, targetKey)) throw new AppError(22004, '当前节点相对于目标节点，不属于串行关系，无法回退');
    await moveTask(step, caller.actor, task, 'return', { commentType: 2, comment, finishTime: step.now }, comment);
    await addComment(step, task.id, caller.actor.userId, 'return', comment);
    await settle(step, jumpTo(step, task.token, targetKey), `已由${caller.actor.nickName}退回到「${titleOf(target)}」`);
  });

/** 驳回: the instance goes back to the starter, or ends where the starter has no node. */
export const rejectTask = (caller: TaskCaller, taskId: number, comment: string): Promise<void> =>
  asAssignee(caller, taskId, async (step, task) => {
    if (task.nodeKey === step.state.first) throw new AppError(22005, '首节点不能驳回');
    await moveTask(step, caller.actor, task, 'reject', { commentType: 3, comment, finishTime: step.now }, comment);
    await addComment(step, task.id, caller.actor.userId, 'reject', comment);
    await rejectInstance(step, task.token, `已被${caller.actor.nickName}驳回`);
  });

async function otherPerson(step: FlowStep, task: TaskRow, actor: CurrentUser, userId: number): Promise<number> {
  if (isOwnAccount(userId, actor)) throw new AppError(22006, '不能委派或转办给本人');
  if ((await activeUsers(step.tx, [userId])).length === 0) throw failed('所选用户不存在或已停用，请重新选择');
  await requireDifferent(step, task, userId);
  return userId;
}

/** 委派: another person gives an opinion; the task comes back afterwards. */
export const delegateTask = (caller: TaskCaller, taskId: number, userId: number, comment: string): Promise<void> =>
  asAssignee(caller, taskId, async (step, task) => {
    const assignee = await otherPerson(step, task, caller.actor, userId);
    await moveTask(step, caller.actor, task, 'delegate', { assignee, ownerId: caller.actor.userId }, comment);
    await addComment(step, task.id, caller.actor.userId, 'delegate', comment || '委派');
    await notify(step, [assignee], `委派：${task.taskName}`, `${caller.actor.nickName}请您对「${step.definition.name}」提出意见`, TODO);
  });

/** The delegate gives the task back with an opinion. */
export const resolveTask = (caller: TaskCaller, taskId: number, comment: string): Promise<void> =>
  asAssignee(caller, taskId, (step, task) => resolve(step, task, caller.actor, comment));

async function resolve(step: FlowStep, task: TaskRow, actor: CurrentUser, comment: string): Promise<void> {
  await moveTask(step, actor, task, 'resolve', { assignee: task.ownerId, ownerId: null }, comment);
  await addComment(step, task.id, actor.userId, 'delegate', comment);
  await notify(
    step,
    task.ownerId === null ? [] : [task.ownerId],
    `委派已办：${task.taskName}`,
    `${actor.nickName}已对「${step.definition.name}」提出意见，请您继续办理`,
    TODO,
  );
}

/** 收回委派: the owner takes the task back before the delegate has answered. */
export const withdrawDelegate = (caller: TaskCaller, taskId: number): Promise<void> =>
  onTask(caller, taskId, async (step, task) => {
    if (!takesBackDelegated(task, caller.actor)) throw forbidden('只有委派人可以收回委派');
    await moveTask(step, caller.actor, task, 'withdrawDelegate', { assignee: task.ownerId, ownerId: null });
    await addComment(step, task.id, caller.actor.userId, 'delegate', '收回委派');
    await notify(
      step,
      task.assignee === null ? [] : [task.assignee],
      `委派已收回：${task.taskName}`,
      `${caller.actor.nickName}已收回委派，您不用再办理`,
      TODO,
    );
  });

/** 转办: another person handles the task from now on. */
export const assignTask = (caller: TaskCaller, taskId: number, userId: number, comment: string): Promise<void> =>
  asAssignee(caller, taskId, async (step, task) => {
    const assignee = await otherPerson(step, task, caller.actor, userId);
    await requireNoOtherVote(step, task, userId);
    await moveTask(step, caller.actor, task, 'assign', { assignee, claimTime: step.now }, comment);
    await emitTask(step, { ...task, assignee }, 'assignment');
    const name = (await namesOf(step.tx, [assignee])).get(assignee) ?? '';
    await addComment(step, task.id, caller.actor.userId, 'assign', comment || `转办给${name}`);
    await notify(step, [assignee], `转办：${task.taskName}`, `${caller.actor.nickName}把「${step.definition.name}」转给您办理`, TODO);
  });
