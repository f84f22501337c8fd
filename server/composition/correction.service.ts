import type { Correction } from '../../contract/composition/composition.ts';
import { notifyCorrected } from '../annotation/erratum.service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import { AppError, failed, forbidden } from '../http/app-error.ts';
import { correctWorkingText, saveCorrectedText } from '../manuscript/document/corrected-text.service.ts';
import { openCorrections, textObjection } from '../proof/correction-check.service.ts';
import { CODES } from './composition-codes.ts';
import { compositionById, readerMarks } from './composition.queries.ts';
import { compositionGone } from './composition-step.service.ts';
import { buildsEpub } from './composition.policy.ts';
import { buildEpubFor } from './epub.service.ts';

export async function correctionsOf({ db }: AppContext, id: number): Promise<Correction[]> {
  const row = await compositionById(db, id);
  if (!row) throw compositionGone();
  return (await readerMarks(db, row.archiveId)).map((mark) => ({
    markId: mark.id,
    context: mark.context,
    wrong: mark.wrong,
    right: mark.right,
    note: mark.note,
    readerName: mark.readerName ?? '',
    createTime: wireTime(mark.createTime),
    appliedVersion: mark.appliedVersion,
  }));
}

/** Writes accepted corrections into a new version, builds the EPUB again, and tells the readers who reported them. */
export async function applyCorrectionsFor(caller: RequestCaller, id: number, markIds: readonly number[]) {
  const { context, currentUser } = caller;
  const row = await compositionById(context.db, id);
  if (!row) throw compositionGone();
  if (row.status !== 'released') throw failed('作品出版以后才有读者指出的差错');
  if (!buildsEpub(row, currentUser)) throw forbidden('勘误由排版人员或责任编辑改入');
  const objection = textObjection(await openCorrections(context.db, row.archiveId));
  if (objection) throw new AppError(CODES.openCorrections, objection);
  const marks = (await readerMarks(context.db, row.archiveId)).filter((mark) => markIds.includes(mark.id));
  const open = marks.filter(({ appliedVersion }) => appliedVersion === null);
  const ready = open.filter(({ right }) => right !== '');
  const found = await correctWorkingText(
    context,
    row.archiveId,
    ready.map((mark) => ({ id: mark.id, before: mark.context, wrong: mark.wrong, right: mark.right })),
  );
  const skipped = [
    ...markIds.filter((markId) => !open.some((mark) => mark.id === markId)).map((markId) => ({ id: markId, reason: '已经改过，或不属于这部作品' })),
    ...open.filter(({ right }) => right === '').map((mark) => ({ id: mark.id, reason: '没有填写改正的文字，请在正文里直接改' })),
    ...found.skipped,
  ];
  if (found.done.length === 0) return { done: [], skipped, versionNo: null };
  const versionNo = await withOperationLog(caller, { title: '改入勘误', business: 'edit' }, async (tx) => {
    const saved = await saveCorrectedText(context, currentUser, row.archiveId, found, `勘误${found.done.length}处`, tx);
    await tx
      .updateTable('proofMark')
      .set({ appliedVersion: saved, updateBy: currentUser.userName, updateTime: Date.now() })
      .where('id', 'in', [...found.done])
      .execute();
    await notifyCorrected(
      tx,
      marks.flatMap((mark) => (mark.erratumId !== null && found.done.includes(mark.id) ? [mark.erratumId] : [])),
    );
    return saved;
  });
  await buildEpubFor(caller, id);
  return { done: [...found.done], skipped, versionNo };
}
