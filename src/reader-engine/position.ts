import type { PreparedBook } from '../../contract/reading/prepared-book.ts';

/** Where a page stands in the contents. */
export interface InContents {
  /** Its number among them; -1 before the first. */
  readonly entry: number;
  readonly chapterTitle: string;
  /** Pages of the chapter behind it, in this document. */
  readonly left: number;
}

/** Where the reader is. */
export interface Position extends InContents {
  readonly documentIndex: number;
  /** The other page of an opening. */
  readonly besideIndex?: number;
  /** From 0, in the document as it is laid out now. */
  readonly page: number;
  readonly pages: number;
  /** 0-100, two decimals, by characters. */
  readonly percent: number;
  readonly cfi: string;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

type Weights = Pick<PreparedBook, 'spine' | 'characters' | 'layout'>;

/** A picture book is as long as it has pages, whatever is written on them. */
export const countsText = (book: Weights): boolean => book.characters > 0 && book.layout === 'reflowable';

/** How many documents there are until the book is over: behind the last one that is read in turn may stand others that are only led to. */
export function endOf({ spine }: Pick<PreparedBook, 'spine'>): number {
  const last = spine.findLastIndex((document) => document.linear !== false);
  return last < 0 ? spine.length : last + 1;
}

/** How many documents the package's reading order has: those outside it stand behind them. */
export const documentsOf = ({ spine }: Pick<PreparedBook, 'spine'>): number => spine.findLastIndex((document) => !document.outside) + 1;

/** By characters of the text; a book of pictures counts its documents. 100 only on the last page. */
export function percentAt(book: Weights, documentIndex: number, page: number, pages: number): number {
  const last = documentIndex === endOf(book) - 1 && page >= pages - 1;
  if (last) return 100;
  const fraction = pages > 0 ? page / pages : 0;
  const document = book.spine[documentIndex];
  const share =
    countsText(book) && document
      ? (document.start + fraction * document.characters) / book.characters
      : (documentIndex + fraction) / documentsOf(book);
  return Math.min(99.99, Math.max(0, Math.floor(share * 10_000) / 100));
}

/** The inverse: the document, and how far into it. */
export function positionOfPercent(book: Weights, percent: number): { documentIndex: number; fraction: number } {
  const share = Math.min(1, Math.max(0, percent / 100));
  const count = documentsOf(book);
  if (share === 1) return { documentIndex: endOf(book) - 1, fraction: 1 };
  if (!countsText(book)) return { documentIndex: Math.min(count - 1, Math.floor(share * count)), fraction: (share * count) % 1 };
  const wanted = share * book.characters;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((book.spine[middle]?.start ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  const document = book.spine[low];
  if (!document || document.characters === 0) return { documentIndex: low, fraction: 0 };
  return { documentIndex: low, fraction: Math.min(1, (wanted - document.start) / document.characters) };
}

/** The title of the document, or of the nearest one before it that has a title. */
export function chapterTitleAt(book: Pick<PreparedBook, 'spine' | 'title'>, documentIndex: number): string {
  for (let index = documentIndex; index >= 0; index--) {
    const title = book.spine[index]?.title;
    if (title) return title;
  }
  return book.title;
}

/** The document of an address relative to the folder; -1 when the reading order lacks it. */
export function documentOf(book: Pick<PreparedBook, 'spine'>, href: string): number {
  const path = href.split('#')[0];
  return book.spine.findIndex((document) => document.href === path);
}

/** The address of a link relative to the folder at `base`; '' where it leads out of it. Its fragment stays as it is written. */
export function hrefIn(base: string, address: string): string {
  if (!address.startsWith(base)) return '';
  const [path = '', ...fragment] = address.slice(base.length).split('#');
  const plain = path.replace(/\?.*/, '');
  try {
    return [decodeURIComponent(plain), ...fragment].join('#');
  } catch {
    return [plain, ...fragment].join('#');
  }
}

/** The document a fragment identifier points into, from 0; -1 when it is none. */
export function documentOfCfi(cfi: string): number {
  const step = /^epubcfi\(\/6\/(\d+)/.exec(cfi)?.[1];
  return step ? Number(step) / 2 - 1 : -1;
}
