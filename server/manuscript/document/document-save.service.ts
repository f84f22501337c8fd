import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { CODE } from '../../../contract/error.ts';
import { VERSION_BYTES, VERSION_TYPES } from '../../../contract/manuscript/manuscript-version.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { limitDocumentWork } from '../../document/document-rate.ts';
import { documentWorker } from '../../document/document-worker.ts';
import type { ReadOrder, ReadResult } from '../../document/document-operations.ts';
import type { ReviewFault } from '../../document/review-check.ts';
import { contentMatches, onePart } from '../../files/multipart-file.ts';
import { officeProblem } from '../../files/office-file.ts';
import { AppError, failed, forbidden, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { cleanHtml, plainText } from '../../http/rich-text.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { besideOf, manuscriptFileById } from '../manuscript-file.queries.ts';
import { lastVersion, versionById } from '../version/manuscript-version.queries.ts';
import {
  addVersion,
  diffLines,
  markAuthor,
  newestFor,
  readableManuscript,
  typeOf,
  VERSION_MIME,
  versionLines,
  writeText,
  type VersionType,
} from '../version/manuscript-version.service.ts';
import { isBlind, modeOf, ownsFile, readsVersion, resolvesMarks, sourceOf, writesManuscript } from '../manuscript.policy.ts';
import { saveOnlineText, markOnlineText, paragraphsHtml, replaceOnlineText } from './working-text.service.ts';
import { manuscriptDocument } from './manuscript-document.service.ts';
import type { ManuscriptRow } from '../manuscript.queries.ts';

/** Code of a save in review mode that changes more than its marks. */
const UNTRACKED = 20407;

/** A document to store, however it arrived. */
export interface SavedDocument {
  readonly name: string;
  readonly bytes: Buffer;
  readonly note: string;
  /** Number of the version that was opened; null when the caller does not know it, for example for a file from a word processor. */
  readonly base: number | null;
  /** The people who worked on it, when a document server collected their changes; else the caller alone. */
  readonly authors?: readonly string[];
  /** Those of them who have the right to change it: what one of them may not do, none may. Else the caller alone. */
  readonly people?: readonly CurrentUser[];
  /** The page that shows a file that does not become a version; its owner gets a message when no page waits for the answer. */
  readonly page?: string;
}

export interface Saved {
  readonly versionNo: number;
  readonly wordCount: number;
  readonly fileId: number;
  /** Marks of others that the caller accepted or rejected. */
  readonly marksGone: number;
}

interface Caller {
  readonly context: AppContext;
  readonly currentUser: CurrentUser;
  readonly request: FastifyRequest;
}

/** `If-Match: "3"`: the version on which a save is based. */
export function baseOf(header: string | undefined): number | null {
  const found = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header?.trim() ?? '')?.[1];
  return found === undefined ? null : Number(found);
}

/** Stores an uploaded document as the next version. */
export async function saveUpload(
  caller: Caller,
  { archiveId, note, online }: { readonly archiveId: number; readonly note: string; readonly online: '0' | '1' },
): Promise<Saved> {
  const { context, currentUser, request } = caller;
  const row = await readableManuscript(context.db, currentUser, archiveId);
  rejectReader(row, currentUser);
  const { name, bytes } = await onePart(request, VERSION_BYTES);
  const type = extname(name).slice(1).toLowerCase() as VersionType;
  const problem = officeProblem(type, bytes);
  if (problem) throw failed(problem);
  if (!VERSION_TYPES.includes(type)) throw failed(`文件格式不正确，请上传${VERSION_TYPES.join('、')}格式的文稿`);
  if (type !== 'html' && !contentMatches(type, bytes)) throw failed(`文件内容与扩展名${type}不符，请检查后重新上传`);
  if (type === 'docx') return saveDocument(caller, row, { name, bytes, note, base: baseOf(request.headers['if-match']) });
  if (modeOf(row, currentUser) === 'suggest') throw failed('审读中的书稿只接受带修订的docx文稿');
  if (online === '0') await saveOnlineText(context, currentUser, row);
  const text = bytes.toString('utf8');
  const kept = type === 'html' ? Buffer.from(cleanHtml(text)) : bytes;
  const plain = type === 'html' ? plainText(text) : text;
  const saved = await addVersion(context, currentUser, archiveId, { type, bytes: kept, text: plain, source: sourceOf(row, currentUser), note });
  if (online === '0' && sourceOf(row, currentUser) === 'author')
    await replaceOnlineText(context, row.id, type === 'html' ? kept.toString('utf8') : paragraphsHtml(plain));
  if (online === '1') await markOnlineText(context, row.id, kept.toString('utf8'));
  return { versionNo: saved.versionNo, wordCount: saved.wordCount, fileId: saved.id, marksGone: 0 };
}

function rejectReader(row: ManuscriptRow, currentUser: CurrentUser): void {
  if (!writesManuscript(row, currentUser)) throw forbidden('稿件现在不由您修改，不能保存新版本；内容仍在您的设备上，请下载留存');
}

/**
 * Stores a .docx as the next version. What is not accepted is kept beside the versions, so that nothing is lost: a file over an older version, and in
 * review mode one with changes without marks.
 */
