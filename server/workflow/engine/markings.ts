import { flowOf, nodeOf, titleOf, type FlowGraph, type FlowNode, type Problem } from './flow-graph.ts';
import { FlowStepError } from './flow-step-error.ts';
import type { EngineStep, FlowState } from './flow-state.ts';
import { advanceWith, completeToken, jumpWith, startWith, waiting, type Chooser } from './token-engine.ts';

/** States and steps that the analysis tries at most; a larger definition is reported as too complex to prove. */
const MAX_STATES = 4_000;
const MAX_TRIES = 20_000;
const MAX_CHOICES = 512;
/** A jump is checked while a user waits. */
const JUMP_TRIES = 2_000;

export interface Analysis {
  readonly problems: readonly Problem[];
  /** Whether every state was visited. */
  readonly exhaustive: boolean;
  /** Nodes that at least one way passes. */
  readonly reached: ReadonlySet<string>;
}

/** All sets of flows by which a node can be left. An inclusive gateway: each flow alone, each pair, and all. */
function optionsOf(graph: FlowGraph, node: FlowNode): string[][] {
  if (node.kind === 'exclusive') return node.outgoing.map((one) => [one]);
  if (node.kind === 'parallel') return [[...node.outgoing]];
  const conditional = node.outgoing.filter((id) => node.kind === 'inclusive' || flowOf(graph, id).condition !== null);
  const always = node.outgoing.filter((id) => !conditional.includes(id) && id !== node.defaultFlow);
  if (conditional.length === 0) return [[...node.outgoing]];
  const singles = conditional.map((one) => [one]);
  const pairs = conditional.flatMap((one, index) => conditional.slice(index + 1).map((other) => [one, other]));
  const sets = [...singles, ...pairs, ...(conditional.length > 2 ? [conditional] : []), ...(always.length > 0 ? [[]] : [])];
  return sets.map((one) => [...always, ...one]);
}

interface Tries {
  left: number;
  /** Whether choices were left out. */
  truncated: boolean;
}

/** Runs a step once for each combination of choices, within the budget of `tries`. */
export function everyWay(
  work: (choose: Chooser) => EngineStep,
  tries: Tries = { left: MAX_CHOICES, truncated: false },
): (EngineStep | FlowStepError)[] {
  const results: (EngineStep | FlowStepError)[] = [];
  const scripts: number[][] = [[]];
  for (let script = scripts.pop(); script; script = scripts.pop()) {
    if (tries.left <= 0 || results.length >= MAX_CHOICES) {
      tries.truncated = true;
      break;
    }
    tries.left--;
    const taken = [...script];
    let at = 0;
    const choose: Chooser = (graph, node) => {
      const options = optionsOf(graph, node);
      if (at === taken.length) {
        for (let other = 1; other < options.length; other++) scripts.push([...taken, other]);
        taken.push(0);
      }
      return options[taken[at++] ?? 0] ?? [];
    };
    try {
      results.push(work(choose));
    } catch (error) {
      if (!(error instanceof FlowStepError)) throw error;
      results.push(error);
    }
  }
  return results;
}

const keyOf = ({ tokens }: FlowState): string =>
  tokens
    .map((one) => `${one.node}<${one.via ?? ''}`)
    .toSorted()
    .join('|');

/** The first two tokens at the same place, if any: branches were merged that still run. */
const doubled = ({ tokens }: FlowState): string | undefined =>
  tokens.find((one, at) => tokens.some((other, index) => index < at && other.node === one.node && other.via === one.via))?.node;

/** Visits every state of a definition from its start, or from `from`, with all choices at the gateways and all timers. */
export function analyse(graph: FlowGraph, from?: FlowState, most = MAX_TRIES): Analysis {
  const problems = new Map<string, Problem>();
  const note = (node: string, message: string): void =>
    void (problems.has(`${node} ${message}`) || problems.set(`${node} ${message}`, { level: 'error', node, message }));
  const reached = new Set<string>();
  const seen = new Set<string>();
  const open: FlowState[] = [];
  const tries: Tries = { left: most, truncated: false };
  const boundaries = [...graph.nodes.values()].filter((one) => one.kind === 'boundary');
  const visit = (state: FlowState): void => {
    const twice = doubled(state);
    if (twice !== undefined) {
      const node = nodeOf(graph, twice);
      return note(twice, `并行的分支在汇聚之前合到了「${titleOf(node)}」，会重复执行，请在它前面用并行网关汇聚`);
    }
    const key = keyOf(state);
    if (seen.has(key)) return;
    seen.add(key);
    if (state.tokens.length > 0 && waiting(graph, state).length === 0)
      for (const { node } of state.tokens) note(node, `汇聚网关「${titleOf(nodeOf(graph, node))}」永远等不齐所有分支，请检查前面的分支`);
    open.push(state);
  };
  const take = (steps: (EngineStep | FlowStepError)[], node: string): void => {
    for (const step of steps) {
      if (step instanceof FlowStepError) note(node, `节点「${titleOf(nodeOf(graph, node))}」之后的网关互相循环，没有任务可办，请加入任务或结束节点`);
      else {
        for (const id of step.passed) reached.add(id);
        visit(step.state);
      }
    }
  };
  if (from) visit(from);
  else
    take(
      everyWay((choose) => startWith(graph, choose), tries),
      graph.start,
    );
  for (let state = open.pop(); state && seen.size <= MAX_STATES; state = open.pop()) {
    const current = state;
    for (const token of waiting(graph, current)) {
      take(
        everyWay((choose) => advanceWith(graph, current, token.id, choose), tries),
        token.node,
      );
      for (const timer of boundaries.filter((one) => one.attachedTo === token.node && one.interrupting))
        take(
          everyWay((choose) => completeToken(graph, current, token.id, timer.id, choose), tries),
          timer.id,
        );
    }
  }
  return { problems: [...problems.values()], exhaustive: seen.size <= MAX_STATES && !tries.truncated, reached };
}

const soundJumps = new WeakMap<FlowGraph, Map<string, boolean>>();

/**
 * Whether a jump leaves a state that can still end: a jump out of one parallel branch into another, or from behind a join into one
 * branch, would leave a join waiting for ever. Results are cached, because lists of targets repeat the question.
 */
export function canJump(graph: FlowGraph, state: FlowState, token: number, target: string): boolean {
  let known = soundJumps.get(graph);
  if (!known) soundJumps.set(graph, (known = new Map()));
  const key = `${keyOf(state)} ${state.tokens.findIndex((one) => one.id === token)} ${state.tokens.find((one) => one.id === token)?.node} ${target}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size > MAX_STATES) known.clear();
  const results = everyWay((choose) => jumpWith(graph, state, token, target, choose));
  const sound = results.every((step) => !(step instanceof FlowStepError) && analyse(graph, step.state, JUMP_TRIES).problems.length === 0);
  known.set(key, sound);
  return sound;
}
