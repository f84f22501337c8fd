import type { PreparedBook } from '../../contract/reading/prepared-book.ts';

/** The position of a page in the table of contents. */
export interface InContents {
  /** Index of the entry; -1 before the first entry. */
  readonly entry: number;
  readonly chapterTitle: string;
  /** Number of pages of the chapter after this page, in this document. */
  readonly left: number;
}

/** The current position of the reader. */
export interface Position extends InContents {
  readonly documentIndex: number;
  /** The other page of a two-page spread. */
  readonly besideIndex?: number;
  /** Zero-based, in the document as it is laid out now. */
  readonly page: number;
  readonly pages: number;
  /** 0-100, two decimals, measured in characters. */
  readonly percent: number;
  readonly cfi: string;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

type Weights = Pick<PreparedBook, 'spine' | 'characters' | 'layout'>;

/** The length of a picture book is its number of pages, not the characters on them. */
export const countsText = (book: Weights): boolean => book.characters > 0 && book.layout === 'reflowable';

/** Returns the number of documents up to the end of the reading order. Documents that are reached through links only may follow. */
export function endOf({ spine }: Pick<PreparedBook, 'spine'>): number {
  const last = spine.findLastIndex((document) => document.linear !== false);
  return last < 0 ? spine.length : last + 1;
}

/** Returns the number of documents in the package's reading order; documents outside it follow after them. */
export const documentsOf = ({ spine }: Pick<PreparedBook, 'spine'>): number => spine.findLastIndex((document) => !document.outside) + 1;

/** Returns the progress in percent, measured in characters; a book of pictures counts documents. It is 100 only on the last page. */
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

/** The inverse of `percentAt`: returns the document and the fraction of it. */
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

/** Returns the title of the document, or of the nearest document before it that has a title. */
export function chapterTitleAt(book: Pick<PreparedBook, 'spine' | 'title'>, documentIndex: number): string {
  for (let index = documentIndex; index >= 0; index--) {
    const title = book.spine[index]?.title;
    if (title) return title;
  }
  return book.title;
}

/** Returns the index of the document at an address relative to the folder; -1 when the reading order does not contain it. */
export function documentOf(book: Pick<PreparedBook, 'spine'>, href: string): number {
  const path = href.split('#')[0];
  return book.spine.findIndex((document) => document.href === path);
}

/** Returns the address of a link relative to the folder at `base`; '' where it leads out of the folder. The fragment is not changed. */
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

/** Returns the zero-based index of the document that a CFI points into; -1 when it is not a CFI. */
export function documentOfCfi(cfi: string): number {
  const step = /^epubcfi\(\/6\/(\d+)/.exec(cfi)?.[1];
  return step ? Number(step) / 2 - 1 : -1;
}
