import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BookCard } from '../../contract/catalog/book.ts';
import type { Track } from '../../contract/media/track.ts';
import { DamagedFile, sha256 } from './download-files.ts';
import { keepTrack } from './download-track.ts';
import { downloadedTracks } from './downloaded-tracks.ts';

const EACH = 1000;
const FILE = crypto.getRandomValues(new Uint8Array(4_300));
const partsOf = (file: Uint8Array<ArrayBuffer>): Promise<string[]> =>
  Promise.all(Array.from({ length: 5 }, (_, index) => sha256(file.slice(index * EACH, (index + 1) * EACH).buffer)));
const PARTS = await partsOf(FILE);
const work = { publishId: 3, title: '听灯' } as BookCard;
const track = { mediaId: 12, publishId: 3, title: '一', bytes: FILE.length } as Track;

let person = 100;
/** Requested ranges, as `start-end`. */
let asked: string[];
let links: number;
let server: (url: string, range: string) => Promise<Response>;
const order = (hashes = PARTS) => ({
  downloadId: 1,
  url: `/media/12?l=link${(links += 1)}`,
  expiresIn: 600_000,
  partsUrl: '/media/12?l=parts',
  mime: 'video/webm',
  bytes: FILE.length,
  partBytes: EACH,
  parts: hashes,
  captions: '',
  validTo: null,
});
const answer = async (range: string, file = FILE): Promise<Response> => {
  const [start = 0, end = 0] = range.replace('bytes=', '').split('-').map(Number);
  return new Response(file.slice(start, end + 1), { status: 206 });
};

beforeEach(() => {
  person += 1;
  asked = [];
  links = 0;
  server = (_url, range) => answer(range);
  vi.stubGlobal('fetch', async (url: string, { headers, signal }: { headers: { range: string }; signal: AbortSignal }) => {
    signal.throwIfAborted();
    asked.push(headers.range.replace('bytes=', ''));
    return server(url, headers.range);
  });
});
afterEach(() => vi.unstubAllGlobals());

const keep = (stop = new AbortController(), hashes?: string[], onProgress: (bytes: number) => void = () => undefined) =>
  keepTrack({ work, track, kept: downloadedTracks(person), signal: stop.signal, onProgress, ask: async () => order(hashes) });

it('downloads a track part by part, verified and encrypted, and marks it complete only at the end', async () => {
  const seen: number[] = [];
  const kept = downloadedTracks(person);
  server = async (_url, range) => {
    expect((await kept.get(12))?.complete).toBe(false);
    return answer(range);
  };
  expect(await keep(undefined, undefined, (bytes) => seen.push(bytes))).toMatchObject({ complete: true, bytes: 4_300 });
  expect(asked).toEqual(['0-999', '1000-1999', '2000-2999', '3000-3999', '4000-4299']);
  expect(seen).toEqual([0, 1000, 2000, 3000, 4000, 4300]);
  expect(await kept.get(12)).toMatchObject({ complete: true, file: { type: 'video/webm', bytes: 4_300 } });
  expect(await kept.parts(12)).toEqual(new Set([0, 1, 2, 3, 4]));
  await kept.remove(12);
  expect([await kept.get(12), (await kept.parts(12)).size]).toEqual([null, 0]);
});

it('shows the progress of a slow part in steps of one percent', async () => {
  const seen: number[] = [];
  server = async (_url, range) => {
    const bytes = new Uint8Array(await (await answer(range)).arrayBuffer());
    const pieces = new ReadableStream<Uint8Array>({
      start(line) {
        for (const piece of [bytes.subarray(0, 1), bytes.subarray(1, 400), bytes.subarray(400)]) if (piece.length > 0) line.enqueue(piece);
        line.close();
      },
    });
    return new Response(pieces, { status: 206 });
  };
  await keep(undefined, undefined, (bytes) => seen.push(bytes));
  expect(seen).toEqual([0, 400, 1000, 1400, 2000, 2400, 3000, 3400, 4000, 4300]);
});

it('does not request stored parts again after a stop', async () => {
  const stop = new AbortController();
  server = (_url, range) => {
    if (asked.length === 3) stop.abort();
    return answer(range);
  };
  await expect(keep(stop)).rejects.toThrow();
  const before = await downloadedTracks(person).parts(12);
  expect(before.size).toBeGreaterThanOrEqual(2);
  asked = [];
  expect((await keep()).complete).toBe(true);
  expect(asked).toHaveLength(5 - before.size);
});

it('requests an expired link again; retries a damaged part once and then reports it', async () => {
  server = async (url, range) => (url.includes('link1') && asked.length > 2 ? new Response(null, { status: 403 }) : answer(range));
  expect((await keep()).complete).toBe(true);
  expect(links).toBe(2);
  await downloadedTracks(person).remove(12);
  server = (_url, range) => answer(range, new Uint8Array(4_300));
  asked = [];
  await expect(keep()).rejects.toBeInstanceOf(DamagedFile);
  expect(asked).toEqual(['0-999', '0-999']);
  expect((await downloadedTracks(person).parts(12)).size).toBe(0);
});

