import type { Level } from '../../contract/review/review.machine.ts';
import { manuscriptMachine, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import { onTransition, type AcceptedEvent } from '../state-machine/effects.ts';
import type { Tx } from '../db/database.ts';
import { lastHoldMs } from '../manuscript/hold/hold.service.ts';
import { manuscriptIn, setTurn } from '../manuscript/manuscript-step.service.ts';
import { levelsOf, openReviewsOf, reviewById } from './review.queries.ts';
import { cancelReview, openLevel } from './review-step.service.ts';

const LEVEL_OF: Readonly<Partial<Record<ManuscriptState, Level>>> = { audit_one: 'one', audit_two: 'two', audit_last: 'last' };

type Handler = (accepted: AcceptedEvent<ManuscriptState>) => Promise<void>;
/** The manuscript comes to a level of the review: the task of the level is opened. */
const open: Handler = async ({ tx, entityId, to }) => {
  const level = LEVEL_OF[to];
  if (!level) return;
  const { reviewRound } = await manuscriptIn(tx, entityId);
  await openLevel(tx, entityId, level, Math.max(1, reviewRound));
};
/** A decision is taken back: its review is restored with it; a review that the decision cancelled is opened again. */
const openAgain: Handler = async (accepted) => {
  const { tx, entityId, to } = accepted;
  const { reviewRound } = await manuscriptIn(tx, entityId);
  const level = LEVEL_OF[to];
  if (level && !(await levelsOf(tx, entityId, Math.max(1, reviewRound))).has(level)) await open(accepted);
};
/** No review of the manuscript stays open. */
const end: Handler = ({ tx, entityId }) => cancelOpen(tx, entityId);

/** Reviews follow the manuscript: each level is opened, paused, continued and cancelled with it. */
export const reviewEffect = onTransition(manuscriptMachine, {
  startAudit: open,
  passOne: open,
  passTwo: open,
  backTo: open,
  undoReject: open,
  undoWithdraw: open,
  takeBack: openAgain,
  withdraw: end,
  reject: end,
  reviseByReview: end,
  rejectByReview: end,
  topicReturned: end,
  resume: ({ tx, entityId }) => continueAfterHold(tx, entityId),
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
