import type { AppContext } from '../context.ts';
import { isDiskFull } from '../outage/outage.ts';
import { tooMany } from './app-error.ts';

/** A limit of events per key in a fixed window, which starts with the first event of the key. */
export interface RateLimit {
  /** Prefix of the counter in the cache; it groups the counters on the cache page of the back office. */
  readonly name: string;
  /** Events allowed in one window. */
  readonly points: number;
  readonly windowMs: number;
  /** Message of the 429 response; without it the general one. */
  readonly message?: string;
}

type Counter = Omit<RateLimit, 'points'>;

const keyOf = ({ name }: Counter, key: string | number): string => `${name}:${key}`;

/**
 * Counts one event of `key` and throws 429 above the limit. The count is one atomic statement of the store, which all server processes
 * share, so concurrent events of several processes cannot exceed the limit. Rejected events are counted but do not extend the window.
 */
export async function rateLimit(context: AppContext, limit: RateLimit, key: string | number): Promise<void> {
  if ((await countEvent(context, limit, key)) > limit.points) throw tooMany(limit.message);
}

/**
 * Counts one event of `key` and returns the events of the current window, including this one. While the disk is full this process counts for
 * itself, so that limits hold and reading goes on.
 */
export async function countEvent(context: AppContext, limit: Counter, key: string | number): Promise<number> {
  try {
    return await context.cache.count(keyOf(limit, key), limit.windowMs);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return countHere(keyOf(limit, key), limit.windowMs, Date.now());
  }
}

const MOST_HERE = 10_000;
const here = new Map<string, { count: number; readonly until: number }>();

function countHere(key: string, windowMs: number, now: number): number {
  const known = here.get(key);
  if (known && known.until > now) return (known.count += 1);
  if (here.size >= MOST_HERE) here.clear();
  here.set(key, { count: 1, until: now + windowMs });
  return 1;
}

/** Throws 429 when `key` has used all its points; counts nothing. */
export async function assertNotUsedUp(context: AppContext, limit: RateLimit, key: string | number): Promise<void> {
  if (Number((await context.cache.get(keyOf(limit, key))) ?? 0) >= limit.points) throw tooMany(limit.message);
}

/** Forgets the events of `key`, such as wrong passwords after a correct one. */
export const resetRateLimit = (context: AppContext, limit: Counter, key: string | number): Promise<void> => context.cache.remove(keyOf(limit, key));

/** Forgets the events of every key that begins with `prefix`. */
export async function resetRateLimits(context: AppContext, limit: Counter, prefix: string): Promise<void> {
  await context.cache.clear(keyOf(limit, prefix));
}
