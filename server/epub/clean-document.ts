import type { Imports } from './css.ts';
import type { NotedLoss } from './losses.ts';
import type { Media } from './media.ts';
import type { Find } from './path.ts';

export interface CleanDocument {
  readonly markup: string;
  /** Plain text, a line a block, without ruby and other annotations. */
  readonly text: string;
  readonly title: string;
  readonly heading: string;
  /** Files of the book it needs to be shown, style sheets apart. */
  readonly refs: readonly string[];
  readonly stylesheets: readonly string[];
  readonly images: readonly string[];
  /** Selectors that name its html and body elements. */
  readonly roots: ReadonlySet<string>;
  /** Vertical by its own styles: selectors, as `CleanCss.vertical`. */
  readonly vertical: readonly string[];
  /** It was not the XML it should have been, and its page says so. */
  readonly repaired: boolean;
  /** It was no XML, and nothing of it was lost in making it so. */
  readonly cleaned: boolean;
  /** What it asks for and readers will not get; `label` is what the book says of it. */
  readonly losses: readonly NotedLoss[];
  /** Words and what they mean, marked as such. */
  readonly glossary: boolean;
  /** Characters before the elements that bear a name, by it; those at the beginning are left out. */
  readonly named: ReadonlyMap<string, number>;
}

/** What a document may know of the book it stands in. */
export interface Surroundings {
  has(path: string): boolean;
  readonly find: Find;
  /** The file to be shown for one that no reader understands: along the fallbacks of the manifest. */
  insteadOf(path: string): string;
  /** What a file is served as; `said` is the type the place that names it gives. Null for kinds no reader shows. */
  media(path: string, said: string): Media | null;
  /** EPUB 3: a document that is not well-formed is an error; the page says so to readers. */
  readonly strict: boolean;
  /** Sheets that a style in it imports. */
  readonly imports?: Imports;
}
