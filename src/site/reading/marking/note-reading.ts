import type { BookCard, BookDetail } from '../../../../contract/catalog/book.ts';
import { isOwnBook } from '../../../../contract/reading/own-book-id.ts';
import { myProgress, type Progress } from '../../../../contract/reading/progress.ts';
import { wireNow } from '../../../annotations/annotation-record.ts';
import { allOf } from '../../../api/all-of.ts';
import { queryClient } from '../../../api/query-client.ts';

interface Row {
  book: BookCard;
  progress: Partial<Progress>;
}
interface Rows {
  rows: Row[];
  total: number;
}
type Listed = Rows | { pages: Rows[]; pageParams: unknown[] };
type At = Pick<Progress, 'editionId' | 'percent' | 'cfi' | 'documentIndex' | 'chapterTitle'>;

const without = (list: Rows, publishId: number): Rows => ({ ...list, rows: list.rows.filter((row) => row.book.publishId !== publishId) });

/** Puts the row first in a list of current books; does nothing when the list has not been loaded. */
export function readFirst(listed: Listed, row: Row): Listed {
  const { publishId } = row.book;
  if ('pages' in listed) {
    const pages = listed.pages.map((page) => without(page, publishId));
    const [first = { rows: [], total: 0 }, ...more] = pages;
    return { ...listed, pages: [{ ...first, rows: [row, ...first.rows] }, ...more] };
  }
  const rest = without(listed, publishId);
  return { ...rest, rows: [row, ...rest.rows], total: rest.rows.length < listed.rows.length ? listed.total : listed.total + 1 };
}

/**
 * Puts the book read just now first on the home page and the shelf, whether or not the server has received the position. The lists
 * do not count as fresher: they are reloaded on their usual schedule. `now` in epoch milliseconds.
 */
export function noteReading(book: BookCard, at: At, now = Date.now()): void {
  if (isOwnBook(book.publishId)) return;
  const { chapters: _chapters, intro: _intro, authorIntro: _author, more: _more, ...card } = book as BookDetail;
  const row = { book: card, progress: { publishId: book.publishId, ...at, updateTime: wireNow(now) } };
  for (const [key, listed] of queryClient.getQueriesData<Listed>(allOf(myProgress))) {
    if (!listed) continue;
    const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
    queryClient.setQueryData(key, readFirst(listed, row), { updatedAt });
  }
}