export async function saveDocument(caller: Caller, row: ManuscriptRow, given: SavedDocument): Promise<Saved> {
  const { context, currentUser } = caller;
  const { bytes, base } = given;
  if (!writesManuscript(row, currentUser)) {
    await keepBeside(context, currentUser, row, '未采用', given, '稿件现在不由您修改');
    rejectReader(row, currentUser);
  }
  if (base === null) await saveOnlineText(context, currentUser, row);
  const opened = await manuscriptDocument(context, currentUser, row).catch((error: unknown) => {
    if (error instanceof AppError && error.code === CODE.missing) return null;
    throw error;
  });
  if (opened && base !== null && opened.versionNo !== base) throw await outdated(context, currentUser, row, given);
  const over = (await lastVersion(context.db, row.id))?.versionNo ?? 0;
  const order = { after: bytes, before: opened?.bytes ?? null, authors: given.authors ?? [markAuthor(currentUser)] };
  const { read, strict, fault } = await readChange(row, given.people ?? [currentUser], order).catch(async (error: unknown) => {
    // The person has no file of an editor's save, unlike of an upload.
    if (error instanceof AppError && base !== null) await keepBeside(context, currentUser, row, '未采用', given, error.message);
    throw error;
  });
  if (fault !== null) {
    await keepBeside(context, currentUser, row, '未采用', given, fault);
    throw new AppError(UNTRACKED, `${fault}，已保留您的版本，请改用修订方式`);
  }
  const write = (tx?: Tx) =>
    addVersion(
      context,
      currentUser,
      row.id,
      {
        type: 'docx',
        bytes: read.bytes,
        text: read.text,
        source: sourceOf(row, currentUser),
        note: noteOf(given, read),
        over,
        // What the editor of the product saves is no file of the person.
        ...(base === null ? { original: bytes } : {}),
      },
      tx,
    );
  const { saved } = await writeLogged(caller, read, write).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === CODE.conflict) throw await outdated(context, currentUser, row, given);
    throw error;
  });
  // Authors read the online text: a text of reviewers and editors stays in its version.
  if (sourceOf(row, currentUser) === 'author') await replaceOnlineText(context, row.id, paragraphsHtml(read.text));
  return { versionNo: saved.versionNo, wordCount: saved.wordCount, fileId: saved.id, marksGone: strict ? 0 : read.gone.length };
}

/**
 * Reads a document that is to follow `before`, and says in words why it may not: in review mode only marks of the own may differ, and without the right
 * to resolve marks, free changes end where marks of others begin. Definitions that another program wrote are replaced by those of `before` then.
 */
async function readChange(
  row: ManuscriptRow,
  people: readonly CurrentUser[],
  order: ReadOrder,
): Promise<{ read: Awaited<ReturnType<typeof documentWorker.read>>; strict: boolean; fault: string | null }> {
  const read = await documentWorker.read(order);
  const strict = people.some((one) => modeOf(row, one) === 'suggest' || (read.foreign > 0 && !resolvesMarks(row, one)));
  const restored = strict ? read.restored : null;
  const stored = restored === null ? read : { ...read, bytes: Buffer.from(restored) };
  return { read: stored, strict, fault: strict && read.fault && restored === null ? wordsOf(read.fault) : null };
}

/** Copies an older version to the end of the list, by the same rule as a save; for online text the text itself is restored too. */
export async function restoreOf(context: AppContext, currentUser: CurrentUser, versionId: number): Promise<{ versionNo: number }> {
  const version = await versionById(context.db, versionId);
  if (!version) throw missing('版本不存在，请刷新后重试');
  const row = await readableManuscript(context.db, currentUser, version.archiveId);
  if (!readsVersion(row, version, currentUser)) throw missing('版本不存在，请刷新后重试');
  if (!writesManuscript(row, currentUser)) throw forbidden('稿件现在不由您修改，不能恢复版本');
  if (modeOf(row, currentUser) === 'suggest') throw forbidden('审读和校对中的书稿只能留下修订，不能恢复旧版本；请用修订把文字改回去');
  const stored = await buffer(await context.files.read(version.fileKey));
  const type = typeOf(version.mime);
  let bytes: Buffer = stored;
  let text = type === 'html' ? plainText(stored.toString('utf8')) : stored.toString('utf8');
  if (type === 'docx') {
    // Outside the transaction: the thread may be busy with other documents.
    const opened = await manuscriptDocument(context, currentUser, row);
    const { read, fault } = await readChange(row, [currentUser], { after: stored, before: opened.bytes, authors: [markAuthor(currentUser)] });
    if (fault !== null) throw forbidden('现在的版本里有别人的修订，您没有处理修订的权限，不能恢复旧版本');
    [bytes, text] = [read.bytes, read.text];
  }
  return context.db.transaction().execute(async (tx) => {
    // A version of a review, and one that a reviewer restores, stay hidden from the author.
    const source = isBlind(version.source) || isBlind(sourceOf(row, currentUser)) ? 'audit' : 'restore';
    const saved = await addVersion(context, currentUser, row.id, { type, bytes, text, source, note: `恢复第${version.versionNo}版` }, tx);
    if (type === 'html') await writeText(tx, row.id, bytes.toString('utf8'), null, '0');
    return { versionNo: saved.versionNo };
  });
}

