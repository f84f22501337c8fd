import type { Tx } from '../db/database.ts';
import { effectOn } from '../state-machine/effects.ts';

/** The claim of an application (SM18, mode `scholar`): its page and its applicant; undefined for an application without a page. */
const claimOf = (tx: Tx, applyId: number) =>
  tx
    .selectFrom('applyForLog')
    .innerJoin('scholar', 'scholar.id', 'applyForLog.scholarId')
    .select(['scholar.id', 'scholar.userId', 'applyForLog.userId as applicantId'])
    .where('applyForLog.id', '=', applyId)
    .executeTakeFirst();

const setUser = (tx: Tx, id: number, userId: number | null, now: number) =>
  tx
    .updateTable('scholar')
    .set((eb) => ({ userId, updateTime: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** An approved claim binds the page to the applicant; revoking the mode releases it. */
export const claimEffect = effectOn('applyForLog', async ({ tx, entityId, event, to, now }) => {
  if (to !== 'approved' && event !== 'revoke') return;
  const claim = await claimOf(tx, entityId);
  if (!claim) return;
  if (to === 'approved') await setUser(tx, claim.id, claim.applicantId, now);
  else if (claim.userId === claim.applicantId) await setUser(tx, claim.id, null, now);
});
