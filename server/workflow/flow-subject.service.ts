import type { Tx } from '../db/database.ts';
import { addEffect } from '../state-machine/effects.ts';
import type { EndedInstance, FlowSubject } from '../state-machine/flow-subject.ts';
import { startForSubject } from './flow-instance.service.ts';
import { hearEnds } from './flow-end.ts';

/**
 * Registers a business object: its events start flows, and it hears their end. Returns a function that removes it.
 */
export function registerFlowSubject(subject: FlowSubject): () => void {
  const { entity } = subject;
  const deaf = hearEnds(entity, (tx: Tx, ended: EndedInstance) => subject.ended(tx, ended));
  const removeEffect = addEffect({
    entity,
    run: async (accepted) => {
      // A program has no to-do and nobody to answer to: only users start flows.
      if (!accepted.currentUser) return;
      const start = await subject.starts(accepted);
      if (start)
        await startForSubject({ tx: accepted.tx, database: accepted.tx, actor: accepted.currentUser }, `${entity}:${accepted.entityId}`, start);
    },
  });
  return () => {
    deaf();
    removeEffect();
  };
}
