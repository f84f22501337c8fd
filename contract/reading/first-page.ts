import { bookFolder, type PreparedBook, type PreparedDocument, STYLE_SHEET } from './prepared-book.ts';

/**
 * Data for the layout of the first page of a book. The server writes it into the reader's HTML when the chapter is
 * free for everybody, the worker when the book is downloaded.
 */
export interface FirstPage extends Pick<PreparedBook, 'language' | 'layout' | 'writing' | 'direction' | 'flow'> {
  readonly publishId: number;
  readonly editionId: number;
  readonly documentIndex: number;
  /** Relative to the folder, decoded. */
  readonly href: string;
  /** The side of a spread on which the document starts. */
  readonly spread?: PreparedDocument['spread'];
  /** The document, as it is stored. */
  readonly text: string;
  /** Style sheets that the document may reference, by path. */
  readonly sheets: Readonly<Record<string, string>>;
  /** The position on this device, from the worker; null at the start. */
  readonly place: { readonly cfi: string; readonly clock: number } | null;
}

/** The parsed JSON of the HTML element. */
export interface FirstPageFound extends FirstPage {
  /** Addresses of the pictures on its first screen. */
  readonly pictures: readonly string[];
}

/** Id of the HTML element that contains it. */
export const FIRST_PAGE_ID = 'first-page';
/**
 * Maximum bytes of a document and its style sheets inside the HTML; the application fetches a longer one.
 * Up to this size it is one request either way, and inside the HTML the text is visible before the application has loaded.
 */
const FIRST_PAGE_MOST = 384 * 1024;
/** The same for a document whose bytes are mostly markup, as formulas are: it is short to lay out for its size. */
const MARKUP_MOST = 1536 * 1024;
const MARKUP_CHARACTERS = 120_000;

/** A frame shows another document, which would have to be included too. */
export const hasFrames = (text: string): boolean => text.includes('<iframe ');

/** Returns the fields of a prepared book that a first page needs; null without such a document. */
export function firstPageOf(
  book: PreparedBook,
  at: { publishId: number; editionId: number; documentIndex: number },
): { page: Omit<FirstPage, 'text' | 'sheets' | 'place'>; sheets: string[]; most: number } | null {
  const document = book.spine[at.documentIndex];
  if (!document) return null;
  const sheets = book.resources.filter((file) => file.type === STYLE_SHEET && file.document <= at.documentIndex).map((file) => file.path);
  const { language, writing, direction } = book;
  const most = document.characters <= MARKUP_CHARACTERS ? MARKUP_MOST : FIRST_PAGE_MOST;
  const layout = document.layout ?? book.layout;
  const { spread, flow = book.flow } = document;
  return {
    page: { ...at, language, layout, writing, direction, href: document.href, ...(spread && { spread }), ...(flow && { flow }) },
    sheets,
    most,
  };
}

/** Only pictures in this many characters at the start of a document are preloaded. */
const FIRST_SCREEN = 8 * 1024;
const PICTURES_AHEAD = 3;
const PICTURE = /<(?:\w+:)?(?:img|image)\b[^>]*?\s(?:src|(?:\w+:)?href)\s*=\s*(?:"([^"]+)"|'([^']+)')/g;

/** Returns the absolute, encoded paths of the pictures on the first screen of a document. A cover page is only a picture. */
export function picturesAhead({ publishId, editionId, href, text, place }: FirstPage): string[] {
  if (place) return [];
  const named = [...text.slice(0, FIRST_SCREEN).matchAll(PICTURE)].map(([, one, other]) => (one ?? other ?? '').replaceAll('&amp;', '&'));
  const inBook = named.filter((name) => !/^[/#]|:|^$/.test(name)).map((name) => bookFolder(publishId, editionId) + beside(href, name));
  return [...new Set(inBook)].slice(0, PICTURES_AHEAD);
}

/** Resolves a relative address against the path of its document. */
function beside(path: string, name: string): string {
  const folders = path.split('/').slice(0, -1).map(encodeURIComponent);
  for (const part of name.split('/')) {
    if (part === '..') folders.pop();
    else if (part !== '.') folders.push(part);
  }
  return folders.join('/');
}

/**
 * Returns the element with JSON that cannot close it, and the pictures a frame may request before its page is laid out.
 * With `preload`, preload links before it fetch them from the server while the page's script loads.
 */
export function firstPageElement(page: FirstPage, preload: 'apart' | null = null): string {
  const pictures = picturesAhead(page);
  const links = pictures.map(
    (path) => `<link rel="preload" as="image" href="${path.replace(/["<>]/g, encodeURIComponent).replaceAll('&', '&amp;')}">`,
  );
  const json = JSON.stringify({ ...page, pictures } satisfies FirstPageFound).replace(/</g, '\\u003c');
  return `${preload ? links.join('') : ''}<script type="application/json" id="${FIRST_PAGE_ID}">${json}</script>`;
}
