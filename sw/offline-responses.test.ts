import 'fake-indexeddb/auto';
import { createStore, get, set } from 'idb-keyval';
import { expect, it, vi } from 'vitest';
import { setWorkerUser, bookResponse, bookPathOf, forgetRights, storedResponse, storedDetail, storedTrackResponse } from './offline-responses.ts';
import { latestTime, setServerTime } from './license-clock.ts';
import {
  bookKey,
  fileKey,
  downloadDatabase,
  DOWNLOAD_STORE,
  type EncryptedFile,
  partKey,
  encryptParts,
  encryptionKey,
  sizeOf,
  trackFileKey,
  trackKey,
} from './messages.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const mine = createStore(downloadDatabase(1), DOWNLOAD_STORE);
const theirs = createStore(downloadDatabase(2), DOWNLOAD_STORE);
const at = { publishId: 7, editionId: 3, path: 'OPS/第一章.xhtml' };

it('parses and decodes the address of a book', () => {
  expect(bookPathOf(new URL('https://h/books/7/3/OPS/%E7%AC%AC%E4%B8%80%E7%AB%A0.xhtml'))).toEqual(at);
  expect(bookPathOf(new URL('https://h/books/7/x/a'))).toBeNull();
  expect(bookPathOf(new URL('https://h/books/7/3/%E0%A4%A'))).toBeNull();
});

it('answers only for the current user', async () => {
  await set(fileKey(7, 3, at.path), { type: 'application/xhtml+xml', body: bytes('我的') }, mine);
  await set(bookKey(7), { validTo: null, detail: { title: '书' } }, mine);
  await setWorkerUser(null);
  expect(await storedResponse(at, null)).toBeNull();
  await setWorkerUser(2);
  expect(await storedResponse(at, null)).toBeNull();
  await setWorkerUser(1);
  const answer = await storedResponse(at, null);
  expect(answer?.headers.get('content-type')).toBe('application/xhtml+xml');
  expect(await answer?.text()).toBe('我的');
  expect(await (await storedDetail(7))?.json()).toEqual({ code: 200, msg: '操作成功', data: { title: '书' } });
});

it('rejects a copy with expired access, without sending any of its bytes', async () => {
  await setWorkerUser(2);
  await set(fileKey(7, 3, 'a.xhtml'), { type: 'text/html', body: bytes('过期') }, theirs);
  await set(bookKey(7), { validTo: 1_000, detail: null }, theirs);
  forgetRights();
  await setServerTime(new Date(0).toUTCString());
  expect((await storedResponse({ ...at, path: 'a.xhtml' }, null, 999))?.status).toBe(200);
  const answer = await storedResponse({ ...at, path: 'a.xhtml' }, null, 2_000);
  expect(answer?.status).toBe(403);
  expect(await answer?.text()).toBe('');
  // The clock is set back: expired access stays expired until the server sends its time.
  expect((await storedResponse({ ...at, path: 'a.xhtml' }, null, 999))?.status).toBe(403);
  expect(await latestTime(999)).toBe(2_000);
  await setServerTime(new Date(0).toUTCString());
  expect((await storedResponse({ ...at, path: 'a.xhtml' }, null, 999))?.status).toBe(200);
});

const stored = (key: string, store = mine) => get<EncryptedFile>(key, store);

it('asks the server when the access of a copy has expired, and rejects when the server is unreachable', async () => {
  await setWorkerUser(2);
  await set(fileKey(8, 3, 'a.xhtml'), { type: 'text/html', body: bytes('旧') }, theirs);
  await set(bookKey(8), { validTo: 1_000, detail: null }, theirs);
  const server = vi.fn(async () => new Response('续期'));
  vi.stubGlobal('fetch', server);
  const ask = () => bookResponse(new Request('http://house/books/8/3/a.xhtml'), { publishId: 8, editionId: 3, path: 'a.xhtml' });
  expect(await (await ask()).text()).toBe('续期');
  expect(server).toHaveBeenCalledWith(expect.anything(), { cache: 'no-cache' });
  server.mockRejectedValueOnce(new TypeError('offline'));
  expect((await ask()).status).toBe(403);
  await set(bookKey(8), { validTo: null, detail: null }, theirs);
  forgetRights();
  expect(await (await ask()).text()).toBe('旧');
  expect(server).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});

