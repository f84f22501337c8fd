import type { NodeSettings, WorkSettings } from '../../../contract/workflow/node-settings.ts';
import type { Expression } from './expression.ts';

/** `pass` continues at once, `work` does what its settings say, `scope` is an embedded sub process, `boundary` a timer on a task. */
export type NodeKind =
  | 'work'
  | 'start'
  | 'end'
  | 'terminate'
  | 'task'
  | 'pass'
  | 'exclusive'
  | 'parallel'
  | 'inclusive'
  | 'timer'
  | 'boundary'
  | 'scope';

/** When a timer is due: after a duration, or at a moment; milliseconds. */
export type TimerSpec = { readonly after: number } | { readonly at: number };

/** A listener of a file: the key of a registered one, for an event of a task or of the execution. */
export interface ListenerSpec {
  readonly of: 'task' | 'execution';
  readonly event: string;
  readonly key: string;
}

export interface TaskSpec {
  readonly settings: NodeSettings;
  /** Whether the file has our own settings for the node; otherwise they are derived from the attributes of compatible designers. */
  readonly explicit: boolean;
  readonly formKey: string;
  /** When the task is due by the file, without an action; null without a date. */
  readonly due: TimerSpec | null;
  /** Attributes of compatible designers, for the choice of the next people. */
  readonly dataType: string;
  readonly userType: string;
  readonly collection: string;
  /** The people as compatible designers write them: ids, names or expressions, comma-separated. */
  readonly assignee: string;
  readonly candidateUsers: string;
  readonly candidateGroups: string;
}

export interface FlowNode {
  readonly id: string;
  readonly name: string;
  readonly kind: NodeKind;
  /** Id of the sub process around the node, or null. */
  readonly scope: string | null;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  readonly defaultFlow: string | null;
  readonly listeners: readonly ListenerSpec[];
  readonly task?: TaskSpec;
  readonly timer?: TimerSpec;
  readonly work?: WorkSettings;
  /** Why a node does nothing when it is passed; such a definition is not deployed any more. */
  readonly idle?: string;
  /** The task of a boundary timer, and whether the timer ends it. */
  readonly attachedTo?: string;
  readonly interrupting?: boolean;
}

export interface SequenceFlow {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly condition: Expression | null;
  readonly listeners: readonly ListenerSpec[];
}

/** A definition as the engine runs it. Built once per deployment and cached; never stored with an instance. */
export interface FlowGraph {
  readonly key: string;
  readonly name: string;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly flows: ReadonlyMap<string, SequenceFlow>;
  readonly start: string;
  /** Variable that compatible designers use for the starter. */
  readonly initiator: string;
  readonly listeners: readonly ListenerSpec[];
}

/** A fault of a definition; `node` is the id of the element that it belongs to. */
export interface Problem {
  readonly level: 'error' | 'warning';
  readonly node: string;
  readonly message: string;
}

export const nodeOf = (graph: FlowGraph, id: string): FlowNode => {
  const found = graph.nodes.get(id);
  if (!found) throw new Error(`no node ${id} in ${graph.key}`);
  return found;
};

export const flowOf = (graph: FlowGraph, id: string): SequenceFlow => {
  const found = graph.flows.get(id);
  if (!found) throw new Error(`no flow ${id} in ${graph.key}`);
  return found;
};

export const titleOf = ({ id, name }: FlowNode): string => name || id;

const followers = new WeakMap<FlowGraph, Map<string, readonly string[]>>();

/** The nodes that follow, through the start and the ends of sub processes, and the timers on a task. */
export function successors(graph: FlowGraph, id: string): readonly string[] {
  let known = followers.get(graph);
  if (!known) followers.set(graph, (known = new Map()));
  let found = known.get(id);
  if (!found) known.set(id, (found = followersOf(graph, id)));
  return found;
}

function followersOf(graph: FlowGraph, id: string): string[] {
  const node = nodeOf(graph, id);
  const next = node.outgoing.map((flow) => flowOf(graph, flow).to);
  const all = [...graph.nodes.values()];
  if (node.kind === 'scope') next.push(...all.filter((one) => one.scope === id && one.kind === 'start').map((one) => one.id));
  if ((node.kind === 'end' || node.kind === 'terminate') && node.scope !== null)
    next.push(...nodeOf(graph, node.scope).outgoing.map((flow) => flowOf(graph, flow).to));
  next.push(...all.filter((one) => one.attachedTo === id).map((one) => one.id));
  return next;
}

const regions = new WeakMap<FlowGraph, ReadonlyMap<string, ReadonlySet<string>>>();

/** Returns the nodes after `id` in drawing order: loops back to earlier nodes are not followed. */
export function nodesAfter(graph: FlowGraph, id: string): ReadonlySet<string> {
  let found = regions.get(graph);
  if (!found) regions.set(graph, (found = forwardRegions(graph)));
  return found.get(id) ?? new Set();
}

function forwardRegions(graph: FlowGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const after = new Map<string, Set<string>>();
  const open = new Set<string>();
  const visit = (id: string): Set<string> => {
    const done = after.get(id);
    if (done) return done;
    open.add(id);
    const region = new Set<string>();
    for (const next of successors(graph, id)) {
      // A node that is still open is an ancestor: this flow leads back.
      if (open.has(next)) continue;
      region.add(next);
      for (const far of visit(next)) region.add(far);
    }
    open.delete(id);
    after.set(id, region);
    return region;
  };
  visit(graph.start);
  for (const id of graph.nodes.keys()) visit(id);
  return after;
}
