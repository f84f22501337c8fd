import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { BookCard } from '../../contract/catalog/book.ts';
import { personOf } from '../../tests/support/person.ts';
import { bookKey, fileKey, type DownloadedBook } from '../../sw/messages.ts';
import { holdEdition } from './edition-in-use.ts';
import { downloadBook } from './download-book.ts';
import { downloadedBooks } from './downloaded-books.ts';

vi.stubGlobal('document', { cookie: 'Admin-Token=a' });
/** The server's data of a work whose edition 3 is newer than the copy here; other requests fail as offline. */
const NEWER: Readonly<Record<string, unknown>> = {
  '/prod-api/cms/publish/getInfo/9': { publishId: 9, title: '长夜行船', cover: { url: '' } },
  '/prod-api/info/download': { downloadId: 1, editionId: 3, bytes: 0, files: 0, link: 'l', validTo: null },
  '/prod-api/info/grant': { entitled: true, editionId: 3, trialDocuments: 0, expiresIn: 600_000, validTo: null },
};
vi.stubGlobal('fetch', async (address: string) => {
  if (address.startsWith('/books/9/3/book.json')) return Response.json({ resources: [], spine: [] });
  if (address in NEWER) return Response.json({ code: 200, msg: '', data: NEWER[address] });
  throw new TypeError('no network');
});
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

async function openTab(): Promise<void> {
  vi.resetModules();
  const { session } = await import('../session/session.store.ts');
  session.now = { state: 'authenticated', user: personOf({ userId: 61 }), roles: [], permissions: [] };
  await (await import('./downloads.store.ts')).loadDownloads();
}

it('keeps the files of a replaced edition while a tab reads it, and removes them at a later start', async () => {
  const mine = downloadedBooks(61);
  const book = { publishId: 7, title: '长夜行船' } as BookCard;
  const record = { book, editionId: 4, complete: true, replaced: [2, 3], validTo: null, coverAddress: '' } as unknown as DownloadedBook;
  const file = () => ({ type: 'text/html', body: new ArrayBuffer(4) });
  await mine.write([[bookKey(7), record], ...[2, 3, 4].map((edition) => [fileKey(7, edition, 'c1.xhtml'), file()] as const)]);
  const there = async () => (await Promise.all([2, 3, 4].map(async (edition) => (await mine.paths(7, edition)).size))).join('');

  const leave = holdEdition(7, 3);
  await openTab();
  expect([await there(), (await mine.get(7))?.replaced]).toEqual(['011', [3]]);
  leave();
  await openTab();
  expect([await there(), await mine.get(7)]).toMatchObject(['001', { complete: true }]);
  expect((await mine.get(7))?.replaced).toBeUndefined();
});

it('a tab keeps reading its edition when a newer one is downloaded, also after the next start', async () => {
  const mine = downloadedBooks(61);
  const book = { publishId: 9, title: '长夜行船' } as BookCard;
  const file = { type: 'text/html', body: new ArrayBuffer(4) };
  await mine.write([
    [bookKey(9), { book, editionId: 2, complete: true, validTo: null, coverAddress: '' } as unknown as DownloadedBook],
    [fileKey(9, 2, 'c1.xhtml'), file],
  ]);
  const leave = holdEdition(9, 2);
  expect(await downloadBook(book, mine, new AbortController().signal, () => undefined)).toMatchObject({
    editionId: 3,
    complete: true,
    replaced: [2],
  });
  expect(await mine.file(9, 2, 'c1.xhtml')).not.toBeNull();
  await openTab();
  expect(await mine.file(9, 2, 'c1.xhtml')).not.toBeNull();
  leave();
  await openTab();
  expect([await mine.file(9, 2, 'c1.xhtml'), (await mine.get(9))?.editionId]).toEqual([null, 3]);
});

it('does not restore a copy that another tab removes meanwhile', async () => {
  const mine = downloadedBooks(61);
  const book = { publishId: 8, title: '长夜行船' } as BookCard;
  const file = { type: 'text/html', body: new ArrayBuffer(4) };
  await mine.write([
    [bookKey(8), { book, editionId: 4, complete: true, replaced: [3], validTo: null, coverAddress: '' } as unknown as DownloadedBook],
    [fileKey(8, 4, 'c1.xhtml'), file],
  ]);
  const asked = vi.spyOn(navigator.locks, 'request').mockImplementation(async () => {
    await mine.remove(8);
    return false;
  });
  await openTab();
  asked.mockRestore();
  expect(await mine.get(8)).toBeNull();
});
