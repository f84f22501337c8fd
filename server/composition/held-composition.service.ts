import { compositionMachine } from '../../contract/composition/composition.machine.ts';
import type { HeldWork } from '../identity/held-work.service.ts';
import { compositionsHeldBy } from './composition.queries.ts';
import { handOverComposition } from './composition-step.service.ts';

/** Compositions that a typesetter has not delivered. */
export const heldCompositions: HeldWork = {
  key: 'composition',
  label: '排版',
  items: async (tx, userId) =>
    (await compositionsHeldBy(tx, userId)).map(({ id, title, status }) => ({ id, title, note: compositionMachine.states[status].label })),
  handOver: ({ tx, actor, reason }, id, to) => handOverComposition(tx, actor, id, to, reason),
  release: ({ tx, actor, reason }, id) => handOverComposition(tx, actor, id, null, reason),
};
