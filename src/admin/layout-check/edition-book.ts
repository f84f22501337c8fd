import { BOOK_FILE, bookFolder, type PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { grantReading } from '../../../contract/reading/grant.ts';
import { call } from '../../api/call.ts';
import { BookFileError } from '../../reader-engine/frame/document-loader.ts';
import { withReadingOrder } from '../../reader-engine/reading-order.ts';

/** An edition as the reader opens it. */
export interface EditionBook {
  readonly base: string;
  readonly book: PreparedBook;
}

/** Loads `book.json` of an edition. Rejects with `BookFileError`. */
export async function editionBook(publishId: number, editionId: number): Promise<EditionBook> {
  await readingRight(publishId);
  const base = bookFolder(publishId, editionId);
  const address = base + BOOK_FILE;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new BookFileError(response?.status ?? 0, address);
  return { base, book: withReadingOrder((await response.json()) as PreparedBook) };
}

/** Part of its lifetime after which a right is renewed. */
const RENEW_AT = 0.5;
const until = new Map<number, number>();

/** Gets the right to read the files of a work, as a cookie, and renews it before it ends. */
export async function readingRight(publishId: number): Promise<void> {
  if ((until.get(publishId) ?? 0) > Date.now()) return;
  const { expiresIn } = await call(grantReading, { body: { publishId } });
  until.set(publishId, Date.now() + expiresIn * RENEW_AT);
}
