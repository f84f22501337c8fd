import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { objectStore } from '../../tests/support/object-store.ts';
import { s3Probe } from '../files/s3-client.ts';
import { s3Store } from '../files/s3-store.ts';
import { Breaker } from './breaker.ts';
import { diskPart, stateOfRoom } from './disk-part.ts';
import { guardedStore } from '../files/guarded-store.ts';
import { isDiskFull, isOutage } from './outage.ts';

const never = (): Promise<never> => new Promise(() => undefined);
const GB = 1024 ** 3;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A breaker over a system that answers, hangs or fails. */
function watched() {
  const system = { answer: async (): Promise<unknown> => 'here', probes: 0 };
  const breaker = new Breaker('files', () => {
    system.probes += 1;
    return system.answer();
  });
  return { system, breaker };
}

test('#53.2 work that waits for a system that hangs fails within three seconds, later work at once', async () => {
  const { system, breaker } = watched();
  system.answer = never;
  const started = performance.now();
  let took = Infinity;
  const waiting = breaker.guard(never).catch((error: unknown) => {
    took = performance.now() - started;
    return error;
  });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(took).toBeLessThanOrEqual(3_000);
  expect(isOutage(await waiting)).toBe(true);
  expect(breaker.report()).toMatchObject({ state: 'down', reason: '没有在800毫秒内应答' });
  const since = breaker.report().since;
  await expect(breaker.guard(async () => 'not asked')).rejects.toThrow('files');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(breaker.report().since).toBe(since);
  system.answer = async () => 'back';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(breaker.report().state).toBe('up');
  expect(await breaker.guard(async () => 'asked')).toBe('asked');
  breaker.stop();
});

test('#53.2 slow work goes on while the system answers its probes', async () => {
  const { system, breaker } = watched();
  const slow = breaker.guard(() => new Promise((resolve) => setTimeout(() => resolve('the report'), 20_000)));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await slow).toBe('the report');
  expect([breaker.report().state, system.probes > 5]).toEqual(['up', true]);
  breaker.stop();
});

test('#53.2 one failed probe opens nothing, and a result that comes too late is given back', async () => {
  const { system, breaker } = watched();
  let failures = 1;
  system.answer = async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('a moment');
  };
  await vi.advanceTimersByTimeAsync(6_000);
  expect(breaker.report().state).toBe('up');
  system.answer = never;
  const late = vi.fn();
  const work = breaker.guard(() => new Promise((resolve) => setTimeout(() => resolve('a connection'), 5_000)), late);
  const failed = expect(work).rejects.toThrow('files');
  await vi.advanceTimersByTimeAsync(6_000);
  await failed;
  expect(late).toHaveBeenCalledWith('a connection');
  breaker.stop();
});

test('#53.2 a store that freezes is answered at once after the first time-outs, and works again when it is back', async () => {
  vi.useRealTimers();
  const store = await objectStore();
  const breaker = new Breaker('files', s3Probe(store.settings));
  const files = guardedStore(s3Store(store.settings), breaker);
  try {
    await files.put('a', Buffer.from('kept'), 'text/plain');
    store.frozen = true;
    const began = performance.now();
    const answers = await Promise.allSettled([files.read('a'), files.size('a'), files.put('b', Buffer.from('x'), 'text/plain')]);
    expect(answers.map((one) => one.status === 'rejected' && isOutage(one.reason))).toEqual([true, true, true]);
    expect(breaker.report().state).toBe('down');
    const open = performance.now();
    await expect(files.size('a')).rejects.toThrow();
    expect(performance.now() - open).toBeLessThan(open - began);
    store.frozen = false;
    await vi.waitFor(async () => expect(await files.size('a')).toBe(4), { timeout: 10_000 });
  } finally {
    breaker.stop();
    await store.close();
  }
});

test('#53.2 a disk is low at five per cent or one gigabyte, full below that, and says since when', async () => {
  expect(stateOfRoom({ free: 100 * GB, total: 500 * GB })).toBe('up');
  expect(stateOfRoom({ free: 24 * GB, total: 500 * GB })).toBe('low');
  expect(stateOfRoom({ free: 0.9 * GB, total: 4 * GB })).toBe('low');
  expect(stateOfRoom({ free: 1024, total: 4 * GB })).toBe('down');
  let free = 2 * GB;
  const disk = diskPart('/data', async () => ({ free, total: 8 * GB }));
  await disk.check();
  vi.setSystemTime(Date.now() + 60_000);
  free = 0.5 * GB;
  const low = await disk.check();
  expect(low).toEqual({ state: 'low', since: Date.now(), reason: '只剩 0.50 GB，共 8.0 GB' });
  vi.setSystemTime(Date.now() + 60_000);
  expect(await disk.check()).toEqual(low);
});

test('#53.2 a full disk is told from other outages, in every writer', () => {
  const full = [{ code: 'ENOSPC' }, { code: 'EDQUOT' }, { errcode: 13 }, { code: '53100' }, new Error('x', { cause: { code: 'ENOSPC' } })];
  expect(full.map((error) => [isDiskFull(error), isOutage(error)])).toEqual(full.map(() => [true, true]));
  expect([isDiskFull({ code: '53300' }), isDiskFull(new Error('full')), isDiskFull(null)]).toEqual([false, false, false]);
});
