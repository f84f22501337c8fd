import { workApart } from '../files/run-isolated.ts';
import { prepareBook, type PreparedResult } from '../epub/book.ts';
import { EpubProblem } from '../epub/problem.ts';

export interface PreparationOrder {
  readonly source: string;
  readonly folder: string;
  readonly fileName: string;
  /** Editions made of the same file before. */
  readonly former: readonly number[];
  readonly ffmpeg: string | null;
}

export type PreparationAnswer = { readonly result: PreparedResult } | { readonly problem: string };

workApart<PreparationOrder>(async ({ source, folder, fileName, former, ffmpeg }): Promise<PreparationAnswer> => {
  try {
    return { result: await prepareBook(source, folder, fileName, { former, ffmpeg }) };
  } catch (error) {
    if (error instanceof EpubProblem) return { problem: error.message };
    throw error;
  }
});