type Added = Awaited<ReturnType<typeof addVersion>>;

/** Accepting and rejecting the marks of others is written to the operation log with the marks. */
async function writeLogged(caller: Caller, { gone }: ReadResult, write: (tx?: Tx) => Promise<Added>): Promise<{ saved: Added }> {
  if (gone.length === 0) return { saved: await write() };
  return withOperationLog(caller, { title: '处理修订', business: 'edit' }, async (tx) => ({
    saved: await write(tx),
    marks: gone.map(({ kind, author, text, paragraph }) => `${author} ${KINDS[kind]}“${text.slice(0, 40)}” 第${paragraph}段`),
  }));
}

const KINDS = { insert: '插入', delete: '删除', format: '格式' } as const;

const noteOf = ({ note }: SavedDocument, { gone, removed }: ReadResult): string =>
  [note, gone.length > 0 ? `处理他人修订${gone.length}处` : '', removed.length > 0 ? `已去掉：${removed.join('、')}` : '']
    .filter(Boolean)
    .join('；')
    .slice(0, 200);

const wordsOf = (fault: ReviewFault): string => {
  if (fault.kind === 'author') return `新修订的作者是“${fault.author}”，不是您本人`;
  if (fault.kind === 'comment') return `“${fault.author}”的批注有增减或改动`;
  if (fault.kind === 'part') return `${fault.name}有改动，而修订不能记录它`;
  if (fault.kind === 'media') return `有图片被换掉或删除（第${fault.paragraph}段）`;
  return fault.kind === 'link' ? `有链接的地址被改动（第${fault.paragraph}段）` : `修订模式下有未留痕的改动（第${fault.paragraph}段）`;
};

/** Keeps a file that was based on an older version, and says so. */
async function outdated(context: AppContext, currentUser: CurrentUser, row: ManuscriptRow, given: SavedDocument): Promise<AppError> {
  await keepBeside(context, currentUser, row, '冲突', given, '文稿已在别处存了新的一版');
  const newest = (await newestFor(context.db, row, currentUser))?.versionNo ?? row.currentVersion;
  return new AppError(CODE.conflict, `文稿已在别处存为第${newest}版，您的这一份已另存，在本页的“另存的稿子”里，没有覆盖任何人的内容，请比较后再改`);
}

/** Keeps a file that did not become a version, for the person who sent it; without a page that waits for the answer a message says where it is. */
export async function keepBeside(
  context: AppContext,
  currentUser: Pick<CurrentUser, 'userId' | 'userName'>,
  row: ManuscriptRow,
  why: '未采用' | '冲突',
  { name, bytes, page }: SavedDocument,
  reason: string,
): Promise<void> {
  const fileKey = `manuscripts/${row.id}/beside/${randomBytes(12).toString('hex')}.docx`;
  await context.files.put(fileKey, bytes, VERSION_MIME.docx);
  const now = Date.now();
  const fileName = `${why} ${wireTime(now).slice(0, 16)} ${name}`.slice(0, 200);
  await context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('manuscriptFile')
      .values({
        archiveId: row.id,
        fileRole: 'other',
        fileName,
        fileKey,
        fileSize: bytes.length,
        mime: VERSION_MIME.docx,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        ownerId: currentUser.userId,
        replacedBy: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .execute();
    if (page)
      await sendMessage(tx, {
        userId: currentUser.userId,
        type: 'task',
        title: `《${row.title}》的一份修改没有成为新版本`.slice(0, 200),
        content: `${reason}。内容都在，已另存为“${fileName}”：打开文稿，在“另存的稿子”里可以与最新版比较和下载。`,
        link: page,
      });
  });
}

/** The caller's files of a manuscript that did not become a version. */
export async function besideFor({ db }: AppContext, currentUser: CurrentUser, archiveId: number) {
  const row = await readableManuscript(db, currentUser, archiveId);
  return (await besideOf(db, row.id, currentUser.userId)).map(({ id, fileName, createTime }) => ({
    archiveFileId: id,
    fileName,
    createTime: wireTime(createTime),
  }));
}

/** Compares such a file with the newest version, paragraph by paragraph. */
export async function compareBeside(context: AppContext, currentUser: CurrentUser, archiveFileId: number) {
  await limitDocumentWork(context, currentUser);
  const file = await manuscriptFileById(context.db, archiveFileId);
  if (!file || !ownsFile(file, currentUser) || !file.fileKey.includes('/beside/')) throw missing('文件不存在，请刷新后重试');
  const row = await readableManuscript(context.db, currentUser, file.archiveId);
  const newest = await newestFor(context.db, row, currentUser);
  if (!newest) throw missing('还没有可以比较的版本');
  const mine = await versionLines(context, { fileKey: file.fileKey, mime: file.mime });
  return { versionNo: newest.versionNo, ...(await diffLines(await versionLines(context, newest), mine)) };
}
