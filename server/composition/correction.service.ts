import { buffer } from 'node:stream/consumers';
import type { Correction } from '../../contract/composition/composition.ts';
import { tellCorrected } from '../annotation/erratum.service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import { documentWorker } from '../document/document-worker.ts';
import type { CorrectedText, TextChange } from '../document/text-correction.ts';
import { failed, forbidden } from '../http/app-error.ts';
import { plainText } from '../http/rich-text.ts';
import { addVersion } from '../manuscript/manuscript-version.service.ts';
import { compositionById, lastVersionOf, readerMarks } from './composition.queries.ts';
import { compositionGone } from './composition-step.service.ts';
import { buildEpubFor, buildsEpub } from './epub.service.ts';
import { DOCX, htmlSource } from './epub-source.service.ts';

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

interface Corrected extends CorrectedText {
  readonly type: 'docx' | 'html';
  readonly bytes: Buffer;
  readonly text: string;
}

/** The final text with the corrections: the newest .docx, or the online text. */
async function corrected(context: AppContext, archiveId: number, changes: readonly TextChange[]): Promise<Corrected> {
  const version = await lastVersionOf(context.db, archiveId);
  if (version?.mime === DOCX) {
    return { ...(await documentWorker.correct(await buffer(await context.files.read(version.fileKey)), changes)), type: 'docx' };
  }
  const html = await htmlSource(context, archiveId);
  const found = await documentWorker.correctHtml(html, changes);
  return { ...found, type: 'html', bytes: Buffer.from(found.markup), text: plainText(found.markup) };
}

/** Writes accepted corrections into a new version, builds the EPUB again, and tells the readers who reported them. */
export async function applyCorrectionsFor(caller: RequestCaller, id: number, markIds: readonly number[]) {
  const { context, currentUser } = caller;
  const row = await compositionById(context.db, id);
  if (!row) throw compositionGone();
  if (row.status !== 'released') throw failed('作品出版以后才有读者指出的差错');
  if (!buildsEpub(row, currentUser)) throw forbidden('勘误由排版人员或责任编辑改入');
  const marks = (await readerMarks(context.db, row.archiveId)).filter((mark) => markIds.includes(mark.id));
  const open = marks.filter(({ appliedVersion }) => appliedVersion === null);
  const ready = open.filter(({ right }) => right !== '');
  const found = await corrected(
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
    const { type, bytes, text } = found;
    const saved = await addVersion(
      context,
      currentUser,
      row.archiveId,
      { type, bytes, text, source: 'proof', note: `勘误${found.done.length}处` },
      tx,
    );
    if (type === 'html')
      await tx
        .updateTable('manuscriptText')
        .set((eb) => ({ content: found.markup, revision: eb('revision', '+', 1) }))
        .where('archiveId', '=', row.archiveId)
        .execute();
    await tx
      .updateTable('proofMark')
      .set({ appliedVersion: saved.versionNo, updateBy: currentUser.userName, updateTime: Date.now() })
      .where('id', 'in', [...found.done])
      .execute();
    await tellCorrected(
      tx,
      marks.flatMap((mark) => (mark.erratumId !== null && found.done.includes(mark.id) ? [mark.erratumId] : [])),
    );
    return saved.versionNo;
  });
  await buildEpubFor(caller, id);
  return { done: [...found.done], skipped, versionNo };
}
