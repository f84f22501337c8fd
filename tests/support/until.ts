import { limit } from './machine-speed.ts';

/** Milliseconds between two checks. */
const INTERVAL_MS = 50;

/** Calls `check` until it returns a value other than `undefined`, and returns that; throws `failure` after `ms` on an idle machine. */
export async function until<T>(check: () => Promise<T | undefined>, ms: number, failure: () => string): Promise<T> {
  for (const end = Date.now() + limit(ms); ; ) {
    const found = await check();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(failure());
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
