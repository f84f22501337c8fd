import type { Tx } from '../db/database.ts';
import type { AcceptedEvent } from './effects.ts';

/** A finished flow as its business object hears of it. */
export interface EndedInstance {
  readonly instanceId: number;
  readonly entity: string;
  readonly entityId: number;
  readonly status: 'completed' | 'terminated';
  readonly variables: Readonly<Record<string, unknown>>;
  /** The user whose step ended it; null for a timer. */
  readonly endedBy: number | null;
}

/** What a flow is started with. */
export interface FlowStart {
  /** Key of the definition. Without a deployed and active version of it no flow starts. */
  readonly flowKey: string;
  /** Title of the business object, for the lists. */
  readonly title: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * A business object whose state machine starts flows and hears their end, under the business key `entity:id`. An area lists its subjects in
 * its manifest, so that it needs no import of the workflow. Everything runs in the transaction of the event or step: throwing undoes it.
 */
export interface FlowSubject {
  /** Entity of the state machine. */
  readonly entity: string;
  /** Asked after each accepted event: the flow that the event starts, or null. */
  starts(accepted: AcceptedEvent): Promise<FlowStart | null>;
  ended(tx: Tx, instance: EndedInstance): Promise<void>;
}
