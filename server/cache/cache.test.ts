import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keyStore } from '../../tests/support/key-store.ts';
import { testContext } from '../../tests/support/test-context.ts';
import type { Cache } from './cache.ts';
import { redisCache } from './redis-cache.ts';

/** The cache and the Redis stand-in read the clock of this process. */
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe.each(['database', 'redis'])('the cache in %s', (kind) => {
  let cache: Cache;
  let close: () => Promise<void>;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    if (kind === 'database') {
      const town = await testContext();
      cache = town.context.cache;
      close = () => town.close();
      return;
    }
    const store = await keyStore();
    cache = redisCache(store.url);
    close = async () => {
      await cache.close();
      await store.close();
    };
  });
  afterEach(async () => {
    await close();
    vi.useRealTimers();
  });

  test('expires a value after its lifetime', async () => {
    await cache.set('a', '一', 60);
    expect(await cache.get('a')).toBe('一');
    pass(90);
    expect(await cache.get('a')).toBeNull();
  });

  test('returns a value to only one of two concurrent takes', async () => {
    await cache.set('a', '一', 5_000);
    const taken = await Promise.all([cache.take('a'), cache.take('a')]);
    expect(taken.filter((one) => one === '一')).toHaveLength(1);
    expect(await cache.take('a')).toBeNull();
  });

  test('counts every concurrent call and does not extend the lifetime by counting', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => cache.count('n', 1_200)));
    expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    pass(800);
    await cache.count('n', 1_200);
    pass(600);
    expect(await cache.count('n', 1_200)).toBe(1);
    await cache.remove('n');
    expect(await cache.count('n', 1_200)).toBe(1);
  });

  test('gives a lease to one owner, renews it for that owner, and frees it after its end or release', async () => {
    expect([await cache.claim('lock:a', 'one', 5_000), await cache.claim('lock:a', 'two', 5_000)]).toEqual([true, false]);
    expect(await cache.claim('lock:a', 'one', 5_000)).toBe(true);
    await cache.release('lock:a', 'two');
    expect(await cache.claim('lock:a', 'two', 5_000)).toBe(false);
    await cache.release('lock:a', 'one');
    expect(await cache.claim('lock:a', 'two', 1)).toBe(true);
    pass(2);
    expect(await cache.claim('lock:a', 'three', 5_000)).toBe(true);
  });

  test('lists and clears values by key prefix, without expired ones', async () => {
    await cache.set('rate_a:1', '一', 5_000);
    await cache.set('rate_a:0', '零', 5_000);
    await cache.set('rate_b:1', '二', 5_000);
    await cache.set('rateXa:1', '三', 5_000);
    await cache.set('rate_a:2', '过', 1);
    pass(20);
    expect(await cache.keys('rate_a:')).toEqual(['rate_a:0', 'rate_a:1']);
    expect((await cache.info())['db_size']).toBe('4');
    await cache.clear('rate_a:');
    expect(await cache.keys('')).toEqual(['rateXa:1', 'rate_b:1']);
    expect(await cache.clear('')).toBe(2);
  });

  test('counts reads and hits', async () => {
    await cache.set('a', '一', 5_000);
    await cache.get('a');
    await cache.get('b');
    await cache.take('a');
    expect(cache.counts).toMatchObject({ hits: 2, misses: 1, calls: { get: 2, set: 1, take: 1 } });
    expect((await cache.commands()).find((one) => one.name === 'get')?.value).toBe(kind === 'redis' ? '7' : '2');
    expect((await cache.info())['redis_version']).toBe(kind === 'redis' ? '7.0.0' : '内置（存于数据库）');
  });
});
