import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { type ContentsEntry, contentsOf } from '../../reader-engine/contents.ts';
import { countsText, documentsOf } from '../../reader-engine/position.ts';

export interface ContentsRow extends ContentsEntry {
  /** Percentage of the book before the row; with more decimals when there are many rows. */
  readonly percent: number;
}

/** Returns the rows of the table of contents, with the position of each in the book. */
export function contentsRows(book: PreparedBook): ContentsRow[] {
  const entries = contentsOf(book);
  const fineness = entries.length > 100 ? 10 : 1;
  return entries.map((entry) => {
    const { documentIndex, at } = entry;
    const share = countsText(book) ? ((book.spine[documentIndex]?.start ?? 0) + at) / book.characters : documentIndex / documentsOf(book);
    return { ...entry, percent: Math.floor(Math.max(0, share) * 100 * fineness) / fineness };
  });
}
