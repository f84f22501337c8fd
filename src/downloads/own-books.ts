import type { BookDetail } from '../../contract/catalog/book.ts';
import { API_PREFIX, EPUB, MB } from '../../contract/limits.ts';
import { OWN_BOOK_TYPE, type OwnBookSheet, prepareOwnBook } from '../../contract/reading/own-book.ts';
import { OWN_BOOKS } from '../../contract/reading/own-book-id.ts';
import { OWN_BOOKS_COUNT, OWN_EDITION } from '../../contract/reading/own-book-place.ts';
import { PACK_BYTES } from '../../contract/reading/pack.ts';
import { BOOK_FILE, bookFolder, type PreparedBook } from '../../contract/reading/prepared-book.ts';
import { bookKey, type DownloadedBook, fileKey } from '../../sw/messages.ts';
import { readToken } from '../api/token.ts';
import { deviceUsage, messageIfFull, requestPersistence } from './device-space.ts';
import type { Entry } from './download-storage.ts';
import { downloadedBooks } from './downloaded-books.ts';
import { changed, lookAgain } from './downloads.store.ts';
import { filesOf } from './fetch-pack.ts';
import { keepCode } from './offline-code.ts';

/** A failure with a message for the user. */
export class OwnBookError extends Error {}

const OFFLINE = '打开自己的EPUB需要联网整理一次，请联网后再试';
/** The prepared files with the search text take up to three times the room of the packed file. */
const ROOM = 3;

/** The same file has the same id on every device, so that it is opened instead of being stored twice. */
export async function idOfFile(bytes: ArrayBuffer): Promise<number> {
  const hash = new DataView(await crypto.subtle.digest('SHA-256', bytes));
  return OWN_BOOKS + ((hash.getUint32(0) * 0x1_00_00 + hash.getUint16(4)) % OWN_BOOKS_COUNT);
}

/**
 * Has the server prepare an EPUB of the user's own, and stores the result on this device, encrypted for this user like a downloaded book.
 * Returns its id. Throws `OwnBookError`.
 */
export async function openOwnBook(userId: number, file: File, signal: AbortSignal): Promise<number> {
  if (!/\.epub$/i.test(file.name)) throw new OwnBookError('请选择EPUB格式的文件');
  if (file.size > EPUB.fileBytes) throw new OwnBookError(`文件超过${EPUB.fileBytes / MB}MB，不能打开`);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new OwnBookError('文件读不出来，请重新选择');
  });
  const publishId = await idOfFile(bytes);
  const books = downloadedBooks(userId);
  if ((await books.get(publishId).catch(() => null))?.complete) return publishId;
  const full = messageIfFull(file.size * ROOM, await deviceUsage().catch(() => null));
  if (full) throw new OwnBookError(full);
  void requestPersistence();
  const files = await preparedFiles(file, signal);
  try {
    await store(publishId, files, books);
  } catch (error) {
    await books.remove(publishId).catch(() => undefined);
    if (error instanceof OwnBookError || signal.aborted) throw error;
    throw new OwnBookError(error instanceof DOMException ? '这台设备存不下这本书，请清理空间后再试' : OFFLINE);
  }
  await keepCode('book');
  changed();
  await lookAgain();
  return publishId;
}

async function preparedFiles(file: File, signal: AbortSignal): Promise<AsyncGenerator<ArrayBuffer>> {
  const body = new FormData();
  body.append('file', file, file.name);
  const answer = await fetch(API_PREFIX + prepareOwnBook.path, {
    method: prepareOwnBook.method,
    headers: { authorization: `Bearer ${readToken() ?? ''}` },
    body,
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new OwnBookError(OFFLINE);
  });
  if (!answer.headers.get('content-type')?.startsWith(OWN_BOOK_TYPE) || !answer.body) {
    const { msg = '' } = (await answer.json().catch(() => ({}))) as { msg?: string };
    throw new OwnBookError(msg || '这本书没有整理好，请稍后再试');
  }
  return filesOf(answer.body, signal);
}

async function store(publishId: number, coming: AsyncGenerator<ArrayBuffer>, books: ReturnType<typeof downloadedBooks>): Promise<void> {
  const head = await coming.next();
  if (head.done) throw new OwnBookError(OFFLINE);
  const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);
  const sheet = JSON.parse(textOf(head.value)) as OwnBookSheet;
  let book: PreparedBook | null = null;
  let bytes = 0;
  let batch: Entry[] = [];
  let waiting = 0;
  for (const { path, type } of sheet.files) {
    const next = await coming.next();
    if (next.done) throw new OwnBookError(OFFLINE);
    if (path === BOOK_FILE) book = JSON.parse(textOf(next.value)) as PreparedBook;
    bytes += next.value.byteLength;
    waiting += next.value.byteLength;
    batch.push([fileKey(publishId, OWN_EDITION, path), { type, body: next.value }]);
    if (waiting < PACK_BYTES) continue;
    await books.write(batch);
    [batch, waiting] = [[], 0];
  }
  if (!book) throw new OwnBookError(OFFLINE);
  // Last, so that the book is listed once all of it is stored.
  await books.write([...batch, [bookKey(publishId), recordOf(publishId, sheet, book, bytes)]]);
}

function recordOf(publishId: number, sheet: OwnBookSheet, book: PreparedBook, bytes: number): DownloadedBook {
  const detail = detailOf(publishId, sheet, book, bytes);
  const { chapters: _chapters, intro: _intro, authorIntro: _author, more: _more, ...card } = detail;
  return {
    book: card,
    detail,
    editionId: OWN_EDITION,
    complete: true,
    asked: 'run',
    bytes,
    total: bytes,
    documentsReady: book.spine.length,
    validTo: null,
    downloadId: 0,
    coverAddress: '',
    stored: sheet.files.length,
    keptAt: Date.now(),
  };
}

/** As the server describes a work: free, complete, and without anything that needs the server. */
function detailOf(publishId: number, sheet: OwnBookSheet, book: PreparedBook, bytes: number): BookDetail {
  const { title, authorsText, language } = sheet;
  return {
    publishId,
    kind: 'book',
    title,
    subtitle: '',
    authorsText,
    cover: { url: sheet.cover && bookFolder(publishId, OWN_EDITION) + sheet.cover, drawing: 'lit', colour: '', format: '' },
    brief: '',
    isFree: true,
    salePriceFen: 0,
    trialChapters: book.spine.length,
    typeName: '',
    scoreAvg: 0,
    scoreCount: 0,
    publishDate: '',
    isNew: false,
    downloadable: false,
    translator: '',
    pressName: book.publisher,
    isbn: '',
    language,
    listPriceFen: 0,
    edition: 1,
    intro: '',
    authorIntro: '',
    tags: [],
    characters: book.characters,
    viewNum: 0,
    collectNum: 0,
    readerNum: 0,
    chapters: book.spine.map((document, index) => ({
      index,
      title: document.title,
      level: document.level,
      characters: document.characters,
      isFree: true,
    })),
    editionId: OWN_EDITION,
    version: '',
    bytes,
    more: [],
  };
}
