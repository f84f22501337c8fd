import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import type { BookCard } from '../../contract/catalog/book.ts';
import { downloadBook } from './download-book.ts';
import { downloadedBooks } from './downloaded-books.ts';
import { holdGrant } from './reading-grant.ts';

const LARGE = 101 * 1024 * 1024;
const book = { publishId: 7, title: '画册' } as BookCard;
const sheet = {
  resources: [{ path: 'OPS/第一页.jpg', type: 'image/jpeg', bytes: LARGE, sha256: '', document: 0 }],
  spine: [{}],
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/prod-api/cms/publish/getInfo/7': { ...book, cover: { url: '' } },
  '/prod-api/info/download': { downloadId: 1, editionId: 3, bytes: LARGE, files: 1, link: 'a-b_c.d', validTo: null },
  '/prod-api/info/grant': { entitled: true, editionId: 3, trialDocuments: 0, expiresIn: 600_000, validTo: null },
};

afterEach(() => vi.unstubAllGlobals());

it('passes a large book to the browser under a link that outlives the page’s reading grant', async () => {
  const stop = new AbortController();
  const handed: { id: string; urls: readonly string[] }[] = [];
  vi.stubGlobal('fetch', async (url: string) =>
    url in ANSWERS ? Response.json({ code: 200, msg: '', data: ANSWERS[url] }) : new Response(JSON.stringify(sheet), { status: 200 }),
  );
  const backgroundFetch = {
    get: async () => undefined,
    fetch: async (id: string, urls: readonly string[]) => {
      handed.push({ id, urls });
      stop.abort(new Error('seen'));
      return Object.assign(new EventTarget(), { id, downloaded: 0, result: '', failureReason: '', abort: async () => true });
    },
  };
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('navigator', { userAgent: '', serviceWorker: { getRegistration: async () => ({ backgroundFetch }) } });
  await expect(downloadBook(book, downloadedBooks(41), stop.signal, () => undefined)).rejects.toThrow('seen');
  expect(handed).toEqual([{ id: 'keep/41/b/7/3', urls: [`/books/7/3/OPS/${encodeURIComponent('第一页')}.jpg?keep&l=a-b_c.d`] }]);
});

it('requests a new reading grant when the current one fails before its end', async () => {
  const asked: string[] = [];
  const grants = () => asked.filter((url) => url.endsWith('/info/grant')).length;
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('navigator', { userAgent: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url in ANSWERS) return Response.json({ code: 200, msg: '', data: ANSWERS[url] });
    return grants() === 0 ? new Response(null, { status: 403 }) : new Response('no sheet', { status: 404 });
  });
  await holdGrant(7);
  asked.length = 0;
  await expect(downloadBook(book, downloadedBooks(42), new AbortController().signal, () => undefined)).rejects.toThrow('404');
  expect(grants()).toBe(1);
});
