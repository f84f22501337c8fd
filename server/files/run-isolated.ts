import { fork, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { MB } from '../../contract/limits.ts';
import { logLines } from '../telemetry/log.ts';

/** Work in a separate process ended without an answer: it exceeded its time or memory, or crashed. */
export class IsolatedRunError extends Error {
  readonly why: 'late' | 'memory' | 'broken';
  constructor(why: IsolatedRunError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

type IsolatedResult<Answer> = ({ readonly answer: Answer } | { readonly broken: string }) & { readonly waits: boolean };

/** Environment variables that the other process needs, including the V8 compile cache folder; none of the server's settings. */
const SURROUNDINGS = ['PATH', 'Path', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot', 'NODE_COMPILE_CACHE'];
/** Environment variables of the process: its largest number of orders, and its limit of JavaScript objects in megabytes. */
const [MOST_ORDERS, HEAP_MB] = ['ISOLATED_MOST_ORDERS', 'ISOLATED_HEAP_MB'];
/** How long a process waits for another order, in milliseconds. */
const WAIT_MS = 10_000;
/** A process whose heap is fuller than this share of its limit ends: the next order must find the memory that it may use. */
const SMALL_HEAP = 0.25;

interface Limits {
  /** Limit of JavaScript objects, in megabytes. */
  readonly heapMb: number;
  /** Time limit of one order, in milliseconds. */
  readonly ms: number;
  /** Orders that one process may take one after another: importing large libraries takes longer than most files. 1 without a number. */
  readonly orders?: number;
}

/** Processes that wait for an order, by module and limits. */
const waiting = new Map<string, ChildProcess[]>();

function started(module: URL, { heapMb, orders = 1 }: Limits): ChildProcess {
  const child = fork(module, {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMb}`],
    env: {
      ...Object.fromEntries(SURROUNDINGS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
      [MOST_ORDERS]: String(orders),
      [HEAP_MB]: String(heapMb),
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  logLines(child.stderr, basename(module.pathname));
  return child;
}

/** Lets a process wait for the next order of its kind without keeping the server alive. */
function letWait(key: string, child: ChildProcess): void {
  const all = waiting.get(key) ?? [];
  waiting.set(key, [...all, child]);
  child.unref();
  child.channel?.unref();
  const end = setTimeout(() => child.disconnect(), WAIT_MS);
  end.unref();
  child.once('order', () => clearTimeout(end));
  child.once('disconnect', () =>
    waiting.set(
      key,
      (waiting.get(key) ?? []).filter((one) => one !== child),
    ),
  );
}

/** Takes a waiting process, or starts one. */
function taken(key: string, module: URL, limits: Limits): ChildProcess {
  const child = waiting.get(key)?.pop();
  if (!child) return started(module, limits);
  child.emit('order');
  child.ref();
  child.channel?.ref();
  return child;
}

/**
 * Sends `order` to a module that calls `runIsolatedWork`, in a separate process, and returns its answer. A worker thread with a full
 * heap usually throws an error, but sometimes ends the whole process, so untrusted files are parsed in a separate
 * process. Throws `IsolatedRunError`.
 */
export function runIsolated<Answer>(module: URL, order: unknown, limits: Limits): Promise<Answer> {
  const key = `${module.href} ${limits.heapMb} ${limits.orders ?? 1}`;
  const child = taken(key, module, limits);
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(late);
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const giveUp = (why: IsolatedRunError['why'], message: string): void => {
      finish();
      // Later errors of this process are ignored.
      child.on('error', () => {});
      child.kill('SIGKILL');
      reject(new IsolatedRunError(why, message));
    };
    const late = setTimeout(() => giveUp('late', `no answer after ${limits.ms} ms`), limits.ms);
    const onMessage = (said: IsolatedResult<Answer>): void => {
      finish();
      if (said.waits) letWait(key, child);
      if ('answer' in said) resolve(said.answer);
      else reject(new IsolatedRunError('broken', said.broken));
    };
    const onError = (error: Error): void => giveUp('broken', error.message);
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
      finish();
      // V8 ends a process without memory in this way; the exit code is used when a shell or Windows is in between.
      const full = signal === 'SIGABRT' || code === 134;
      reject(new IsolatedRunError(full ? 'memory' : 'broken', `ended with ${signal ?? code}`));
    };
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
    child.send(order as object, (error) => error && giveUp('broken', error.message));
  });
}

/** The side of the separate process: does its orders one after another and exits, also when the parent process is gone. */
export function runIsolatedWork<Order>(work: (order: Order) => Promise<unknown>): void {
  let left = Number(process.env[MOST_ORDERS] ?? 1);
  const answer = (said: { readonly answer: unknown } | { readonly broken: string }): void => {
    left -= 1;
    const waits = left > 0 && process.memoryUsage().heapUsed < SMALL_HEAP * Number(process.env[HEAP_MB]) * MB;
    process.send?.({ ...said, waits } satisfies IsolatedResult<unknown>, undefined, undefined, () => waits || process.exit());
  };
  process.once('disconnect', () => process.exit());
  process.on('message', (order: Order) => {
    work(order).then(
      (result) => answer({ answer: result }),
      (error: unknown) => answer({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
