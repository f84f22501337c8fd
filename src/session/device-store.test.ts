// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { get, promisifyRequest, set } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { placeBook } from '../reading-progress/place-book.ts';
import { deviceStore, inTime } from './device-store.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a browser that refuses to open a store is answered for, and what reads a place goes on without one', async () => {
  const refused = new DOMException('The operation is insecure.', 'SecurityError');
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw refused;
    },
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  await expect(get('a', deviceStore('places', 'of'))).rejects.toBe(refused);
  expect(
    await placeBook()
      .get(7, 12)
      .catch(() => 'refused'),
  ).toBe('refused');
});

it('a page that may come back leaves no transaction open behind it, begins none, and goes on when it is back', async () => {
  const store = deviceStore('a page', 'of');
  await set('a', 1, store);
  const endless = store('readwrite', async (rows) => {
    for (;;) await promisifyRequest(rows.get('a'));
  });
  const undone = expect(endless).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 20));
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  await undone;
  await expect(set('a', 2, store)).rejects.toThrow('the page is being left');
  window.dispatchEvent(new Event('pageshow'));
  await set('a', 3, store);
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  await set('b', 4, store);
  expect(await get('a', store)).toBe(3);
});

it('a store that never answers holds nobody up', async () => {
  vi.useFakeTimers();
  const answer = inTime<string, null>(new Promise(() => undefined), null);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await answer).toBe(null);
  expect(await inTime(Promise.resolve('here'), null)).toBe('here');
  expect(await inTime(Promise.reject(new Error('refused')), null)).toBe(null);
});
