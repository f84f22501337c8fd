import type { Tx } from '../db/database.ts';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import { manuscriptMachine, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import { onTransition, type AcceptedEvent } from '../state-machine/effects.ts';
import { AppError, failed } from '../http/app-error.ts';
import { giveTo } from '../commerce/entitlement.service.ts';
import { copyReaders } from '../manuscript/manuscript.policy.ts';
import { lastHoldMs } from '../manuscript/hold/hold.service.ts';
import { manuscriptIn, setTurn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';
import { CODES } from './composition-codes.ts';
import { adoptedSince, compositionOf, manuscriptOfPublication, unconfirmedAuthors, type CompositionRow } from './composition.queries.ts';
import { assertCorrected, assertFreshEpub, moveComposition, openComposition } from './composition-step.service.ts';

type Accepted = AcceptedEvent<ManuscriptState>;

/** A proof of the manuscript has passed: adopted marks go to the typesetter. */
async function passed({ tx, entityId }: Accepted): Promise<void> {
  const row = await compositionOf(tx, entityId);
  if (row) await sendMarks(tx, row);
}

/** The composition follows the manuscript: it is opened after editing, paused by a hold, and returned or cancelled when the manuscript goes back. */
export const compositionEffect = onTransition(manuscriptMachine, {
  finishEdit: ({ tx, entityId, currentUser }) => openComposition(tx, entityId, currentUser?.userName ?? 'system'),
  async publish({ tx, entityId }) {
    if ((await compositionOf(tx, entityId))?.status !== 'released') throw new AppError(CODES.notReleased, '尚未付印，不能出版');
  },
  async resume({ tx, entityId }) {
    const row = await compositionOf(tx, entityId);
    if (row) await continueAfterHold(tx, row);
  },
  passProofOne: passed,
  passProofTwo: passed,
  passProofThree: passed,
  async readPassed({ tx, entityId }) {
    const row = await compositionOf(tx, entityId);
    // Without adopted marks the manuscript goes on with the editor.
    if (row && !(await sendMarks(tx, row)))
      await setTurn(tx, await manuscriptIn(tx, entityId), { turn: 'editor', userId: row.editorId, dueAt: null });
  },
  async backTo({ tx, entityId, to, reason }) {
    const row = await compositionOf(tx, entityId);
    if (!row) return;
    if (row.status === 'released') throw failed('已付印的稿件不能退回；内容有误请走勘误或重印');
    if (to === 'composing') return moveComposition(tx, row, 'rework', reason);
    if (to !== 'reading') return moveComposition(tx, row, 'cancel', reason);
    if (row.status === 'final') await moveComposition(tx, row, 'reopen');
  },
});

/** Sends the marks that were adopted since the last delivery to the typesetter; false when there are none. */
async function sendMarks(tx: Tx, row: CompositionRow): Promise<boolean> {
  const marks = row.status === 'delivered' ? await adoptedSince(tx, row.archiveId, row.deliveredAt ?? 0) : 0;
  if (marks > 0) await moveComposition(tx, row, 'correct', `采纳的记号${marks}处`);
  return marks > 0;
}

async function continueAfterHold(tx: Tx, row: CompositionRow): Promise<void> {
  if (row.dueAt === null) return;
  const dueAt = row.dueAt + (await lastHoldMs(tx, row.archiveId));
  await tx.updateTable('composition').set({ dueAt }).where('id', '=', row.id).execute();
  await setTurn(tx, await manuscriptIn(tx, row.archiveId), { turn: 'typesetter', userId: row.typesetterId, dueAt });
}

/** A work is published when its publication is put on sale; its authors may read it from then on. */
export const publishedEffect = onTransition(publicationMachine, {
  async approve({ tx, entityId, currentUser, now }) {
    const found = await manuscriptOfPublication(tx, entityId);
    if (found) {
      await assertCorrected(tx, found.id);
      const unconfirmed = await unconfirmedAuthors(tx, found.id);
      await giveTo(tx, copyReaders(found, unconfirmed), entityId, now);
    }
    const row = found && (await compositionOf(tx, found.id));
    if (row) await assertFreshEpub(tx, row);
    if (found?.status === 'ready') await transitionManuscript(tx, currentUser, await manuscriptIn(tx, found.id), 'publish', { checked: true });
  },
});
