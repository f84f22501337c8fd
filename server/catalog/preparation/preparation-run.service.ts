import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { findingsLine } from '../../../contract/catalog/preparation.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { EPUB, MB, TRIAL_PERCENT } from '../../../contract/limits.ts';
import type { PreparationTable } from '../../db/tables/book-tables.ts';
import { removeOldUploads, removeUpload, uploadById, uploadedFile } from '../../files/resumable-upload.ts';
import type { AppContext } from '../../context.ts';
import { isOutage } from '../../outage/outage.ts';
import { retryDelay, WAITS_FOR_STORE } from '../../jobs/backoff.ts';
import { holdWork } from '../book.service.ts';
import { introOf } from '../../epub/package/metadata-limits.ts';
import { PREPARATION, type PreparedResult } from '../../epub/book.ts';
import { COVER, SMALL_COVER } from '../../epub/cover.ts';
import { EpubError } from '../../epub/problem.ts';
import { prepareInProcess } from './preparation-process.service.ts';
import { storedSource, rebuiltEditions, takePlace, type Kept } from './preparation-rebuild.service.ts';
import { clearLeftovers, clearStage, coverKey, preparingFolder, sourceKey, stageRows, stageTexts } from './preparation-stage.service.ts';
import {
  attachEdition,
  endPreparation,
  livePublication,
  nextDue,
  postpone,
  noteSha256,
  prolongLease,
  setCurrentEdition,
  stagedOwner,
  stageEdition,
  takePreparation,
  titleOfSource,
  wantedUploads,
} from './preparation.queries.ts';
import { takeEdition } from '../edition-change.service.ts';
import { notifyNewFile } from '../publication-notify.service.ts';
import { draftPublication } from '../publication.service.ts';
import { indexPublication } from '../search/search.service.ts';
import { forgetTotals } from '../../db/total.ts';
import { newHolder } from '../../db/leases.ts';
import { runQueued } from '../../telemetry/log.ts';

const LEASE_MS = 60_000;
/** Limit for retries: a server may be killed many times during an incident, but a book that kills it must be given up. */
const ATTEMPTS = 50;
const SWEEP_EVERY_MS = 10 * 60_000;

type Row = Selectable<PreparationTable>;

class LostLease extends Error {}

/** Prepares the oldest due upload. A killed preparation is retried when its lease has expired, up to fifty times. */
export async function prepareNext(context: AppContext): Promise<boolean> {
  const row = await nextDue(context.db, Date.now());
  if (!row) return false;
  const leaseBy = newHolder();
  if (!(await takePreparation(context.db, row, leaseBy, Date.now() + LEASE_MS))) return true;
  const lease = holdLease(context, row.id, leaseBy);
  try {
    await clearStage(context, row.id);
    if (row.attempts >= ATTEMPTS) throw new EpubError(`处理中断了${ATTEMPTS}次，请检查文件后重新上传；如仍失败请联系管理员`);
    await runQueued({ name: 'preparation', id: row.id, requestId: row.requestId }, () => prepare(context, row, leaseBy, lease));
  } catch (error) {
    // Another server holds the lease now and owns the staged data.
    if (error instanceof LostLease) return true;
    if (isOutage(error)) {
      // The book is not the cause; the next attempt clears the staged data.
      await postpone(context.db, row.id, leaseBy, Date.now() + retryDelay(row.attempts), WAITS_FOR_STORE);
      return true;
    }
    // When the file store is also down, the failure is still recorded; the sweep or another attempt clears the stage.
    await clearStage(context, row.id).catch(() => undefined);
    const fault = error instanceof EpubError;
    // A server fault, not a fault of the book: the upload stays for another attempt.
    const message = fault ? error.message : '处理时出现意外错误，请重试；如仍失败请联系管理员';
    await endPreparation(context.db, row.id, leaseBy, { state: 'failed', message });
    if (!fault) throw error;
    await removeUpload(context, row.uploadId);
  } finally {
    lease.release();
  }
  return true;
}

