import { text as textOf } from 'node:stream/consumers';
import { type FirstPage, firstPageOf, hasFrames } from '../../contract/reading/first-page.ts';
import { BOOK_FILE, type PreparedBook } from '../../contract/reading/prepared-book.ts';
import { MissingFile } from '../files/file-store.ts';
import type { AppContext } from '../context.ts';
import { isOpen } from './book-file.service.ts';
import { bookFile } from './book-file.queries.ts';

/** Number of edition beginnings cached in memory, and the most characters of each. An edition's files never change. */
const AT_HAND = 24;
const AT_HAND_MOST = 384 * 1024;
const beginnings = new Map<string, FirstPage>();

/**
 * Returns the first page of a reader visit: the document whose index `at` gives, or the first one without an index.
 * Returns null when that document is not public or too long to include, or when `at` is another kind of address.
 */
export async function firstPage(context: AppContext, publishId: number, editionId: number, at: string | null): Promise<FirstPage | null> {
  const documentIndex = at === null ? 0 : /^\d{1,5}$/.test(at) ? Number(at) : -1;
  if (documentIndex < 0) return null;
  const key = `${context.settings.dataDir}/${editionId}/${documentIndex}`;
  try {
    const page = beginnings.get(key) ?? (await read(context, { publishId, editionId, documentIndex }));
    const file = page && (await bookFile(context.db, publishId, editionId, page.href));
    if (!page || !file || !isOpen(file, page.href)) return null;
    beginnings.delete(key);
    if (page.text.length <= AT_HAND_MOST) beginnings.set(key, page);
    for (const old of beginnings.keys()) if (beginnings.size > AT_HAND) beginnings.delete(old);
    return page;
  } catch (error) {
    if (error instanceof MissingFile) return null;
    throw error;
  }
}

async function read(context: AppContext, at: { publishId: number; editionId: number; documentIndex: number }): Promise<FirstPage | null> {
  const { publishId, editionId } = at;
  const row = await bookFile(context.db, publishId, editionId, BOOK_FILE);
  if (!row) return null;
  const fileOf = async (path: string): Promise<string> => textOf(await context.files.read(`${row.folder}/${path}`));
  const book = JSON.parse(await fileOf(BOOK_FILE)) as PreparedBook;
  const found = firstPageOf(book, at);
  const size = (path: string): number => book.resources.find((file) => file.path === path)?.bytes ?? Infinity;
  if (!found || [found.page.href, ...found.sheets].reduce((sum, path) => sum + size(path), 0) > found.most) return null;
  const text = await fileOf(found.page.href);
  if (hasFrames(text)) return null;
  const sheets = await Promise.all(found.sheets.map(async (path) => [path, await fileOf(path)] as const));
  return { ...found.page, text, sheets: Object.fromEntries(sheets), place: null };
}
