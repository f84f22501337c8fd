import { docxHtml } from './docx-html.ts';
import { writeMarkedDocx, type MarkedLine, type Marks } from './docx-marked.ts';
import type { DocxMark } from './docx-marks.ts';
import { openDocx } from './docx-package.ts';
import { MAIN_PART, readDocx } from './docx-parts.ts';
import { docxTags, fillDocx, type DocxValues } from './docx-template.ts';
import { docxText } from './docx-text.ts';
import { docxView } from './docx-view.ts';
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
  /** Marks of others in the previous version; without one, in the document itself. */
  readonly foreign: number;
  /** Those of them that the upload has no more. */
  readonly gone: readonly DocxMark[];
}

async function read({ after, before, authors }: ReadOrder): Promise<ReadResult> {
  const text = await docxText(after);
  const own = new Set(authors);
  const foreignIn = (marks: readonly DocxMark[]): number => marks.filter(({ author }) => !own.has(author)).length;
  if (before === null) return { text, fault: null, foreign: foreignIn(marksIn(await readDocx(after))), gone: [] };
  const [old, now] = [await readDocx(before), await readDocx(after)];
  const oldMarks = marksIn(old);
  return {
    text,
    fault: faultBetween(old, now, own),
    foreign: foreignIn(oldMarks),
    gone: goneMarks(oldMarks, marksIn(now), own),
  };
}

async function correct(bytes: Uint8Array, changes: readonly TextChange[]): Promise<CorrectedText & { bytes: Uint8Array; text: string }> {
  const zip = await openDocx(bytes);
  const found = correctText(zip.file(MAIN_PART)?.asText() ?? '', 'docx', changes);
  zip.file(MAIN_PART, found.markup);
  const corrected = zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
  return { ...found, bytes: corrected, text: await docxText(corrected) };
}

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
  html: (bytes: Uint8Array) => docxHtml(bytes),
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
