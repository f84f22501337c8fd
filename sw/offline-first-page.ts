import { createStore, promisifyRequest } from 'idb-keyval';
import { type FirstPage, firstPageElement, firstPageOf, hasFrames } from '../contract/reading/first-page.ts';
import { BOOK_FILE, type PreparedBook } from '../contract/reading/prepared-book.ts';
import { READER_PATH } from '../contract/reading/reader-path.ts';
import { readFile, rightTo, workerUser } from './offline-responses.ts';
import type { EncryptedFile } from './download-encryption.ts';
import { isExpired } from './license-clock.ts';
import { fileKey, placeKey, PLACES_DATABASE, PLACES_STORE } from './messages.ts';

/** The part of a saved position that says where to start. */
interface Place {
  readonly editionId: number;
  readonly documentIndex: number;
  readonly cfi: string;
  readonly clock: number;
}

const places = createStore(PLACES_DATABASE, PLACES_STORE);
/** The most recently opened books: a description takes up to a few hundred kilobytes to decrypt and parse. */
const books = lastOf<PreparedBook>(4);
/** The most recently read chapters and style sheets, decrypted, because a user who returns to a book returns to the same page. */
const texts = lastOf<string>(12);
/** Characters of a text that is kept so. */
const AT_HAND_MOST = 384 * 1024;

export const isReader = (url: URL): boolean => url.pathname.replace(/\/$/, '') === READER_PATH;

/** Returns the first page for the reader of a completely downloaded book; null where the server has to answer. */
export async function storedFirstPage(url: URL, now?: number): Promise<FirstPage | null> {
  const publishId = Number(url.searchParams.get('publishId'));
  const at = url.searchParams.get('at');
  if (!isReader(url) || !Number.isSafeInteger(publishId) || (at !== null && !/^\d{1,5}$/.test(at))) return null;
  const [kept, place] = await Promise.all([rightTo(publishId), at === null ? placeOf(publishId).catch(() => null) : null]);
  if (!kept?.complete || (await isExpired(kept.validTo, now))) return null;
  const { editionId } = kept;
  if (place && (place.editionId !== editionId || !place.cfi)) return null;
  const book = await bookOf(publishId, editionId);
  const found = book && firstPageOf(book, { publishId, editionId, documentIndex: place?.documentIndex ?? Number(at ?? 0) });
  if (!found) return null;
  const textOf = (path: string): Promise<string> => textAtHand(fileKey(publishId, editionId, path));
  const [document, ...sheets] = await Promise.all([found.page.href, ...found.sheets].map(textOf));
  if (!document || hasFrames(document) || sheets.reduce((sum, sheet) => sum + sheet.length, document.length) > found.most) return null;
  const byPath = Object.fromEntries(found.sheets.map((path, index) => [path, sheets[index] ?? '']));
  return { ...found.page, text: document, sheets: byPath, place: place && { cfi: place.cfi, clock: place.clock } };
}

async function placeOf(publishId: number): Promise<Place | null> {
  const key = placeKey(await workerUser(), publishId);
  return places('readonly', async (store) => ((await promisifyRequest<unknown>(store.get(key))) as Place | undefined) ?? null);
}

async function bookOf(publishId: number, editionId: number): Promise<PreparedBook | null> {
  const key = fileKey(publishId, editionId, BOOK_FILE);
  const known = books.get(key);
  const file = known ? null : await readFile(key);
  const book = file ? (JSON.parse(await text(file)) as PreparedBook) : known;
  if (book) books.put(key, book);
  return book ?? null;
}

/** Returns an empty string when the file is not stored; long files are not cached. */
async function textAtHand(key: string): Promise<string> {
  const read = texts.get(key) ?? (await text(await readFile(key)));
  if (read && read.length <= AT_HAND_MOST) texts.put(key, read);
  return read;
}

/** A cache of the `most` latest entries. */
function lastOf<T>(most: number): { get(key: string): T | undefined; put(key: string, value: T): void } {
  const kept = new Map<string, T>();
  return {
    get: (key) => kept.get(key),
    put(key, value) {
      kept.delete(key);
      kept.set(key, value);
      for (const old of kept.keys()) if (kept.size > most) kept.delete(old);
    },
  };
}

const text = (file: EncryptedFile | null): Promise<string> | string =>
  !file ? '' : file.body instanceof Blob ? file.body.text() : new TextDecoder().decode(file.body);

export interface Shell {
  readonly headers: Headers;
  readonly text: string;
}

/** Returns the reader's shell with its first page inserted, as the server would answer. */
export function pageFrom(shell: Shell, page: FirstPage): Response {
  const headers = new Headers(shell.headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(name);
  return new Response(
    shell.text.replace('<!--data-->', () => firstPageElement(page)),
    { headers },
  );
}
