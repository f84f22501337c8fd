import { flowTaskMachine } from '../../contract/workflow/flow-task.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { flowInstanceMachine } from '../../contract/workflow/flow-instance.machine.ts';
import { DAY_MS } from '../../contract/clock.ts';
import type { AppContext } from '../context.ts';
import type { FlowStart } from '../state-machine/flow-subject.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { AppError, failed, forbidden, invalid, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { nodeOf, nodesAfter, titleOf, type FlowGraph } from './engine/flow-graph.ts';
import { canJump } from './engine/markings.ts';
import { workflowEngine } from './engine/workflow-engine.ts';
import { definitionByDefId, definitionById, definitionByKey, type DefinitionRow } from './definition/flow-definition.queries.ts';
import { graphOf } from './definition/flow-graph-cache.ts';
import { addInstance, deployForm, hideInstance, instanceById, isRelated, runningChildren } from './flow-instance.queries.ts';
import { emit, emitTask } from './flow-hook.service.ts';
import { notify, notifyCancelled } from './flow-message.ts';
import { endInstance, jumpTo, recordPassed, settle } from './flow-run.ts';
import { addComment, inInstance, isOpen, moveInstance, moveTask, requireRunning, type FlowStep, type StepCaller, type TaskRow } from './flow-step.ts';
import { addTask, removeTimers, tasksOf } from './flow-task.queries.ts';
import { choicesIn } from './flow-choices.ts';
import { instanceTitle } from './instance-title.ts';
import { startValues } from './flow-values.ts';
import { isOwnAccount } from '../http/person.policy.ts';
import { deletesInstance, isAssignee, isStarter } from './flow.policy.ts';

const MANAGE = 'flowable:definition:edit';

export interface Start {
  readonly definition: DefinitionRow;
  readonly graph: FlowGraph;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly choices?: Readonly<Record<string, readonly number[]>>;
  /** `entity:id`; empty for a form. */
  readonly businessKey?: string;
  /** Title of the business object. */
  readonly title?: string;
}

/** Starts an instance for the current user and completes the starter's own node. Returns the id of the instance. */
export async function startInstance(caller: StepCaller & { readonly actor: CurrentUser }, start: Start): Promise<number> {
  const { tx, actor, now = Date.now() } = caller;
  const { definition, graph, variables, choices = {}, businessKey = '' } = start;
  const title = start.title ?? (await instanceTitle(tx, definition.id, graph, variables));
  // Read again inside the transaction: it may have been suspended since.
  if ((await definitionById(tx, definition.id))?.suspensionState !== '1') throw hung();
  const id = await addInstance(tx, { definitionId: definition.id, businessKey, title, startUserId: actor.userId, createBy: actor.userName }, now);
  await inInstance({ ...caller, now }, id, async (step) => {
    step.variables = { ...variables };
    step.state = { ...step.state, choices, started: Object.keys(variables).filter((name) => name !== 'approval') };
    const started = { entityType: 'flowInstance', entityId: id, event: 'start', fromStatus: '', toStatus: step.status, note: '' };
    await logTransition(tx, actor, started);
    await emit(step, { id: graph.key, name: graph.name, listeners: graph.listeners }, 'execution', 'start');
    const begun = workflowEngine.start(graph, step.variables);
    const [only, ...others] = begun.entered;
    const settings = only && others.length === 0 ? nodeOf(graph, only.node).task : undefined;
    const isOwn = only !== undefined && settings !== undefined && (!settings.explicit || settings.settings.who?.kind === 'starter');
    const opinion = `${actor.nickName}发起流程申请`;
    if (!isOwn) {
      await addComment(step, 0, actor.userId, 'normal', opinion);
      return settle(step, begun, '');
    }
    // The starter's own node is done with the form that started the instance.
    step.state = { ...step.state, next: begun.state.next, tokens: begun.state.tokens, first: only.node };
    await recordPassed(step, begun);
    const node = nodeOf(graph, only.node);
    const row = { token: only.id, nodeKey: node.id, taskName: titleOf(node), assignee: actor.userId, status: 'claimed', claimTime: now };
    const task = await addTask(step, row);
    await moveTask(step, actor, task, 'complete', { commentType: 1, comment: opinion, finishTime: now }, opinion);
    await addComment(step, task.id, actor.userId, 'normal', opinion);
    await emitTask(step, task, 'complete');
    await settle(step, workflowEngine.advance(graph, step.state, only.id, step.variables), '');
  });
  return id;
}

