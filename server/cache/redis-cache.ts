import { Redis } from 'ioredis';
import type { Cache } from './cache.ts';

/** The same promises on Redis or Valkey, for several servers. Keys stand under `shuzhou:`. */
export function redisCache(url: string): Cache {
  const redis = new Redis(url, { keyPrefix: 'shuzhou:', maxRetriesPerRequest: 2, connectTimeout: 3_000 });
  return {
    get: (key) => redis.get(key),
    async set(key, value, lifeMs) {
      await redis.set(key, value, 'PX', lifeMs);
    },
    take: (key) => redis.getdel(key),
    async count(key, lifeMs) {
      const answer = await redis.multi().set(key, '0', 'PX', lifeMs, 'NX').incr(key).exec();
      return Number(answer?.[1]?.[1] ?? 0);
    },
    async remove(key) {
      await redis.del(key);
    },
    sweep: async () => 0,
    async close() {
      await redis.quit();
    },
  };
}
