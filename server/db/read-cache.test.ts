import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from './database.ts';
import { ReadCache } from './read-cache.ts';
import { TableWrites } from './table-writes.ts';

let writes: TableWrites;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  writes = new TableWrites(false);
  writes.announced();
  writes.began();
  writes.answered(performance.now());
});
afterEach(() => void vi.useRealTimers());

/** A cache of one value from the roles, and how often it was read. */
function roles(limits = { most: 2, freshMs: 55_000, unheardMs: 0 }) {
  const cache = new ReadCache(limits);
  const db = {} as Database;
  let times = 0;
  const read = vi.fn(async () => (times += 1));
  return { read, get: (key = 'roles', reading: () => Promise<number> = read) => cache.get(db, key, writes.of(['role']), reading) };
}

test('#53.5 a value is read once until one of its tables is written', async () => {
  const { get } = roles();
  expect([await get(), await get()]).toEqual([1, 1]);
  writes.wrote('dept');
  expect(await get()).toBe(1);
  writes.wrote('role');
  expect([await get(), await get()]).toEqual([2, 2]);
});

test('#53.5 a value that was read before a commit and arrives after its notification is not used again', async () => {
  const { get } = roles();
  const { promise, resolve } = Promise.withResolvers<number>();
  const late = get('roles', () => promise);
  writes.wrote('role');
  resolve(-1);
  expect(await late).toBe(-1);
  expect([await get(), await get()]).toEqual([1, 1]);
});

test('#53.5 a request that begins after a write does not join a read that began before it', async () => {
  const { get } = roles();
  const { promise, resolve } = Promise.withResolvers<number>();
  const early = get('roles', () => promise);
  writes.wrote('role');
  expect(await get()).toBe(1);
  resolve(-1);
  expect([await early, await get()]).toEqual([-1, 1]);
});

test('#53.5 without an answer on the listening connection within a second every value is read', async () => {
  const { get } = roles();
  await get();
  vi.advanceTimersByTime(999);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(1);
  expect([await get(), await get()]).toEqual([2, 3]);
  // The connection did not break: no notification was missed.
  writes.answered(performance.now());
  expect(await get()).toBe(1);
});

test('#53.5 after a broken connection nothing that was read before is used', async () => {
  const { get } = roles();
  await get();
  writes.lost();
  expect(await get()).toBe(2);
  writes.began();
  writes.answered(performance.now());
  expect([await get(), await get()]).toEqual([3, 3]);
});

test('#53.5 nothing is cached from a table whose writes are not announced, or before they are', async () => {
  expect(writes.of(['role']).heard).toBe(true);
  expect(writes.of(['role', 'download']).heard).toBe(false);
  const before = new TableWrites(false);
  before.began();
  before.answered(performance.now());
  expect(before.of(['role']).heard).toBe(false);
});

test('#53.5 a value is read again after its time, when it fails, and when it is the oldest of too many', async () => {
  const { get, read } = roles();
  await get();
  vi.advanceTimersByTime(55_000);
  writes.answered(performance.now());
  expect(await get()).toBe(2);
  await expect(get('wrong', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await get('wrong')).toBe(3);
  await get('third');
  expect(read).toHaveBeenCalledTimes(4);
  await get('wrong');
  expect(read).toHaveBeenCalledTimes(4);
  await get();
  expect(read).toHaveBeenCalledTimes(5);
});
