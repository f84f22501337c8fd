// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is done once, after the frame and the time asked for, however often it was asked', () => {
  const work = vi.fn();
  const soon = afterPaint(work);
  soon.ask(0);
  soon.ask(200);
  vi.advanceTimersByTime(199);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(1);
});

it('is done at once where its result is needed, and not again; without being asked for it is not done', () => {
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
