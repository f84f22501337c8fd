// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { get, promisifyRequest, set } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { annotationRepository, bookIn } from '../annotations/annotation-repository.ts';
import type { AnnotationRecord } from '../annotations/annotation-record.ts';
import { positionRepository } from '../reading-progress/position-repository.ts';
import { deviceStore, deviceStoreOrMemory, withTimeout, isMemoryOnly } from './device-store.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('when the browser cannot open a store the error is handled, and a saved position is read without it', async () => {
  const refused = new DOMException('The operation is insecure.', 'SecurityError');
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw refused;
    },
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  await expect(get('a', deviceStore('places', 'of'))).rejects.toBe(refused);
  const places = positionRepository();
  expect(await places.get(7, 12)).toBe(null);
  const place = {
    userId: 7,
    publishId: 12,
    editionId: 1,
    cfi: 'epubcfi(/6/2!/4)',
    percent: 1,
    documentIndex: 0,
    chapterTitle: '',
    clock: 5,
    sent: false,
  };
  await places.put(place);
  expect(await places.unsent(7)).toEqual([place]);
  await places.settle(place);
  expect(await places.unsent(7)).toEqual([]);
});

it('sends data to the account when the browser stores nothing', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  const book = annotationRepository(71);
  const note = { kind: 'day', clientId: 'a', clock: 3, sent: false, refused: '', deleted: false } as unknown as AnnotationRecord;
  await book.put([note]);
  expect(await book.unsent()).toEqual([note]);
  // The tab is killed before the network is back.
  const next = bookIn(71, deviceStoreOrMemory('annotations-71', 'objects'));
  expect(await next.unsent()).toEqual([note]);
  await next.settle({ changes: [], cursor: 9, sent: [note], refused: [] });
  expect(await bookIn(71, deviceStoreOrMemory('annotations-71', 'objects')).unsent()).toEqual([]);
  expect(await book.settle({ changes: [], cursor: 9, sent: [note], refused: [] })).toEqual(['a']);
  expect([await book.unsent(), await book.cursor(), (await book.all()).length]).toEqual([[], 9, 1]);
});

it('a page in the back/forward cache leaves no transaction open, starts none, and continues when it is restored', async () => {
  const store = deviceStore('a page', 'of');
  await set('a', 1, store);
  const endless = store('readwrite', async (rows) => {
    for (;;) await promisifyRequest(rows.get('a'));
  });
  const undone = expect(endless).rejects.toThrow();
  await eventLoopTurns();
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  await undone;
  await expect(set('a', 2, store)).rejects.toThrow('the page is being left');
  window.dispatchEvent(new Event('pageshow'));
  await set('a', 3, store);
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  await set('b', 4, store);
  expect(await get('a', store)).toBe(3);
});

it('a restored page uses its persistent store again, not a temporary one', async () => {
  const store = deviceStoreOrMemory('a page that is back', 'of');
  await set('a', 1, store);
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  await expect(set('a', 2, store)).rejects.toThrow('the page is being left');
  window.dispatchEvent(new Event('pageshow'));
  expect([await get('a', store), isMemoryOnly(store)]).toEqual([1, false]);
});

it('a store that never answers does not block', async () => {
  vi.useFakeTimers();
  const answer = withTimeout<string, null>(new Promise(() => undefined), null);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await answer).toBe(null);
  expect(await withTimeout(Promise.resolve('here'), null)).toBe('here');
  expect(await withTimeout(Promise.reject(new Error('refused')), null)).toBe(null);
});
