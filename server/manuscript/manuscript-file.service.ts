import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { MANUSCRIPT, type FileRole } from '../../contract/manuscript/manuscript-limits.ts';
import { roleFiles } from '../../contract/manuscript/work-files.ts';
import type { ManuscriptFile } from '../../contract/manuscript/manuscript-file.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { limitDocumentWork } from '../document/document-rate.ts';
import { documentWorker } from '../document/document-worker.ts';
import { streamedPart } from '../files/multipart-file.ts';
import type { Sent } from '../files/send-file.ts';
import { storePart } from '../files/store-part.ts';
import { officeProblem } from '../files/office-file.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { authorView } from './author/author-view.service.ts';
import { isEvidence, manuscriptFileById, manuscriptFilesOf } from './manuscript-file.queries.ts';
import type { ManuscriptRow } from './manuscript.queries.ts';
import { addsFiles, crossesToAuthor, readsFile, removesFile, replacesFile, seesAsStaff } from './manuscript.policy.ts';
import { readableManuscript } from './version/manuscript-version.service.ts';

/** Types of documents by their ending. */
export const MIME: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain; charset=utf-8',
  zip: 'application/zip',
};

type FileRow = Awaited<ReturnType<typeof manuscriptFilesOf>>[number];

const wireFile = (row: FileRow, staff: boolean): ManuscriptFile => ({
  archiveFileId: row.id,
  fileRole: row.fileRole as FileRole,
  fileName: row.fileName,
  fileSize: row.fileSize,
  status: row.status,
  uploaderName: staff ? (row.uploaderName ?? '') : '',
  createTime: wireTime(row.createTime),
});

