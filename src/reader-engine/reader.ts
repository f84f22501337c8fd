import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import type { Target } from './anchor.ts';
import type { DocumentLoader } from './frame/document-loader.ts';
import type { Look } from './style/look.ts';
import type { Mark, Selected } from './marks.ts';
import type { BookNote } from './note/note.ts';
import type { PageFrame } from './frame/page-frame.ts';
import type { KeyAction, PageZoom, PendingInput, TapZone } from './page-input.ts';
import type { Quote } from './quote.ts';
import type { Picture } from './picture.ts';
import type { Position } from './position.ts';
import type { Sentence } from './sentence.ts';

export type Edge = 'trial' | 'start' | 'end';
export interface OpenOptions {
  /** The address of the folder, with a trailing slash. */
  readonly base: string;
  readonly book: PreparedBook;
  readonly element: HTMLElement;
  readonly look: Look;
  readonly start?: Target;
  /** Downloads that started before there was a page to show them on. */
  readonly files?: DocumentLoader;
  /** A page of the book that is already in `element`: it stays unchanged and reading continues from it. */
  readonly shown?: PageFrame;
  /** A neighbour of that page, laid out but not visible. */
  readonly other?: PageFrame | null;
  /** Input from before the book was open. */
  readonly asked?: readonly PendingInput[];
  /** Number of documents, from the first, that the user may read. */
  readonly limit: number;
  onMove(place: Position): void;
  onEdge(edge: Edge): void;
  /** Returns true when the tap did something other than turn the page. */
  onTap(zone: TapZone): boolean;
  /** A link that leads out of the book. */
  onLink(address: string): void;
  /** A link to a file of the book that is not a document, or is missing; `href` is relative to the folder. */
  onFile?(href: string): void;
  /** The target document of a link does not contain the anchor. */
  onNoAnchor?(): void;
  /** The user followed a link inside the book. */
  onJump?(from: Position): void;
  onTrouble(error: unknown, againHere: () => void): void;
  /** A page turn is taking long (true), or no longer is (false). */
  onLate?(late: boolean): void;
  /** A settled selection; null when it is gone. */
  onSelect?(selected: Selected | null): void;
  /** A mark was tapped. */
  onMark?(id: string, rect: Selected['rect']): void;
  /** A link to a note, which may be shown without leaving the page. */
  onNote?(note: BookNote): void;
  /** A key requested an action other than turning the page. */
  onKeyAction?(action: KeyAction): void;
  /** A picture, a drawing or a table was tapped. */
  onPicture?(picture: Picture): void;
}

export interface Reader {
  next(): Promise<void>;
  previous(): Promise<void>;
  goTo(target: Target): Promise<void>;
  /** Follows a link of the book as a tap on it does; `link` is the element in the book's document. */
  follow(address: string, link: Element): Promise<void>;
  restyle(look: Look): void;
  resize(): void;
  /** Replaces the marks of a layer ('notes', 'search', 'speech') on every document that is shown now or later. */
  setMarks(layer: string, marks: readonly Mark[]): void;
  clearSelection(): void;
  /**
   * Finds a passage where its surroundings fit best. Resolves to its range CFI and how well it fits; null when it is not found. Throws
   * `BookFileError`.
   */
  findPassage(documentIndex: number, quote: Quote): Promise<{ cfi: string; fit: number } | null>;
  /**
   * Yields sentences from the shown page (`whole`: from the start) to the end of its document, or of both pages of a spread; uses the
   * publisher's narration where there is one. The caller turns the page with `goTo`.
   */
  sentences(whole?: boolean): Generator<Sentence>;
  /** Index of the document after the shown one in the reading order. */
  readonly following: number;
  /** Returns the currently visible pictures and tables. */
  pictures(): readonly Picture[];
  setLimit(limit: number): void;
  destroy(): void;
  readonly zoom: PageZoom;
  readonly place: Position | null;
}
