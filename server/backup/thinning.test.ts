import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { stampOf, timeOf } from './backup-folder.ts';
import { noLongerKept, readKeep } from './thinning.rule.ts';

test('#53.1 the rule keeps the newest of each day, week and month', () => {
  const newest = Date.UTC(2026, 10, 30, 2);
  const times = Array.from({ length: 400 }, (_, day) => newest - day * DAY_MS);
  const removed = new Set(noLongerKept(times, readKeep('7d,4w,12m')));
  const kept = times.filter((time) => !removed.has(time));
  expect(kept.length).toBeGreaterThanOrEqual(7 + 3 + 10);
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12);
  expect(kept.slice(0, 7)).toEqual(times.slice(0, 7));
  expect(noLongerKept([newest], readKeep('1m'))).toEqual([]);
  expect(timeOf(stampOf(newest))).toBe(newest);
  for (const wrong of ['', '7', '0d', '7y', '7d;4w']) expect(() => readKeep(wrong)).toThrow('7d,4w,12m');
});
