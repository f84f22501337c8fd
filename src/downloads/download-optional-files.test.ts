import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { BookCard } from '../../contract/catalog/book.ts';
import { SEARCH_FILE } from '../../contract/reading/prepared-book.ts';
import { personOf } from '../../tests/support/person.ts';
import { addressKey, bookKey, fileKey, type DownloadedBook } from '../../sw/messages.ts';
import { downloadedBooks } from './downloaded-books.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

const window = new EventTarget();
vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
vi.stubGlobal('navigator', { onLine: true, userAgent: '', locks: navigator.locks });
vi.stubGlobal('document', { cookie: 'Admin-Token=a' });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
const book = { publishId: 7, title: '长夜行船' } as BookCard;
const record = { book, editionId: 3, complete: true, stored: 1, coverAddress: '/covers/7.webp', bytes: 9, total: 9, validTo: null } as DownloadedBook;
const GRANT = { code: 200, msg: '', data: { entitled: true, editionId: 3, trialDocuments: 0, expiresIn: 600_000, validTo: null } };
let away = true;
let hangs = false;
const asked: string[] = [];
vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit = {}) => {
  if (hangs && !signal?.aborted) return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  if (away || hangs) throw new TypeError('no network');
  asked.push(url);
  if (url.includes('/info/grant')) return Response.json(GRANT);
  if (url.startsWith('/books/7/3/search.json'))
    return asked.includes('/prod-api/info/grant') ? Response.json({ documents: ['正文'] }) : new Response(null, { status: 403 });
  return url.startsWith('/covers/') ? new Response('cover', { headers: { 'content-type': 'image/webp' } }) : new Response(null, { status: 404 });
});

it('a complete copy without search text gets it once there is a network, and stays complete all the time', async () => {
  const { session } = await import('../session/session.store.ts');
  const { downloads, loadDownloads } = await import('./downloads.store.ts');
  session.now = { state: 'authenticated', user: personOf({ userId: 71 }), roles: [], permissions: [] };
  const mine = downloadedBooks(71);
  await mine.write([
    [bookKey(7), record],
    [fileKey(7, 3, 'c1.xhtml'), { type: 'text/html', body: new ArrayBuffer(4) }],
  ]);
  await loadDownloads();
  expect([downloads.items[7]?.state, await mine.has(fileKey(7, 3, SEARCH_FILE))]).toEqual(['ready', false]);
  await eventLoopTurns();
  away = false;
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(async () => expect((await mine.has(addressKey('/covers/7.webp'))) && (await mine.has(fileKey(7, 3, SEARCH_FILE)))).toBe(true));
  const text = await mine.file(7, 3, SEARCH_FILE);
  expect(JSON.parse(new TextDecoder().decode(text?.body as ArrayBuffer))).toEqual({ documents: ['正文'] });
  expect(downloads.items[7]).toMatchObject({ state: 'ready', reason: '' });
  // Stored files are not requested again.
  const before = asked.length;
  window.dispatchEvent(new Event('online'));
  await eventLoopTurns();
  expect(asked.length).toBe(before);
});

it('removing a copy in one tab does not wait for another tab’s optional files on a stalled connection', async () => {
  away = false;
  hangs = true;
  const mine = downloadedBooks(72);
  await mine.write([
    [bookKey(7), record],
    [fileKey(7, 3, 'c1.xhtml'), { type: 'text/html', body: new ArrayBuffer(4) }],
  ]);
  const openTab = async () => {
    vi.resetModules();
    const { session } = await import('../session/session.store.ts');
    session.now = { state: 'authenticated', user: personOf({ userId: 72 }), roles: [], permissions: [] };
    const tab = await import('./downloads.store.ts');
    await tab.loadDownloads();
    await eventLoopTurns();
    return tab;
  };
  await openTab();
  await (await openTab()).remove(7);
  expect(await mine.get(7)).toBeNull();
});
