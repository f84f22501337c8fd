import { parentPort, workerData } from 'node:worker_threads';
import { prepareBook, type PreparedResult } from './epub-book.ts';
import { EpubProblem } from './epub-problem.ts';

export interface PreparationOrder {
  readonly source: string;
  readonly folder: string;
  readonly fileName: string;
  /** Editions made of the same file before. */
  readonly former: readonly number[];
  readonly ffmpeg: string | null;
}

export type PreparationAnswer = { readonly result: PreparedResult } | { readonly problem: string };

const { source, folder, fileName, former, ffmpeg } = workerData as PreparationOrder;
try {
  answer({ result: await prepareBook(source, folder, fileName, { former, ffmpeg }) });
} catch (error) {
  if (!(error instanceof EpubProblem)) throw error;
  answer({ problem: error.message });
}

function answer(message: PreparationAnswer): void {
  parentPort?.postMessage(message, []);
}
