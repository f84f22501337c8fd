import type { FieldRight } from '../../contract/workflow/node-settings.ts';
import { COMMENT_LABELS, type FlowRecordRow } from '../../contract/workflow/flow-task.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { asReader } from '../db/database.ts';
import { invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { nodeOf, type FlowGraph, type FlowNode } from './engine/flow-graph.ts';
import type { EngineStep } from './engine/flow-state.ts';
import { FlowStepError } from './engine/flow-step-error.ts';
import { workflowEngine } from './engine/workflow-engine.ts';
import { deployedRow } from './definition/flow-definition.service.ts';
import { deployed, graphOf } from './definition/flow-graph-cache.ts';
import { deployForm, formById, instanceById, peopleNames } from './flow-instance.queries.ts';
import { requireRelated } from './flow-instance.service.ts';
import { candidateNames, durationText } from './flow-list.service.ts';
import { nameOf } from './flow-people.ts';
import { isOpen, type InstanceRow, type StoredState, type TaskRow } from './flow-step.ts';
import { isSubstitute } from '../db/absence.ts';
import { commentsOf, isCandidate, taskById, tasksOf } from './flow-task.queries.ts';
import { noTask, returnTargets } from './flow-task.service.ts';
import { fieldNames, filledForm, readOnlyForm } from './form/task-form.ts';
import { carriesTask, returnsTask, seesAllFields } from './flow.policy.ts';

type Json = Record<string, unknown>;
const number = (text: string | undefined): number | null => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null);

async function relatedInstance(context: AppContext, currentUser: CurrentUser, id: number): Promise<InstanceRow> {
  await requireRelated(context, currentUser, id);
  const instance = await instanceById(context.db, id);
  if (!instance) throw missing('流程实例不存在或已被删除，请刷新后重试');
  return instance;
}

/** A task of an instance that the user has to do with. */
async function relatedTask(context: AppContext, currentUser: CurrentUser, taskId: number): Promise<{ task: TaskRow; instance: InstanceRow }> {
  const task = await taskById(context.db, taskId);
  if (!task) throw noTask();
  return { task, instance: await relatedInstance(context, currentUser, task.instanceId) };
}

const variablesOf = (instance: InstanceRow): Json => JSON.parse(instance.variables) as Json;

/** Process variables without the fields that the user may not see. */
export async function processVariables(context: AppContext, currentUser: CurrentUser, taskId: number): Promise<Json> {
  const { instance } = await relatedTask(context, currentUser, taskId);
  return without(variablesOf(instance), await hiddenFrom(context, currentUser, instance));
}

const without = (values: Json, names: ReadonlySet<string>): Json => Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));

/** Fields that every node of this user hides. The starter and managers of definitions see all. */
async function hiddenFrom(context: AppContext, currentUser: CurrentUser, instance: InstanceRow): Promise<ReadonlySet<string>> {
  if (seesAllFields(instance, currentUser)) return new Set();
  const { graph } = await deployed(asReader(context.db), context.db, instance.definitionId);
  const tasks = await tasksOf(context.db, instance.id);
  const open = tasks.filter((one) => one.status === 'unclaimed');
  const claimable = await Promise.all(open.map((one) => isCandidate(context.db, one.id, currentUser.userId)));
  const own = tasks.filter((one) => carriesTask(one, currentUser) || claimable[open.indexOf(one)]);
  const nodes = own.length > 0 ? own.map((one) => one.nodeKey) : [...graph.nodes.keys()];
  const hiding = nodes.map((id) => {
    const rights = graph.nodes.get(id)?.task?.settings.fieldRights ?? {};
    return new Set(Object.keys(rights).filter((name) => rights[name] === 'hidden'));
  });
  // A person with a copy only has no node: every field that any node hides is hidden.
  const all = new Set(hiding.flatMap((one) => [...one]));
  return own.length > 0 ? new Set([...all].filter((name) => hiding.every((one) => one.has(name)))) : all;
}

/** Nodes and flows that an instance has passed; nodes with open tasks are not completed. */
export async function passedNodes(context: AppContext, currentUser: CurrentUser, instanceId: number) {
  const instance = await relatedInstance(context, currentUser, instanceId);
  const open = new Set((JSON.parse(instance.state) as StoredState).tokens.map((one) => one.node));
  const path = JSON.parse(instance.path) as string[];
  return [...new Set([...path, ...open])].map((key) => ({ key, completed: !open.has(key) }));
}

export async function xmlAndNodes(
  context: AppContext,
  currentUser: CurrentUser,
  asked: { procInsId?: string | undefined; deployId?: string | undefined },
) {
  const instanceId = number(asked.procInsId);
  const instance = instanceId === null ? null : await relatedInstance(context, currentUser, instanceId);
  const deployId = instance?.definitionId ?? number(asked.deployId);
  if (deployId === null) throw invalid('参数错误!');
  const { bpmnXml } = await deployedRow(context.db, deployId);
  return { xmlData: bpmnXml, nodeData: instance ? await passedNodes(context, currentUser, instance.id) : [] };
}

