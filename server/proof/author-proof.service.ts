import type { z } from 'zod';
import type { addAuthorMark, OwnProof } from '../../contract/proof/author-proof.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import { FATE_NAMES, proofMachine } from '../../contract/proof/proof.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { failed, invalid } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { manuscriptIn, subjectOf } from '../manuscript/manuscript-step.service.ts';
import { existingMaster, masterListOf, masterPlayOf } from '../media/master/master-track.service.ts';
import { placedInTime } from './mark-time.service.ts';
import { authorProofGone, proofEnded, proofReturned, stepAuthorProof } from './author-proof-step.service.ts';
import { checkedPlace } from './mark-place.service.ts';
import { authorProofOf, markById, marksOf, textOf } from './proof-mark.queries.ts';
import { compositionFor, stagesOf } from './proof.queries.ts';
import { proofPath } from './proof-step.service.ts';
import { isOwnAuthorMark, isProofAuthor } from './proof.policy.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';

/** Marks of one author on a manuscript. */
const MARKS_MOST = 1000;
/** What makes two marks of one author the same. */
const SAME = ['page', 'place', 'context', 'trackId', 'startMs', 'endMs', 'quote', 'right', 'note'] as const;

/** The author's proof with the own marks; null when there is none for this user. */
export async function authorProofFor(context: AppContext, currentUser: CurrentUser, archiveId: number): Promise<OwnProof | null> {
  const { db } = context;
  const row = await authorProofOf(db, archiveId);
  if (!row || !isProofAuthor(row, currentUser) || row.status === 'cancelled') return null;
  const { title, kind } = await manuscriptIn(db, archiveId);
  const composition = await compositionFor(db, archiveId);
  const own = (await marksOf(db, archiveId)).filter((mark) => isOwnAuthorMark(mark, currentUser));
  return {
    archiveId,
    title,
    kind: kind as OwnProof['kind'],
    tracks: await masterListOf(context, archiveId),
    status: row.status,
    dueAt: wireTime(row.dueAt),
    proofFileId: composition?.deliveredFileId ?? null,
    content: composition?.deliveredFileId ? '' : await textOf(db, archiveId),
    marks: own.map((mark) => ({
      markId: mark.id,
      quote: mark.quote,
      right: mark.right,
      note: mark.note,
      page: mark.partNo ?? mark.page,
      trackId: mark.trackId,
      startMs: mark.startMs,
      endMs: mark.endMs,
      place: mark.place,
      context: mark.context,
      decision: mark.fate === 'pending' ? '' : `${FATE_NAMES[mark.fate]}${mark.fateReason ? `：${mark.fateReason}` : ''}`,
    })),
  };
}

/** What the player of the author needs for a part of the own proof. */
export async function playOwnProof(context: AppContext, currentUser: CurrentUser, { archiveId, trackId }: { archiveId: number; trackId: number }) {
  const row = await authorProofOf(context.db, archiveId);
  const track = row && isProofAuthor(row, currentUser) ? await existingMaster(context.db, trackId) : null;
  if (!track || track.archiveId !== archiveId) throw authorProofGone();
  return masterPlayOf(context, currentUser, track);
}

async function openProof(tx: Tx, currentUser: CurrentUser, archiveId: number) {
  const row = await authorProofOf(tx, archiveId);
  if (!row || !isProofAuthor(row, currentUser)) throw authorProofGone();
  if (row.status === 'ended') throw proofEnded();
  if (row.status !== 'open') throw proofReturned();
  await assertNotOnHold(tx, archiveId);
  return row;
}

/** A change that the author wants; it joins the marks of the proof that is open. The same change sent twice is one mark. */
export async function saveOwnMark(context: AppContext, currentUser: CurrentUser, { archiveId, ...sent }: z.output<typeof addAuthorMark.body>) {
  // The proof is read outside the transaction: it may be a whole book.
  const kind = await context.db.transaction().execute(async (tx) => {
    await openProof(tx, currentUser, archiveId);
    return (await manuscriptIn(tx, archiveId)).kind;
  });
  const isPlayed = workFiles(kind).parts !== null;
  if (isPlayed && sent.quote + sent.right + sent.note === '') throw invalid('请写明要改什么');
  if (!isPlayed && sent.right === '' && sent.note === '') throw invalid('请填写改为什么，或写明要改的意思');
  const placed = isPlayed ? { ...sent, place: '', context: '' } : { ...sent, ...(await checkedPlace(context, currentUser, archiveId, sent)) };
  return context.db.transaction().execute(async (tx) => {
    await openProof(tx, currentUser, archiveId);
    const mark = { ...placed, ...(await placedInTime(tx, archiveId, placed)) };
    const own = (await marksOf(tx, archiveId)).filter((one) => isOwnAuthorMark(one, currentUser));
    const same = own.find((one) => one.fate === 'pending' && SAME.every((name) => one[name] === mark[name]));
    if (same) return { markId: same.id };
    if (own.length >= MARKS_MOST) throw failed(`一部作品最多标${MARKS_MOST}处改动，更多的改动请写给责任编辑`);
    const stages = await stagesOf(tx, archiveId);
    const proof = stages.get('read') ?? stages.get('three');
    if (!proof) throw authorProofGone();
    if (!inGroup(proofMachine, 'open', proof.status)) throw proofEnded();
    const now = Date.now();
    const { id } = await tx
      .insertInto('proofMark')
      .values({
        ...mark,
        archiveId,
        proofId: proof.id,
        stage: proof.stage,
        round: proof.round,
        // A change that the author asks for is not an error of the typesetter; the editor decides on it.
        kind: 'query',
        wrong: mark.quote,
        characters: 1,
        source: 'author',
        userId: currentUser.userId,
        fateBy: null,
        fateAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { markId: id };
  });
}

export async function dropAuthorMark({ db }: AppContext, currentUser: CurrentUser, markId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const mark = await markById(tx, markId);
    if (!mark || !isOwnAuthorMark(mark, currentUser)) throw authorProofGone();
    await openProof(tx, currentUser, mark.archiveId);
    if (mark.fate !== 'pending') throw failed('编辑已处理这处改动，不能撤去');
    await tx.updateTable('proofMark').set({ delFlag: '2', updateTime: Date.now() }).where('id', '=', markId).execute();
  });
}

export async function finishOwnProof({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await stepAuthorProof(tx, currentUser, await openProof(tx, currentUser, archiveId), 'finish');
    const manuscript = await manuscriptIn(tx, archiveId);
    const stages = await stagesOf(tx, archiveId);
    const proof = stages.get('read') ?? stages.get('three');
    if (manuscript.editorId !== null && proof)
      await sendMessage(tx, {
        userId: manuscript.editorId,
        type: 'task',
        title: `作者交回了${subjectOf(manuscript)}的${workFiles(manuscript.kind).making.proof}`,
        link: proofPath(proof),
      });
  });
}
