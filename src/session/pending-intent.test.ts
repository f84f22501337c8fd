// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { takePendingIntent, setPendingIntent } from './pending-intent.ts';

beforeEach(() => localStorage.clear());

test('returns a pending action once, only to the intended user, and not after it expires', () => {
  setPendingIntent('collect', 7);
  expect(takePendingIntent<number>('collect', (work) => work === 8)).toBeNull();
  expect(takePendingIntent<number>('collect', (work) => work === 7)).toBe(7);
  expect(takePendingIntent<number>('collect', (work) => work === 7)).toBeNull();
  vi.useFakeTimers({ now: Date.now() });
  setPendingIntent('collect', 7);
  vi.setSystemTime(Date.now() + 16 * 60_000);
  expect(takePendingIntent<number>('collect', (work) => work === 7)).toBeNull();
  vi.useRealTimers();
  localStorage.setItem('shuzhou.want.collect', '{');
  expect(takePendingIntent<number>('collect', () => true)).toBeNull();
});
