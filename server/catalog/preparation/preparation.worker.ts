import { runIsolatedWork } from '../../files/run-isolated.ts';
import { prepareBook, type PreparedResult } from '../../epub/book.ts';
import { EpubError } from '../../epub/problem.ts';

export interface PreparationOrder {
  readonly source: string;
  readonly folder: string;
  readonly fileName: string;
  /** Earlier editions created from the same file. */
  readonly former: readonly number[];
  readonly ffmpeg: string | null;
}

export type PreparationAnswer = { readonly result: PreparedResult } | { readonly problem: string };

runIsolatedWork<PreparationOrder>(async ({ source, folder, fileName, former, ffmpeg }): Promise<PreparationAnswer> => {
  try {
    return { result: await prepareBook(source, folder, fileName, { former, ffmpeg }) };
  } catch (error) {
    if (error instanceof EpubError) return { problem: error.message };
    throw error;
  }
});
