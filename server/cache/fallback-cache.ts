import type { Cache } from './cache.ts';

/** After a failure the first cache is not used for this time, so that an outage does not delay every request. */
const PAUSE_MS = 5_000;

/**
 * Returns a cache that uses `first`, and `second` while `first` fails, so that sign-in and rate limits work without Redis. While `isDown` returns
 * true, `first` is not asked.
 */
export function fallbackCache(first: Cache, second: Cache, isDown: () => boolean = () => false, now: () => number = () => Date.now()): Cache {
  let pausedUntil = 0;
  function either<A extends unknown[], R>(use: (cache: Cache) => (...given: A) => Promise<R>): (...given: A) => Promise<R> {
    return async (...given) => {
      if (now() >= pausedUntil && !isDown()) {
        try {
          return await use(first)(...given);
        } catch {
          pausedUntil = now() + PAUSE_MS;
        }
      }
      return use(second)(...given);
    };
  }
  return {
    get: either((cache) => cache.get),
    peek: either((cache) => cache.peek),
    set: either((cache) => cache.set),
    take: either((cache) => cache.take),
    count: either((cache) => cache.count),
    remove: either((cache) => cache.remove),
    claim: either((cache) => cache.claim),
    release: either((cache) => cache.release),
    sweep: async () => (await second.sweep()) + (await either((cache) => cache.sweep)()),
    keys: either((cache) => cache.keys),
    clear: either((cache) => cache.clear),
    info: either((cache) => cache.info),
    commands: either((cache) => cache.commands),
    get counts() {
      return first.counts;
    },
    close: async () => void (await Promise.all([first.close(), second.close()])),
  };
}
