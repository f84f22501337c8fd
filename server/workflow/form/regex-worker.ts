import { Worker } from 'node:worker_threads';
import { parseRegex, probeInputs, REGEX_INPUT_LENGTH, REGEX_TIME_LIMIT, type ParsedRegex } from '../../../contract/workflow/form-regex.ts';
import type { RegexCheck, RegexResult } from '../../../contract/workflow/form-validation.ts';
import type { RegexOrder } from './regex.worker.ts';
import { logLines } from '../../telemetry/log.ts';

type Said = { readonly start: number } | { readonly index: number; readonly match: boolean };

/**
 * Tests patterns of forms in one worker thread, each for 50 ms at most: a pattern with too much backtracking must not stop the server.
 * After a timeout the thread is ended and a new one continues.
 */
export class RegexWorker {
  #worker: Worker | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** Returns the results in the order of the checks. After the first timeout the remaining checks are not run and count as timeouts too. */
  run(checks: readonly RegexCheck[]): Promise<RegexResult[]> {
    const orders = checks.map(({ regex: { source, flags }, text }) => ({ source, flags, text: text.slice(0, REGEX_INPUT_LENGTH) }));
    const done = this.#turn.then(async () => {
      const results = await this.#all(orders);
      return orders.map((_, index) => results[index] ?? 'timeout');
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Returns whether a pattern stays within the time limit on the inputs that slow patterns run long on. */
  probe(regex: ParsedRegex): Promise<boolean> {
    const { source, flags } = regex;
    const orders = probeInputs(source).map((text) => ({ source, flags, text }));
    const done = this.#turn.then(async () => {
      const results = await this.#all(orders);
      const slow = results.indexOf('timeout');
      if (slow === -1) return true;
      // A busy machine alone must not reject a pattern: the same input has to time out again in a new thread.
      return (await this.#all([orders[slow]!]))[0] !== 'timeout';
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  /** Returns the results up to the first timeout. */
  async #all(orders: readonly RegexOrder[]): Promise<RegexResult[]> {
    const results: RegexResult[] = [];
    if (orders.length > 0) await this.#some(orders, (result) => results.push(result));
    return results;
  }

  /** Runs orders until all are done or one times out. */
  #some(orders: readonly RegexOrder[], add: (result: RegexResult) => void): Promise<void> {
    this.#worker ??= startedWorker();
    const worker = this.#worker;
    worker.ref();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      let count = 0;
      const finish = () => {
        clearTimeout(timer);
        timer = undefined;
        worker.off('message', read);
        worker.off('error', giveUp);
        worker.off('exit', giveUp);
        worker.unref();
        resolve();
      };
      const giveUp = () => {
        add('timeout');
        if (this.#worker === worker) this.#worker = null;
        finish();
        void worker.terminate();
      };
      const read = (said: Said) => {
        clearTimeout(timer);
        if ('start' in said) {
          // A message that arrived while this thread was busy is read before the timeout counts.
          const mine = setTimeout(() => setImmediate(() => timer === mine && giveUp()), REGEX_TIME_LIMIT);
          timer = mine;
          return;
        }
        timer = undefined;
        add(said.match ? 'match' : 'mismatch');
        count += 1;
        if (count === orders.length) finish();
      };
      worker.on('message', read);
      worker.on('error', giveUp);
      worker.on('exit', giveUp);
      worker.postMessage(orders);
    });
  }
}

function startedWorker(): Worker {
  const worker = new Worker(new URL('./regex.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
  });
  for (const stream of [worker.stdout, worker.stderr]) logLines(stream, 'regex.worker.ts');
  worker.unref();
  return worker;
}

/** The thread of this process; it starts with the first check. */
export const regexWorker = new RegexWorker();

/** Most different patterns of one form, so that probing them has an end. */
const PROBED = 200;

/** Returns the first pattern that may run too long, or null. */
export async function slowPattern(patterns: readonly string[]): Promise<string | null> {
  for (const text of [...new Set(patterns)].slice(0, PROBED)) {
    const regex = parseRegex(text);
    if (typeof regex !== 'string' && !(await regexWorker.probe(regex))) return text;
  }
  return null;
}

export const tooManyPatterns = (patterns: readonly string[]): boolean => new Set(patterns).size > PROBED;
