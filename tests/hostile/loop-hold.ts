import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { limit } from '../support/machine-speed.ts';

/** Issue 53 §5: an input below 100 KB that holds the main thread longer is a fault. Milliseconds. */
export const MOST_HOLD_MS = limit(200);
const RESOLUTION_MS = 5;
/** What holds the thread holds it every time; a pause of the whole machine is no fault of an input. */
const TRIES = 3;

/**
 * Runs the work and returns its result with the longest time that it held the main thread, in milliseconds: the longest delay of the event loop, but not
 * more than the time that the thread has worked. The least of up to three tries.
 */
export async function longestHold<T>(work: () => Promise<T>): Promise<{ readonly held: number; readonly result: T }> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  try {
    let held = Infinity;
    for (let tries = 1; ; tries += 1) {
      await setTimeout(2 * RESOLUTION_MS);
      delay.reset();
      const before = process.threadCpuUsage();
      const result = await work();
      // The last delay is noted when the timer of the measurement runs again.
      await setTimeout(2 * RESOLUTION_MS);
      const { user, system } = process.threadCpuUsage(before);
      held = Math.min(held, Math.max(0, delay.max / 1e6 - RESOLUTION_MS), (user + system) / 1e3);
      if (held <= MOST_HOLD_MS || tries === TRIES) return { held, result };
    }
  } finally {
    delay.disable();
  }
}
