import type { DataOf } from '../../contract/endpoint.ts';
import { type BookCard, getBook } from '../../contract/catalog/book.ts';
import { finishDownload, startDownload } from '../../contract/library/download.ts';
import { BOOK_FILE, bookFolder, type PreparedBook } from '../../contract/reading/prepared-book.ts';
import { backgroundId, bookKey, fileKey, type DownloadedBook } from '../../sw/messages.ts';
import { call } from '../api/call.ts';
import { deviceName } from '../sync/device-name.ts';
import { BACKGROUND_FROM, inBackground } from './background.ts';
import { DownloadError } from './download-error.ts';
import { requestPersistence, deviceUsage, messageIfFull } from './device-space.ts';
import { canResumeAlone } from './download-queue.ts';
import { requestPack, filesOf } from './fetch-pack.ts';
import { fetchFile, granted, KEEPING } from './fetch-file.ts';
import { wholeOf } from './fetch-timeout.ts';
import { downloadOptionalFiles } from './download-optional-files.ts';
import { downloadFiles, type DownloadProgress } from './download-files.ts';
import type { DownloadedBooks } from './downloaded-books.ts';
import { holdGrant } from './reading-grant.ts';

/** Query that the worker does not answer itself: `link` opens the book for ten minutes while no page is open to renew the reading grant. */
const byItself = (link: string): string => `${KEEPING}&l=${encodeURIComponent(link)}`;
/** With more files than this, a background fetch is slower than fetching in the page. */
const BACKGROUND_FILES = 500;
const addressIn = (folder: string, path: string): string => folder + path.split('/').map(encodeURIComponent).join('/');

/**
 * Downloads one complete book and continues from the stored files. Resolves when it can be read offline. A complete copy of
 * another edition stays readable until the new one is complete.
 */
export async function downloadBook(
  book: BookCard,
  kept: DownloadedBooks,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
): Promise<DownloadedBook> {
  const { publishId } = book;
  const before = await kept.get(publishId);
  const [detail, started] = await Promise.all([call(getBook, { params: { publishId } }, { signal }), announced(book, before, signal)]);
  const { editionId, downloadId, link, validTo } = started;
  const older = before && before.editionId !== editionId ? before : null;
  const renewing = older?.complete === true;
  if (older && !renewing) await kept.remove(publishId);
  const replaced = [...(before?.replaced ?? []), ...(renewing ? [older.editionId] : [])];
  await holdGrant(publishId);
  const folder = bookFolder(publishId, editionId);
  const sheet = await bodyOf(folder + BOOK_FILE, publishId, signal);
  const prepared = JSON.parse(new TextDecoder().decode(sheet)) as PreparedBook;
  let stored = await kept.paths(publishId, editionId);
  const missing = prepared.resources.reduce((sum, file) => sum + (stored.has(file.path) ? 0 : file.bytes), 0);
  const full = messageIfFull(missing, await deviceUsage().catch(() => null));
  if (full) throw new DownloadError(full);
  // Not awaited: a browser that shows a prompt may never answer.
  void requestPersistence();

  const total = prepared.resources.reduce((sum, file) => sum + file.bytes, 0);
  const record = (state: Partial<DownloadedBook>): DownloadedBook => ({
    book,
    detail,
    editionId,
    downloadId,
    validTo,
    total,
    complete: false,
    asked: 'run',
    bytes: 0,
    documentsReady: 0,
    coverAddress: detail.cover.url,
    keptAt: Date.now(),
    ...(replaced.length > 0 ? { replaced } : {}),
    ...state,
  });
  const key = (path: string): string => fileKey(publishId, editionId, path);
  signal.throwIfAborted();
  await kept.write([...(renewing ? [] : [[bookKey(publishId), record({})] as const]), [key(BOOK_FILE), { type: 'application/json', body: sheet }]]);

  // A background fetch writes into the record, which still describes the older copy. Missing files are fetched below.
  if (missing >= BACKGROUND_FROM && !renewing) {
    const files = prepared.resources.filter((file) => !stored.has(file.path));
    if (files.length <= BACKGROUND_FILES)
      await inBackground({
        id: backgroundId({ userId: kept.userId, publishId, editionId }),
        title: book.title,
        urls: files.map((file) => addressIn(folder, file.path) + byItself(link)),
        bytes: missing,
        allowed: canResumeAlone(),
        signal,
        stored: async () => (await kept.paths(publishId, editionId)).size,
        onProgress: (more) => onProgress({ bytes: Math.min(total, total - missing + more), total, documentsReady: 0 }),
      });
    stored = await kept.paths(publishId, editionId);
  }

  const done = await downloadFiles({
    files: prepared.resources,
    stored,
    documents: prepared.spine.length,
    signal,
    fetchPack: (paths, stop) => fetchPack(folder, paths, publishId, stop),
    fetchFile: (path, stop) => bodyOf(addressIn(folder, path), publishId, stop),
    write: (batch) => kept.write(batch.map(([path, file]) => [key(path), file] as const)),
    onProgress,
  });
  if (book.kind === 'textbook') await (await import('./placed-media.ts')).storePlaced(book, editionId, kept, signal);
  await downloadOptionalFiles(record({}), kept, signal);
  const inPlace = await kept.paths(publishId, editionId);
  if (prepared.resources.some((file) => !inPlace.has(file.path))) throw new DownloadError('有文件没有存好，请重试');
  const complete = record({
    complete: true,
    stored: inPlace.size,
    bytes: done.bytes,
    documentsReady: prepared.spine.length,
  });
  await kept.write([[bookKey(publishId), complete]]);
  call(finishDownload, { body: { downloadId, result: 'ok' } }).catch(() => undefined);
  return complete;
}

/** A resumed download is the same download and is announced only once. */
async function announced(
  book: BookCard,
  before: DownloadedBook | null,
  signal: AbortSignal,
): Promise<Pick<DataOf<typeof startDownload>, 'editionId' | 'downloadId' | 'link' | 'validTo'>> {
  const { data } = { data: await call(startDownload, { body: { publishId: book.publishId, device: deviceName() } }, { signal }) };
  return before && before.editionId === data.editionId && !before.complete ? { ...data, downloadId: before.downloadId } : data;
}

async function* fetchPack(folder: string, paths: readonly string[], publishId: number, signal: AbortSignal): AsyncGenerator<ArrayBuffer> {
  const response = await granted(publishId, () => requestPack(folder, KEEPING, paths, signal));
  if (response.body) yield* filesOf(response.body, signal);
}

const bodyOf = async (address: string, publishId: number, signal: AbortSignal): Promise<ArrayBuffer> =>
  wholeOf(await fetchFile(address, publishId, signal), signal);
