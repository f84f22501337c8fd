import { setTimeout } from 'node:timers/promises';

/** Waits when work has gone on for a while, so that requests are served between its parts. */
export type Rest = () => Promise<void>;

/** How long work goes on before a rest, and how many times as long the rest is. */
const WORK_MS = 3;
const REST_TIMES = 1;
const REST_MS = 100;

export function restBetween(): Rest {
  let from = performance.now();
  return async () => {
    const used = performance.now() - from;
    if (used < WORK_MS) return;
    await setTimeout(Math.min(REST_MS, used * REST_TIMES));
    from = performance.now();
  };
}
