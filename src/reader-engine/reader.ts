import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import type { Target } from './anchor.ts';
import type { DocumentLoader } from './document-loader.ts';
import type { Look } from './look.ts';
import type { Mark, Selected } from './marks.ts';
import type { BookNote } from './note.ts';
import type { PageFrame } from './page-frame.ts';
import type { KeyAction, PageZoom, TapZone } from './page-input.ts';
import type { Quote } from './quote.ts';
import type { Picture } from './picture.ts';
import type { Position } from './position.ts';
import type { Sentence } from './sentence.ts';

export type Edge = 'trial' | 'start' | 'end';
export interface OpenOptions {
  /** The folder's address, with a slash at the end. */
  readonly base: string;
  readonly book: PreparedBook;
  readonly element: HTMLElement;
  readonly look: Look;
  readonly start?: Target;
  /** Begun before there was a page to show them on. */
  readonly files?: DocumentLoader;
  /** A page of the book that stands in `element` already: it stays as it is, and reading goes on from it. */
  readonly shown?: PageFrame;
  /** Documents the reader may read, from the first. */
  readonly limit: number;
  onMove(place: Position): void;
  onEdge(edge: Edge): void;
  /** True where the tap was for something else than turning. */
  onTap(zone: TapZone): boolean;
  /** A link that leads out of the book. */
  onLink(address: string): void;
  /** A link to a file of the book that is no document of it, or is missing; `href` is relative to the folder. */
  onFile?(href: string): void;
  /** A link led to a document that does not have the place the link names. */
  onNoAnchor?(): void;
  /** A jump inside the book that the reader asked for by a link. */
  onJump?(from: Position): void;
  onTrouble(error: unknown, againHere: () => void): void;
  /** A turn is waited for, and no longer is. */
  onLate?(late: boolean): void;
  /** A settled selection, or that it is gone. */
  onSelect?(selected: Selected | null): void;
  /** A mark was tapped. */
  onMark?(id: string, rect: Selected['rect']): void;
  /** A link to a note: it may be read where the reader is. */
  onNote?(note: BookNote): void;
  /** A key asked for something beside the page. */
  onKeyAction?(wish: KeyAction): void;
  /** A picture, a drawing or a table was tapped. */
  onPicture?(picture: Picture): void;
}

export interface Reader {
  next(): Promise<void>;
  previous(): Promise<void>;
  goTo(target: Target): Promise<void>;
  restyle(look: Look): void;
  resize(): void;
  /** Replaces the marks of a layer ('notes', 'search', 'speech'), on whichever document is shown now or later. */
  setMarks(layer: string, marks: readonly Mark[]): void;
  clearSelection(): void;
  /** Finds a passage where most of what stood around it is: its range CFI, and how well it fits; null where it is not. Throws `BookFileError`. */
  findPassage(documentIndex: number, quote: Quote): Promise<{ cfi: string; fit: number } | null>;
  /** Sentences from the shown page (`whole`: from the beginning) to the end of its document, or of both pages of an opening, or what the publisher's voice reads of it; the page is turned by `goTo`. */
  sentences(whole?: boolean): Generator<Sentence>;
  /** The document after what is shown, in the reading order. */
  readonly following: number;
  /** Pictures and tables that can be seen now. */
  pictures(): readonly Picture[];
  setLimit(limit: number): void;
  destroy(): void;
  readonly zoom: PageZoom;
  readonly place: Position | null;
}
