import { fork, type ChildProcess } from 'node:child_process';
import type { ReadAnswer, ReadOrder } from './read-process.ts';

/** The code of PostgreSQL for a statement that exceeded its time: callers treat both engines alike. */
const CANCELLED = '57014';

/** A read exceeded its time limit and was ended. */
export class LateReadError extends Error {
  readonly code = CANCELLED;
}

const READERS = 2;
/** Reads that may wait for a process; more are refused at once, so that one visitor's searches do not fill the memory. */
const MOST_WAITING = 200;
const HEAP_MB = 512;
/** A process without an order for this time ends, in milliseconds. */
const IDLE_MS = 60_000;
const MODULE = new URL('./read-process.ts', import.meta.url);

interface Job {
  readonly order: ReadOrder;
  readonly resolve: (answer: { rows: unknown[]; ms: number }) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Runs reads of one database file in separate processes, so that a long one delays neither the server nor the writes. A process is used and
 * not a thread, because a thread cannot be ended during a statement. Processes start when the first long read comes.
 */
export class SqliteReaders {
  readonly #path: string;
  readonly #limitMs: number;
  readonly #waiting: Job[] = [];
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  #lastId = 0;
  #closed = false;

  constructor(path: string, limitMs: number) {
    this.#path = path;
    this.#limitMs = limitMs;
  }

  /** Returns the rows and the milliseconds that the statement took; throws `LateReadError` after the time limit. */
  read(sql: string, parameters: readonly unknown[]): Promise<{ rows: unknown[]; ms: number }> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new LateReadError('too many reads are waiting'));
    this.#lastId += 1;
    const order = { id: this.#lastId, sql, parameters };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    this.#closed = true;
    for (const child of this.#all) child.kill('SIGKILL');
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the database is closed'));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const child = this.#idle.pop() ?? (this.#all.size < READERS ? this.#start() : undefined);
    const job = child && this.#waiting.shift();
    if (child && job) this.#run(child, job);
  }

  #start(): ChildProcess {
    const child = fork(MODULE, [this.#path], {
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MB}`],
      env: { PATH: process.env['PATH'] ?? '' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#all.add(child);
    child.once('exit', () => {
      this.#all.delete(child);
      const at = this.#idle.indexOf(child);
      if (at >= 0) this.#idle.splice(at, 1);
      if (!this.#closed) this.#next();
    });
    // Errors of a process are reported by its exit.
    child.on('error', () => {});
    return child;
  }

  #run(child: ChildProcess, { order, resolve, reject }: Job): void {
    child.ref();
    child.channel?.ref();
    child.emit('order');
    const finish = (): void => {
      clearTimeout(late);
      child.off('message', onAnswer).off('exit', onExit);
    };
    const late = setTimeout(() => {
      finish();
      child.kill('SIGKILL');
      reject(new LateReadError(`a read took longer than ${this.#limitMs} ms`));
    }, this.#limitMs);
    const onExit = (): void => {
      finish();
      reject(new Error(this.#closed ? 'the database is closed' : 'the read process ended'));
    };
    const onAnswer = (answer: ReadAnswer): void => {
      finish();
      this.#rest(child);
      if ('rows' in answer) resolve(answer);
      else reject(Object.assign(new Error(answer.error), { errcode: answer.errcode }));
      this.#next();
    };
    child.on('message', onAnswer).on('exit', onExit);
    child.send(order, (error) => {
      if (!error) return;
      finish();
      child.kill('SIGKILL');
      reject(error);
    });
  }

  /** Lets a process wait for the next order without keeping the server alive. */
  #rest(child: ChildProcess): void {
    this.#idle.push(child);
    child.unref();
    child.channel?.unref();
    const end = setTimeout(() => child.connected && child.disconnect(), IDLE_MS);
    end.unref();
    child.once('order', () => clearTimeout(end));
  }
}