/** The form of a deployment, empty, for a start. */
export async function startForm(context: AppContext, deployId: string | undefined): Promise<Json> {
  const id = number(deployId);
  if (id === null) throw invalid('参数错误!');
  const form = await deployForm(context.db, id);
  if (!form) throw invalid('请先配置流程表单!');
  return filledForm(form.formContent, { values: {}, rights: null });
}

/** The form of an open task: earlier values by the rights of the node, and the task's own form open after them. */
export async function taskForm(context: AppContext, currentUser: CurrentUser, taskId: number): Promise<Json & { formJson: Json | null }> {
  const { task, instance } = await relatedTask(context, currentUser, taskId);
  const { graph } = await deployed(asReader(context.db), context.db, instance.definitionId);
  const values = variablesOf(instance);
  const spec = graph.nodes.get(task.nodeKey)?.task;
  const state = JSON.parse(instance.state) as StoredState;
  const handles =
    carriesTask(task, currentUser) ||
    (task.assignee !== null && isOpen(task) && (await isSubstitute(context.db, task.assignee, currentUser.userId))) ||
    (task.status === 'unclaimed' && (await isCandidate(context.db, task.id, currentUser.userId)));
  // A user who does not handle this task sees what they may see of the instance, and edits nothing.
  const concealed = [...(await hiddenFrom(context, currentUser, instance))].map((name): [string, FieldRight] => [name, 'hidden']);
  const node = handles ? (spec?.settings.fieldRights ?? {}) : {};
  const rights = handles && task.nodeKey === state.first ? null : { ...node, ...Object.fromEntries(concealed) };
  const own = number(spec?.formKey);
  const ownContent = own === null ? '' : ((await formById(context.db, own))?.formContent ?? '');
  const form = await deployForm(context.db, instance.definitionId);
  const hidden = new Set(Object.entries(rights ?? {}).flatMap(([name, right]) => (right === 'hidden' ? [name] : [])));
  const shown = without(values, hidden);
  const content = form?.formContent ?? (ownContent === '' ? null : '{"fields":[]}');
  const added = ownContent === '' ? [] : fieldNames(ownContent).map((name) => [name, null]);
  return { ...Object.fromEntries(added), ...shown, formJson: content === null ? null : filledForm(content, { values, rights }, ownContent) };
}

const typeLabel = (type: number): string => COMMENT_LABELS[type] ?? '';

/** The tasks of an instance with all opinions, newest first, and the form with its values. */
export async function flowRecord(context: AppContext, currentUser: CurrentUser, instanceId: number) {
  const instance = await relatedInstance(context, currentUser, instanceId);
  const form = await deployForm(context.db, instance.definitionId);
  const formData = form ? readOnlyForm(form.formContent, variablesOf(instance), await hiddenFrom(context, currentUser, instance)) : null;
  return { flowList: await recordRows(context, instance), formData };
}

async function recordRows(context: AppContext, instance: InstanceRow): Promise<FlowRecordRow[]> {
  const { db } = context;
  const definition = await deployedRow(db, instance.definitionId);
  const tasks = await tasksOf(db, instance.id);
  const comments = await commentsOf(db, instance.id);
  const people = await peopleNames(db, [
    instance.startUserId,
    ...tasks.flatMap((one) => [one.assignee ?? [], one.ownerId ?? [], one.actingFor ?? []].flat()),
    ...comments.map((one) => one.userId),
  ]);
  const candidates = await candidateNames(
    db,
    tasks.filter((one) => one.status === 'unclaimed').map((one) => one.id),
  );
  const starter = people.get(instance.startUserId);
  const nickName = (id: number | null): string => (id === null ? '' : (people.get(id)?.nickName ?? ''));
  const deptName = (id: number | null): string => (id === null ? '' : (people.get(id)?.deptName ?? ''));
  const now = Date.now();
  return tasks
    .toSorted((one, other) => (other.finishTime ?? now) - (one.finishTime ?? now) || other.id - one.id)
    .map((task) => ({
      taskId: String(task.id),
      executionId: String(task.token),
      taskName: task.taskName,
      taskDefKey: task.nodeKey,
      assigneeId: task.assignee,
      assigneeName: `${nickName(task.assignee)}${task.actingFor === null ? '' : `（代${nickName(task.actingFor)}）`}`,
      assigneeDeptName: deptName(task.assignee),
      deptName: deptName(task.assignee),
      startDeptName: starter?.deptName ?? '',
      startUserId: String(instance.startUserId),
      startUserName: starter?.nickName ?? '',
      category: definition.category,
      deployId: String(definition.id),
      procDefId: definition.defId,
      procDefKey: definition.flowKey,
      procDefName: definition.name,
      procDefVersion: definition.flowVersion,
      procInsId: String(instance.id),
      hisProcInsId: String(instance.id),
      duration: durationText((task.finishTime ?? instance.endTime ?? now) - task.createTime),
      comment: task.commentType ? { type: String(task.commentType), comment: task.comment } : null,
      candidate: (candidates.get(task.id) ?? []).join('、'),
      variables: null,
      createTime: wireTime(task.createTime),
      finishTime: task.finishTime === null ? null : wireTime(task.finishTime),
      status: task.status,
      processStatus: instance.status,
      claimTime: wireTime(task.claimTime),
      dueDate: wireTime(task.dueDate),
      ownerName: nickName(task.ownerId),
      signKind: task.kind,
      businessKey: instance.businessKey,
      title: instance.title,
      comments: comments
        .filter((one) => one.taskId === task.id)
        .map((one) => ({ userName: nickName(one.userId), type: typeLabel(one.type), comment: one.content, time: wireTime(one.createTime) })),
    }));
}

