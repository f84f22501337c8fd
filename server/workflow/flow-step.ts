import type { Selectable } from 'kysely';
import { flowInstanceMachine, type FlowInstanceEvent, type FlowInstanceState } from '../../contract/workflow/flow-instance.machine.ts';
import { flowTaskMachine, type FlowTaskEvent, type FlowTaskState } from '../../contract/workflow/flow-task.machine.ts';
import type { Tx } from '../db/database.ts';
import type { FlowInstanceTable, FlowTaskTable } from '../db/tables/workflow-tables.ts';
import { AppError, conflict, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { transition } from '../state-machine/transition.ts';
import type { FlowGraph } from './engine/flow-graph.ts';
import { FlowStepError } from './engine/flow-step-error.ts';
import type { FlowState } from './engine/flow-state.ts';
import type { DefinitionRow } from './definition/flow-definition.queries.ts';
import { deployed } from './definition/flow-graph-cache.ts';

export type InstanceRow = Selectable<FlowInstanceTable>;
export type TaskRow = Selectable<FlowTaskTable>;

/** One visit of a task node: how many must agree, and who comes after the people who have a task now. */
export interface Visit {
  readonly need: number;
  /** People of a sequence who have no task yet. */
  readonly queue: readonly number[];
  /** People who sign after a task, by the id of the task. */
  readonly after?: Readonly<Record<string, readonly number[]>>;
}

/** What an instance stores besides its variables. */
export interface StoredState extends FlowState {
  /** By token. */
  readonly visits: Readonly<Record<string, Visit>>;
  /** The node where the starter fills in the form; a rejected instance goes back to it. Null when the first node is for others. */
  readonly first: string | null;
  /** People that the starter or the previous handler chose, by node. */
  readonly choices: Readonly<Record<string, readonly number[]>>;
  /** People of nodes that variables decide, by node: a later choice overwrites the variable, and a return needs the earlier people. */
  readonly people?: Readonly<Record<string, readonly number[]>>;
  /** Names of the variables that the start has set. */
  readonly started?: readonly string[];
}

/** A step of one instance inside one transaction. The fields without `readonly` are written to the row when the step ends. */
export interface FlowStep {
  readonly tx: Tx;
  readonly actor: CurrentUser | null;
  readonly now: number;
  readonly instance: InstanceRow;
  /** Another version after a migration. */
  definition: DefinitionRow;
  readonly graph: FlowGraph;
  state: StoredState;
  variables: Record<string, unknown>;
  title: string;
  path: Set<string>;
  status: InstanceRow['status'];
  endTime: number | null;
  urgedAt: number;
  /** Steps that nobody caused: skipped and empty nodes. Limited, because nodes may send an instance in circles. */
  automatic: number;
  /** The node that a return, a reject or a withdrawal opens again for its earlier people. */
  reopened: string | null;
}

export interface StepCaller {
  readonly tx: Tx;
  /** Identifies the database, for the cache of definitions. */
  readonly database: object;
  readonly actor: CurrentUser | null;
  readonly now?: number;
}

const MAX_VARIABLES = 256 * 1024;

/**
 * Runs a step of an instance. The update takes the row lock and increases `rev`, so that the steps of one instance run one after another;
 * what `work` throws undoes everything. An engine error becomes an answer for the user.
 */
export async function inInstance<T>(caller: StepCaller, instanceId: number, work: (step: FlowStep) => Promise<T>): Promise<T> {
  const { tx, actor } = caller;
  const instance = await tx
    .updateTable('flowInstance')
    .set((eb) => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', instanceId)
    .returningAll()
    .executeTakeFirst();
  if (!instance) throw missing('流程实例不存在或已被删除，请刷新后重试');
  const { definition, graph } = await deployed(tx, caller.database, instance.definitionId);
  const step: FlowStep = {
    tx,
    actor,
    now: caller.now ?? Date.now(),
    instance,
    definition,
    graph,
    state: JSON.parse(instance.state) as StoredState,
    variables: JSON.parse(instance.variables) as Record<string, unknown>,
    title: instance.title,
    path: new Set(JSON.parse(instance.path) as string[]),
    status: instance.status,
    endTime: instance.endTime,
    urgedAt: instance.urgedAt,
    automatic: 0,
    reopened: null,
  };
  const answer = await asAnswer(() => work(step));
  await saveStep(step);
  return answer;
}

export async function asAnswer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FlowStepError) throw failed(error.message);
    throw error;
  }
}

