import { fork } from 'node:child_process';

/** Work in a separate process ended without an answer: it exceeded its time or memory, or crashed. */
export class IsolatedRunError extends Error {
  readonly why: 'late' | 'memory' | 'broken';
  constructor(why: IsolatedRunError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

type IsolatedResult<Answer> = { readonly answer: Answer } | { readonly broken: string };

/** Environment variables that the other process needs, including the V8 compile cache folder; none of the server's settings. */
const SURROUNDINGS = ['PATH', 'Path', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/**
 * Sends `order` to a module that calls `runIsolatedWork`, in a separate process, and returns its answer. A worker thread with a full
 * heap usually throws an error, but sometimes ends the whole process, so untrusted files are parsed in a separate
 * process. `ms` is the time limit, `heapMb` the limit of JavaScript objects. Throws `IsolatedRunError`.
 */
export function runIsolated<Answer>(module: URL, order: unknown, { heapMb, ms }: { readonly heapMb: number; readonly ms: number }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(module, {
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMb}`],
      env: Object.fromEntries(SURROUNDINGS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const late = setTimeout(() => {
      reject(new IsolatedRunError('late', `no answer after ${ms} ms`));
      child.kill('SIGKILL');
    }, ms);
    child.once('message', (said: IsolatedResult<Answer>) => {
      if ('answer' in said) resolve(said.answer);
      else reject(new IsolatedRunError('broken', said.broken));
    });
    child.once('error', (error) => reject(new IsolatedRunError('broken', error.message)));
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      // V8 ends a process without memory in this way; the exit code is used when a shell or Windows is in between.
      const full = signal === 'SIGABRT' || code === 134;
      reject(new IsolatedRunError(full ? 'memory' : 'broken', `ended with ${signal ?? code}`));
    });
    child.send(order as object, (error) => error && reject(new IsolatedRunError('broken', error.message)));
  });
}

/** The side of the separate process: does its single task and exits, also when the parent process is gone. */
export function runIsolatedWork<Order>(work: (order: Order) => Promise<unknown>): void {
  const say = (said: IsolatedResult<unknown>): void => void process.send?.(said, undefined, undefined, () => process.exit());
  process.once('disconnect', () => process.exit());
  process.once('message', (order: Order) => {
    work(order).then(
      (answer) => say({ answer }),
      (error: unknown) => say({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
