import { createHash, randomBytes } from 'node:crypto';
import { text as textOfStream, buffer } from 'node:stream/consumers';
import type { ManuscriptVersion, VersionChange } from '../../../contract/manuscript/manuscript-version.ts';
import { VERSION_TYPES } from '../../../contract/manuscript/manuscript-version.ts';
import { MANUSCRIPT } from '../../../contract/manuscript/manuscript-limits.ts';
import { wordCount } from '../../../contract/manuscript/word-count.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { limitDocumentWork } from '../../document/document-rate.ts';
import { documentWorker } from '../../document/document-worker.ts';
import type { Sent } from '../../files/send-file.ts';
import { conflict, failed, forbidden, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { cleanHtml, plainText } from '../../http/rich-text.ts';
import { manuscriptById, textOf, type ManuscriptRow } from '../manuscript.queries.ts';
import { manuscriptGone } from '../manuscript-step.service.ts';
import { authorView } from '../author/author-view.service.ts';
import { isAuthor, isOpenToAll, namesVersions, readsManuscript, readsVersion, writesManuscript } from '../manuscript.policy.ts';
import { lastVersion, versionById, versionByNumber, versionsOf } from './manuscript-version.queries.ts';

export type VersionSource = ManuscriptVersion['source'];
export type VersionType = (typeof VERSION_TYPES)[number];

export const VERSION_MIME: Readonly<Record<VersionType, string>> = {
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain; charset=utf-8',
};
export const typeOf = (mime: string): VersionType => VERSION_TYPES.find((type) => VERSION_MIME[type] === mime) ?? 'txt';

/** Returns a manuscript that the user may read: the author's own, or one that the staff sees. */
export async function readableManuscript(db: AppContext['db'] | Tx, currentUser: CurrentUser, id: number): Promise<ManuscriptRow> {
  const row = await manuscriptById(db, id);
  if (!row || !readsManuscript(row, currentUser)) throw manuscriptGone();
  return row;
}

/** Authors of marks are unique: the name with the number of the user. */
export const markAuthor = (currentUser: Pick<CurrentUser, 'nickName' | 'userId'>): string => `${currentUser.nickName}（${currentUser.userId}）`;

/** The newest version that a user may read: the one that is opened, and the one on which a save is based. */
export const newestFor = async (db: AppContext['db'] | Tx, row: ManuscriptRow, currentUser: CurrentUser) =>
  (await versionsOf(db, row.id)).find((version) => readsVersion(row, version, currentUser));

/** A version as it is stored. */
export interface StoredVersion {
  readonly fileKey: string;
  readonly mime: string;
  readonly versionNo: number;
  readonly source: string;
  readonly changedBy: number;
}

/** The bytes of a .docx version as a user may have them. */
export async function versionBytes(
  context: AppContext,
  currentUser: CurrentUser,
  row: ManuscriptRow,
  version: StoredVersion,
  bytes: Buffer,
): Promise<Buffer> {
  const view = await authorView(context, row, currentUser);
  return view ? view.version(version, bytes) : bytes;
}

export async function versionsFor(context: AppContext, currentUser: CurrentUser, archiveId: number): Promise<ManuscriptVersion[]> {
  const { db } = context;
  const row = await readableManuscript(db, currentUser, archiveId);
  const all = (await versionsOf(db, archiveId)).filter((one) => readsVersion(row, one, currentUser));
  const view = await authorView(context, row, currentUser);
  return all.map((one, index) => {
    const before = all[index + 1];
    return {
      versionId: one.id,
      versionNo: one.versionNo,
      wordCount: one.wordCount,
      wordsChanged: before ? one.wordCount - before.wordCount : null,
      bytes: one.bytes,
      type: typeOf(one.mime),
      source: one.source as VersionSource,
      stage: one.stage,
      note: one.note,
      label: one.label,
      pinned: one.pinned,
      changedByName: view ? view.nameOf(one.changedBy, one.changedByName ?? '') : (one.changedByName ?? ''),
      createTime: wireTime(one.createTime),
    };
  });
}

export interface NewVersion {
  readonly type: VersionType;
  readonly bytes: Buffer;
  readonly text: string;
  readonly source: VersionSource;
  readonly note: string;
  /** The uploaded file, when `bytes` were written from it. */
  readonly original?: Buffer;
  /** The number of the newest version on which this one is based: 409 when there is another one meanwhile. */
  readonly over?: number;
}

/** Stores an immutable version; the same content as the last version writes nothing and returns that one. */
export async function addVersion(context: AppContext, currentUser: CurrentUser, archiveId: number, given: NewVersion, inside?: Tx) {
  const contentHash = createHash('sha256').update(given.bytes).digest('hex');
  const last = await lastVersion(inside ?? context.db, archiveId);
  if (last && last.contentHash === contentHash) return { id: last.id, versionNo: last.versionNo, wordCount: last.wordCount };
  const fileKey = `manuscripts/${archiveId}/${randomBytes(12).toString('hex')}.${given.type}`;
  await context.files.put(fileKey, given.bytes, VERSION_MIME[given.type]);
  const originalKey = given.original ? `manuscripts/${archiveId}/original/${randomBytes(12).toString('hex')}.${given.type}` : null;
  if (originalKey !== null && given.original) await context.files.put(originalKey, given.original, VERSION_MIME[given.type]);
  const write = async (tx: Tx) => {
    const newest = await lastVersion(tx, archiveId);
    const row = await manuscriptById(tx, archiveId);
    if (!row) throw manuscriptGone();
    if (given.over !== undefined && (newest?.versionNo ?? 0) !== given.over) throw conflict();
    const versionNo = (newest?.versionNo ?? 0) + 1;
    const words = wordCount(given.text);
    const now = Date.now();
    const added = await tx
      .insertInto('manuscriptVersion')
      .values({
        archiveId,
        versionNo,
        fileKey,
        originalKey,
        mime: VERSION_MIME[given.type],
        bytes: given.bytes.length,
        contentHash,
        wordCount: words,
        source: given.source,
        stage: row.status,
        note: given.note,
        changedBy: currentUser.userId,
        createTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('manuscript').set({ currentVersion: versionNo, wordCount: words, updateTime: now }).where('id', '=', archiveId).execute();
    return { id: added.id, versionNo, wordCount: words };
  };
  try {
    return await (inside ? write(inside) : context.db.transaction().execute(write));
  } catch (error) {
    // Version numbers are unique: of two simultaneous saves, the second one answers 409.
    if (context.db.engine.isTwice(error)) throw conflict();
    throw error;
  }
}

export async function versionDownload(context: AppContext, currentUser: CurrentUser, versionId: number): Promise<Sent> {
  const version = await versionById(context.db, versionId);
  if (!version) throw missing('版本不存在，请刷新后重试');
  const row = await readableManuscript(context.db, currentUser, version.archiveId);
  if (!readsVersion(row, version, currentUser)) throw missing('版本不存在，请刷新后重试');
  const sent = {
    key: version.fileKey,
    name: `${row.title} 第${version.versionNo}版.${typeOf(version.mime)}`,
    mime: version.mime,
    size: version.bytes,
  };
  if (typeOf(version.mime) !== 'docx' || !isAuthor(row, currentUser)) return sent;
  await limitDocumentWork(context, currentUser);
  return { ...sent, bytes: await versionBytes(context, currentUser, row, version, await buffer(await context.files.read(version.fileKey))) };
}

export async function labelOf(
  { db }: AppContext,
  currentUser: CurrentUser,
  versionId: number,
  body: { label: string; pinned: '0' | '1' },
): Promise<void> {
  const version = await versionById(db, versionId);
  if (!version) throw missing('版本不存在，请刷新后重试');
  const row = await readableManuscript(db, currentUser, version.archiveId);
  if (!readsVersion(row, version, currentUser)) throw missing('版本不存在，请刷新后重试');
  if (!namesVersions(row, currentUser)) throw forbidden('稿件现在不由您修改，不能命名版本');
  await db.updateTable('manuscriptVersion').set(body).where('id', '=', versionId).execute();
}

/** Paragraphs of a version or of a file kept beside the versions. */
export async function versionLines(context: AppContext, version: { fileKey: string; mime: string }): Promise<string[]> {
  const stream = await context.files.read(version.fileKey);
  const type = typeOf(version.mime);
  if (type === 'docx') return (await documentWorker.text(await buffer(stream))).split('\n');
  const text = await textOfStream(stream);
  return type === 'html' ? htmlLines(text) : text.split(/\r?\n/);
}

async function linesOf(context: AppContext, currentUser: CurrentUser, row: ManuscriptRow, versionNo: number): Promise<string[]> {
  const version = await versionByNumber(context.db, row.id, versionNo);
  if (!version || !readsVersion(row, version, currentUser)) throw missing(`没有第${versionNo}版`);
  return versionLines(context, version);
}

const htmlLines = (html: string): string[] =>
  html
    .replace(/<\/(p|h[1-6]|li|blockquote|div|tr)>|<br\s*\/?>/gi, '\n')
    .split('\n')
    .map(plainText)
    .filter((line) => line !== '');

const LINES = 2000;
const AROUND = 1;

/** Unchanged paragraphs are shown only next to a change. */
export async function diffLines(before: readonly string[], after: readonly string[]): Promise<{ lines: VersionChange[]; cut: boolean }> {
  const all = await documentWorker.compare(before, after);
  const near = (at: number): boolean => all.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown: VersionChange[] = all.filter((_line, at) => near(at));
  return { lines: shown.slice(0, LINES), cut: shown.length > LINES };
}

/** All paragraphs of two versions, compared, with the author of the manuscript. */
export async function compareAll(context: AppContext, currentUser: CurrentUser, archiveId: number, from: number, to: number) {
  await limitDocumentWork(context, currentUser);
  const row = await readableManuscript(context.db, currentUser, archiveId);
  const lines = await documentWorker.compare(await linesOf(context, currentUser, row, from), await linesOf(context, currentUser, row, to));
  return { title: row.title, owner: { nickName: row.ownerName ?? '', userId: row.ownerId }, lines };
}

export async function compare(context: AppContext, currentUser: CurrentUser, archiveId: number, from: number, to: number) {
  await limitDocumentWork(context, currentUser);
  const row = await readableManuscript(context.db, currentUser, archiveId);
  return diffLines(await linesOf(context, currentUser, row, from), await linesOf(context, currentUser, row, to));
}

/** Writes the online text; `revision` null overwrites. `unsaved` says that no version has it yet. Throws 409 when it was saved since. */
export async function writeText(tx: Tx, archiveId: number, content: string, revision: number | null, unsaved: '0' | '1'): Promise<number> {
  const present = await textOf(tx, archiveId);
  if (revision !== null && (present?.revision ?? 0) !== revision) throw conflict();
  const next = (present?.revision ?? 0) + 1;
  if (present) {
    const done = await tx
      .updateTable('manuscriptText')
      .set({ content, revision: next, unsaved })
      .where('archiveId', '=', archiveId)
      .where('revision', '=', present.revision)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw conflict();
  } else await tx.insertInto('manuscriptText').values({ archiveId, content, revision: next, unsaved }).execute();
  return next;
}

export async function saveText(context: AppContext, currentUser: CurrentUser, body: { archiveId: number; content: string; revision: number }) {
  const content = cleanHtml(body.content);
  if (content.length > MANUSCRIPT.content) throw failed('正文过长，请拆分成几部稿件');
  return context.db.transaction().execute(async (tx) => {
    const row = await readableManuscript(tx, currentUser, body.archiveId);
    if (!writesManuscript(row, currentUser)) throw forbidden('稿件现在不由您修改，不能保存；内容仍在您的设备上，请复制留存');
    const revision = await writeText(tx, row.id, content, body.revision, '1');
    const words = wordCount(plainText(content));
    await tx.updateTable('manuscript').set({ wordCount: words, updateTime: Date.now() }).where('id', '=', row.id).execute();
    return { revision, wordCount: words };
  });
}

/** The online text for its author and the staff; for others only when the manuscript is published. */
export async function infoOf({ db }: AppContext, currentUser: CurrentUser | null, archiveId: number) {
  const row = await manuscriptById(db, archiveId);
  const open = row && isOpenToAll(row);
  const own = row && currentUser !== null && readsManuscript(row, currentUser);
  if (!row || !(open || own)) throw missing('访问资源不存在');
  const text = await textOf(db, archiveId);
  return {
    archiveId,
    title: row.title,
    content: text?.content ?? '',
    revision: text?.revision ?? 0,
    wordCount: row.wordCount,
    currentVersion: row.currentVersion,
    writable: currentUser !== null && writesManuscript(row, currentUser),
  };
}
