import { describe, expect, it } from 'vitest';
import type { PreparedResource } from '../../contract/reading/prepared-book.ts';
import type { EncryptedFile } from '../../sw/messages.ts';
import { DamagedFile, documentsReady, inReadingOrder, downloadFiles, type DownloadFilesOptions, type DownloadProgress } from './download-files.ts';

const text = (path: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`正文 ${path}`) as Uint8Array<ArrayBuffer>;
const resource = async (path: string, document: number): Promise<PreparedResource> => {
  const body = text(path);
  const sha256 = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', body)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { path, type: 'application/xhtml+xml', bytes: body.byteLength, sha256, document };
};
const files = await Promise.all([
  ...Array.from({ length: 200 }, (_, index) => resource(`c${index}.xhtml`, index)).toReversed(),
  resource('book.css', 0),
  resource('p9.png', 9),
]);

async function* oneByOne(paths: readonly string[], fetchFile: (path: string) => Promise<ArrayBuffer>): AsyncGenerator<ArrayBuffer> {
  for (const path of paths) yield await fetchFile(path);
}

function shelf() {
  const stored = new Map<string, EncryptedFile>();
  const batches: number[] = [];
  const asked: string[] = [];
  const seen: DownloadProgress[] = [];
  const options = (more: Partial<DownloadFilesOptions> = {}): DownloadFilesOptions => {
    const all = { ...plain(), ...more };
    return { fetchPack: (paths, signal) => oneByOne(paths, (path) => all.fetchFile(path, signal)), ...all };
  };
  const plain = (): Omit<DownloadFilesOptions, 'fetchPack'> => ({
    files,
    stored: new Set(stored.keys()),
    documents: 200,
    signal: new AbortController().signal,
    fetchFile: async (path) => {
      asked.push(path);
      return text(path).buffer;
    },
    write: async (batch) => {
      batches.push(batch.length);
      for (const [path, file] of batch) stored.set(path, file);
    },
    onProgress: (progress) => seen.push(progress),
  });
  return { stored, batches, asked, seen, options };
}

describe('downloading a book', () => {
  it('stores every file once, in reading order, in batches', async () => {
    const { stored, batches, asked, options } = shelf();
    const packs: string[][] = [];
    const { fetchPack } = options();
    const done = await downloadFiles(options({ fetchPack: (paths, signal) => (packs.push([...paths]), fetchPack(paths, signal)) }));
    expect(stored.size).toBe(files.length);
    expect(asked).toHaveLength(files.length);
    expect(packs.flat()).toEqual(inReadingOrder(files).map((file) => file.path));
    expect(packs.map((pack) => pack.length)).toEqual([64, 64, 64, 10]);
    expect(Math.max(...batches)).toBeLessThanOrEqual(64 + 6);
    expect(batches.length).toBeGreaterThan(2);
    expect(done).toEqual({ bytes: done.total, total: done.total, documentsReady: 200 });
  });

  it('reports only chapters that are stored on the disk', async () => {
    const { stored, seen, options } = shelf();
    await downloadFiles(
      options({ onProgress: (progress) => (seen.push(progress), expect(progress.documentsReady).toBeLessThanOrEqual(stored.size)) }),
    );
    const ready = seen.map((progress) => progress.documentsReady);
    expect(ready).toEqual([...ready].sort((one, two) => one - two));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((progress) => progress.bytes <= progress.total)).toBe(true);
  });

  it('continues from the stored files after a stop and requests nothing twice', async () => {
    const { stored, asked, options } = shelf();
    const stop = new AbortController();
    const first = downloadFiles(
      options({
        signal: stop.signal,
        fetchFile: async (path) => {
          asked.push(path);
          if (asked.length === 90) stop.abort();
          return text(path).buffer;
        },
      }),
    );
    await expect(first).rejects.toThrow();
    const before = stored.size;
    expect(before).toBeGreaterThanOrEqual(64);
    expect(before).toBeLessThan(files.length);
    asked.length = 0;
    await downloadFiles(options());
    expect(asked).toHaveLength(files.length - before);
    expect(stored.size).toBe(files.length);
  });

  it('rejects a file that does not match its description after a second attempt', async () => {
    const { stored, options } = shelf();
    let tries = 0;
    const damaged = downloadFiles(options({ fetchFile: async (path) => (path === 'c7.xhtml' ? (tries++, text('else').buffer) : text(path).buffer) }));
    await expect(damaged).rejects.toBeInstanceOf(DamagedFile);
    expect(tries).toBe(2);
    expect(stored.has('c7.xhtml')).toBe(false);
  });

  it('keeps the files of a truncated answer and does not report a complete book', async () => {
    const { stored, options } = shelf();
    const short = downloadFiles(options({ fetchPack: (paths) => oneByOne(paths.slice(0, 40), async (path) => text(path).buffer) }));
    await expect(short).rejects.toBeInstanceOf(DamagedFile);
    expect(stored.size).toBeGreaterThan(0);
    expect(stored.size).toBeLessThan(files.length);
    await downloadFiles(options());
    expect(stored.size).toBe(files.length);
  });

  it('stops on a full disk and keeps the stored files', async () => {
    const { stored, options } = shelf();
    let batches = 0;
    const full = downloadFiles(
      options({
        write: async (batch) => {
          if (++batches === 2) throw new DOMException('full', 'QuotaExceededError');
          for (const [path, file] of batch) stored.set(path, file);
        },
      }),
    );
    await expect(full).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(stored.size).toBeGreaterThan(0);
  });
});

it('orders files by the first document that needs them', async () => {
  expect(inReadingOrder([await resource('b', 5), await resource('a', 0)]).map((file) => file.path)).toEqual(['a', 'b']);
  expect(documentsReady([await resource('x', 7), await resource('y', 3)], 10)).toBe(3);
  expect(documentsReady([], 10)).toBe(10);
});
