// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred, LATE_MS, place, start, startReady, there } from './session-fakes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('opening → ready: hands over the reader when the first page is visible', async () => {
  const run = start();
  expect(run.session.state).toBe('opening');
  expect(run.opens[0]?.options).toMatchObject({ base: '/books/7/', start: { documentIndex: 0 }, limit: 5, files: run.files });
  expect(run.onReader).not.toHaveBeenCalled();
  await run.opened();
  expect(run.session.state).toBe('ready');
  expect(run.onReader.mock.calls).toEqual([[run.reader]]);
});

test('opening → failed → opening → ready: a retry opens the book again, without the files that failed, at the visible position', async () => {
  const run = start({ shown: { turned: true } });
  expect(run.opens[0]?.options).toHaveProperty('shown');
  await run.failed();
  expect(run.session.state).toBe('failed');
  expect(run.page.trouble).not.toBeNull();
  run.page.place = place(2);
  run.again[0]?.();
  expect(run.session.state).toBe('opening');
  expect(run.page.trouble).toBeNull();
  expect(run.opens).toHaveLength(2);
  expect(run.opens[1]?.options.start).toEqual({ cfi: place(2).cfi });
  expect(run.opens[1]?.options).not.toHaveProperty('files');
  expect(run.opens[1]?.options).not.toHaveProperty('shown');
  await run.opened();
  expect(run.session.state).toBe('ready');
  // The page of the failed attempt was turned, the one of this attempt was not.
  run.move(place(2));
  await run.late(null);
  expect(run.savePosition).not.toHaveBeenCalled();
});

test('opening → failed: a second failure can be retried too, and one message retries only once', async () => {
  const run = start();
  await run.failed();
  run.again[0]?.();
  run.again[0]?.();
  expect(run.opens).toHaveLength(2);
  await run.failed();
  expect(run.session.state).toBe('failed');
  run.again[1]?.();
  expect(run.opens).toHaveLength(3);
});

test('opening → closed: destroys a reader that opens after closing and ignores its page', async () => {
  const run = start();
  run.session.close();
  expect(run.session.state).toBe('closed');
  expect(run.stopped).toHaveBeenCalledOnce();
  run.move(place(3));
  await run.opened();
  expect(run.reader.destroy).toHaveBeenCalledOnce();
  expect(run.onReader.mock.calls).toEqual([[null]]);
  expect(run.page.place).toBeNull();
  expect(run.entered).toEqual([]);
});

test('opening → closed: ignores a failure that arrives after closing', async () => {
  const run = start();
  run.session.close();
  await run.failed();
  expect(run.session.state).toBe('closed');
  expect(run.page.trouble).toBeNull();
});

test('failed → closed: ignores a retry', async () => {
  const run = start();
  await run.failed();
  run.session.close();
  run.again[0]?.();
  expect(run.session.state).toBe('closed');
  expect(run.opens).toHaveLength(1);
});

test('ready → closed: destroys the reader once and removes the listeners', async () => {
  const run = await startReady();
  run.session.close();
  run.session.close();
  expect(run.reader.destroy).toHaveBeenCalledOnce();
  expect(run.stopped).toHaveBeenCalledOnce();
  expect(run.onReader.mock.lastCall).toEqual([null]);
});

test('ready → closed: ignores the position of another device, a page and a timer that come later', async () => {
  const run = start();
  run.move(place(0));
  await run.opened();
  run.move(place(1));
  const saved = run.savePosition.mock.calls.length;
  run.session.close();
  run.move(place(2));
  await run.late(there(3));
  await vi.advanceTimersByTimeAsync(LATE_MS);
  expect(run.reader.goTo).not.toHaveBeenCalled();
  expect(run.jumpFrom).not.toHaveBeenCalled();
  expect(run.savePosition).toHaveBeenCalledTimes(saved);
  expect(await run.entered[0]).toEqual({ there: null, stays: false });
});

test('ready → closed: does not save when it closes while it goes to the position of another device', async () => {
  const run = start();
  run.move(place(0));
  await run.opened();
  const gone = deferred<undefined>();
  run.reader.goTo.mockReturnValue(gone.promise);
  await run.late(there(3));
  run.move(place(3));
  const saved = run.savePosition.mock.calls.length;
  run.session.close();
  run.page.place = place(1);
  gone.resolve(undefined);
  await run.settle();
  expect(run.savePosition).toHaveBeenCalledTimes(saved);
});
