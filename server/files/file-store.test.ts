import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { objectStore } from '../../tests/support/object-store.ts';
import { diskStore } from './disk-store.ts';
import { MissingFile, type FileStore } from './file-store.ts';
import { s3Store } from './s3-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytesOf = async (store: FileStore, key: string, range?: { start: number; end: number }) =>
  (await buffer(await store.read(key, range))).toString();

describe.each(['disk', 's3'])('a file store on %s', (kind) => {
  let store: FileStore;
  let close: () => Promise<void> = async () => {};
  beforeEach(async () => {
    if (kind === 'disk') {
      store = diskStore(join(folder, 'files'));
      return;
    }
    const remote = await objectStore();
    close = remote.close;
    store = s3Store(remote.settings);
  });
  afterEach(() => close());

  test('stores bytes and streams, and reads them completely and in part', async () => {
    await store.put('a/b.txt', Buffer.from('一段文字'), 'text/plain');
    await store.put('a/c.txt', Readable.from([Buffer.from('0123'), Buffer.from('4567')]), 'text/plain');
    expect(await bytesOf(store, 'a/b.txt')).toBe('一段文字');
    expect(await bytesOf(store, 'a/c.txt', { start: 2, end: 5 })).toBe('2345');
    expect(await store.size('a/c.txt')).toBe(8);
  });

  test('reports a missing file, and accepts removing it again', async () => {
    await expect(store.read('none.txt')).rejects.toThrow(MissingFile);
    expect(await store.size('none.txt')).toBeNull();
    await store.remove('none.txt');
  });

  test('stores and removes a complete folder', async () => {
    const local = join(folder, 'local');
    await mkdir(join(local, 'deep'), { recursive: true });
    for (let n = 0; n < 30; n += 1) await writeFile(join(local, 'deep', `${n}.txt`), `文件${n}`);
    await store.putFolder(local, 'books/x');
    expect(await bytesOf(store, 'books/x/deep/29.txt')).toBe('文件29');
    await store.put('books/xy.txt', Buffer.from('邻居'), 'text/plain');
    await store.removeAll('books/x');
    expect(await store.size('books/x/deep/0.txt')).toBeNull();
    expect(await bytesOf(store, 'books/xy.txt')).toBe('邻居');
  });
});

test('rejects a key that leaves the folder of the disk store', async () => {
  const store = diskStore(join(folder, 'files'));
  await writeFile(join(folder, 'secret'), 'x');
  for (const key of ['../secret', 'a/../../secret', '/etc/passwd', 'a\0b']) await expect(store.read(key)).rejects.toThrow(MissingFile);
  await expect(store.removeAll('')).rejects.toThrow();
});

test('#33.33 streams a multipart file completely to an S3 store', async () => {
  const remote = await objectStore();
  const store = s3Store(remote.settings);
  const bytes = Buffer.alloc(40 * 1024 * 1024, 'book');
  await store.put('big', Readable.from([bytes.subarray(0, 7_000_000), bytes.subarray(7_000_000)]), 'application/epub+zip');
  await mkdir(join(folder, 'film'));
  await writeFile(join(folder, 'film', 'file'), bytes);
  await store.putFolder(join(folder, 'film'), 'media/film');
  expect([remote.objects.get('big')?.equals(bytes), remote.objects.get('media/film/file')?.equals(bytes), remote.unfinished.size]).toEqual([
    true,
    true,
    0,
  ]);
  await remote.close();
});

test('#33.33 reports a missing bucket as an error, not as a missing file', async () => {
  const remote = await objectStore();
  const store = s3Store({ ...remote.settings, bucket: 'no-such' });
  await expect(store.size('a.txt')).rejects.toThrow('对象存储里没有名为no-such的桶');
  await expect(store.read('a.txt')).rejects.not.toThrow(MissingFile);
  await remote.close();
});
