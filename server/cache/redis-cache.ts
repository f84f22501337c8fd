import { Redis } from 'ioredis';
import type { Cache } from './cache.ts';
import { countedCache } from './counted-cache.ts';

const PREFIX = 'shuzhou:';
const SCANNED = 500;

const CLAIM = `local owner = redis.call('get', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`;
/** A command that takes longer counts as an outage: the caller falls back to the database. */
const COMMAND_MS = 1_000;

/** Returns a cache on Redis or Valkey for several servers. All keys have the prefix `shuzhou:`. */
export function redisCache(url: string): Cache {
  const redis = new Redis(url, { keyPrefix: PREFIX, maxRetriesPerRequest: 1, connectTimeout: 3_000, commandTimeout: COMMAND_MS });
  // An `error` event without a listener would end the process; callers get the error from their own command.
  redis.on('error', () => undefined);
  async function keys(prefix: string): Promise<string[]> {
    const found = new Set<string>();
    const pattern = PREFIX + prefix.replace(/[\\*?[\]]/g, '\\$&') + '*';
    for (let cursor = '0', more = true; more; more = cursor !== '0') {
      const [next, some] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCANNED);
      for (const key of some) found.add(key.slice(PREFIX.length));
      cursor = next;
    }
    return [...found].sort();
  }
  return countedCache({
    keys,
    async clear(prefix) {
      const all = await keys(prefix);
      for (let at = 0; at < all.length; at += SCANNED) await redis.unlink(...all.slice(at, at + SCANNED));
      return all.length;
    },
    info: async () => ({ ...fields(await redis.info()), db_size: String(await redis.dbsize()) }),
    async commands() {
      const stats = Object.entries(fields(await redis.info('commandstats')));
      return stats.map(([name, words]) => ({ name: name.replace(/^cmdstat_/, ''), value: /calls=(\d+)/.exec(words)?.[1] ?? '0' }));
    },
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
    claim: async (key, owner, lifeMs) => (await redis.eval(CLAIM, 1, key, owner, lifeMs)) === 1,
    async release(key, owner) {
      await redis.eval(RELEASE, 1, key, owner);
    },
    sweep: async () => 0,
    async close() {
      await redis.quit().catch(() => redis.disconnect());
    },
  });
}

/** Parses the `name:value` lines that Redis writes. */
const fields = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([a-z_0-9|]+):(.*)$/gim)].map(([, name = '', value = '']) => [name, value.trim()]));