it('starts again for another file with the same number', async () => {
  await keep();
  const other = FILE.map((byte) => byte ^ 1);
  server = (_url, range) => answer(range, other);
  asked = [];
  expect((await keep(undefined, await partsOf(other))).complete).toBe(true);
  expect(asked).toHaveLength(5);
});

it('a background fetch uses the link to parts, which outlives the playback link', async () => {
  const asked: string[] = [];
  const backgroundFetch = {
    get: async () => undefined,
    fetch: async (_id: string, urls: string[]) => (asked.push(...urls), Promise.reject(new Error('no room'))),
  };
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { getRegistration: async () => ({ backgroundFetch }) } });
  const large = { ...order(), bytes: 200 * 1024 * 1024, partBytes: 40 * 1024 * 1024 };
  const kept = downloadedTracks(person);
  const keeping = keepTrack({ work, track, kept, signal: AbortSignal.timeout(5_000), onProgress: () => undefined, ask: async () => large });
  await expect(keeping).rejects.toThrow();
  expect(asked).toEqual([0, 1, 2, 3, 4].map((part) => `/media/12?l=parts&part=${part}`));
});

/** Sends this many bytes, followed by a broken connection or a stop. */
const begins = (range: string, count: number, { stop, file = FILE }: { stop?: AbortController; file?: Uint8Array } = {}): Response => {
  const [start = 0] = range.replace('bytes=', '').split('-').map(Number);
  const stream = new ReadableStream({
    start: (sink) => sink.enqueue(file.slice(start, start + count)),
    pull: (sink) => {
      stop?.abort();
      sink.error(stop?.signal.reason ?? new TypeError('network'));
    },
  });
  return new Response(stream, { status: 206 });
};

it('resumes a part after a stop or a break in the middle while the page is open', async () => {
  const stop = new AbortController();
  server = async (_url, range) => (asked.length === 2 ? begins(range, 400, { stop }) : answer(range));
  await expect(keep(stop)).rejects.toThrow();
  server = async (_url, range) => begins(range, 100);
  asked = [];
  await expect(keep()).rejects.toThrow('网络已断开');
  server = (_url, range) => answer(range);
  expect((await keep()).complete).toBe(true);
  expect(asked).toEqual(['1400-1999', '1500-1999', '2000-2999', '3000-3999', '4000-4299']);
});

it('fetches a part again completely if its beginning was damaged before a break', async () => {
  server = async (_url, range) => begins(range, 300, { file: new Uint8Array(4_300) });
  await expect(keep()).rejects.toThrow('网络已断开');
  asked = [];
  server = (_url, range) => answer(range);
  expect((await keep()).complete).toBe(true);
  expect(asked.slice(0, 3)).toEqual(['300-999', '0-999', '1000-1999']);
});

it('does not resume one user’s part for another user', async () => {
  server = async (_url, range) => begins(range, 700);
  await expect(keep()).rejects.toThrow();
  person += 1;
  asked = [];
  server = (_url, range) => answer(range);
  await keep();
  expect(asked[0]).toBe('0-999');
});

it('does not wait for a persistence prompt, and a stop meanwhile writes nothing', async () => {
  vi.stubGlobal('navigator', { storage: { persist: () => new Promise(() => undefined) } });
  expect((await keep()).complete).toBe(true);
  person += 1;
  const stop = new AbortController();
  stop.abort();
  await expect(keep(stop)).rejects.toThrow();
  expect(await downloadedTracks(person).get(12)).toBeNull();
});

it('does not use parts without a record for the file', async () => {
  await downloadedTracks(person).putPart(12, 0, new ArrayBuffer(EACH));
  expect((await keep()).complete).toBe(true);
  expect(asked).toHaveLength(5);
});

it('#33.28 continues under a new link with a page open when the first link expired in the background', async () => {
  const each = 60 * 1024 * 1024;
  const hashes = ['a', 'b', 'c', 'd'];
  const urls: string[][] = [];
  const stop = new AbortController();
  const kept = downloadedTracks(person);
  // The browser stores one of the parts requested under the first link, and none under later links.
  const backgroundFetch = {
    getIds: async () => [],
    get: async () => undefined,
    fetch: async (_id: string, wanted: string[]) => {
      urls.push(wanted);
      if (urls.length === 1) await kept.putPart(12, 0, new ArrayBuffer(1));
      if (urls.length === 2) stop.abort();
      return Object.assign(new EventTarget(), { id: _id, downloaded: 1, result: 'failure', failureReason: 'bad-status', abort: async () => true });
    },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ backgroundFetch }) }, storage: {} });
  const asking = async () => ({ ...order(hashes), bytes: 4 * each, partBytes: each, partsUrl: `/media/12?l=parts${links}` });
  await expect(keepTrack({ work, track, kept, signal: stop.signal, onProgress: () => undefined, ask: asking })).rejects.toThrow();
  expect(urls).toEqual([[0, 1, 2, 3].map((part) => `/media/12?l=parts1&part=${part}`), [1, 2, 3].map((part) => `/media/12?l=parts2&part=${part}`)]);
});
