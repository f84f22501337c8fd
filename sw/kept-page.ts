import { createStore, promisifyRequest } from 'idb-keyval';
import { FIRST_PAGE_MOST, type FirstPage, firstPageElement, firstPageOf, hasFrames, READER_PATH } from '../contract/reading/first-page.ts';
import { BOOK_FILE, type PreparedBook } from '../contract/reading/prepared-book.ts';
import { readFile, rightTo, whoNow } from './kept-answers.ts';
import type { KeptFile } from './kept-seal.ts';
import { isOver } from './kept-time.ts';
import { fileKey, placeKey, PLACES_DATABASE, PLACES_STORE } from './messages.ts';

/** The part of a saved place that says where to begin. */
interface Place {
  readonly editionId: number;
  readonly documentIndex: number;
  readonly cfi: string;
  readonly clock: number;
}

const places = createStore(PLACES_DATABASE, PLACES_STORE);
/** The book opened last: its description is a few hundred kilobytes to parse. */
let last: { key: string; book: PreparedBook } | null = null;

/** What the reader of a book that is wholly kept begins with; null where the server or the house has to say. */
export async function keptFirstPage(url: URL, now?: number): Promise<FirstPage | null> {
  const publishId = Number(url.searchParams.get('publishId'));
  const at = url.searchParams.get('at');
  if (url.pathname.replace(/\/$/, '') !== READER_PATH || !Number.isSafeInteger(publishId) || (at !== null && !/^\d{1,5}$/.test(at))) return null;
  const [kept, place] = await Promise.all([rightTo(publishId), at === null ? placeOf(publishId).catch(() => null) : null]);
  if (!kept?.complete || (await isOver(kept.validTo, now))) return null;
  const { editionId } = kept;
  if (place && (place.editionId !== editionId || !place.cfi)) return null;
  const book = await bookOf(publishId, editionId);
  const found = book && firstPageOf(book, { publishId, editionId, documentIndex: place?.documentIndex ?? Number(at ?? 0) });
  if (!found) return null;
  const textOf = async (path: string): Promise<string> => text(await readFile(fileKey(publishId, editionId, path)));
  const [document, ...sheets] = await Promise.all([found.page.href, ...found.sheets].map(textOf));
  if (!document || hasFrames(document) || sheets.reduce((sum, sheet) => sum + sheet.length, document.length) > FIRST_PAGE_MOST) return null;
  const byPath = Object.fromEntries(found.sheets.map((path, index) => [path, sheets[index] ?? '']));
  return { ...found.page, text: document, sheets: byPath, place: place && { cfi: place.cfi, clock: place.clock } };
}

async function placeOf(publishId: number): Promise<Place | null> {
  const key = placeKey(await whoNow(), publishId);
  return places('readonly', async (store) => ((await promisifyRequest<unknown>(store.get(key))) as Place | undefined) ?? null);
}

async function bookOf(publishId: number, editionId: number): Promise<PreparedBook | null> {
  const key = fileKey(publishId, editionId, BOOK_FILE);
  if (last?.key === key) return last.book;
  const file = await readFile(key);
  if (!file) return null;
  last = { key, book: JSON.parse(await text(file)) as PreparedBook };
  return last.book;
}

const text = (file: KeptFile | null): Promise<string> | string =>
  !file ? '' : file.body instanceof Blob ? file.body.text() : new TextDecoder().decode(file.body);

/** The reader's shell with its first page written in, as the server would answer it. */
export async function pageFrom(shell: Response, page: FirstPage): Promise<Response> {
  const headers = new Headers(shell.headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(name);
  return new Response(
    (await shell.text()).replace('<!--data-->', () => firstPageElement(page)),
    { headers },
  );
}
