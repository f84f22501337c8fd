import type { Level } from '../../contract/review/review.machine.ts';
import { effectOn } from '../state-machine/effects.ts';
import type { Tx } from '../db/database.ts';
import { lastHoldMs } from '../manuscript/hold.service.ts';
import { manuscriptIn, setTurn } from '../manuscript/manuscript-step.service.ts';
import { openReviewsOf, reviewById } from './review.queries.ts';
import { cancelReview, openLevel } from './review-step.service.ts';

const LEVEL_OF: Readonly<Record<string, Level>> = { audit_one: 'one', audit_two: 'two', audit_last: 'last' };
/** Events after which no review of the manuscript stays open. */
const ENDS: ReadonlySet<string> = new Set(['withdraw', 'reject', 'reviseByReview', 'rejectByReview', 'topicReturned']);

/** Reviews follow the manuscript: each level is opened, paused, continued and cancelled with it. */
export const reviewEffect = effectOn('manuscript', async ({ tx, entityId, event, to }) => {
  const level = LEVEL_OF[to];
  if (ENDS.has(event)) return cancelOpen(tx, entityId);
  if (event === 'resume') return continueAfterHold(tx, entityId);
  if (!level || event === 'hold' || event === 'recallReview') return;
  const { reviewRound } = await manuscriptIn(tx, entityId);
  await openLevel(tx, entityId, level, Math.max(1, reviewRound));
});

async function cancelOpen(tx: Tx, archiveId: number): Promise<void> {
  const manuscript = await manuscriptIn(tx, archiveId);
  for (const { id } of await openReviewsOf(tx, archiveId)) {
    const row = await reviewById(tx, id);
    if (row) await cancelReview(tx, manuscript, row);
  }
}

async function continueAfterHold(tx: Tx, archiveId: number): Promise<void> {
  const held = await lastHoldMs(tx, archiveId);
  for (const row of await openReviewsOf(tx, archiveId)) {
    const dueAt = row.dueAt === null ? null : row.dueAt + held;
    await tx.updateTable('review').set({ dueAt }).where('id', '=', row.id).execute();
    if (row.auditorId !== null) await setTurn(tx, await manuscriptIn(tx, archiveId), { turn: 'reviewer', userId: row.auditorId, dueAt });
  }
}
