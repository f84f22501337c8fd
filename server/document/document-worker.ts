import { Worker } from 'node:worker_threads';
import { AppError, failed, tooMany } from '../http/app-error.ts';
import { requestOwner } from '../http/request-owner.ts';
import type { Answer, OperationName, Operations, Order, ResultOf } from './document-operations.ts';
import { logLines } from '../telemetry/log.ts';

/** One document of 300 000 characters takes about a second. */
const TIME_LIMIT_MS = 30_000;
/** Templates are small: work on one that takes longer is the fault of its loops. */
const TEMPLATE_LIMIT_MS = 10_000;
const OF_TEMPLATES: ReadonlySet<OperationName> = new Set(['tags', 'fill']);
const tooLarge = (operation: OperationName): string => {
  if (OF_TEMPLATES.has(operation)) return '模板过大，或循环套得太多，无法填写；请简化模板后重新上传';
  return operation === 'read' ? '文稿过大，无法核对，请拆分后再保存；您的稿子仍在本机' : '文稿过大，无法在这里处理，请下载后打开，或拆分后再上传';
};
const HEAP_MB = 1024;
/** Operations that may wait, of all users and of one; more are rejected at once. */
const WAITING_MOST = 80;
const OWN_WAITING_MOST = 20;

interface Waiting {
  readonly order: Order;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread and what it works on. */
interface Thread {
  worker: Worker | null;
  busy: boolean;
}

/**
 * Reads and compares documents in some threads: a document of a whole book must not stop the server. Waiting operations are taken from each user in
 * turn, so that the many documents of one do not delay the one of another. After a timeout or a crash the thread is ended and a new one continues.
 */
export class DocumentThreads {
  readonly #threads: Thread[];
  /** Waiting operations of each user; the first user is the next. */
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #start: () => Worker;
  #count = 0;

  constructor(threads: number, start: () => Worker = startedWorker) {
    this.#threads = Array.from({ length: threads }, () => ({ worker: null, busy: false }));
    this.#start = start;
  }

  /** Throws the `AppError` of the operation; code 500 after the time limit, 429 when too many operations wait. */
  async run<N extends OperationName>(operation: N, ...args: Parameters<Operations[N]>): Promise<ResultOf<N>> {
    const owner = requestOwner();
    const own = this.#waiting.get(owner) ?? [];
    if (this.#count >= WAITING_MOST || own.length >= OWN_WAITING_MOST) throw tooMany('正在处理的文稿太多，请稍后再试');
    return new Promise((resolve, reject) => {
      this.#count += 1;
      own.push({ order: { operation, args }, resolve: resolve as (value: unknown) => void, reject });
      this.#waiting.set(owner, own);
      this.#next();
    }) as Promise<ResultOf<N>>;
  }

  #take(): Waiting | null {
    const first = this.#waiting.entries().next();
    if (first.done) return null;
    const [owner, own] = first.value;
    const taken = own.shift() ?? null;
    // The user goes to the end of the turns.
    this.#waiting.delete(owner);
    if (own.length > 0) this.#waiting.set(owner, own);
    return taken;
  }

  #next(): void {
    const thread = this.#threads.find(({ busy }) => !busy);
    const taken = thread ? this.#take() : null;
    if (!thread || !taken) return;
    thread.busy = true;
    void this.#work(thread, taken.order)
      .then(taken.resolve, taken.reject)
      .finally(() => {
        thread.busy = false;
        this.#count -= 1;
        this.#next();
      });
  }

  #work(thread: Thread, order: Order): Promise<unknown> {
    thread.worker ??= this.#start();
    const { worker } = thread;
    worker.ref();
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        worker.off('message', take).off('error', giveUp).off('exit', giveUp).unref();
      };
      const giveUp = (): void => {
        finish();
        thread.worker = null;
        void worker.terminate();
        reject(failed(tooLarge(order.operation)));
      };
      const take = (answer: Answer): void => {
        finish();
        if ('result' in answer) resolve(answer.result);
        else reject(answer.code === null ? new Error(answer.message) : new AppError(answer.code, answer.message));
      };
      const timer = setTimeout(giveUp, OF_TEMPLATES.has(order.operation) ? TEMPLATE_LIMIT_MS : TIME_LIMIT_MS);
      worker.on('message', take).on('error', giveUp).on('exit', giveUp);
      worker.postMessage(order);
    });
  }
}

function startedWorker(): Worker {
  const worker = new Worker(new URL('./document.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
  });
  for (const stream of [worker.stdout, worker.stderr]) logLines(stream, 'document.worker.ts');
  worker.unref();
  return worker;
}

/** Opening and saving one document; and work over whole books or several versions, which must not delay it. */
const [single, whole] = [new DocumentThreads(2), new DocumentThreads(1)];

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The operations of `document-operations.ts` off the request thread; each thread starts with its first document. */
export const documentWorker = {
  async read(order: Parameters<Operations['read']>[0]) {
    const found = await single.run('read', order);
    return { ...found, bytes: asBuffer(found.bytes) };
  },
  view: (bytes: Uint8Array) => single.run('view', bytes),
  text: (bytes: Uint8Array) => single.run('text', bytes),
  tags: (bytes: Uint8Array) => single.run('tags', bytes),
  rename: async (...args: Parameters<Operations['rename']>) => asBuffer(await single.run('rename', ...args)),
  people: (bytes: Uint8Array) => single.run('people', bytes),
  fill: async (...args: Parameters<Operations['fill']>) => asBuffer(await single.run('fill', ...args)),
  html: (...args: Parameters<Operations['html']>) => whole.run('html', ...args),
  pages: (bytes: Uint8Array) => whole.run('pages', bytes),
  compare: (...args: Parameters<Operations['compare']>) => whole.run('compare', ...args),
  blame: (...args: Parameters<Operations['blame']>) => whole.run('blame', ...args),
  mark: async (...args: Parameters<Operations['mark']>) => asBuffer(await whole.run('mark', ...args)),
  correctHtml: (...args: Parameters<Operations['correctHtml']>) => whole.run('correctHtml', ...args),
  async correct(...args: Parameters<Operations['correct']>) {
    const found = await whole.run('correct', ...args);
    return { ...found, bytes: asBuffer(found.bytes) };
  },
};
