import type { Tx } from '../db/database.ts';

/** A finished instance as the business object hears of it. */
export interface EndedInstance {
  readonly instanceId: number;
  readonly entity: string;
  readonly entityId: number;
  readonly status: 'completed' | 'terminated';
  readonly variables: Readonly<Record<string, unknown>>;
  /** The user whose step ended it; null for a timer. */
  readonly endedBy: number | null;
}

/** What a business object does when its flow ends, in the same transaction: throwing undoes the step. */
export interface FlowSubject {
  ended(tx: Tx, instance: EndedInstance): Promise<void>;
}

const subjects = new Map<string, FlowSubject>();

/** Registers the entity of a `businessKey`. Called once, while modules load. Returns a function that removes it. */
export function registerFlowSubject(entity: string, subject: FlowSubject): () => void {
  if (subjects.has(entity)) throw new Error(`the flow subject ${entity} is registered twice`);
  subjects.set(entity, subject);
  return () => void subjects.delete(entity);
}

export const isFlowSubject = (entity: string): boolean => subjects.has(entity);

export async function tellSubject(tx: Tx, businessKey: string, ended: Omit<EndedInstance, 'entity' | 'entityId'>): Promise<void> {
  const found = /^(\w+):(\d+)$/.exec(businessKey);
  if (found) await subjects.get(found[1] ?? '')?.ended(tx, { ...ended, entity: found[1] ?? '', entityId: Number(found[2]) });
}
