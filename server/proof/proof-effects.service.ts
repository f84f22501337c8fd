import { DAY_MS } from '../../contract/clock.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import { deadlineMoment } from '../../contract/deadline.ts';
import { compositionMachine } from '../../contract/composition/composition.machine.ts';
import { manuscriptMachine, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import { onTransition, type AcceptedEvent } from '../state-machine/effects.ts';
import { AUTHOR_DAYS, STAGE_STATE, STAGES } from '../../contract/proof/proof.machine.ts';
import type { Tx } from '../db/database.ts';
import { wireTime } from '../db/clock.ts';
import { sendMessage } from '../inbox/message.service.ts';
import type { AuthorTodoSource } from '../manuscript/author/author-todo.service.ts';
import { lastHoldMs } from '../manuscript/hold/hold.service.ts';
import { manuscriptIn, setTurn, subjectOf } from '../manuscript/manuscript-step.service.ts';
import { cancelAuthorProofs, endAuthorProofs } from './author-proof-step.service.ts';
import { openAuthorProofs } from './proof-mark.queries.ts';
import { cancelProof, openProof, proofPath } from './proof-step.service.ts';
import { openProofsOf } from './proof.queries.ts';

const publishPath = (archiveId: number): string => `/authorBackground/publish?archiveId=${archiveId}`;

/** Proofs follow the manuscript: each stage is opened, paused, continued and cancelled with it. */
export const proofEffect = onTransition(manuscriptMachine, {
  proofsOut: openStage,
  passProofOne: openStage,
  async passProofTwo(accepted) {
    await openStage(accepted);
    await openAuthorProof(accepted.tx, accepted.entityId);
  },
  passProofThree: openStage,
  readPassed: ({ tx, entityId }) => closeAuthorProof(tx, entityId),
  async backTo(accepted) {
    const { tx, currentUser, entityId, reason } = accepted;
    for (const row of await openProofsOf(tx, entityId)) await cancelProof(tx, row, reason);
    await cancelAuthorProofs(tx, currentUser, entityId, reason);
    await openStage(accepted);
  },
  resume: ({ tx, entityId }) => continueAfterHold(tx, entityId),
});

/** Opens the proof of the stage to which the manuscript has come. */
async function openStage({ tx, entityId, to }: AcceptedEvent<ManuscriptState>): Promise<void> {
  const stage = STAGES.find((one) => STAGE_STATE[one] === to);
  if (stage) await openProof(tx, entityId, stage);
}

/** The author reads a proof of the own at the same time as the third proof. */
async function openAuthorProof(tx: Tx, archiveId: number): Promise<void> {
  const manuscript = await manuscriptIn(tx, archiveId);
  const now = Date.now();
  const dueAt = now + AUTHOR_DAYS * DAY_MS;
  await tx
    .insertInto('authorProof')
    .values({ archiveId, userId: manuscript.ownerId, dueAt, doneAt: null, createTime: now, updateTime: now })
    .execute();
  await sendMessage(tx, {
    userId: manuscript.ownerId,
    type: 'task',
    title: `请您${workFiles(manuscript.kind).parts ? '审' : '看'}${workFiles(manuscript.kind).making.proof}：${subjectOf(manuscript)}`,
    content: `请在${deadlineMoment(wireTime(dueAt))}前看完并交回，改动请限于必要之处。`,
    link: publishPath(archiveId),
  });
}

/** The proofs are over: an author who has not returned the own one hears of it. */
async function closeAuthorProof(tx: Tx, archiveId: number): Promise<void> {
  const owners = await endAuthorProofs(tx, archiveId);
  if (owners.length === 0) return;
  const manuscript = await manuscriptIn(tx, archiveId);
  for (const userId of owners)
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: `${subjectOf(manuscript)}的校样阶段已结束`,
      content: '编辑已处理您标出的改动，校样不能再标改动；如还有必要的改动，请联系责任编辑。',
      link: publishPath(archiveId),
    });
}

async function continueAfterHold(tx: Tx, archiveId: number): Promise<void> {
  const held = await lastHoldMs(tx, archiveId);
  for (const row of await openProofsOf(tx, archiveId)) {
    const dueAt = row.dueAt === null ? null : row.dueAt + held;
    await tx.updateTable('proofread').set({ dueAt }).where('id', '=', row.id).execute();
    const manuscript = await manuscriptIn(tx, archiveId);
    if (row.status === 'submitted') await setTurn(tx, manuscript, { turn: 'editor', userId: manuscript.editorId, dueAt: null });
    else if (row.proofreaderId !== null) await setTurn(tx, manuscript, { turn: 'proofreader', userId: row.proofreaderId, dueAt });
  }
  await tx
    .updateTable('authorProof')
    .set((eb) => ({ dueAt: eb('dueAt', '+', held) }))
    .where('archiveId', '=', archiveId)
    .where('status', '=', 'open')
    .execute();
}

/** A new proof goes back to the one who waits for it. */
export const newProofEffect = onTransition(compositionMachine, {
  async deliver({ tx, entityId }) {
    const composition = await tx.selectFrom('composition').select('archiveId').where('id', '=', entityId).executeTakeFirstOrThrow();
    const manuscript = await manuscriptIn(tx, composition.archiveId);
    for (const row of await openProofsOf(tx, composition.archiveId)) {
      if (row.proofreaderId === null) {
        await setTurn(tx, manuscript, { turn: 'manager', userId: null, dueAt: null });
        continue;
      }
      // A submitted proof waits for the editor, who looks for the corrections on the new one.
      const submitted = row.status === 'submitted';
      const userId = submitted ? row.editorId : row.proofreaderId;
      await setTurn(tx, manuscript, { turn: submitted ? 'editor' : 'proofreader', userId, dueAt: submitted ? null : row.dueAt });
      if (userId === null) continue;
      await sendMessage(tx, { userId, type: 'task', title: `《${row.title}》的新${workFiles(row.kind).making.proof}已出`, link: proofPath(row) });
    }
  },
});

export const proofReadingTodos: AuthorTodoSource = async ({ db }, userId) =>
  (await openAuthorProofs(db, userId)).map(({ archiveId, title, dueAt }) => ({
    archiveId,
    title,
    kind: '看校样',
    text: '看校样，标出改动后交回',
    due: wireTime(dueAt),
    link: publishPath(archiveId),
  }));
