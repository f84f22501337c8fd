import { holds, type Variables } from './expression.ts';
import { flowOf, nodeOf, nodesAfter, successors, titleOf, type FlowGraph, type FlowNode } from './flow-graph.ts';
import type { EngineStep, FlowState, FlowToken } from './flow-state.ts';
import { FlowStepError } from './flow-step-error.ts';

/** Chooses the flows that leave a node. The variables decide; the analysis of a definition tries all choices. */
export type Chooser = (graph: FlowGraph, node: FlowNode) => readonly string[];

/** More moves without a task mean a loop that never waits. */
const MAX_MOVES = 2_000;

const WAITING = new Set(['task', 'timer', 'work']);
const isJoin = (node: FlowNode): boolean => (node.kind === 'parallel' || node.kind === 'inclusive') && node.incoming.length > 1;

/** The flows whose conditions hold; for an exclusive gateway the first one. */
export const chooseBy =
  (variables: Variables): Chooser =>
  (graph, node) => {
    const flows = node.outgoing.map((id) => flowOf(graph, id));
    if (node.kind === 'parallel') return node.outgoing;
    const isTrue = ({ condition }: { condition: Parameters<typeof holds>[0] | null }): boolean => condition !== null && holds(condition, variables);
    const open = flows.filter((flow) => flow.id !== node.defaultFlow);
    if (node.kind === 'exclusive') {
      const first = open.find((flow) => flow.condition === null || isTrue(flow));
      if (first) return [first.id];
    } else {
      const all = open.filter((flow) => flow.condition === null || isTrue(flow)).map((flow) => flow.id);
      if (all.length > 0) return all;
    }
    if (node.defaultFlow !== null) return [node.defaultFlow];
    throw new FlowStepError(`节点「${titleOf(node)}」没有满足条件的出口，请检查表单内容或联系流程管理员`);
  };

interface Run {
  readonly graph: FlowGraph;
  readonly choose: Chooser;
  readonly tokens: FlowToken[];
  readonly queue: { node: string; via?: string }[];
  readonly entered: FlowToken[];
  readonly left: FlowToken[];
  readonly passed: string[];
  next: number;
  moves: number;
  terminated: boolean;
}

const runOf = (graph: FlowGraph, { next, tokens }: FlowState, choose: Chooser): Run => ({
  graph,
  choose,
  tokens: [...tokens],
  queue: [],
  entered: [],
  left: [],
  passed: [],
  next,
  moves: 0,
  terminated: false,
});

export const start = (graph: FlowGraph, variables: Variables): EngineStep => startWith(graph, chooseBy(variables));
export const advance = (graph: FlowGraph, state: FlowState, token: number, variables: Variables): EngineStep =>
  advanceWith(graph, state, token, chooseBy(variables));

export function startWith(graph: FlowGraph, choose: Chooser): EngineStep {
  const run = runOf(graph, { next: 1, tokens: [] }, choose);
  run.queue.push({ node: graph.start });
  return finish(run);
}

export function advanceWith(graph: FlowGraph, state: FlowState, token: number, choose: Chooser): EngineStep {
  const run = runOf(graph, state, choose);
  leave(run, nodeOf(graph, take(run, token).node));
  return finish(run);
}

export function sendEvent(graph: FlowGraph, state: FlowState, token: number, node: string, variables: Variables): EngineStep {
  return completeToken(graph, state, token, node, chooseBy(variables));
}

export function completeToken(graph: FlowGraph, state: FlowState, token: number, node: string, choose: Chooser): EngineStep {
  const run = runOf(graph, state, choose);
  const timer = nodeOf(graph, node);
  if (timer.interrupting) take(run, token);
  run.passed.push(node);
  leave(run, timer);
  return finish(run);
}

export const jump = (graph: FlowGraph, state: FlowState, token: number, target: string, variables: Variables): EngineStep =>
  jumpWith(graph, state, token, target, chooseBy(variables));

export function jumpWith(graph: FlowGraph, state: FlowState, token: number, target: string, choose: Chooser): EngineStep {
  const run = runOf(graph, state, choose);
  const after = nodesAfter(graph, target);
  const isAfter = (one: FlowToken): boolean => {
    const place = one.via === undefined ? one.node : flowOf(graph, one.via).from;
    return after.has(place) || (one.via !== undefined && place === target);
  };
  for (const one of state.tokens) if (one.id === token || isAfter(one)) take(run, one.id);
  run.queue.push({ node: target });
  return finish(run);
}

export function moveTokens(graph: FlowGraph, state: FlowState, mapping: ReadonlyMap<string, string>): FlowState | null {
  const tokens: FlowToken[] = [];
  for (const token of state.tokens) {
    const node = mapping.get(token.node) ?? token.node;
    const found = graph.nodes.get(node);
    if (!found) return null;
    if (token.via !== undefined && (!isJoin(found) || !found.incoming.includes(token.via))) return null;
    if (token.via === undefined && !WAITING.has(found.kind)) return null;
    tokens.push({ ...token, node });
  }
  return { next: state.next, tokens };
}

export const waiting = (graph: FlowGraph, { tokens }: FlowState): FlowToken[] =>
  tokens.filter((one) => one.via === undefined && WAITING.has(nodeOf(graph, one.node).kind));

