import { Worker } from 'node:worker_threads';
import { AppError, failed, tooMany } from '../http/app-error.ts';
import type { Answer, OperationName, Operations, Order, ResultOf } from './document-operations.ts';

/** One document of 300 000 characters takes about a second. */
const TIME_LIMIT_MS = 30_000;
const HEAP_MB = 1024;
/** Operations that may wait for one thread; more are rejected at once. */
const WAITING_MOST = 40;

/**
 * Reads and compares documents in one thread, one after another: a document of a whole book must not stop the server. After a timeout or a
 * crash the thread is ended and a new one continues.
 */
class DocumentThread {
  #worker: Worker | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Throws the `AppError` of the operation; code 500 after the time limit, 429 when too many operations wait. */
  async run<N extends OperationName>(operation: N, ...args: Parameters<Operations[N]>): Promise<ResultOf<N>> {
    if (this.#waiting >= WAITING_MOST) throw tooMany('正在处理的文稿太多，请稍后再试');
    this.#waiting += 1;
    const done = this.#turn.then(() => this.#one({ operation, args }));
    this.#turn = done.catch(() => undefined);
    return done.finally(() => (this.#waiting -= 1)) as Promise<ResultOf<N>>;
  }

  #one(order: Order): Promise<unknown> {
    this.#worker ??= startedWorker();
    const worker = this.#worker;
    worker.ref();
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        worker.off('message', take).off('error', giveUp).off('exit', giveUp).unref();
      };
      const giveUp = (): void => {
        finish();
        this.#worker = null;
        void worker.terminate();
        reject(
          failed(
            order.operation === 'read'
              ? '文稿过大，无法核对，请拆分后再保存；您的稿子仍在本机'
              : '文稿过大，无法在这里处理，请下载后打开，或拆分后再上传',
          ),
        );
      };
      const take = (answer: Answer): void => {
        finish();
        if ('result' in answer) resolve(answer.result);
        else reject(answer.code === null ? new Error(answer.message) : new AppError(answer.code, answer.message));
      };
      const timer = setTimeout(giveUp, TIME_LIMIT_MS);
      worker.on('message', take).on('error', giveUp).on('exit', giveUp);
      worker.postMessage(order);
    });
  }
}

function startedWorker(): Worker {
  const worker = new Worker(new URL('./document.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  worker.unref();
  return worker;
}

/** Opening and saving one document; and work over whole books or several versions, which must not delay it. */
const [single, whole] = [new DocumentThread(), new DocumentThread()];

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The operations of `document-operations.ts` off the request thread; each thread starts with its first document. */
export const documentWorker = {
  read: (order: Parameters<Operations['read']>[0]) => single.run('read', order),
  view: (bytes: Uint8Array) => single.run('view', bytes),
  text: (bytes: Uint8Array) => single.run('text', bytes),
  tags: (bytes: Uint8Array) => single.run('tags', bytes),
  rename: async (...args: Parameters<Operations['rename']>) => asBuffer(await single.run('rename', ...args)),
  people: (bytes: Uint8Array) => single.run('people', bytes),
  fill: async (...args: Parameters<Operations['fill']>) => asBuffer(await single.run('fill', ...args)),
  html: (bytes: Uint8Array) => whole.run('html', bytes),
  compare: (...args: Parameters<Operations['compare']>) => whole.run('compare', ...args),
  blame: (...args: Parameters<Operations['blame']>) => whole.run('blame', ...args),
  mark: async (...args: Parameters<Operations['mark']>) => asBuffer(await whole.run('mark', ...args)),
  correctHtml: (...args: Parameters<Operations['correctHtml']>) => whole.run('correctHtml', ...args),
  async correct(...args: Parameters<Operations['correct']>) {
    const found = await whole.run('correct', ...args);
    return { ...found, bytes: asBuffer(found.bytes) };
  },
};
