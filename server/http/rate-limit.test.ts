import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODE, WORDS } from '../../contract/error.ts';
import { migratedDatabase } from '../../tests/support/test-database.ts';
import { databaseCache } from '../cache/database-cache.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/database.ts';
import { countEvent, rateLimit, assertNotUsedUp, resetRateLimit, resetRateLimits, type RateLimit } from './rate-limit.ts';

const MINUTE_MS = 60_000;
const LIMIT: RateLimit = { name: 'login_rate', points: 3, windowMs: MINUTE_MS, message: '登录过于频繁，请一分钟后再试' };

let db: Database;
let release: () => Promise<void>;
let now = 0;
/** Two server processes with one database. */
let [first, second]: [AppContext, AppContext] = [{} as AppContext, {} as AppContext];

beforeAll(async () => {
  ({ db, release } = await migratedDatabase(await mkdtemp(join(tmpdir(), 'shuzhou-rate-limit-'))));
  const server = (): AppContext => ({ cache: databaseCache(db, () => now) }) as AppContext;
  [first, second] = [server(), server()];
});
afterAll(() => release());
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  await first.cache.clear('');
});

const isAllowed = (context: AppContext, key = '10.0.0.7', limit = LIMIT): Promise<boolean> =>
  rateLimit(context, limit, key).then(
    () => true,
    () => false,
  );

test('allows the points of a window and rejects the next event with 429 and the message', async () => {
  expect([await isAllowed(first), await isAllowed(first), await isAllowed(first)]).toEqual([true, true, true]);
  await expect(rateLimit(first, LIMIT, '10.0.0.7')).rejects.toMatchObject({ code: CODE.tooMany, message: LIMIT.message });
  const { message: _, ...plain } = LIMIT;
  await expect(rateLimit(first, plain, '10.0.0.7')).rejects.toMatchObject({ code: CODE.tooMany, message: WORDS[CODE.tooMany] });
  expect(await isAllowed(first, '10.0.0.8')).toBe(true);
  expect(await isAllowed(first, '10.0.0.7', { ...LIMIT, name: 'register' })).toBe(true);
});

test('starts the window with the first event and does not extend it by rejected ones', async () => {
  for (let count = 0; count < 3; count++) await isAllowed(first);
  now += MINUTE_MS - 1;
  expect(await isAllowed(first)).toBe(false);
  now += 1;
  expect([await isAllowed(first), await countEvent(first, LIMIT, '10.0.0.7')]).toEqual([true, 2]);
});

test('allows exactly the points to concurrent events of two servers', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, (_, index) => isAllowed(index % 2 ? first : second, 'k', { ...LIMIT, points: 15 })));
  expect(all.filter(Boolean)).toHaveLength(15);
});

test('applies a reset of one server at once on the other', async () => {
  for (let count = 0; count < 4; count++) await isAllowed(first, 'mei:device');
  await countEvent(first, LIMIT, 'mei:all');
  await countEvent(first, LIMIT, 'li:all');
  await resetRateLimit(second, LIMIT, 'mei:device');
  expect(await countEvent(first, LIMIT, 'mei:device')).toBe(1);
  await resetRateLimits(second, LIMIT, 'mei:');
  expect(await first.cache.keys('login_rate:')).toEqual(['login_rate:li:all']);
});

test('rejects a used-up key without counting', async () => {
  for (let count = 0; count < 2; count++) await countEvent(first, LIMIT, 'k');
  await assertNotUsedUp(second, LIMIT, 'k');
  await assertNotUsedUp(second, LIMIT, 'k');
  expect(await countEvent(first, LIMIT, 'k')).toBe(3);
  await expect(assertNotUsedUp(second, LIMIT, 'k')).rejects.toMatchObject({ code: CODE.tooMany, message: LIMIT.message });
  now += MINUTE_MS;
  await assertNotUsedUp(second, LIMIT, 'k');
});