function take(run: Run, id: number): FlowToken {
  const at = run.tokens.findIndex((one) => one.id === id);
  const [token] = at < 0 ? [] : run.tokens.splice(at, 1);
  if (!token) throw new FlowStepError('任务已被处理，请刷新后查看');
  if (token.via === undefined) {
    const made = run.entered.findIndex((one) => one.id === id);
    if (made >= 0) run.entered.splice(made, 1);
    else run.left.push(token);
  }
  return token;
}

function leave(run: Run, node: FlowNode): void {
  const chosen = run.choose(run.graph, node);
  for (const id of chosen) {
    run.passed.push(id);
    run.queue.push({ node: flowOf(run.graph, id).to, via: id });
  }
}

function finish(run: Run): EngineStep {
  do {
    for (let one = run.queue.shift(); one; one = run.queue.shift()) enter(run, one.node, one.via);
  } while (joinInclusive(run));
  const ended = run.tokens.length > 0 ? null : run.terminated ? 'terminated' : 'completed';
  return { state: { next: run.next, tokens: run.tokens }, entered: run.entered, left: run.left, passed: run.passed, ended };
}

function enter(run: Run, id: string, via: string | undefined): void {
  if (++run.moves > MAX_MOVES) throw new FlowStepError('流程在没有任务的节点之间循环，请联系流程管理员修改流程');
  const node = nodeOf(run.graph, id);
  if (isJoin(node) && via !== undefined) return park(run, node, via);
  run.passed.push(id);
  switch (node.kind) {
    case 'task':
    case 'timer':
    case 'work': {
      const token = { id: run.next++, node: id };
      run.tokens.push(token);
      run.entered.push(token);
      return;
    }
    case 'end':
      return endOf(run, node);
    case 'terminate':
      for (const one of run.tokens.filter((token) => node.scope === null || isInside(run.graph, token.node, node.scope))) take(run, one.id);
      run.queue.splice(0, run.queue.length, ...run.queue.filter((one) => node.scope !== null && !isInside(run.graph, one.node, node.scope)));
      if (node.scope === null) run.terminated = true;
      return endOf(run, node);
    case 'scope': {
      const inner = [...run.graph.nodes.values()].find((one) => one.scope === id && one.kind === 'start');
      if (inner) run.queue.push({ node: inner.id });
      return;
    }
    default:
      return leave(run, node);
  }
}

/** The end of a sub process continues after it once nothing inside it is left. */
function endOf(run: Run, { scope }: FlowNode): void {
  if (scope === null) return;
  const inside = (id: string): boolean => isInside(run.graph, id, scope);
  if (run.tokens.some((one) => inside(one.node)) || run.queue.some((one) => inside(one.node))) return;
  leave(run, nodeOf(run.graph, scope));
}

function isInside(graph: FlowGraph, id: string, scope: string): boolean {
  for (let around = nodeOf(graph, id).scope; around !== null; around = nodeOf(graph, around).scope) if (around === scope) return true;
  return false;
}

/** A parallel join waits until each incoming flow has brought a token, whatever gateways the branches have passed. */
function park(run: Run, node: FlowNode, via: string): void {
  run.tokens.push({ id: run.next++, node: node.id, via });
  if (node.kind === 'inclusive') return;
  const arrived = node.incoming.map((flow) => run.tokens.find((one) => one.node === node.id && one.via === flow));
  if (arrived.some((one) => one === undefined)) return;
  for (const one of arrived) if (one) take(run, one.id);
  run.passed.push(node.id);
  leave(run, node);
}

/** Lets one inclusive join continue to which no other token can come any more. Returns whether there was one. */
function joinInclusive(run: Run): boolean {
  const joins = new Set(run.tokens.filter((one) => one.via !== undefined && nodeOf(run.graph, one.node).kind === 'inclusive').map((one) => one.node));
  for (const id of joins) {
    const node = nodeOf(run.graph, id);
    const here = run.tokens.filter((one) => one.node === id && one.via !== undefined);
    const filled = new Set(here.map((one) => one.via));
    const empty = node.incoming.filter((flow) => !filled.has(flow));
    if (run.tokens.some((one) => !here.includes(one) && blocks(run.graph, one, id, empty, [...filled].map(String)))) continue;
    for (const flow of filled) {
      const first = here.find((one) => one.via === flow);
      if (first) take(run, first.id);
    }
    run.passed.push(id);
    leave(run, node);
    return true;
  }
  return false;
}

/** BPMN 2.0, 13.4.2: a token blocks when it can reach an empty incoming flow and none that has a token already. */
function blocks(graph: FlowGraph, token: FlowToken, join: string, empty: readonly string[], filled: readonly string[]): boolean {
  const reached = reachable(graph, token.node, join);
  const reaches = (flow: string): boolean => reached.has(flowOf(graph, flow).from);
  return empty.some(reaches) && !filled.some(reaches);
}

/** Nodes that can be reached from a node, itself included, without passing `join`. */
function reachable(graph: FlowGraph, from: string, join: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === join || found.has(id)) continue;
    found.add(id);
    open.push(...successors(graph, id));
  }
  return found;
}
