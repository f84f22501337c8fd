import { parentPort } from 'node:worker_threads';
import { AppError } from '../http/app-error.ts';
import { OPERATIONS, type Answer, type Order } from './document-operations.ts';

parentPort?.on('message', ({ operation, args }: Order) => {
  const work = OPERATIONS[operation] as (...values: readonly unknown[]) => Promise<unknown>;
  void work(...args).then(
    (result) => parentPort?.postMessage({ result } satisfies Answer),
    (error: unknown) =>
      parentPort?.postMessage({
        code: error instanceof AppError ? error.code : null,
        message: error instanceof Error ? error.message : String(error),
      } satisfies Answer),
  );
});
