import { parentPort } from 'node:worker_threads';
import { AppError } from '../http/app-error.ts';
import { docxText } from './docx-text.ts';
import { readDocx } from './docx-parts.ts';
import { faultBetween, goneMarks, marksIn, type ReviewFault } from './review-check.ts';
import type { DocxMark } from './docx-marks.ts';
import { docxView, type DocxView } from './docx-view.ts';

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

/** A document to show in a browser. */
export interface ViewOrder {
  readonly view: Uint8Array;
}

export type Order = ReadOrder | ViewOrder;
export type Said = { readonly result: ReadResult | DocxView } | { readonly code: number | null; readonly message: string };

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

parentPort?.on('message', (order: Order) => {
  const work: Promise<ReadResult | DocxView> = 'view' in order ? docxView(order.view) : read(order);
  void work.then(
    (result) => parentPort?.postMessage({ result } satisfies Said),
    (error: unknown) =>
      parentPort?.postMessage({
        code: error instanceof AppError ? error.code : null,
        message: error instanceof Error ? error.message : String(error),
      } satisfies Said),
  );
});