export async function filesFor({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<ManuscriptFile[]> {
  const row = await readableManuscript(db, currentUser, archiveId);
  const staff = seesAsStaff(row, currentUser);
  const files = await manuscriptFilesOf(db, archiveId);
  return files.filter((file) => readsFile(row, file, currentUser)).map((file) => wireFile(file, staff));
}

/** Rejects a file that crosses from a reviewer to the author, and one that takes the place of a file of another person or kind. */
async function rejectUpload(
  db: AppContext['db'],
  row: ManuscriptRow,
  currentUser: CurrentUser,
  fileRole: FileRole,
  replaces: number | undefined,
): Promise<void> {
  if (crossesToAuthor(row, fileRole, currentUser)) throw failed('审读时的附件请选“审读报告”或“其他”，作者看不到它们');
  if (replaces === undefined) return;
  const before = await manuscriptFileById(db, replaces);
  const mine = before !== undefined && replacesFile(row, before, currentUser);
  if (!mine || before.archiveId !== row.id || before.fileRole !== fileRole) throw missing('要替换的附件不存在，或不能由您替换，请刷新后重试');
}

/** Throws when a user may not add a file of this role to a manuscript now. */
export async function acceptUpload(
  db: AppContext['db'],
  currentUser: CurrentUser,
  archiveId: number,
  fileRole: FileRole,
  replaces: number | undefined,
): Promise<void> {
  const row = await readableManuscript(db, currentUser, archiveId);
  if (!addsFiles(row, currentUser)) throw forbidden('稿件现在不由您处理，不能上传附件');
  await rejectUpload(db, row, currentUser, fileRole, replaces);
  const { most } = roleFiles(fileRole);
  const there = (await manuscriptFilesOf(db, archiveId)).filter((file) => file.fileRole === fileRole && file.status === 'current').length;
  if (replaces === undefined && there >= most) throw failed(`这一类附件最多${most}个，请先删除或替换一些`);
}

/** A stored file before its row is written. */
export interface StoredManuscriptFile {
  readonly fileName: string;
  readonly fileKey: string;
  readonly fileSize: number;
  readonly mime: string;
  readonly sha256: string;
}

/** Streams an uploaded file into the store; the file is removed again when it is too long or empty. */
export async function storeManuscriptFile(context: AppContext, archiveId: number, request: FastifyRequest): Promise<StoredManuscriptFile> {
  const part = await streamedPart(request, MANUSCRIPT.fileBytes);
  const type = extname(part.name).slice(1).toLowerCase();
  // Recordings, films and captions come as resumable uploads.
  if (!(MANUSCRIPT.fileTypes as readonly string[]).includes(type)) {
    part.stream.resume();
    throw failed(officeProblem(type, new Uint8Array()) ?? `文件格式不正确，请上传${MANUSCRIPT.fileTypes.join('、')}格式的文件`);
  }
  const fileKey = `manuscripts/${archiveId}/files/${randomBytes(12).toString('hex')}.${type}`;
  const mime = MIME[type] ?? 'application/octet-stream';
  const stored = await storePart(context, part, fileKey, mime);
  if (type !== 'docx') return stored;
  try {
    await checkedDocument(await buffer(await context.files.read(fileKey)));
    return stored;
  } catch (error) {
    await context.files.remove(fileKey);
    throw error;
  }
}

/** Others download it: a document with macros, or one that no program can read, is refused here. */
export const checkedDocument = (bytes: Buffer): Promise<unknown> => documentWorker.text(bytes);

/** Writes the row of a stored file; with `replaces` the earlier file is superseded. */
export async function addFileRow(
  tx: Tx,
  currentUser: Pick<CurrentUser, 'userId' | 'userName'>,
  archiveId: number,
  fileRole: FileRole,
  stored: StoredManuscriptFile,
  replaces?: number,
): Promise<number> {
  const now = Date.now();
  const { id } = await tx
    .insertInto('manuscriptFile')
    .values({
      ...stored,
      archiveId,
      fileRole,
      ownerId: currentUser.userId,
      replacedBy: null,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (replaces !== undefined)
    await tx
      .updateTable('manuscriptFile')
      .set({ status: 'superseded', replacedBy: id, updateTime: now })
      .where('id', '=', replaces)
      .where('archiveId', '=', archiveId)
      .execute();
  return id;
}

export async function uploadFor(
  context: AppContext,
  currentUser: CurrentUser,
  { archiveId, fileRole, replaces }: { archiveId: number; fileRole: FileRole; replaces?: number | undefined },
  request: FastifyRequest,
): Promise<ManuscriptFile> {
  await acceptUpload(context.db, currentUser, archiveId, fileRole, replaces);
  if (roleFiles(fileRole).content !== 'document') throw failed('录音、影片和字幕请在页面上选“上传”，传到一半断了也能接着传');
  return addedFile(context, currentUser, archiveId, fileRole, await storeManuscriptFile(context, archiveId, request), replaces);
}

/** Writes the row of a stored file, and returns it as the list shows it. */
export async function addedFile(
  context: AppContext,
  currentUser: CurrentUser,
  archiveId: number,
  fileRole: FileRole,
  stored: StoredManuscriptFile,
  replaces?: number,
): Promise<ManuscriptFile> {
  const id = await context.db.transaction().execute(async (tx) => {
    await tx.updateTable('manuscript').set({ updateTime: Date.now() }).where('id', '=', archiveId).execute();
    return addFileRow(tx, currentUser, archiveId, fileRole, stored, replaces);
  });
  const file = (await manuscriptFilesOf(context.db, archiveId)).find((one) => one.id === id);
  if (!file) throw missing('附件不存在');
  return wireFile(file, true);
}

export async function fileDownload(context: AppContext, currentUser: CurrentUser, id: number): Promise<Sent> {
  const file = await manuscriptFileById(context.db, id);
  if (!file) throw missing('附件不存在或已被删除');
  const row = await readableManuscript(context.db, currentUser, file.archiveId);
  if (!readsFile(row, file, currentUser)) throw missing('附件不存在或已被删除');
  const sent = { key: file.fileKey, name: file.fileName, mime: file.mime, size: file.fileSize };
  const view = await authorView(context, row, currentUser);
  if (!view?.changes(file)) return sent;
  await limitDocumentWork(context, currentUser);
  return { ...sent, bytes: await view.file(file, await buffer(await context.files.read(file.fileKey))) };
}

/** Removes files that nothing refers to yet: one's own ones while one may write, any of them for the staff that manages manuscripts. */
export async function removeFiles({ db }: AppContext, currentUser: CurrentUser, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const id of ids) {
      const file = await manuscriptFileById(tx, id);
      const row = file && (await readableManuscript(tx, currentUser, file.archiveId));
      if (!file || !row) throw missing('附件不存在或已被删除');
      if (await isEvidence(tx, id)) throw failed('这是登记作者确认时的确认书，不能删除');
      if (!removesFile(row, file, currentUser)) throw forbidden('只能删除自己上传的附件');
      await tx.updateTable('manuscriptFile').set({ delFlag: '2', updateTime: Date.now() }).where('id', '=', id).execute();
    }
  });
}