const swept = new WeakMap<AppContext, number>();

/** Removes old uploads and leftovers, every ten minutes. */
export async function sweepUploads(context: AppContext): Promise<boolean> {
  const now = Date.now();
  if (now - (swept.get(context) ?? 0) < SWEEP_EVERY_MS) return false;
  swept.set(context, now);
  await removeOldUploads(context, await wantedUploads(context.db), now);
  await clearLeftovers(context, now);
  return false;
}

interface Lease {
  /** Throws `LostLease` when another server took the row. */
  readonly check: () => void;
  readonly release: () => void;
}

function holdLease(context: AppContext, id: number, leaseBy: string): Lease {
  let lost = false;
  const timer = setInterval(() => {
    prolongLease(context.db, id, leaseBy, Date.now() + LEASE_MS)
      .then((kept) => (lost ||= !kept))
      // The database may answer again before the lease runs out; the end of the work checks it anyway.
      .catch(() => undefined);
  }, LEASE_MS / 4);
  timer.unref();
  return {
    check: () => {
      if (lost) throw new LostLease();
    },
    release: () => clearInterval(timer),
  };
}

async function prepare(context: AppContext, row: Row, leaseBy: string, lease: Lease): Promise<void> {
  const folder = join(preparingFolder(context), String(row.id));
  await mkdir(folder, { recursive: true });
  const from = rebuiltEditions(row.uploadId);
  const source = from === null ? await uploaded(context, row, folder) : await storedSource(context, from, folder);
  const result = await prepareInProcess({
    source: source.path,
    folder,
    fileName: source.fileName,
    former: source.former,
    ffmpeg: context.settings.ffmpeg,
  });
  lease.check();
  const edition = await stage(context, row, source, result, folder, lease);
  lease.check();
  await publish(context, row, leaseBy, source, result, edition);
  forgetTotals(context.db);
  await clearStage(context, row.id);
  await removeUpload(context, row.uploadId);
}

async function uploaded(context: AppContext, row: Row, folder: string): Promise<Kept> {
  const upload = await uploadById(context, row.uploadId);
  if (!upload) throw new EpubError('上传的文件已过期，请重新上传');
  // The file may come from the video upload, which has a larger limit.
  if (upload.size > EPUB.fileBytes) throw new EpubError(`文件超过${EPUB.fileBytes / MB}MB，请压缩书中的图片后再上传`);
  const path = await uploadedFile(context, row.uploadId, join(folder, 'source.epub'));
  if (!path) throw new EpubError('上传的文件已过期，请重新上传');
  const sha256 = await hashOf(path);
  await noteSha256(context.db, row.id, sha256);
  rejectSame(await titleOfSource(context.db, sha256));
  return { path, fileName: upload.fileName, size: upload.size, sha256, former: [] };
}

