import type { Variables } from './expression.ts';
import type { FlowGraph } from './flow-graph.ts';
import type { EngineStep, FlowState, FlowToken } from './flow-state.ts';
import { readDefinition, type ReadResult } from './read-definition.ts';
import { advance, sendEvent, jump, moveTokens, start, waiting } from './token-engine.ts';

/** The engine behind a port. All functions are pure; a state is a small value that the caller stores. */
export interface WorkflowEngine {
  readDefinition(xml: string): Promise<ReadResult>;
  start(graph: FlowGraph, variables: Variables): EngineStep;
  /** The waiting token is completed and continues. */
  advance(graph: FlowGraph, state: FlowState, token: number, variables: Variables): EngineStep;
  /** A boundary timer is due: `node` is the timer, `token` the task that it is on. */
  fire(graph: FlowGraph, state: FlowState, token: number, node: string, variables: Variables): EngineStep;
  /** Return, reject and withdraw: leaves the token and everything after `target`, and waits at `target`. */
  jump(graph: FlowGraph, state: FlowState, token: number, target: string, variables: Variables): EngineStep;
  /** Moves a state to another version of its definition; null when a position does not exist there. */
  moveTokens(graph: FlowGraph, state: FlowState, mapping: ReadonlyMap<string, string>): FlowState | null;
  /** Tokens at tasks and timers. */
  waiting(graph: FlowGraph, state: FlowState): readonly FlowToken[];
}

export const workflowEngine: WorkflowEngine = { readDefinition, start, advance, fire: sendEvent, jump, moveTokens, waiting };
