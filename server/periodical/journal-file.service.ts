import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { OwnJournalFile } from '../../contract/periodical/own-submission.ts';
import { SUBMISSION, type JournalFileRole } from '../../contract/periodical/periodical-limits.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { documentWorker } from '../document/document-worker.ts';
import { contentMatches, onePart } from '../files/multipart-file.ts';
import { officeProblem } from '../files/office-file.ts';
import type { Sent } from '../files/send-file.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { authorIdentity, makeBlindCopy, MIME, stepCopy, type BlindCopy } from './review/blind.service.ts';
import { isAuthorOf } from './author-of.queries.ts';
import { dutyOf, submissionGone } from './journal-access.service.ts';
import { fileById, filesOf, type JournalFileRow, type SubmissionRow } from './submission.queries.ts';
import { submissionIn } from './submission-step.service.ts';
import { isOwnFile, isSubmitter, readsOriginal, uploadFault } from './submission.policy.ts';

export const fileGone = () => missing('文件不存在或与您无关');

export const wireOwnFile = (row: JournalFileRow): OwnJournalFile => ({
  fileId: row.id,
  role: row.role,
  round: row.round,
  fileName: row.fileName,
  fileSize: row.fileSize,
  createTime: wireTime(row.createTime),
  places: JSON.parse(row.places) as OwnJournalFile['places'],
});

/** Whether a user handles a submission as an editor; an author never does, nor a co-author. */
export async function editsSubmission(db: Database | Tx, currentUser: CurrentUser, row: SubmissionRow): Promise<'chief' | 'editor' | null> {
  if (isSubmitter(row, currentUser) || !hasPermission(currentUser, 'journal:submission:query')) return null;
  const duty = await dutyOf(db, currentUser, row.journalId);
  return duty && (await isAuthorOf(db, currentUser.userId, row.id)) ? null : duty;
}

interface StoredFile {
  readonly fileName: string;
  readonly fileKey: string;
  readonly fileSize: number;
  readonly mime: string;
  readonly sha256: string;
  readonly bytes: Buffer;
}

