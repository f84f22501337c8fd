// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once, after the frame and the given time, however often it was requested', () => {
  const work = vi.fn();
  const soon = afterPaint(work);
  soon.ask(0);
  soon.ask(200);
  vi.advanceTimersByTime(199);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(1);
});

it('runs at once when its result is needed, and not again; without a request it does not run', () => {
  const work = vi.fn();
  const soon = afterPaint(work);
  soon.settle();
  expect(work).not.toHaveBeenCalled();
  soon.ask(0);
  soon.settle();
  soon.settle();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
  soon.ask(0);
  soon.cancel();
  soon.settle();
  expect(work).toHaveBeenCalledTimes(1);
});