it('encrypts what is stored: its plain bytes are nowhere, and it opens only for its owner and at its own key', async () => {
  const name = fileKey(7, 3, 'sealed.xhtml');
  const key = await encryptionKey(mine);
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  expect(await encryptionKey(mine)).toEqual(key);
  await set(name, await encryptParts(key, name, { type: 'text/html', body: bytes('只给我看的正文') }), mine);
  const there = (await stored(name)) as EncryptedFile;
  expect(new TextDecoder().decode(there.body as ArrayBuffer)).not.toContain('正文');
  expect(sizeOf(there)).toBe(bytes('只给我看的正文').byteLength);
  await setWorkerUser(1);
  expect(await (await storedResponse({ ...at, path: 'sealed.xhtml' }, 'bytes=0-2'))?.text()).toBe('只');
  expect(await (await storedResponse(at, null))?.text()).toBe('我的');
  // Moved, changed or copied to another user's database, it does not open.
  await set(fileKey(7, 3, 'moved.xhtml'), there, mine);
  const changed = new Uint8Array((there.body as ArrayBuffer).slice(0));
  changed[3] = (changed[3] ?? 0) ^ 1;
  await set(fileKey(7, 3, 'changed.xhtml'), { ...there, body: changed.buffer }, mine);
  expect([await storedResponse({ ...at, path: 'moved.xhtml' }, null), await storedResponse({ ...at, path: 'changed.xhtml' }, null)]).toEqual([
    null,
    null,
  ]);
  await set(bookKey(7), { validTo: null, detail: null }, theirs);
  await set(name, there, theirs);
  await setWorkerUser(2);
  expect(await storedResponse({ ...at, path: 'sealed.xhtml' }, null)).toBeNull();
});

it('serves any range of a downloaded track across its parts, but not a signed link, an incomplete copy or expired access', async () => {
  await setWorkerUser(1);
  const whole = crypto.getRandomValues(new Uint8Array(25));
  const name = trackFileKey(12);
  const key = await encryptionKey(mine);
  await set(name, { type: 'video/webm', body: new ArrayBuffer(0), parts: { bytes: 25, each: 10 } }, mine);
  for (const index of [0, 1, 2]) {
    const part = partKey(name, index);
    await set(part, await encryptParts(key, part, { type: '', body: whole.slice(index * 10, index * 10 + 10).buffer }), mine);
  }
  const url = new URL('https://h/media/12');
  await set(trackKey(12), { complete: false, validTo: null }, mine);
  expect(await storedTrackResponse(url, null)).toBeNull();
  await set(trackKey(12), { complete: true, validTo: null }, mine);
  for (const [range, start, end] of [
    [null, 0, 24],
    ['bytes=3-6', 3, 6],
    ['bytes=8-21', 8, 21],
    ['bytes=20-', 20, 24],
    ['bytes=-1', 24, 24],
  ] as const) {
    const answer = await storedTrackResponse(url, range);
    expect([answer?.status, answer?.headers.get('content-length')]).toEqual([range ? 206 : 200, String(end - start + 1)]);
    expect(new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(whole.slice(start, end + 1));
  }
  expect((await storedTrackResponse(url, 'bytes=25-'))?.status).toBe(416);
  expect(await storedTrackResponse(new URL('https://h/media/12?l=x.y'), null)).toBeNull();
  await set(trackKey(12), { complete: true, validTo: 1 }, mine);
  expect((await storedTrackResponse(url, null))?.status).toBe(403);
  await setWorkerUser(2);
  expect(await storedTrackResponse(url, null)).toBeNull();
});
