import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase } from '../../tests/support/test-database.ts';
import { databaseCache } from './database-cache.ts';
import { fallbackCache } from './fallback-cache.ts';
import { redisCache } from './redis-cache.ts';
import type { Cache } from './cache.ts';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let database: Cache;
let release: () => Promise<void>;
beforeAll(async () => {
  const opened = await migratedDatabase(await mkdtemp(join(tmpdir(), 'shuzhou-cache-')));
  database = databaseCache(opened.db);
  release = opened.release;
});
afterAll(() => release());

test('#33.34 serves counters and one-time codes from the database while Redis is unreachable', async () => {
  // A port that nothing listens on.
  const cache = fallbackCache(redisCache('redis://127.0.0.1:1'), database);
  await cache.set('captcha_codes:a', '7', 60_000);
  expect(await cache.take('captcha_codes:a')).toBe('7');
  expect([await cache.count('pwd_err_cnt:x', 60_000), await cache.count('pwd_err_cnt:x', 60_000)]).toEqual([1, 2]);
  await cache.close();
});

test('#33.34 tries a failed first cache again after five seconds', async () => {
  let at = 0;
  let tries = 0;
  let down = true;
  const first = { ...database, get: async () => (tries++, down ? Promise.reject(new Error('down')) : 'first') } as Cache;
  const cache = fallbackCache(
    first,
    { ...database, get: async () => 'second' } as Cache,
    () => false,
    () => at,
  );
  expect([await cache.get('k'), await cache.get('k'), tries]).toEqual(['second', 'second', 1]);
  down = false;
  at = 5_000;
  expect([await cache.get('k'), tries]).toEqual(['first', 2]);
});

test('#53.2 does not ask a first cache that its probe found down', async () => {
  let down = true;
  const cache = fallbackCache({ ...database, get: async () => 'first' } as Cache, { ...database, get: async () => 'second' } as Cache, () => down);
  expect(await cache.get('k')).toBe('second');
  down = false;
  expect(await cache.get('k')).toBe('first');
});
