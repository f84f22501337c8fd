import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { type ContentsEntry, contentsOf } from '../../reader-engine/contents.ts';

export interface ContentsRow extends ContentsEntry {
  /** Percent of the book before it; finer where the rows are many. */
  readonly percent: number;
}

/** The contents, and how far into the book each line of them is. */
export function contentsRows(book: PreparedBook): ContentsRow[] {
  const entries = contentsOf(book);
  const fineness = entries.length > 100 ? 10 : 1;
  return entries.map((entry) => {
    const before = (book.spine[entry.documentIndex]?.start ?? 0) + entry.at;
    return { ...entry, percent: book.characters > 0 ? Math.floor((before / book.characters) * 100 * fineness) / fineness : 0 };
  });
}
