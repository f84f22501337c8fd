import type { Tx } from '../db/database.ts';
import type { ListenerSpec } from './engine/flow-graph.ts';
import { stoppedListeners } from './flow-people.queries.ts';
import type { FlowStep, TaskRow } from './flow-step.ts';

/** What a listener hears: an event of a task or of the execution, inside the transaction of the step. Throwing undoes the step. */
export interface FlowEvent {
  readonly tx: Tx;
  readonly instanceId: number;
  readonly businessKey: string;
  readonly startUserId: number;
  /** Name of the definition, and the title of the instance. */
  readonly flowName: string;
  readonly title: string;
  /** Id of the node or flow; the key of the definition for the whole process. */
  readonly element: string;
  readonly elementName: string;
  readonly event: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly taskId: number | null;
  readonly assignee: number | null;
}

export type FlowListener = (event: FlowEvent) => Promise<void>;
const listeners = new Map<string, FlowListener>();

/**
 * Registers a listener under the key that definitions and the list 流程监听 name. Returns a function that
 * removes it.
 */
export function registerFlowListener(key: string, listener: FlowListener): () => void {
  if (listeners.has(key)) throw new Error(`the flow listener ${key} is registered twice`);
  listeners.set(key, listener);
  return () => void listeners.delete(key);
}

export const isFlowListener = (key: string): boolean => listeners.has(key);

/** Calls the registered listeners of an element for an event, in the order of the file. */
export async function emit(
  step: FlowStep,
  element: { readonly id: string; readonly name: string; readonly listeners: readonly ListenerSpec[] },
  of: ListenerSpec['of'],
  event: string,
  task?: TaskRow,
): Promise<void> {
  const wanted = element.listeners.filter((one) => one.of === of && one.event === event);
  if (wanted.length === 0) return;
  const stopped = await stoppedListeners(step.tx);
  for (const { key } of wanted) {
    if (stopped.has(key)) continue;
    await listeners.get(key)?.({
      tx: step.tx,
      instanceId: step.instance.id,
      businessKey: step.instance.businessKey,
      startUserId: step.instance.startUserId,
      flowName: step.definition.name,
      title: step.title,
      element: element.id,
      elementName: element.name || element.id,
      event,
      variables: step.variables,
      taskId: task?.id ?? null,
      assignee: task?.assignee ?? null,
    });
  }
}

/** A task event, for the node of the task. */
export async function emitTask(step: FlowStep, task: TaskRow, event: 'create' | 'assignment' | 'complete' | 'delete'): Promise<void> {
  const node = step.graph.nodes.get(task.nodeKey);
  if (node) await emit(step, node, 'task', event, task);
}

/** Start and end of the nodes and flows that a step has passed; a node with a task ends when its token leaves. */
export async function emitPassed(step: FlowStep, passed: readonly string[], left: readonly string[]): Promise<void> {
  for (const id of left) {
    const node = step.graph.nodes.get(id);
    if (node) await emit(step, node, 'execution', 'end');
  }
  for (const id of passed) {
    const flow = step.graph.flows.get(id);
    if (flow) await emit(step, flow, 'execution', 'take');
    const node = step.graph.nodes.get(id);
    if (!node) continue;
    await emit(step, node, 'execution', 'start');
    if (node.kind !== 'task' && node.kind !== 'timer' && node.kind !== 'work') await emit(step, node, 'execution', 'end');
  }
}
