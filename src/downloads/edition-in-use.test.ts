import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { BookCard } from '../../contract/catalog/book.ts';
import { personOf } from '../../tests/support/person.ts';
import { bookKey, fileKey, type KeptBook } from '../../sw/messages.ts';
import { holdEdition } from './edition-in-use.ts';
import { keptBooks } from './kept-books.ts';

vi.stubGlobal('document', { cookie: 'Admin-Token=a' });
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

async function openTab(): Promise<void> {
  vi.resetModules();
  const { session } = await import('../session/session.store.ts');
  session.now = { state: 'known', user: personOf({ userId: 61 }), roles: [], permissions: [] };
  await (await import('./downloads.store.ts')).loadDownloads();
}

it('the files of an edition that was replaced stay while a tab reads in it, and go with a start after that', async () => {
  const mine = keptBooks(61);
  const book = { publishId: 7, title: '长夜行船' } as BookCard;
  const record = { book, editionId: 4, complete: true, replaced: [2, 3], validTo: null, coverAddress: '' } as unknown as KeptBook;
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

it('a copy that another tab removes meanwhile stays away', async () => {
  const mine = keptBooks(61);
  const book = { publishId: 8, title: '长夜行船' } as BookCard;
  const file = { type: 'text/html', body: new ArrayBuffer(4) };
  await mine.write([
    [bookKey(8), { book, editionId: 4, complete: true, replaced: [3], validTo: null, coverAddress: '' } as unknown as KeptBook],
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
