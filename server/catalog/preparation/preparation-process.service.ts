import { runIsolated, IsolatedRunError } from '../../files/run-isolated.ts';
import type { PreparedResult } from '../../epub/book.ts';
import { EpubError } from '../../epub/problem.ts';
import type { PreparationAnswer, PreparationOrder } from './preparation.worker.ts';

/** Time limit for one book: three million characters take about three seconds. */
const WORK_MS = 3 * 60_000;
const HEAP_MB = 768;
/** Books of one process: to import what a preparation needs takes longer than a small book. */
const BOOKS = 10;
const TOO_MUCH = {
  late: '处理超时，这本书过于复杂，请拆分后再上传',
  memory: '这本书过于复杂，处理时内存不够，请拆分过大的样式表或章节后再上传',
} as const;

/** Prepares a book in a process of its own, within limits of time and memory. Throws `EpubError` when the book is the cause. */
export async function prepareInProcess(order: PreparationOrder): Promise<PreparedResult> {
  const module = new URL('./preparation.worker.ts', import.meta.url);
  const answer = await runIsolated<PreparationAnswer>(module, order, { heapMb: HEAP_MB, ms: WORK_MS, orders: BOOKS }).catch((error: unknown) => {
    // Another attempt would end in the same way.
    if (error instanceof IsolatedRunError && error.why !== 'broken') throw new EpubError(TOO_MUCH[error.why]);
    throw error;
  });
  if ('problem' in answer) throw new EpubError(answer.problem);
  return answer.result;
}
