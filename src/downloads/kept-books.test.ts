import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { addressKey, bookKey, fileKey, type KeptBook } from '../../sw/messages.ts';
import { wordsIfFull } from './device-space.ts';
import { keptBooks } from './kept-books.ts';

const file = (text: string) => ({ type: 'text/html', body: new TextEncoder().encode(text).buffer as ArrayBuffer });
const record = (publishId: number): KeptBook => ({ book: { publishId }, editionId: 3, complete: true, coverAddress: '/covers/a.webp' }) as KeptBook;

it('a book is kept for one person, and leaves without a trace', async () => {
  const mine = keptBooks(1);
  await mine.write([
    [bookKey(7), record(7)],
    [fileKey(7, 3, 'a.xhtml'), file('a')],
    [fileKey(7, 3, 'b/c.xhtml'), file('c')],
    [addressKey('/covers/a.webp'), file('cover')],
    [bookKey(70), record(70)],
    [fileKey(70, 3, 'a.xhtml'), file('other')],
  ]);
  expect(await mine.paths(7, 3)).toEqual(new Set(['a.xhtml', 'b/c.xhtml']));
  expect((await mine.list()).map((kept) => kept.book.publishId).sort()).toEqual([7, 70]);
  expect(await keptBooks(2).list()).toEqual([]);
  await mine.remove(7);
  expect(await mine.get(7)).toBeNull();
  expect(await mine.paths(7, 3)).toEqual(new Set());
  expect(await mine.paths(70, 3)).toEqual(new Set(['a.xhtml']));
});

it('a full disk is said with sizes', () => {
  const MB = 1024 * 1024;
  const usage = { used: 90 * MB, quota: 100 * MB, persisted: false };
  expect(wordsIfFull(92 * MB, usage)).toBe('空间不足：需要 92 MB，还可用 10 MB，请删除一些已下载的书');
  expect(wordsIfFull(5 * MB, usage)).toBeNull();
  expect(wordsIfFull(92 * MB, null)).toBeNull();
});
