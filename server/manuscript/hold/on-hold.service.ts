import type { Database, Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import type { StepGuard } from '../../state-machine/step-guards.ts';
import { isOnHold } from '../manuscript.policy.ts';

/** State machines of the work on a manuscript; their rows have `archiveId`. */
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
/** Steps that end the work for good are possible without resuming it first. */
const ENDS: ReadonlySet<string> = new Set(['protocol terminate']);

export const ON_HOLD = '稿件搁置中，恢复后才能继续';

/** Throws while the manuscript is on hold. Writes that are no step of a state machine call it; steps are stopped by `onHoldGuard`. */
export async function assertNotOnHold(tx: Database | Tx, archiveId: number): Promise<void> {
  const row = await tx.selectFrom('manuscript').select('status').where('id', '=', archiveId).executeTakeFirst();
  if (row && isOnHold(row)) throw failed(ON_HOLD);
}

/** Rejects the steps of these machines while their manuscript is on hold. */
export const onHoldGuard: StepGuard = async ({ tx, entity, row, event }) => {
  if (!OF_MANUSCRIPT.has(entity) || ENDS.has(`${entity} ${event}`)) return;
  const { archiveId } = row as { readonly archiveId?: number | null };
  if (typeof archiveId === 'number') await assertNotOnHold(tx, archiveId);
};
