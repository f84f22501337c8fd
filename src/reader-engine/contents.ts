import type { PreparedBook, TocNode } from '../../contract/reading/prepared-book.ts';
import { placeNamed } from './anchor.ts';
import type { PageFrame } from './frame/page-frame.ts';
import { chapterTitleAt, documentOf, type InContents } from './position.ts';
import { firstPointOf } from './visible-text.ts';

/** A contents entry, in the order of the contents. */
export interface ContentsEntry {
  readonly title: string;
  readonly href: string;
  readonly level: number;
  /** -1 for a heading without a target. */
  readonly documentIndex: number;
  /** Characters of the document before it. */
  readonly at: number;
  /** It starts a document, or something of the same rank inside one: more than a section. */
  readonly chapter: boolean;
}

/** Returns the contents of a book; without contents, lists its documents that have titles. */
export function contentsOf(book: Pick<PreparedBook, 'spine' | 'toc'>): readonly ContentsEntry[] {
  const numbers = new Map(book.spine.map((document, index): [string, number] => [document.href, index]).toReversed());
  const firsts = new Map<number, { level: number; at: number }>();
  const entry = (title: string, href: string, level: number, at = 0): ContentsEntry => {
    const documentIndex = href ? (numbers.get(href.split('#')[0] ?? '') ?? documentOf(book, href)) : -1;
    const before = firsts.get(documentIndex);
    const chapter = documentIndex >= 0 && (!before || (level <= before.level && at > before.at));
    if (chapter) firsts.set(documentIndex, { level: before?.level ?? level, at });
    return { title, href, level, documentIndex, at, chapter };
  };
  const walk = (nodes: readonly TocNode[], level: number): ContentsEntry[] =>
    nodes.flatMap((node) => [entry(node.title, node.href, level, node.at), ...walk(node.children, level + 1)]);
  const entries = walk(book.toc, 0);
  return entries.length > 0
    ? entries
    : book.spine
        .filter((document) => document.title && !document.outside)
        .map((document) => entry(document.title, document.href, Math.max(0, document.level - 1)));
}

/**
 * Returns the index of the contents entry for a position: the last one in its document that was `reached`, else the last of the
 * documents before it; -1 before the first.
 */
export function entryAt(entries: readonly ContentsEntry[], documentIndex: number, reached: (entry: ContentsEntry) => boolean): number {
  const inside = entries.findLastIndex((entry) => entry.documentIndex === documentIndex && (!entry.href.includes('#') || reached(entry)));
  if (inside >= 0) return inside;
  const before = entries.reduce((most, entry) => (entry.documentIndex < documentIndex ? Math.max(most, entry.documentIndex) : most), -1);
  return before < 0 ? -1 : entries.findLastIndex((entry) => entry.documentIndex === before);
}

const known = new WeakMap<PreparedBook, ReadonlyMap<number, readonly ContentsEntry[]>>();

/**
 * Returns the title of the last part that starts before this many characters of a document. Must be fast: called for thousands of
 * positions.
 */
export function titleAt(book: PreparedBook, documentIndex: number, characters: number): string {
  const entries = known.get(book) ?? byDocument(contentsOf(book));
  known.set(book, entries);
  const inside = entries.get(documentIndex)?.findLast(({ href, at }) => !href.includes('#') || at <= characters);
  return titleOf(book, inside, documentIndex);
}

function byDocument(entries: readonly ContentsEntry[]): ReadonlyMap<number, readonly ContentsEntry[]> {
  const found = new Map<number, ContentsEntry[]>();
  for (const entry of entries) {
    const beside = found.get(entry.documentIndex);
    if (beside) beside.push(entry);
    else found.set(entry.documentIndex, [entry]);
  }
  return found;
}

/** A document that is not in the contents has a separate title. */
const titleOf = (book: PreparedBook, entry: ContentsEntry | undefined, documentIndex: number): string =>
  entry?.documentIndex === documentIndex ? entry.title : chapterTitleAt(book, documentIndex);

/** Returns the start of the chapter before or after the one of `entry`; undefined if the contents have none. */
export function chapterBeside(entries: readonly ContentsEntry[], entry: number, step: 1 | -1): ContentsEntry | undefined {
  if (step > 0) return entries.find(({ chapter }, index) => chapter && index > entry);
  const here = entries.findLastIndex(({ chapter }, index) => chapter && index <= entry);
  return entries.findLast(({ chapter }, index) => chapter && index < here);
}

/** Returns functions that find the contents entry of a page or a passage. */
export function inContents(book: PreparedBook) {
  const entries = contentsOf(book);
  const startOf = ({ href }: ContentsEntry, inside: Document): Element | null => placeNamed(inside, href.split('#')[1] ?? '');
  /** If the target name of an entry is missing in its document, only the first entry of the document counts as its start. */
  const begins = (entry: ContentsEntry): boolean => entries.find((one) => one.documentIndex === entry.documentIndex) === entry;
  return {
    page(frame: PageFrame): InContents {
      const reached = (entry: ContentsEntry): boolean => {
        const start = startOf(entry, frame.document);
        return start ? frame.reaches(start) : begins(entry);
      };
      const entry = entryAt(entries, frame.index, reached);
      const start = entries
        .filter((one) => one.chapter && one.documentIndex === frame.index && one.href.includes('#') && !reached(one))
        .map((one) => startOf(one, frame.document))
        .find((one) => one !== null);
      return {
        entry,
        chapterTitle: titleOf(book, entries[entry], frame.index),
        left: start ? pagesUntil(start, frame) : frame.pages - frame.page - 1,
      };
    },
    titleOf(range: Range, documentIndex: number): string {
      const inside = range.startContainer.ownerDocument;
      const reached = (entry: ContentsEntry): boolean => {
        const start = inside && startOf(entry, inside);
        return start ? range.comparePoint(start, 0) <= 0 : begins(entry);
      };
      return titleOf(book, entries[entryAt(entries, documentIndex, reached)], documentIndex);
    },
  };
}

/** Number of pages after the visible one, including a page on which the previous text ends. */
function pagesUntil(start: Element, frame: PageFrame): number {
  const page = frame.pageOf(start);
  const first = firstPointOf(frame.texts(), page, (range) => frame.pageOf(range));
  const goesOn = first !== null && first.comparePoint(start, 0) > 0;
  return Math.max(0, page - frame.page - (goesOn ? 0 : 1));
}
