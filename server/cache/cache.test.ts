import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyStore } from '../../tests/support/key-store.ts';
import { testHouse } from '../../tests/support/test-house.ts';
import type { Cache } from './cache.ts';
import { redisCache } from './redis-cache.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(['database', 'redis'])('the cache in %s', (kind) => {
  let cache: Cache;
  let close: () => Promise<void>;
  beforeEach(async () => {
    if (kind === 'database') {
      const town = await testHouse();
      cache = town.house.cache;
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
  afterEach(() => close());

  test('a value lives as long as it was told to', async () => {
    await cache.set('a', '一', 60);
    expect(await cache.get('a')).toBe('一');
    await pause(90);
    expect(await cache.get('a')).toBeNull();
  });

  test('a value is taken once, also by two at the same moment', async () => {
    await cache.set('a', '一', 5_000);
    const taken = await Promise.all([cache.take('a'), cache.take('a')]);
    expect(taken.filter((one) => one === '一')).toHaveLength(1);
    expect(await cache.take('a')).toBeNull();
  });

  test('a count misses nobody, and its life is not prolonged by counting', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => cache.count('n', 300)));
    expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await pause(200);
    await cache.count('n', 300);
    await pause(150);
    expect(await cache.count('n', 300)).toBe(1);
    await cache.remove('n');
    expect(await cache.count('n', 300)).toBe(1);
  });
});
