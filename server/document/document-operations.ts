import { docxHtml } from './book/docx-html.ts';
import { writeMarkedDocx, type MarkedLine, type Marks } from './docx-marked.ts';
import type { DocxMark } from './docx-marks.ts';
import { readPackage } from './docx/docx-package.ts';
import { paragraphTexts } from './docx/paragraph-text.ts';
import { storyParts } from './docx/story-parts.ts';
import { withDefinitionsOf } from './docx/take-definitions.ts';
import { withStyleIdsOf } from './docx/style-ids.ts';
import { writePackage } from './docx/write-package.ts';
import { BROKEN, parsePart, writePart } from './docx/xml-part.ts';
import { failed } from '../http/app-error.ts';
import { docxTags, fillDocx, type DocxValues } from './docx-template.ts';
import { docxText } from './docx-text.ts';
import { docxView } from './docx-view.ts';
import { pdfPages } from './pdf-pages.ts';
import { paragraphDiff } from './paragraph-diff.ts';
import { peopleIn, renamePeople, type Renaming } from './rename-people.ts';
import { faultBetween, goneMarks, marksIn, type ReviewFault } from './review-check.ts';
import { correctText, type CorrectedText, type TextChange } from './text-correction.ts';
import { blameOf } from './version-blame.ts';

/** An upload, and the version that its author had opened. */
export interface ReadOrder {
  readonly after: Uint8Array;
  readonly before: Uint8Array | null;
  readonly authors: readonly string[];
}

export interface ReadResult {
  /** The text of the upload, one line for each paragraph. */
  readonly text: string;
  /** What changed without a mark of `authors`. */
  readonly fault: ReviewFault | null;
  /**
   * When only definitions changed, such as styles that another program wrote in its own way: the document with its marks and the definitions of the
   * previous version. Else null.
   */
  readonly restored: Uint8Array | null;
  /** Marks of others in the previous version; without one, in the document itself. */
  readonly foreign: number;
  /** Those of them that the upload has no more. */
  readonly gone: readonly DocxMark[];
  /** The document as it is stored: written from what was read and compared. */
  readonly bytes: Uint8Array;
  /** What the stored document lacks, in words. */
  readonly removed: readonly string[];
}

async function read({ after, before, authors }: ReadOrder): Promise<ReadResult> {
  const old = before === null ? null : await readPackage(before);
  const read = await readPackage(after);
  const now = old === null ? read : withStyleIdsOf(old, read);
  const text = now.main.xml ? paragraphTexts(now.main.xml.root).join('\n') : '';
  const own = new Set(authors);
  const foreignIn = (marks: readonly DocxMark[]): number => marks.filter(({ author }) => !own.has(author)).length;
  const stored = { text, bytes: writePackage(now), removed: now.removed };
  if (old === null) return { ...stored, fault: null, restored: null, foreign: foreignIn(marksIn(now)), gone: [] };
  const oldMarks = marksIn(old);
  const fault = faultBetween(old, now, own);
  const taken = fault?.kind === 'part' ? withDefinitionsOf(old, now) : null;
  const restored = taken && faultBetween(old, taken, own) === null ? writePackage(taken) : null;
  return { ...stored, fault, restored, foreign: foreignIn(oldMarks), gone: goneMarks(oldMarks, marksIn(now), own) };
}

/** Stands between the parts of a document while their text is corrected; no written part has it. */
const PART_END = '\n<?part-end?>\n';

/** Corrects the main text, the footnotes and the endnotes as one text: a passage must be there exactly once. */
async function correct(bytes: Uint8Array, changes: readonly TextChange[]): Promise<CorrectedText & { bytes: Uint8Array; text: string }> {
  const document = await readPackage(bytes);
  const main = document.main.xml;
  if (!main) throw failed(BROKEN);
  const parts = storyParts(document).flatMap(({ part, label }) => (CORRECTED.has(label) && part.xml ? [part.xml] : []));
  const found = correctText(parts.map((part) => writePart(part)).join(PART_END), 'docx', changes);
  for (const [index, markup] of found.markup.split(PART_END).entries()) {
    const part = parts[index];
    if (part) part.root = parsePart(markup).root;
  }
  return { ...found, bytes: writePackage(document), text: paragraphTexts(main.root).join('\n') };
}
const CORRECTED: ReadonlySet<string> = new Set(['正文', '脚注', '尾注']);

/** Everything that parses or compares texts which people send. Arguments and results are copied between threads. */
export const OPERATIONS = {
  read,
  correct,
  correctHtml: async (html: string, changes: readonly TextChange[]) => correctText(html, 'html', changes),
  /** The paragraphs that a browser shows. */
  view: (bytes: Uint8Array) => docxView(bytes),
  /** One line for each paragraph. */
  text: (bytes: Uint8Array) => docxText(bytes),
  /** The document with other names of people in its marks and properties. */
  rename: (bytes: Uint8Array, renaming: Renaming) => renamePeople(bytes, renaming),
  people: (bytes: Uint8Array) => peopleIn(bytes),
  html: (bytes: Uint8Array, dropped: readonly string[], roles: Readonly<Record<string, string>>) => docxHtml(bytes, dropped, roles),
  pages: (bytes: Uint8Array) => pdfPages(bytes),
  tags: (bytes: Uint8Array) => docxTags(bytes),
  fill: (bytes: Uint8Array, values: DocxValues) => fillDocx(bytes, values),
  compare: async (before: readonly string[], after: readonly string[]) => paragraphDiff(before, after),
  blame: async (versions: readonly { readonly number: number; readonly lines: readonly string[] }[]) => blameOf(versions),
  mark: async (lines: readonly MarkedLine[], marks: Marks) => writeMarkedDocx(lines, marks),
} as const;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type ResultOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>;
export interface Order {
  readonly operation: OperationName;
  readonly args: readonly unknown[];
}
export type Answer = { readonly result: unknown } | { readonly code: number | null; readonly message: string };
