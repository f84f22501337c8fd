import { nodeOf, successors, type FlowGraph, type TaskSpec } from './engine/flow-graph.ts';

/** Most people that one node may get by a choice. */
const MOST = 100;

/** Returns the tasks that can follow a node without another task in between. */
export function nextTasks(graph: FlowGraph, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set([from]);
  const queue = [...successors(graph, from)];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (nodeOf(graph, id).kind === 'task') found.add(id);
    else queue.push(...successors(graph, id));
  }
  return found;
}

/** The tasks that follow a start: the starter's own first task is completed with it. */
export function tasksAfterStart(graph: FlowGraph): ReadonlySet<string> {
  const first = nextTasks(graph, graph.start);
  return new Set([...first, ...[...first].flatMap((id) => [...nextTasks(graph, id)])]);
}

/** Whether a file of a compatible designer leaves the people of a node to the user. */
export const isDynamic = ({ explicit, dataType, collection }: TaskSpec): boolean =>
  !explicit && (dataType === 'dynamic' || (collection !== '' && dataType !== 'fixed'));

/** Who chooses: the starter, or the handler of a node. */
export type Chooser = 'starter' | { readonly node: string };

/** Whether this user may choose the people of a node. A node with fixed people is never open to a choice. */
function mayChoose(graph: FlowGraph, id: string, by: Chooser): boolean {
  const task = graph.nodes.get(id)?.task;
  if (!task) return false;
  const kind = task.settings.who?.kind;
  if (task.explicit && kind === 'chosenByStarter') return by === 'starter';
  if (!(task.explicit ? kind === 'chosenByPrevious' : isDynamic(task))) return false;
  return (by === 'starter' ? tasksAfterStart(graph) : nextTasks(graph, by.node)).has(id);
}

/** Returns the people chosen for later nodes, `{node: [user ids]}`; what the user may not choose and other values are left out. */
export function choicesIn(graph: FlowGraph, value: unknown, by: Chooser): Record<string, number[]> {
  if (typeof value !== 'object' || value === null) return {};
  const found = Object.entries(value).flatMap(([node, ids]): [string, number[]][] => {
    const list = (Array.isArray(ids) ? ids : [ids]).map(Number).filter((one) => Number.isSafeInteger(one) && one > 0);
    return list.length > 0 && mayChoose(graph, node, by) ? [[node, list.slice(0, MOST)]] : [];
  });
  return Object.fromEntries(found);
}
