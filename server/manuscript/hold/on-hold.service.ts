import type { Database, Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import type { StepGuard } from '../../state-machine/step-guards.ts';
import { goesOn } from '../manuscript.policy.ts';

/** Machines of the work on a manuscript; their rows have its number. */
const OF_MANUSCRIPT: ReadonlySet<string> = new Set([
  'review',
  'editTask',
  'editQuery',
  'authorConfirm',
  'proofread',
  'authorProof',
  'composition',
  'protocol',
  'protocolAmendment',
  'topic',
]);
/** Ends the work for good, so it needs no resumption. */
const ENDS: ReadonlySet<string> = new Set(['protocol terminate']);

export const ON_HOLD = '稿件搁置中，恢复后才能继续';

/** Throws while the manuscript is on hold: nothing of it goes on, and its due dates stand still. */
export async function assertGoesOn(tx: Database | Tx, archiveId: number): Promise<void> {
  const row = await tx.selectFrom('manuscript').select('status').where('id', '=', archiveId).executeTakeFirst();
  if (row && !goesOn(row)) throw failed(ON_HOLD);
}

/** No step of the work on a manuscript is taken while it is on hold, in any machine. */
export const onHoldGuard: StepGuard = async ({ tx, entity, row, event }) => {
  if (!OF_MANUSCRIPT.has(entity) || ENDS.has(`${entity} ${event}`)) return;
  const { archiveId } = row as { readonly archiveId?: number | null };
  if (typeof archiveId === 'number') await assertGoesOn(tx, archiveId);
};