/** The newest task of a node, for the diagram. */
export async function nodeInfo(context: AppContext, currentUser: CurrentUser, instanceId: number, elementId: string) {
  const rows = await recordRows(context, await relatedInstance(context, currentUser, instanceId));
  const { taskId, taskName, createTime, finishTime, assigneeId, assigneeName, deptName, candidate, duration, comment } =
    rows.find((one) => one.taskDefKey === elementId) ?? {};
  if (taskId === undefined || taskName === undefined) return null;
  return {
    taskId,
    taskName,
    createTime: createTime ?? '',
    finishTime: finishTime ?? null,
    assigneeId: assigneeId ?? null,
    assigneeName: assigneeName ?? '',
    deptName: deptName ?? '',
    candidate: candidate ?? '',
    duration: duration ?? '',
    comment: comment ?? null,
  };
}

/** Nodes to which the caller can return a task; empty for the first node. Reading needs no lock. */
export async function returnList(context: AppContext, currentUser: CurrentUser, taskId: number) {
  const task = await taskById(context.db, taskId);
  const isOwn = task && returnsTask(task, await isCandidate(context.db, taskId, currentUser.userId), currentUser);
  if (!task || !isOwn) throw noTask();
  const instance = await instanceById(context.db, task.instanceId);
  if (!instance) throw noTask();
  const { graph } = await deployed(asReader(context.db), context.db, instance.definitionId);
  return returnTargets({ tx: asReader(context.db), instance, graph, state: JSON.parse(instance.state) as StoredState }, task);
}

/** How compatible clients ask for the people of the next node: `approval`, or the variable of a multi-instance task. */
function nextNodeOf(node: FlowNode | undefined) {
  if (!node?.task) return null;
  const { task } = node;
  const { who } = task.settings;
  const isChosen = who?.kind === 'chosenByPrevious' || who?.kind === 'chosenByStarter';
  const head = { node: node.id, name: node.name };
  if (task.collection !== '') {
    const name = nameOf(task.collection);
    return {
      ...head,
      type: 'multiInstance',
      dataType: task.dataType === 'fixed' && task.candidateUsers + task.candidateGroups !== '' ? 'fixed' : 'dynamic',
      vars: name,
    };
  }
  const several = task.settings.method !== 'claim' && task.settings.method !== 'any';
  return {
    ...head,
    type: isChosen ? (several ? 'candidateUsers' : 'assignee') : task.userType,
    dataType: isChosen ? 'dynamic' : task.dataType,
    vars: 'approval',
  };
}

const firstTask = (graph: FlowGraph, step: EngineStep): FlowNode | undefined =>
  step.entered.map((one) => nodeOf(graph, one.node)).find((node) => node.task);

/** Before the form is filled in, conditions may not hold yet: then there is no next node to ask about. */
function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof FlowStepError) return null;
    throw error;
  }
}

export async function nextAfterTask(context: AppContext, currentUser: CurrentUser, taskId: number, variables: Json) {
  const { task, instance } = await relatedTask(context, currentUser, taskId);
  if (instance.status !== 'running') return null;
  const { graph } = await deployed(asReader(context.db), context.db, instance.definitionId);
  const state = JSON.parse(instance.state) as StoredState;
  return tried(() => nextNodeOf(firstTask(graph, workflowEngine.advance(graph, state, task.token, { ...variablesOf(instance), ...variables }))));
}

/** The node after the starter's own: its people are asked for before the start. */
export async function nextAfterStart(context: AppContext, deployId: number, variables: Json) {
  const graph = await graphOf(context.db, await deployedRow(context.db, deployId));
  return tried(() => {
    const begun = workflowEngine.start(graph, variables);
    const [only, ...others] = begun.entered;
    const own = only && others.length === 0 ? nodeOf(graph, only.node).task : undefined;
    const isOwn = own && (!own.explicit || own.settings.who?.kind === 'starter');
    return nextNodeOf(firstTask(graph, isOwn && only ? workflowEngine.advance(graph, begun.state, only.id, variables) : begun));
  });
}

export async function startPage(context: AppContext, deployId: number) {
  const row = await deployedRow(context.db, deployId);
  return { procDefId: row.defId, deployId: String(row.id), name: row.name, hasForm: (await deployForm(context.db, deployId)) !== undefined };
}
