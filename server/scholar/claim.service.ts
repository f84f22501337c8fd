import { claimOf } from './claim.queries.ts';
import type { Tx } from '../db/database.ts';
import { applyMachine } from '../../contract/structure/apply-for-log.machine.ts';
import { onTransition } from '../state-machine/effects.ts';

const setUser = (tx: Tx, id: number, userId: number | null, now: number) =>
  tx
    .updateTable('scholar')
    .set((eb) => ({ userId, updateTime: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** An approved claim binds the page to the applicant; revoking the mode releases it. */
export const claimEffect = onTransition(applyMachine, {
  async approve({ tx, entityId, to, now }) {
    const claim = to === 'approved' ? await claimOf(tx, entityId) : undefined;
    if (claim) await setUser(tx, claim.id, claim.applicantId, now);
  },
  async revoke({ tx, entityId, now }) {
    const claim = await claimOf(tx, entityId);
    if (claim && claim.userId === claim.applicantId) await setUser(tx, claim.id, null, now);
  },
});
