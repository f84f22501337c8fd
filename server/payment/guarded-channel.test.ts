import { expect, test, vi } from 'vitest';
import { Breaker } from '../outage/breaker.ts';
import { isOutage } from '../outage/outage.ts';
import { guardedChannel } from './guarded-channel.ts';
import { offlineChannel } from './offline-channel.ts';

const never = (): Promise<never> => new Promise(() => undefined);
const attempt = { paymentNo: 'ZF1', amountFen: 1, subject: '', userId: 1, returnTo: '/', expiresAt: 0, device: 'pc' as const, ip: '' };

test('#53.2 a frozen gateway answers unknown within three seconds and opens no payment; a late answer changes nothing', async () => {
  vi.useFakeTimers();
  const breaker = new Breaker('wechat', never);
  const channel = guardedChannel({ ...offlineChannel, open: never, query: never, close: never, refund: never, queryRefund: never }, breaker);
  const asked = Promise.all([channel.query('ZF1'), channel.close('ZF1'), channel.refund('ZF1', 'TK1', 1, 1), channel.queryRefund('ZF1', 'TK1')]);
  const opened = channel.open(attempt).catch((error: unknown) => error);
  const began = performance.now();
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await asked).map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  expect(isOutage(await opened)).toBe(true);
  expect(performance.now() - began).toBeLessThanOrEqual(3_000);
  expect(await channel.query('ZF1')).toEqual({ state: 'unknown' });
  breaker.stop();
  vi.useRealTimers();
});

test('#53.2 a mistake in a channel stays a mistake', async () => {
  const breaker = new Breaker('wechat', async () => 'here');
  const channel = guardedChannel({ ...offlineChannel, query: () => Promise.reject(new TypeError('x is not a function')) }, breaker);
  await expect(channel.query('ZF1')).rejects.toThrow('x is not a function');
  breaker.stop();
});
