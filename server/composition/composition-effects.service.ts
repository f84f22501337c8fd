import type { Tx } from '../db/database.ts';
import { effectOn } from '../state-machine/effects.ts';
import { AppError, failed } from '../http/app-error.ts';
import { giveTo } from '../commerce/entitlement.service.ts';
import { authorUsers } from '../manuscript/manuscript.policy.ts';
import { lastHoldMs } from '../manuscript/hold.service.ts';
import { manuscriptIn, setTurn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';
import { CODES } from './composition-codes.ts';
import { adoptedSince, compositionOf, manuscriptOfPublication, unconfirmedAuthors, type CompositionRow } from './composition.queries.ts';
import { assertCorrected, assertFreshEpub, moveComposition, openComposition } from './composition-step.service.ts';

/** Events by which a proof of the manuscript has passed. */
const PASSED: ReadonlySet<string> = new Set(['passProofOne', 'passProofTwo', 'passProofThree', 'readPassed']);

/** The composition follows the manuscript: it is opened after editing, paused by a hold, and returned or cancelled when the manuscript goes back. */
export const compositionEffect = effectOn('manuscript', async ({ tx, entityId, event, to, reason, currentUser }) => {
  if (event === 'finishEdit') return openComposition(tx, entityId, currentUser?.userName ?? 'system');
  const row = await compositionOf(tx, entityId);
  if (event === 'publish' && row?.status !== 'released') throw new AppError(CODES.notReleased, '尚未付印，不能出版');
  if (!row) return;
  if (event === 'resume') return continueAfterHold(tx, row);
  if (PASSED.has(event)) return correctAfter(tx, row, event);
  if (event !== 'backTo') return;
  if (row.status === 'released') throw failed('已付印的稿件不能退回；内容有误请走勘误或重印');
  if (to === 'composing') return moveComposition(tx, row, 'rework', reason);
  if (to === 'reading') {
    if (row.status === 'final') await moveComposition(tx, row, 'reopen');
    return;
  }
  await moveComposition(tx, row, 'cancel', reason);
});

/** Adopted marks go to the typesetter; without any, the last stage goes on with the editor. */
async function correctAfter(tx: Tx, row: CompositionRow, event: string): Promise<void> {
  const marks = row.status === 'delivered' ? await adoptedSince(tx, row.archiveId, row.deliveredAt ?? 0) : 0;
  if (marks > 0) return moveComposition(tx, row, 'correct', `采纳的记号${marks}处`);
  if (event === 'readPassed') await setTurn(tx, row.archiveId, { turn: 'editor', userId: row.editorId, dueAt: null });
}

async function continueAfterHold(tx: Tx, row: CompositionRow): Promise<void> {
  if (row.dueAt === null) return;
  const dueAt = row.dueAt + (await lastHoldMs(tx, row.archiveId));
  await tx.updateTable('composition').set({ dueAt }).where('id', '=', row.id).execute();
  await setTurn(tx, row.archiveId, { turn: 'typesetter', userId: row.typesetterId, dueAt });
}

/** A work is published when its publication is put on sale; its authors may read it from then on. */
export const publishedEffect = effectOn('publication', async ({ tx, entityId, event, currentUser, now }) => {
  if (event !== 'approve') return;
  const found = await manuscriptOfPublication(tx, entityId);
  if (found) {
    await assertCorrected(tx, found.id);
    const unconfirmed = await unconfirmedAuthors(tx, found.id);
    const authors = authorUsers(found).filter((userId) => userId === found.ownerId || !unconfirmed.has(userId));
    await giveTo(tx, authors, entityId, now);
  }
  const row = found && (await compositionOf(tx, found.id));
  if (row) await assertFreshEpub(tx, row);
  if (found?.status === 'ready') await transitionManuscript(tx, currentUser, await manuscriptIn(tx, found.id), 'publish', { checked: true });
});
