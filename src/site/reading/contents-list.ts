import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { type ContentsEntry, contentsOf } from '../../reader-engine/contents.ts';
import { countsText, documentsOf } from '../../reader-engine/position.ts';

export interface ContentsRow extends ContentsEntry {
  /** Percent of the book before it; finer where the rows are many. */
  readonly percent: number;
}

/** The contents, and how far into the book each line of them is. */
export function contentsRows(book: PreparedBook): ContentsRow[] {
  const entries = contentsOf(book);
  const fineness = entries.length > 100 ? 10 : 1;
  return entries.map((entry) => {
    const { documentIndex, at } = entry;
    const share = countsText(book) ? ((book.spine[documentIndex]?.start ?? 0) + at) / book.characters : documentIndex / documentsOf(book);
    return { ...entry, percent: Math.floor(Math.max(0, share) * 100 * fineness) / fineness };
  });
}
