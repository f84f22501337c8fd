import { Worker } from 'node:worker_threads';
import { AppError, failed } from '../http/app-error.ts';
import type { Order, ReadOrder, ReadResult, Said } from './document.worker.ts';
import type { DocxView } from './docx-view.ts';

/** One document of 300 000 characters takes about a second. */
const TIME_LIMIT_MS = 60_000;
const HEAP_MB = 1024;

/**
 * Reads and compares documents in one worker thread, one after another: a document of a whole book must not stop the server. After a timeout or a
 * crash the thread is ended and a new one continues.
 */
class DocumentWorker {
  #worker: Worker | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** Throws an `AppError` for what is no .docx or too large. */
  read(order: ReadOrder): Promise<ReadResult> {
    return this.#next(order) as Promise<ReadResult>;
  }

  /** The paragraphs that a browser shows. Throws as `read` does. */
  view(bytes: Uint8Array): Promise<DocxView> {
    return this.#next({ view: bytes }) as Promise<DocxView>;
  }

  #next(order: Order): Promise<ReadResult | DocxView> {
    const done = this.#turn.then(() => this.#one(order));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #one(order: Order): Promise<ReadResult | DocxView> {
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
        reject(failed('view' in order ? '文稿过大，无法在这里阅读，请下载后打开' : '文稿过大，无法核对，请拆分后再保存；您的稿子仍在本机'));
      };
      const take = (said: Said): void => {
        finish();
        if ('result' in said) resolve(said.result);
        else reject(said.code === null ? new Error(said.message) : new AppError(said.code, said.message));
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

/** The thread of this process; it starts with the first document. */
export const documentWorker = new DocumentWorker();
