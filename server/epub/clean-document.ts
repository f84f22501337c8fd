import type { Imports } from './css.ts';
import type { NotedLoss } from './losses.ts';
import type { Media } from './media.ts';
import type { Find } from './path.ts';

export interface CleanDocument {
  readonly markup: string;
  /** Plain text, one line per block, without ruby and other annotations. */
  readonly text: string;
  readonly title: string;
  readonly heading: string;
  /** Files of the book that the document needs for display, without style sheets. */
  readonly refs: readonly string[];
  readonly stylesheets: readonly string[];
  readonly images: readonly string[];
  /** Selectors that match its html and body elements. */
  readonly roots: ReadonlySet<string>;
  /** Selectors with vertical writing in its own styles, as in `CleanCss.vertical`. */
  readonly vertical: readonly string[];
  /** The document was not well-formed XML as required, and its page shows a notice. */
  readonly repaired: boolean;
  /** The document was not well-formed XML, but the repair lost nothing. */
  readonly cleaned: boolean;
  /** Resources that readers will not get; `label` is the description in the book. */
  readonly losses: readonly NotedLoss[];
  /** The document is marked as a glossary. */
  readonly glossary: boolean;
  /** Number of characters before each named element, by name; elements at the beginning are left out. */
  readonly named: ReadonlyMap<string, number>;
}

/** What the sanitiser may know about the book around a document. */
export interface Surroundings {
  has(path: string): boolean;
  readonly find: Find;
  /** Returns the file to show for an unsupported one, along the fallbacks of the manifest. */
  insteadOf(path: string): string;
  /** Returns the media type under which a file is served; `said` is the type given where it is referenced. Null for unsupported kinds. */
  media(path: string, said: string): Media | null;
  /** EPUB 3: a document that is not well-formed is an error, and the page shows a notice to readers. */
  readonly strict: boolean;
  /** Style sheets that a style in the document imports. */
  readonly imports?: Imports;
}
