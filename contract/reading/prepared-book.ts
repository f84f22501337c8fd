/** `book.json`, written once at preparation next to the unpacked files; the reader and the worker read it first. */
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
  /** When two pages of a fixed layout are shown side by side. If missing, the shape of the window decides. */
  readonly spread?: 'none' | 'landscape' | 'both';
  /** Default reading flow for readers without a preference: pages, if missing. */
  readonly flow?: Flow;
  /** Preferred screen orientation of a fixed layout. */
  readonly orientation?: Orientation;
  /** Paths are relative to the folder, decoded, with `/`. */
  readonly opf: string;
  readonly cover: string | null;
  /** Earlier editions built from the same file: they were rebuilt without a correction. */
  readonly former?: readonly number[];
  readonly spine: readonly PreparedDocument[];
  readonly toc: readonly TocNode[];
  /** Landmarks by kind: cover, contents, start of the text. */
  readonly landmarks?: readonly Landmark[];
  /** Pages of the printed book. */
  readonly pages?: readonly PrintedPage[];
  readonly resources: readonly PreparedResource[];
  /** Characters of the whole text, and bytes of all files. */
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
  /** Characters of all earlier documents. */
  readonly start: number;
  readonly linear: boolean;
  /** Added by the reader for a document that is in the package but not in the reading order. `book.json` has none. */
  readonly outside?: true;
  /** Set if it differs from the book's layout. */
  readonly layout?: PreparedBook['layout'];
  readonly flow?: Flow;
  readonly orientation?: Orientation;
  /** The side of a spread on which a page is placed or a text starts; `center` is a single page in the middle. */
  readonly spread?: 'left' | 'right' | 'center';
  /** The document is marked as a glossary. */
  readonly glossary?: true;
  /** Media overlay: the recorded narration of the document, in reading order. */
  readonly narration?: readonly Clip[];
}

/** A part of a recording that narrates one element of a document, a text or a picture. */
export interface Clip {
  /** The element's id; empty for the whole document. */
  readonly at: string;
  readonly audio: string;
  /** Seconds of the recording; without an end it plays to the end of the file. */
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
  /** Path and fragment, relative to the folder; empty for a heading without a target. */
  readonly href: string;
  /** Characters of its document before it; missing at the start of the document. */
  readonly at?: number;
  readonly children: readonly TocNode[];
}

export interface PreparedResource {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The first document that needs this file; 0 if every reader needs it. A trial includes only files of lower documents. */
  readonly document: number;
}

/** Media type of style sheets. */
export const STYLE_SHEET = 'text/css';
/** The folder of an edition. Reads are allowed by the trial, or by a reading grant scoped to the work. */
export const bookFolder = (publishId: number, editionId: number): string => `/books/${publishId}/${editionId}/`;
export const BOOK_FILE = 'book.json';
/** Plain text of the chapters: `{documents: string[]}`; needs the right to the whole book. */
export const SEARCH_FILE = 'search.json';
/** Bytes: JSON in UTF-8 or, if shorter, in UTF-16 little-endian. */
export const SEARCH_TYPE = 'application/octet-stream';
