import 'fake-indexeddb/auto';
import { createStore, set } from 'idb-keyval';
import { expect, it, vi } from 'vitest';
import type { BookCard } from '../../contract/catalog/book.ts';
import { MEDIA } from '../../contract/limits.ts';
import {
  addressKey,
  bookKey,
  fileKey,
  downloadDatabase,
  DOWNLOAD_STORE,
  type DownloadedBook,
  type EncryptedFile,
  partKey,
} from '../../sw/messages.ts';
import { storageFullMessage, messageIfFull } from './device-space.ts';
import { downloadedBooks } from './downloaded-books.ts';
import { removePendingDownload, addPendingDownload, pendingDownloadsOf } from './pending-downloads.ts';
import { bookKeys } from './download-keys.ts';
import { downloadStorage } from './download-storage.ts';

const file = (text: string) => ({ type: 'text/html', body: new TextEncoder().encode(text).buffer as ArrayBuffer });
const record = (publishId: number): DownloadedBook =>
  ({ book: { publishId }, editionId: 3, complete: true, coverAddress: '/covers/a.webp' }) as DownloadedBook;

it('stores a book for one user and removes it without a trace', async () => {
  const mine = downloadedBooks(1);
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
  expect(await downloadedBooks(2).list()).toEqual([]);
  await mine.remove(7);
  expect(await mine.get(7)).toBeNull();
  expect(await mine.paths(7, 3)).toEqual(new Set());
  expect(await mine.paths(70, 3)).toEqual(new Set(['a.xhtml']));
});

it('shows sizes in the message for a full disk', () => {
  const MB = 1024 * 1024;
  const usage = { used: 90 * MB, quota: 100 * MB, persisted: false };
  expect(messageIfFull(92 * MB, usage)).toBe('空间不足：需要 92\u00a0MB，还可用 10\u00a0MB。请删除一些下载，或清理这台设备后重试');
  expect(messageIfFull(5 * MB, usage)).toBeNull();
  expect(messageIfFull(92 * MB, null)).toBeNull();
  // The disk was full first, so the browser's quota is not shown as free space.
  expect(storageFullMessage(5 * MB, 2048 * MB)).toBe('这台设备的存储空间满了，还需要 5\u00a0MB。请清理后重试');
  expect(storageFullMessage(0, Infinity)).toBe('这台设备的存储空间满了。请清理后重试');
});

it('encrypts and decrypts files, and stores a large file in parts that are removed with it', async () => {
  const mine = downloadedBooks(3);
  const large = new Uint8Array(MEDIA.partBytes * 2 + 5).fill(7);
  await mine.write([
    [bookKey(7), record(7)],
    [fileKey(7, 3, 'a.xhtml'), file('正文')],
    [fileKey(7, 3, 'film.mp4'), { type: 'video/mp4', body: new Blob([large]) }],
  ]);
  const raw = downloadStorage(3);
  const kept = await raw.get<EncryptedFile>(fileKey(7, 3, 'a.xhtml'));
  expect(kept?.iv).toHaveLength(12);
  expect(new TextDecoder().decode(kept?.body as ArrayBuffer)).not.toContain('正文');
  expect(new TextDecoder().decode((await mine.file(7, 3, 'a.xhtml'))?.body as ArrayBuffer)).toBe('正文');
  expect(await raw.get<EncryptedFile>(fileKey(7, 3, 'film.mp4'))).toMatchObject({
    type: 'video/mp4',
    parts: { bytes: large.length, each: MEDIA.partBytes },
  });
  expect((await raw.keys(partKey(fileKey(7, 3, 'film.mp4'), 0).slice(0, -1))).length).toBe(3);
  await mine.remove(7);
  expect(await raw.keys('f/')).toEqual([]);
});

it('reads a file stored before encryption was introduced', async () => {
  const store = createStore(downloadDatabase(4), DOWNLOAD_STORE);
  await set(fileKey(7, 3, 'old.xhtml'), file('旧的'), store);
  expect(new TextDecoder().decode((await downloadedBooks(4).file(7, 3, 'old.xhtml'))?.body as ArrayBuffer)).toBe('旧的');
});

it('lists a copy that the browser cleared until the user removes it', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  const book = (publishId: number) => ({ publishId, title: String(publishId) }) as BookCard;
  bookKeys.note(5, [book(1), book(2)]);
  bookKeys.note(5, [book(2), book(3)]);
  expect(bookKeys.lostSince(5, [2]).map((one) => one.publishId)).toEqual([1, 3]);
  expect(bookKeys.lostSince(6, [])).toEqual([]);
  bookKeys.forget(5, [1]);
  expect(bookKeys.lostSince(5, [2]).map((one) => one.publishId)).toEqual([3]);
  vi.unstubAllGlobals();
});

it('keeps a request after the page is closed, stopped or not, for its user only, until it is finished or cancelled', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  const work = { publishId: 1, title: '一' } as BookCard;
  addPendingDownload(5, bookKey(1), { work, asked: 'run' });
  addPendingDownload(5, bookKey(1), { work, asked: 'pause' });
  expect([pendingDownloadsOf(5), pendingDownloadsOf(6), pendingDownloadsOf(null)]).toEqual([{ [bookKey(1)]: { work, asked: 'pause' } }, {}, {}]);
  removePendingDownload(5, bookKey(1));
  expect(pendingDownloadsOf(5)).toEqual({});
  vi.unstubAllGlobals();
});

it('keeps a request as long as the page when the storage is full or forbidden', () => {
  const stored = new Map([['shuzhou.download-wishes.5', '{}']]);
  const reject = (name: string) => () => {
    throw new DOMException('no', name);
  };
  const work = { publishId: 1, title: '一' } as BookCard;
  const full = { getItem: (key: string) => stored.get(key) ?? null, setItem: reject('QuotaExceededError') };
  for (const storage of [full, { getItem: reject('SecurityError'), setItem: reject('SecurityError') }]) {
    vi.stubGlobal('localStorage', storage);
    addPendingDownload(5, bookKey(1), { work, asked: 'run' });
    addPendingDownload(5, bookKey(2), { work, asked: 'pause' });
    expect(Object.keys(pendingDownloadsOf(5))).toEqual([bookKey(1), bookKey(2)]);
    removePendingDownload(5, bookKey(1));
    expect(pendingDownloadsOf(5)).toEqual({ [bookKey(2)]: { work, asked: 'pause' } });
    removePendingDownload(5, bookKey(2));
    expect(pendingDownloadsOf(5)).toEqual({});
  }
  // There is free space again.
  vi.stubGlobal('localStorage', { ...full, setItem: (key: string, value: string) => void stored.set(key, value) });
  addPendingDownload(5, bookKey(3), { work, asked: 'run' });
  expect(stored.get('shuzhou.download-wishes.5')).toContain('"asked":"run"');
  vi.unstubAllGlobals();
});
