import { workFiles } from '../../contract/manuscript/work-files.ts';
import type { HeldWork } from '../identity/held-work.service.ts';
import { handOverProof } from './proof-step.service.ts';
import { proofsHeldBy } from './proof.queries.ts';

/** Proofs that a proofreader has not handed in. */
export const heldProofs: HeldWork = {
  key: 'proofread',
  label: '校对',
  items: async (tx, userId) =>
    (await proofsHeldBy(tx, userId)).map(({ id, title, kind, stage }) => ({ id, title, note: workFiles(kind).stages[stage] })),
  handOver: ({ tx, actor, reason }, id, to) => handOverProof(tx, actor, id, to, reason),
  release: ({ tx, actor, reason }, id) => handOverProof(tx, actor, id, null, reason),
};