/** Reads a definition and checks the values of its form. Runs before the transaction of the start. */
export async function prepareStart(
  context: AppContext,
  currentUser: CurrentUser,
  procDefId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Start> {
  const definition = await definitionByDefId(context.db, procDefId);
  if (!definition) throw missing('流程定义不存在或已被删除，请刷新后重试');
  if (definition.suspensionState === '2') throw hung();
  // Managers may still start an older version; everybody else would pass by the people of the new one.
  if (!hasPermission(currentUser, 'flowable:definition:edit') && (await definitionByKey(context.db, definition.flowKey))?.id !== definition.id)
    throw failed('流程已有新版本，请刷新后重新发起');
  const graph = await graphOf(context.db, definition);
  const form = (await deployForm(context.db, definition.id))?.formContent ?? '';
  const variables = await startValues({ context, currentUser, graph, form, values: body });
  const choices = choicesIn(graph, body['choices'], 'starter');
  requireChosen(graph, choices, variables);
  return { definition, graph, variables, choices };
}

/** Nodes whose people the starter chooses: without a choice nobody would get the task. */
function requireChosen(graph: FlowGraph, choices: Readonly<Record<string, readonly number[]>>, variables: Readonly<Record<string, unknown>>): void {
  const named = variables['approval'];
  if (named !== undefined && named !== null && named !== '') return;
  const missed = [...graph.nodes.values()].filter(
    ({ id, task }) => task?.explicit && task.settings.who?.kind === 'chosenByStarter' && !choices[id]?.length,
  );
  if (missed.length > 0) throw invalid(`请先选择${missed.map((node) => `「${titleOf(node)}」`).join('、')}的办理人，再发起`);
}

const hung = (): AppError => failed('流程已被挂起,请先激活流程');

/** Starts the newest version of a key for a business object, if there is one and it is active. Returns the id of the instance, or null. */
export async function startForSubject(
  caller: StepCaller & { readonly actor: CurrentUser },
  businessKey: string,
  { flowKey, title, variables }: FlowStart,
): Promise<number | null> {
  const definition = await definitionByKey(caller.tx, flowKey);
  if (!definition || definition.suspensionState !== '1') return null;
  return startInstance(caller, { definition, graph: await graphOf(caller.database, definition), variables, businessKey, title });
}

/** Throws unless the user has to do with the instance, or manages definitions. */
export async function requireRelated(context: AppContext, currentUser: CurrentUser, instanceId: number): Promise<void> {
  if (hasPermission(currentUser, MANAGE) || (await isRelated(context.db, instanceId, currentUser.userId))) return;
  throw missing('流程实例不存在或与您无关，请刷新后重试');
}

function requireStarter(step: FlowStep, message: string): void {
  if (!isStarter(step.instance, step.actor)) throw forbidden(message);
}

/** 取消申请: the starter ends the instance. */
export const stopInstance = (caller: StepCaller & { readonly actor: CurrentUser }, instanceId: number, reason = ''): Promise<void> =>
  inInstance(caller, instanceId, async (step) => {
    requireStarter(step, '只有发起人可以取消申请');
    requireRunning(step, '流程未启动或已执行完成，取消申请失败');
    await stopRunning(step, reason || '发起人取消申请');
  });

export async function stopRunning(step: FlowStep, reason: string): Promise<void> {
  for (const child of await runningChildren(step.tx, step.instance.id))
    await inInstance({ tx: step.tx, database: step.tx, actor: step.actor }, child, (own) => stopRunning(own, reason));
  const open = (await tasksOf(step.tx, step.instance.id)).filter(isOpen);
  for (const task of open) await moveTask(step, step.actor, task, 'stop', { commentType: 6, comment: reason, finishTime: step.now }, reason);
  await addComment(step, 0, step.actor?.userId ?? 0, 'stop', reason);
  const people = open.flatMap((task) => task.assignee ?? []).filter((one) => !isOwnAccount(one, step.actor));
  await notify(step, people, `流程已取消：${step.definition.name}`, `${reason}，您不用再办理`, '/task/todo');
  await removeTimers(
    step.tx,
    step.instance.id,
    step.state.tokens.map((one) => one.id),
  );
  await endInstance(step, 'terminated');
}

/** 撤回: the person who handled the last node takes the instance back while nobody has acted after that. */
export const revokeInstance = (caller: StepCaller & { readonly actor: CurrentUser }, instanceId: number): Promise<void> =>
  inInstance(caller, instanceId, async (step) => {
    requireRunning(step, '流程未启动或已执行完成，无法撤回');
    const tasks = await tasksOf(step.tx, step.instance.id);
    const own = tasks.findLast((one) => isAssignee(one, caller.actor) && one.status === 'completed');
    if (!own) throw failed('该任务非当前用户提交，无法撤回');
    if (tasks.some((one) => isHandledAfter(step, own, one))) throw new AppError(22007, '下一节点已处理，不能撤回');
    const open = step.state.tokens.filter((one) => one.via === undefined && step.state.visits[one.id]);
    if (open.some((one) => one.id === own.token)) throw failed('本节点还有人在办理，请等他们办完，或请他们退回');
    const next = open.find((one) => nodesAfter(step.graph, own.nodeKey).has(one.node));
    if (!next || !canJump(step.graph, step.state, next.id, own.nodeKey)) throw failed('该任务之后有并行的分支，无法撤回，请让下一节点的办理人退回');
    await addComment(step, own.id, caller.actor.userId, 'return', '撤回');
    await moveInstance(step, 'revoke', own.taskName);
    const reason = `已被${caller.actor.nickName}撤回`;
    for (const task of tasks.filter((one) => isOpen(one) && one.token === next.id)) {
      await moveTask(step, caller.actor, task, 'revoke', { comment: reason, finishTime: step.now }, reason);
      await notifyCancelled(step, task, reason);
    }
    await settle(step, jumpTo(step, next.id, own.nodeKey), reason);
  });

/** A person has handled a task that was created after `own` was completed, in a node after it. */
const isHandledAfter = (step: FlowStep, own: TaskRow, other: TaskRow): boolean =>
  other.id > own.id &&
  other.token !== own.token &&
  (flowTaskMachine.groups.handled as readonly string[]).includes(other.status) &&
  nodesAfter(step.graph, own.nodeKey).has(other.nodeKey);

/** 催办: reminds everybody who has an open task, at most once in 24 hours. */
export const urgeInstance = (caller: StepCaller & { readonly actor: CurrentUser }, instanceId: number): Promise<void> =>
  inInstance(caller, instanceId, async (step) => {
    requireStarter(step, '只有发起人可以催办');
    requireRunning(step, '流程已结束，不用催办');
    if (step.now - step.urgedAt < DAY_MS) throw new AppError(22009, '每天只能催办一次，请明天再试');
    step.urgedAt = step.now;
    for (const task of (await tasksOf(step.tx, step.instance.id)).filter(isOpen)) {
      if (task.status === 'claimed') await moveTask(step, step.actor, task, 'urge');
      const people = task.assignee === null ? [] : [task.assignee];
      await notify(step, people, `催办：${task.taskName}`, `${caller.actor.nickName}请您尽快办理「${step.definition.name}」`, '/task/todo');
    }
  });

/** Suspends or activates an instance. */
export const setSuspended = (caller: StepCaller, instanceId: number, state: 'suspended' | 'running'): Promise<void> =>
  inInstance(caller, instanceId, async (step) => {
    if (step.status === state) return;
    if (!inGroup(flowInstanceMachine, 'open', step.status)) throw failed('流程已结束，不能挂起或激活');
    await moveInstance(step, state === 'suspended' ? 'suspend' : 'activate');
  });

/** Removes instances from the lists. A running one is stopped first; the rows stay, so that nothing is lost. */
export async function deleteInstances(caller: StepCaller & { readonly actor: CurrentUser }, ids: readonly number[], reason: string): Promise<void> {
  // In ascending order, so that two calls cannot wait for each other.
  for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) {
    const found = await instanceById(caller.tx, id);
    if (!found || found.delFlag !== '0') throw missing('流程实例不存在或已被删除，请刷新后重试');
    if (!deletesInstance(found, caller.actor)) throw forbidden('只有发起人可以删除自己的流程');
    if (inGroup(flowInstanceMachine, 'open', found.status)) await inInstance(caller, id, (step) => stopRunning(step, reason || '流程被删除'));
    await hideInstance(caller.tx, id);
  }
}