function rejectSame(title: string | null): void {
  if (title !== null) throw new EpubError(`这个文件已经入库，出版物是${inTitleMarks(title)}，无需再次上传`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

interface Staged {
  readonly id: number;
  readonly folder: string;
}

/** Does everything except making the book visible. The edition row is written first, so that cleanup can find it after a crash. */
async function stage(context: AppContext, row: Row, source: Kept, result: PreparedResult, local: string, lease: Lease): Promise<Staged> {
  const { book } = result;
  const folder = `books/${randomBytes(16).toString('hex')}`;
  const id = await stageEdition(context.db, {
    publicationId: stagedOwner(row.id),
    folder,
    sourceName: source.fileName,
    sourceSha256: source.sha256,
    sourceBytes: source.size,
    bytes: book.bytes,
    files: book.resources.length,
    characters: book.characters,
    documents: book.spine.length,
    preparedWith: PREPARATION,
    createBy: row.createBy,
    createTime: Date.now(),
  });
  await context.files.putFolder(join(local, 'book'), folder);
  if (result.hasCover) {
    await context.files.put(coverKey(folder), createReadStream(join(local, COVER)), 'image/webp');
    await context.files.put(coverKey(folder, true), createReadStream(join(local, SMALL_COVER)), 'image/webp');
  }
  if (source.former.length === 0) await context.files.put(sourceKey(source.sha256), createReadStream(source.path), 'application/epub+zip');
  await stageRows(context, id, book);
  await stageTexts(context, id, join(local, 'texts.jsonl'), lease.check);
  return { id, folder };
}

/** The single transaction that makes the book visible. */
async function publish(
  context: AppContext,
  row: Row,
  leaseBy: string,
  { sha256 }: Kept,
  { book, isbn, hasCover, lostCover, repaired, findings }: PreparedResult,
  edition: Staged,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const coverUrl = hasCover ? `/${coverKey(edition.folder)}` : '';
    const stamp = { updateBy: row.createBy, updateTime: Date.now() };
    let publicationId = row.publicationId;
    let covered = false;
    let shown = true;
    const from = rebuiltEditions(row.uploadId);
    if (publicationId !== null && from !== null) await takePlace(tx, publicationId, from, edition.id);
    else if (publicationId === null) {
      const draft = {
        title: book.title,
        authorsText: book.creators.join('、'),
        language: book.language,
        intro: introOf(book.description),
        isbn,
      };
      publicationId = await draftPublication(tx, draft, { userName: row.createBy });
      const trialChapters = Math.max(1, Math.ceil((book.spine.length * TRIAL_PERCENT) / 100));
      await setCurrentEdition(tx, publicationId, { editionId: edition.id, ...(coverUrl ? { coverUrl } : {}), trialChapters, ...stamp });
    } else {
      await holdWork(tx, publicationId);
      const work = await livePublication(tx, publicationId);
      if (!work) throw new EpubError('要更换文件的出版物已被删除，请刷新后重试');
      // The work may have been submitted since: the reviewed file must be the approved file.
      if (work.status === 'checking') throw new EpubError('出版物正在上架审核，不能更换文件；请先驳回再重新上传');
      covered = work.coverUrl !== '';
      shown = await takeEdition(tx, work, {
        editionId: edition.id,
        coverUrl,
        documents: book.spine.length,
        fileName: row.fileName,
        proposer: { userId: row.userId, userName: row.createBy },
        checked: row.checked === '1',
      });
      if (shown) await notifyNewFile(tx, row.createBy, work);
    }
    // After the write above, which makes two works with the same file wait for each other.
    if (from === null) rejectSame(await titleOfSource(tx, sha256));
    await attachEdition(tx, edition.id, publicationId);
    await indexPublication(tx, publicationId, context.db.engine);
    const message = [shown ? '' : WAITS_FOR_SECOND, repairedWords(repaired), covered ? '' : coverWords(lostCover), findingsLine(findings)]
      .filter(Boolean)
      .join('。');
    const found = findings.length === 0 ? '' : JSON.stringify(findings);
    if (!(await endPreparation(tx, row.id, leaseBy, { state: 'ready', message, findings: found, publicationId }))) throw new LostLease();
  });
}

const WAITS_FOR_SECOND = '已上架的作品由另一位作品管理员确认后换上，确认前读者看到的仍是原来的文件';

const NAMED_MOST = 5;

/** The message for an editor about documents that readers see with a notice above them. */
function repairedWords(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const named = paths.slice(0, NAMED_MOST).map((path) => `“${path.slice(-80)}”`);
  const all = named.join('、') + (paths.length > NAMED_MOST ? ` 等 ${paths.length} 个文件` : '');
  return `${all}不是正确的XML，已尽量修复，读者会在页首看到提示；请修正后更换文件`;
}

const coverWords = (lost: PreparedResult['lostCover']): string =>
  lost ? `封面图片“${lost.path.slice(-80)}”${lost.why}，没有采用；请换一张图片，在出版物里上传封面` : '';
