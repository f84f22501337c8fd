import { parentPort, workerData } from 'node:worker_threads';
import { prepareBook, type PreparedResult } from './epub-book.ts';
import { EpubProblem } from './epub-problem.ts';

export interface PreparationOrder {
  readonly source: string;
  readonly folder: string;
  readonly fileName: string;
}

export type PreparationAnswer = { readonly result: PreparedResult } | { readonly problem: string };

const { source, folder, fileName } = workerData as PreparationOrder;
try {
  answer({ result: await prepareBook(source, folder, fileName) });
} catch (error) {
  if (!(error instanceof EpubProblem)) throw error;
  answer({ problem: error.message });
}

function answer(message: PreparationAnswer): void {
  parentPort?.postMessage(message, []);
}
