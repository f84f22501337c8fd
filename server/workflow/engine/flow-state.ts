/** A position in a definition. At a join, `via` is the flow by which it arrived. */
export interface FlowToken {
  readonly id: number;
  readonly node: string;
  readonly via?: string;
}

/** The whole state of a running instance: about 40 bytes a token, without the definition. */
export interface FlowState {
  readonly next: number;
  readonly tokens: readonly FlowToken[];
}

/** What one step did. */
export interface EngineStep {
  readonly state: FlowState;
  /** Tokens that now wait at a task or a timer. */
  readonly entered: readonly FlowToken[];
  /** Waiting tokens that are gone: completed, cancelled or withdrawn. */
  readonly left: readonly FlowToken[];
  /** Ids of the nodes and flows that were passed, in order. */
  readonly passed: readonly string[];
  readonly ended: 'completed' | 'terminated' | null;
}
