import type { Tx } from '../db/database.ts';
import type { EndedInstance } from '../state-machine/flow-subject.ts';

type Hear = (tx: Tx, ended: EndedInstance) => Promise<void>;
const subjects = new Map<string, Hear>();

/** Registers who hears the end of the flows of an entity. Returns a function that removes it. */
export function hearEnds(entity: string, hear: Hear): () => void {
  if (subjects.has(entity)) throw new Error(`the flow subject ${entity} is registered twice`);
  subjects.set(entity, hear);
  return () => void subjects.delete(entity);
}

/** Tells the business object of a key, `entity:id`, in the transaction of the step. */
export async function notifySubject(tx: Tx, businessKey: string, ended: Omit<EndedInstance, 'entity' | 'entityId'>): Promise<void> {
  const found = /^(\w+):(\d+)$/.exec(businessKey);
  if (found) await subjects.get(found[1] ?? '')?.(tx, { ...ended, entity: found[1] ?? '', entityId: Number(found[2]) });
}
