import type { Cache, CacheCounts } from './cache.ts';

/** Wraps a cache and counts its reads and hits. */
export function countedCache(inner: Omit<Cache, 'counts' | 'peek'>): Cache {
  const calls = { get: 0, set: 0, take: 0, count: 0, remove: 0 };
  const counts = { hits: 0, misses: 0, calls } satisfies CacheCounts;
  const seen = <T>(value: T | null): T | null => {
    if (value === null) counts.misses++;
    else counts.hits++;
    return value;
  };
  return {
    ...inner,
    counts,
    peek: inner.get,
    get: async (key) => (calls.get++, seen(await inner.get(key))),
    take: async (key) => (calls.take++, seen(await inner.take(key))),
    set: (key, value, lifeMs) => (calls.set++, inner.set(key, value, lifeMs)),
    count: (key, lifeMs) => (calls.count++, inner.count(key, lifeMs)),
    remove: (key) => (calls.remove++, inner.remove(key)),
  };
}
