import type { PreparedBook, TocNode } from '../../../contract/reading/prepared-book.ts';
import { documentOf } from '../../reader-engine/place.ts';

export interface ContentsRow {
  readonly title: string;
  readonly href: string;
  readonly level: number;
  /** -1 for a heading without a place. */
  readonly documentIndex: number;
  /** Percent of the book before it; finer where the rows are many. */
  readonly percent: number;
}

/** The contents as rows in order; a book without contents lists its documents that have titles. */
export function contentsRows(book: PreparedBook): ContentsRow[] {
  const numbers = new Map(book.spine.map((document, index): [string, number] => [document.href, index]).toReversed());
  const fineness = book.spine.length > 100 ? 10 : 1;
  const row = (title: string, href: string, level: number): ContentsRow => {
    const documentIndex = href ? (numbers.get(href.split('#')[0] ?? '') ?? documentOf(book, href)) : -1;
    const start = book.spine[documentIndex]?.start ?? 0;
    return {
      title,
      href,
      level,
      documentIndex,
      percent: book.characters > 0 ? Math.floor((start / book.characters) * 100 * fineness) / fineness : 0,
    };
  };
  const walk = (nodes: readonly TocNode[], level: number): ContentsRow[] =>
    nodes.flatMap((node) => [row(node.title, node.href, level), ...walk(node.children, level + 1)]);
  const rows = walk(book.toc, 0);
  return rows.length > 0
    ? rows
    : book.spine.filter((document) => document.title).map((document) => row(document.title, document.href, Math.max(0, document.level - 1)));
}

/** The row the reader is in: the last that begins at his document or before it. */
export function rowAt(rows: readonly ContentsRow[], documentIndex: number): number {
  let found = -1;
  for (const [index, row] of rows.entries()) {
    const better =
      row.documentIndex >= 0 && row.documentIndex <= documentIndex && (found < 0 || row.documentIndex > (rows[found]?.documentIndex ?? -1));
    if (better) found = index;
  }
  return found;
}
