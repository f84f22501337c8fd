import { get } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { placeBook } from '../reading-progress/place-book.ts';
import { deviceStore } from './device-store.ts';

afterEach(() => vi.unstubAllGlobals());

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