/** Writes the step to the instance; throws 409 when another step has been faster. */
export async function saveStep(step: FlowStep): Promise<void> {
  const variables = JSON.stringify(step.variables);
  if (variables.length > MAX_VARIABLES) throw failed('提交的内容过大，请把长文字或图片放到附件里');
  const { numUpdatedRows } = await step.tx
    .updateTable('flowInstance')
    .set({
      state: JSON.stringify(step.state),
      variables,
      title: step.title,
      path: JSON.stringify([...step.path]),
      status: step.status,
      endTime: step.endTime,
      urgedAt: step.urgedAt,
      definitionId: step.definition.id,
      updateTime: step.now,
      ...(step.actor ? { updateBy: step.actor.userName } : {}),
    })
    .where('id', '=', step.instance.id)
    .where('rev', '=', step.instance.rev)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw conflict();
}

export const OPEN_STATES: readonly FlowTaskState[] = flowTaskMachine.groups.open;
export const isOpen = (task: Pick<TaskRow, 'status'>): boolean => (OPEN_STATES as readonly string[]).includes(task.status);

type MovedTask = TaskRow & { readonly set: Readonly<Record<string, unknown>> };
const take = transition<FlowTaskState, FlowTaskEvent, MovedTask>(flowTaskMachine, {
  table: 'flowTask',
  stateOf: (row) => row.status as FlowTaskState,
  target: ({ from }) => from,
  columns: ({ row }) => row.set,
});

/** Takes one step of SM20 with further columns of the row. `actor` null is the program. */
export async function moveTask(
  { tx }: Pick<FlowStep, 'tx'>,
  actor: CurrentUser | null,
  task: TaskRow,
  event: FlowTaskEvent,
  set: Readonly<Record<string, unknown>> = {},
  reason = '',
): Promise<void> {
  await take(tx, actor, { ...task, set }, event, reason, 'checked');
}

interface MovedInstance {
  readonly id: number;
  readonly step: FlowStep;
}
const takeInstance = transition<FlowInstanceState, FlowInstanceEvent, MovedInstance>(flowInstanceMachine, {
  table: 'flowInstance',
  stateOf: ({ step }) => step.status,
  target: ({ from }) => from,
  // `saveStep` writes the row when the step ends.
  write({ row: { step }, to }) {
    step.status = to;
  },
});

/** Takes one step of SM46 inside a step of the instance. */
export async function moveInstance(step: FlowStep, event: FlowInstanceEvent, reason = ''): Promise<void> {
  await takeInstance(step.tx, step.actor, { id: step.instance.id, step }, event, reason, 'checked');
}

/** Throws unless the instance runs; `ended` is the message for one that has ended. */
export function requireRunning({ status }: Pick<FlowStep, 'status'>, ended: string): void {
  if (status === 'suspended') throw suspended();
  if (status !== 'running') throw failed(ended);
}

export const COMMENT_TYPES = { normal: 1, return: 2, reject: 3, delegate: 4, assign: 5, stop: 6, addSign: 7, removeSign: 8, copy: 9 } as const;
export type CommentType = keyof typeof COMMENT_TYPES;

export async function addComment(step: FlowStep, taskId: number, userId: number, type: CommentType, content: string): Promise<void> {
  await step.tx
    .insertInto('flowComment')
    .values({ instanceId: step.instance.id, taskId, userId, type: COMMENT_TYPES[type], content, createTime: step.now })
    .execute();
}

export const suspended = (): AppError => new AppError(22003, '流程已挂起');
