import type { z } from 'zod';
import type { addMark, decideMark, editMark, ProofMark } from '../../contract/proof/proof.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { conflict, failed, forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { markById, marksOf, repliesOf, type MarkRow } from './proof-mark.queries.ts';
import { placedInTime } from './mark-time.service.ts';
import { assertChecks, proofGone } from './proof-step.service.ts';
import { openProofsOf, proofById } from './proof.queries.ts';
import { isProofreader } from './proof.policy.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';

const LOG = '校对记号';
const MARKS_MOST = 5000;
const markGone = () => missing('记号不存在或已删除，请刷新后重试');

/** All marks of a manuscript with their threads. */
export async function marksFor(db: Database, archiveId: number): Promise<ProofMark[]> {
  const replies = await repliesOf(db, archiveId);
  return (await marksOf(db, archiveId)).map((row) => ({
    markId: row.id,
    proofId: row.proofId,
    stage: row.stage,
    round: row.round,
    page: row.partNo ?? row.page,
    trackId: row.trackId,
    startMs: row.startMs,
    endMs: row.endMs,
    place: row.place,
    context: row.context,
    quote: row.quote,
    kind: row.kind,
    wrong: row.wrong,
    right: row.right,
    note: row.note,
    characters: row.characters,
    groupKey: row.groupKey,
    source: row.source,
    userName: row.userName ?? '',
    fate: row.fate,
    fateReason: row.fateReason,
    fateByName: row.fateByName ?? '',
    replies: replies
      .filter((reply) => reply.markId === row.id)
      .map(({ nickName, text, at }) => ({ userName: nickName ?? '', text, at: wireTime(at) })),
    version: row.version,
  }));
}

/** The proof that the caller is reading now. */
async function ownProof(tx: Tx, currentUser: CurrentUser, proofId: number) {
  const row = await proofById(tx, proofId);
  if (!row) throw proofGone();
  if (!isProofreader(row, currentUser)) throw forbidden('记号由指派的校对来标');
  if (row.status !== 'proofing') throw failed('开始校对以后才能标记号；交校后不能再改');
  await assertNotOnHold(tx, row.archiveId);
  return row;
}

export async function storeMark({ db }: AppContext, currentUser: CurrentUser, { proofId, ...mark }: z.output<typeof addMark.body>) {
  return db.transaction().execute(async (tx) => {
    const proof = await ownProof(tx, currentUser, proofId);
    if ((await marksOf(tx, proof.archiveId)).length >= MARKS_MOST) throw failed(`一部书最多${MARKS_MOST}处记号`);
    const now = Date.now();
    const { id } = await tx
      .insertInto('proofMark')
      .values({
        ...mark,
        ...(await placedInTime(tx, proof.archiveId, mark)),
        proofId,
        archiveId: proof.archiveId,
        stage: proof.stage,
        round: proof.round,
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

/** A mark of this round that the caller may change. */
async function ownMark(tx: Tx, currentUser: CurrentUser, markId: number): Promise<MarkRow> {
  const mark = await markById(tx, markId);
  if (!mark) throw markGone();
  const proof = await ownProof(tx, currentUser, mark.proofId);
  if (mark.round !== proof.round || mark.source !== 'proofreader') throw failed('前面校次和作者的记号不能改，请在记号下讨论');
  return mark;
}

export async function changeMark(
  { db }: AppContext,
  currentUser: CurrentUser,
  { markId, version, ...mark }: z.output<typeof editMark.body>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { archiveId } = await ownMark(tx, currentUser, markId);
    const place = await placedInTime(tx, archiveId, mark);
    const done = await tx
      .updateTable('proofMark')
      .set({ ...mark, ...place, updateBy: currentUser.userName, updateTime: Date.now(), version: version + 1 })
      .where('id', '=', markId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw conflict();
  });
}

export async function dropMark({ db }: AppContext, currentUser: CurrentUser, markId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await ownMark(tx, currentUser, markId);
    await tx.updateTable('proofMark').set({ delFlag: '2', updateTime: Date.now() }).where('id', '=', markId).execute();
  });
}

/** The editor's decision on a mark, while a proof of the manuscript waits for the check. */
export async function decide(caller: RequestCaller, markId: number, { fate, reason }: z.output<typeof decideMark.body>): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const mark = await markById(tx, markId);
    if (!mark) throw markGone();
    const open = (await openProofsOf(tx, mark.archiveId)).find((row) => row.status === 'submitted');
    if (!open) throw failed('交校以后才能核红');
    assertChecks(open, currentUser);
    await assertNotOnHold(tx, mark.archiveId);
    if (fate === 'carried' && open.stage === 'read') throw failed('通读是最后一校，请采纳或不改');
    if (mark.appliedVersion !== null && fate !== 'adopted') throw failed(`这处改动已写入正文第${mark.appliedVersion}版；要改回，请在本校另加记号`);
    if (mark.checkedProofNo !== null && fate !== 'adopted')
      throw failed(`这处改动已在第${mark.checkedProofNo}次校样上核对；要改回，请在本校另加记号`);
    if (mark.fate === 'adopted' && fate === 'adopted') return;
    if (fate === 'rejected' && [...reason].length < 2) throw invalid('请填写不改的理由');
    await tx
      .updateTable('proofMark')
      .set((eb) => ({
        fate,
        fateReason: reason,
        fateBy: currentUser.userId,
        fateAt: Date.now(),
        updateBy: currentUser.userName,
        updateTime: Date.now(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', markId)
      .execute();
  });
}

export async function reply({ db }: AppContext, currentUser: CurrentUser, markId: number, text: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const mark = await markById(tx, markId);
    if (!mark) throw markGone();
    await assertNotOnHold(tx, mark.archiveId);
    await tx.insertInto('proofMarkReply').values({ markId, userId: currentUser.userId, text, at: Date.now() }).execute();
  });
}
