import { fork } from 'node:child_process';

/** Work that was given to a process of its own ended without an answer: it took too long, too much memory, or broke. */
export class IsolatedRunError extends Error {
  readonly why: 'late' | 'memory' | 'broken';
  constructor(why: IsolatedRunError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

type IsolatedResult<Answer> = { readonly answer: Answer } | { readonly broken: string };

/** What of this process' surroundings another needs, the folder of what V8 made of its modules among it; none of what the house is set up with. */
const SURROUNDINGS = ['PATH', 'Path', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/**
 * Gives `order` to a module that calls `workApart`, in a process of its own, and answers what it answers. A thread whose heap
 * is full ends in words, but for now and then, when it takes the whole process with it: what strangers' files are read by stands
 * apart. `ms` until it is ended, `heapMb` of JavaScript objects. Throws `NoAnswer`.
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
      // So V8 ends what has no memory left; by its number where a shell or Windows stands between.
      const full = signal === 'SIGABRT' || code === 134;
      reject(new IsolatedRunError(full ? 'memory' : 'broken', `ended with ${signal ?? code}`));
    });
    child.send(order as object, (error) => error && reject(new IsolatedRunError('broken', error.message)));
  });
}

/** The other side: does the one piece of work this process was made for, and ends; also where who gave it is gone. */
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
