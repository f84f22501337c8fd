import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { afterFailure } from './download-messages.ts';
import { downloadStorage } from './download-storage.ts';

const real = indexedDB.open.bind(indexedDB);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('rejects a database that does not open after a time limit, then at once, with advice; uses it again once it opens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let open: (() => void) | undefined;
  vi.spyOn(indexedDB, 'open').mockImplementation((...names) => {
    const request = { result: undefined as IDBDatabase | undefined } as { onsuccess?: () => void; result: IDBDatabase | undefined };
    open = () => {
      const asked = real(...names);
      asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore('files'));
      asked.addEventListener('success', () => {
        request.result = asked.result;
        request.onsuccess?.();
      });
    };
    return request as unknown as IDBOpenDBRequest;
  });
  const store = downloadStorage(71);
  const writing = store.write([['books/1', { stale: true } as never]]).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await writing).toMatchObject({ name: 'AbortError' });
  expect(await afterFailure(await writing, undefined)).toEqual({
    state: 'failed',
    reason: '本机书库正被另一个页面占用，请关闭其他书舟页面后重试',
  });
  const reading = store.get('books/1').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  expect(await reading).toMatchObject({ name: 'AbortError' });

  open?.();
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await store.get('books/1')).toBeNull());
});

test('without any database shows the message for a private window that stores nothing', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { reason } = await afterFailure(new TypeError('indexedDB is undefined'), undefined);
  vi.unstubAllGlobals();
  expect(reason).toMatch(/请在普通窗口中下载$/);
});
