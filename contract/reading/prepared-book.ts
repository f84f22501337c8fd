/** `book.json`, written once at preparation beside the unpacked files; the reader and the worker read nothing else first. */
export interface PreparedBook {
  readonly format: 1;
  readonly title: string;
  readonly creators: readonly string[];
  readonly language: string;
  readonly description: string;
  readonly publisher: string;
  readonly identifier: string;
  readonly layout: 'reflowable' | 'pre-paginated';
  readonly direction: 'ltr' | 'rtl';
  readonly writing: 'horizontal' | 'vertical';
  /** When two pages of a fixed layout are seen side by side: by the shape of the window where it is not said. */
  readonly spread?: 'none' | 'landscape' | 'both';
  /** How a text wishes to be read by who has no wish of his own: in pages where it is not said. */
  readonly flow?: Flow;
  /** How pages of a fixed layout wish the screen to be held. */
  readonly orientation?: Orientation;
  /** Paths are relative to the folder, decoded, with `/`. */
  readonly opf: string;
  readonly cover: string | null;
  /** Editions made of the same file before: the house made it again, nothing was corrected. */
  readonly former?: readonly number[];
  readonly spine: readonly PreparedDocument[];
  readonly toc: readonly TocNode[];
  /** Places a reader may want by their kind: cover, contents, beginning of the text. */
  readonly landmarks?: readonly Landmark[];
  /** Pages of the printed book. */
  readonly pages?: readonly PrintedPage[];
  readonly resources: readonly PreparedResource[];
  /** Characters of the text of the whole book, and bytes of all its files. */
  readonly characters: number;
  readonly bytes: number;
}

export type Flow = 'pages' | 'scroll';
export type Orientation = 'landscape' | 'portrait';

export interface PreparedDocument {
  readonly href: string;
  readonly title: string;
  readonly level: number;
  readonly characters: number;
  /** Characters of all documents before it. */
  readonly start: number;
  readonly linear: boolean;
  /** Added by the reader: a document of the package that its reading order lacks. `book.json` has none. */
  readonly outside?: true;
  /** Where it differs from the book's. */
  readonly layout?: PreparedBook['layout'];
  readonly flow?: Flow;
  readonly orientation?: Orientation;
  /** The side of an opening a page belongs on, or a text begins on; `center` stands alone, in the middle. */
  readonly spread?: 'left' | 'right' | 'center';
  /** It says of itself that it explains words. */
  readonly glossary?: true;
  /** What the publisher's voice reads of it, in its order. */
  readonly narration?: readonly Clip[];
}

/** A part of a recording that reads one element of a document, a text or a picture. */
export interface Clip {
  /** The element's id; empty for the whole document. */
  readonly at: string;
  readonly audio: string;
  /** Seconds of the recording; without an end it is read to its own. */
  readonly from: number;
  readonly to: number | null;
}

export interface Landmark {
  readonly kind: string;
  readonly title: string;
  readonly href: string;
}

export interface PrintedPage {
  readonly label: string;
  readonly href: string;
}

export interface TocNode {
  readonly title: string;
  /** Path and fragment, relative to the folder; empty for a heading without a place. */
  readonly href: string;
  /** Characters of its document before it; none where it begins with the document. */
  readonly at?: number;
  readonly children: readonly TocNode[];
}

export interface PreparedResource {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The first document that needs it; 0 for what every reader needs. A trial ends before a number. */
  readonly document: number;
}

/** The type of the files a page is styled by. */
export const STYLE_SHEET = 'text/css';
/** The folder of an edition. Reads are allowed by the trial, or by a reading grant scoped to the work. */
export const bookFolder = (publishId: number, editionId: number): string => `/books/${publishId}/${editionId}/`;
export const BOOK_FILE = 'book.json';
/** Chapters' plain text: `{documents: string[]}`; asks for the right to the whole book. */
export const SEARCH_FILE = 'search.json';
/** Bytes: JSON in UTF-8 or, for a text it makes shorter, in UTF-16, little-endian. */
export const SEARCH_TYPE = 'application/octet-stream';
