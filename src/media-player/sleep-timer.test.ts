import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleepTimer } from './sleep-timer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

test('44.6 the sleep timer counts playing time only, and stops once', () => {
  const over = vi.fn();
  const timer = sleepTimer();
  timer.whenOver(over);
  timer.choose(15);
  vi.advanceTimersByTime(20 * MINUTE);
  expect([timer.leftMs, over.mock.calls.length]).toEqual([15 * MINUTE, 0]);
  timer.played(true);
  vi.advanceTimersByTime(10 * MINUTE);
  timer.played(false);
  vi.advanceTimersByTime(60 * MINUTE);
  expect([timer.leftMs, over.mock.calls.length]).toEqual([5 * MINUTE, 0]);
  timer.played(true);
  vi.advanceTimersByTime(5 * MINUTE - 1);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([over.mock.calls.length, timer.sleep, timer.leftMs]).toEqual([1, null, 0]);
  vi.advanceTimersByTime(60 * MINUTE);
  expect(over).toHaveBeenCalledTimes(1);
});

test('44.6 another choice starts again, and no choice never stops', () => {
  const over = vi.fn();
  const heard = vi.fn();
  const timer = sleepTimer();
  timer.whenOver(over);
  timer.subscribe(heard);
  timer.played(true);
  timer.choose(30);
  vi.advanceTimersByTime(29 * MINUTE);
  timer.choose(45);
  vi.advanceTimersByTime(44 * MINUTE);
  expect([timer.leftMs, over.mock.calls.length]).toEqual([MINUTE, 0]);
  timer.choose(null);
  vi.advanceTimersByTime(100 * MINUTE);
  expect([over.mock.calls.length, heard.mock.calls.length]).toEqual([0, 3]);
});

test('44.6 stops at the end of the chapter or of the track that was chosen, once', () => {
  const timer = sleepTimer();
  timer.played(true);
  expect(timer.endsAt('track')).toBe(false);
  timer.choose('track');
  vi.advanceTimersByTime(1_000 * MINUTE);
  expect([timer.endsAt('chapter'), timer.endsAt('track'), timer.endsAt('track'), timer.sleep]).toEqual([false, true, false, null]);
  timer.choose('chapter');
  expect([timer.endsAt('chapter'), timer.sleep]).toEqual([true, null]);
});
