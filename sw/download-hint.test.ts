import 'fake-indexeddb/auto';
import { createStore, set } from 'idb-keyval';
import { expect, it, vi } from 'vitest';
import { reportDownloaded } from './download-hint.ts';
import { setWorkerUser } from './offline-responses.ts';
import { bookKey, downloadDatabase, DOWNLOAD_STORE } from './messages.ts';

it('lists the complete downloads of the current user, and of no other user', async () => {
  const setHeaderValue = vi.fn(() => Promise.resolve());
  const preload = { setHeaderValue } as unknown as NavigationPreloadManager;
  const mine = createStore(downloadDatabase(1), DOWNLOAD_STORE);
  const keep = (publishId: number, complete: boolean, keptAt: number) => set(bookKey(publishId), { book: { publishId }, complete, keptAt }, mine);
  await keep(7, true, 200);
  await keep(12, false, 300);
  await keep(30, true, 100);
  await set('f/7/3/book.json', { type: 'text/plain', body: new ArrayBuffer(1) }, mine);

  await setWorkerUser(1);
  await reportDownloaded(preload);
  expect(setHeaderValue).toHaveBeenLastCalledWith('kept 30 7');
  for (const userId of [2, null]) {
    await setWorkerUser(userId);
    await reportDownloaded(preload);
    expect(setHeaderValue).toHaveBeenLastCalledWith('true');
  }
});

it('ignores a browser without navigation preload, and a service worker that may not set the header yet', async () => {
  await expect(reportDownloaded(undefined)).resolves.toBeUndefined();
  const shy = { setHeaderValue: () => Promise.reject(new DOMException('no active worker', 'InvalidStateError')) };
  await expect(reportDownloaded(shy as unknown as NavigationPreloadManager)).resolves.toBeUndefined();
});
