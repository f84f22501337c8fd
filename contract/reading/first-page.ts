import { bookFolder, type PreparedBook, type PreparedDocument, STYLE_SHEET } from './prepared-book.ts';

/**
 * What the first page of a book is laid out from. The server writes it into the reader's HTML where the chapter is
 * open to everybody, the worker where the book is kept on the device.
 */
export interface FirstPage extends Pick<PreparedBook, 'language' | 'layout' | 'writing' | 'direction' | 'flow'> {
  readonly publishId: number;
  readonly editionId: number;
  readonly documentIndex: number;
  /** Relative to the folder, decoded. */
  readonly href: string;
  /** The side of an opening it begins on. */
  readonly spread?: PreparedDocument['spread'];
  /** The document, as it is stored. */
  readonly text: string;
  /** Style sheets the document may name, by their paths. */
  readonly sheets: Readonly<Record<string, string>>;
  /** The place on this device, as the worker knows it; null at the beginning. */
  readonly place: { readonly cfi: string; readonly clock: number } | null;
}

/** As it stands in the HTML. */
export interface FirstPageFound extends FirstPage {
  /** Addresses of the pictures its first screen shows. */
  readonly pictures: readonly string[];
}

/** The element of the HTML that holds it. */
export const FIRST_PAGE_ID = 'first-page';
/**
 * Characters of a document with its style sheets that still go inside the HTML; a longer one is fetched by the application.
 * A chapter of this size is one request either way, and inside the HTML it is seen before the application has loaded.
 */
export const FIRST_PAGE_MOST = 384 * 1024;

/** Another document stands in a frame of it, and would have to go with it. */
export const hasFrames = (text: string): boolean => text.includes('<iframe ');

/** The part of a prepared book a first page is described by; null where there is no such document. */
export function firstPageOf(
  book: PreparedBook,
  at: { publishId: number; editionId: number; documentIndex: number },
): { page: Omit<FirstPage, 'text' | 'sheets' | 'place'>; sheets: string[] } | null {
  const document = book.spine[at.documentIndex];
  if (!document) return null;
  const sheets = book.resources.filter((file) => file.type === STYLE_SHEET && file.document <= at.documentIndex).map((file) => file.path);
  const { language, writing, direction } = book;
  const layout = document.layout ?? book.layout;
  const { spread, flow = book.flow } = document;
  return { page: { ...at, language, layout, writing, direction, href: document.href, ...(spread && { spread }), ...(flow && { flow }) }, sheets };
}

/** Where the pictures of a first screen are named, and how many of them are asked for ahead. Characters. */
const FIRST_SCREEN = 8 * 1024;
const PICTURES_AHEAD = 3;
const PICTURE = /<(?:\w+:)?(?:img|image)\b[^>]*?\s(?:src|(?:\w+:)?href)\s*=\s*(?:"([^"]+)"|'([^']+)')/g;

/** Paths of the pictures the first screen of a document shows, absolute and encoded; a cover is nothing but one. */
export function picturesAhead({ publishId, editionId, href, text, place }: FirstPage): string[] {
  if (place) return [];
  const named = [...text.slice(0, FIRST_SCREEN).matchAll(PICTURE)].map(([, one, other]) => (one ?? other ?? '').replaceAll('&amp;', '&'));
  const inBook = named.filter((name) => !/^[/#]|:|^$/.test(name)).map((name) => bookFolder(publishId, editionId) + beside(href, name));
  return [...new Set(inBook)].slice(0, PICTURES_AHEAD);
}

/** A relative address, as a document of that path names it. */
function beside(path: string, name: string): string {
  const folders = path.split('/').slice(0, -1).map(encodeURIComponent);
  for (const part of name.split('/')) {
    if (part === '..') folders.pop();
    else if (part !== '.') folders.push(part);
  }
  return folders.join('/');
}

/**
 * The element itself, JSON that cannot end it, with the pictures a frame may ask for before its page is laid out. `apart`:
 * before it stand links that bring them from the house while the page's script is on its way.
 */
export function firstPageElement(page: FirstPage, apart: 'apart' | null = null): string {
  const pictures = picturesAhead(page);
  const links = pictures.map(
    (path) => `<link rel="preload" as="image" href="${path.replace(/["<>]/g, encodeURIComponent).replaceAll('&', '&amp;')}">`,
  );
  const json = JSON.stringify({ ...page, pictures } satisfies FirstPageFound).replace(/</g, '\\u003c');
  return `${apart ? links.join('') : ''}<script type="application/json" id="${FIRST_PAGE_ID}">${json}</script>`;
}
