import { REGEX_TIME_LIMIT } from '../../contract/workflow/form-regex.ts';
import type { RegexCheck, RegexResult } from '../../contract/workflow/form-validation.ts';

type Said = { readonly id: number; readonly start: true } | { readonly id: number; readonly match: boolean };

/** A worker that does not begin within this time is given up, and the server checks alone, ms. */
const START_LIMIT = 5_000;

let worker: Worker | null = null;
let turn: Promise<unknown> = Promise.resolve();
let count = 0;

/** Tests patterns of forms in a worker, each for 50 ms at most, so that none of them stops the page. Results are in the order of the checks. */
export function testPatterns(checks: readonly RegexCheck[]): Promise<RegexResult[]> {
  const done = turn.then(async () => {
    const results: RegexResult[] = [];
    for (const check of checks) results.push(await testOne(check));
    return results;
  });
  turn = done.catch(() => undefined);
  return done;
}

function testOne({ regex: { source, flags }, text }: RegexCheck): Promise<RegexResult> {
  try {
    worker ??= new Worker(new URL('./regex.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    // A browser without module workers leaves the check to the server.
    return Promise.resolve('match');
  }
  const mine = worker;
  const id = ++count;
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(() => broken(), START_LIMIT);
    const finish = (result: RegexResult) => {
      clearTimeout(timer);
      mine.removeEventListener('message', read);
      mine.removeEventListener('error', broken);
      resolve(result);
    };
    const drop = () => {
      mine.terminate();
      if (worker === mine) worker = null;
    };
    const broken = () => {
      drop();
      finish('match');
    };
    const read = ({ data }: MessageEvent<Said>) => {
      if (data.id !== id) return;
      if ('match' in data) return finish(data.match ? 'match' : 'mismatch');
      clearTimeout(timer);
      timer = setTimeout(() => {
        drop();
        finish('timeout');
      }, REGEX_TIME_LIMIT);
    };
    mine.addEventListener('message', read);
    mine.addEventListener('error', broken);
    mine.postMessage({ id, source, flags, text });
  });
}