export async function storeJournalFile(
  context: AppContext,
  request: FastifyRequest,
  submissionId: number,
  types: readonly string[],
): Promise<StoredFile> {
  const { name, bytes } = await onePart(request, SUBMISSION.fileBytes);
  const type = extname(name).slice(1).toLowerCase();
  const problem = officeProblem(type, bytes);
  if (problem) throw failed(problem);
  if (!types.includes(type)) throw failed(`文件格式不正确，请上传${types.join('、')}格式的文件`);
  if (type === 'pdf' ? bytes.toString('latin1', 0, 5) !== '%PDF-' : !contentMatches(type, bytes))
    throw failed(`文件内容不是${type}格式，请重新导出后再上传`);
  const fileKey = `journals/${submissionId}/files/${randomBytes(12).toString('hex')}.${type}`;
  const mime = MIME[type] ?? 'application/octet-stream';
  await context.files.put(fileKey, bytes, mime);
  return { fileName: name, fileKey, fileSize: bytes.length, mime, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}

export async function addJournalFile(
  tx: Tx,
  currentUser: CurrentUser,
  { bytes: _bytes, ...stored }: StoredFile,
  of: { submissionId: number; role: JournalFileRole; round: number; reviewId?: number; blind?: BlindCopy },
): Promise<number> {
  const now = Date.now();
  const { id } = await tx
    .insertInto('journalFile')
    .values({
      ...stored,
      submissionId: of.submissionId,
      role: of.role,
      round: of.round,
      reviewId: of.reviewId ?? null,
      ownerId: currentUser.userId,
      confirmedBy: null,
      confirmedAt: null,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (of.blind) await stepCopy(tx, currentUser, id, 'make', of.blind);
  return id;
}

/** Characters of a manuscript; 0 for a PDF, whose text an editor counts. */
async function charactersOf(fileName: string, bytes: Buffer): Promise<number> {
  if (!/\.docx$/i.test(fileName)) return 0;
  return [...(await documentWorker.text(bytes)).replaceAll(/\s/g, '')].length;
}

/** Stores a file of the author or of an editor. A manuscript is anonymised at once, so that the author sees what may still give a name away. */
export async function uploadFor(
  context: AppContext,
  currentUser: CurrentUser,
  { submissionId, role }: { submissionId: number; role: JournalFileRole },
  request: FastifyRequest,
): Promise<OwnJournalFile> {
  const { db } = context;
  const row = await submissionIn(db, submissionId);
  const fault = uploadFault(row, { role }, (await editsSubmission(db, currentUser, row)) !== null, currentUser);
  if (fault !== '') throw fault === 'hidden' ? submissionGone() : forbidden(fault);
  const own = (await filesOf(db, submissionId)).filter((file) => isOwnFile(file, currentUser) && file.status === 'current');
  if (own.length >= SUBMISSION.files) throw failed(`文件最多${SUBMISSION.files}个，请先删去不用的`);
  const types = role === 'manuscript' ? SUBMISSION.fileTypes : role === 'pdf' || role === 'correctedPdf' ? ['pdf'] : SUBMISSION.attachmentTypes;
  const stored = await storeJournalFile(context, request, submissionId, types);
  try {
    const round = row.round + (role === 'manuscript' || role === 'response' ? 1 : 0);
    const blindName = role === 'response' ? `修改说明-第${round}轮` : `稿件-第${round}轮`;
    const crosses = role === 'manuscript' || role === 'response' || role === 'attachment';
    const blind = crosses
      ? await makeBlindCopy(context, stored.bytes, {
          fileName: stored.fileName,
          blindName: role === 'attachment' ? stored.fileName.replace(/\.\w+$/, '') : blindName,
          alias: role === 'attachment' ? '编辑' : '作者',
          identity: role === 'attachment' ? { names: [], units: [], emails: [], funds: [] } : authorIdentity(row),
          submissionId,
        })
      : undefined;
    const wordCount = role === 'manuscript' ? await charactersOf(stored.fileName, stored.bytes) : 0;
    const id = await db.transaction().execute(async (tx) => {
      if (role === 'manuscript' || role === 'pdf' || role === 'correctedPdf')
        await tx
          .updateTable('journalFile')
          .set({ status: 'superseded', updateTime: Date.now() })
          .where('submissionId', '=', submissionId)
          .where('role', '=', role)
          .where('status', '=', 'current')
          .$if(role === 'manuscript', (query) => query.where('round', '=', round))
          .execute();
      const fileId = await addJournalFile(tx, currentUser, stored, { submissionId, role, round, ...(blind ? { blind } : {}) });
      if (role === 'manuscript')
        await tx
          .updateTable('journalSubmission')
          .set({ manuscriptFileId: fileId, updateTime: Date.now(), ...(wordCount > 0 ? { wordCount } : {}) })
          .where('id', '=', submissionId)
          .execute();
      if (role === 'pdf') await tx.updateTable('journalSubmission').set({ pdfFileId: fileId }).where('id', '=', submissionId).execute();
      return fileId;
    });
    const made = await fileById(db, id);
    if (!made) throw fileGone();
    return wireOwnFile(made);
  } catch (error) {
    await context.files.remove(stored.fileKey);
    throw error;
  }
}

/** The original of a file for its authors and the editors of the journal; review attachments never reach an author by this way. */
export async function downloadFor({ db }: AppContext, currentUser: CurrentUser, fileId: number, blind: boolean): Promise<Sent> {
  const file = await fileById(db, fileId);
  if (!file) throw fileGone();
  const row = await submissionIn(db, file.submissionId);
  const duty = await editsSubmission(db, currentUser, row);
  if (!readsOriginal(row, file, duty !== null, currentUser)) throw fileGone();
  if (blind && duty) {
    if (file.blindKey === '') throw fileGone();
    return { key: file.blindKey, name: file.blindName, mime: file.mime, size: file.blindSize };
  }
  return { key: file.fileKey, name: file.fileName, mime: file.mime, size: file.fileSize };
}
