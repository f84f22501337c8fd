import 'fake-indexeddb/auto';
import { createStore, del, get, keys, set } from 'idb-keyval';
import { expect, it, vi } from 'vitest';
import { MEDIA } from '../contract/limits.ts';
import { backgroundId, backgroundOf, type BackgroundFetching } from './background-fetch.ts';
import { storeBackgroundDownload } from './background-download.ts';
import { setWorkerUser, forgetRights, storedResponse, storedTrackResponse } from './offline-responses.ts';
import {
  bookKey,
  fileKey,
  downloadDatabase,
  DOWNLOAD_STORE,
  type EncryptedFile,
  partKey,
  encryptParts,
  encryptionKey,
  trackFileKey,
  trackKey,
} from './messages.ts';

const hex = async (body: ArrayBuffer): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', body)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
/** A fake background fetch: a response for each address, or none where it failed. */
const fetched = (id: string, answers: readonly (readonly [url: string, answer: Response | null])[]): BackgroundFetching =>
  Object.assign(new EventTarget(), {
    id,
    downloaded: 0,
    result: 'success' as const,
    failureReason: '',
    abort: async () => true,
    matchAll: async () =>
      answers.map(([url, answer]) => ({
        request: new Request(`http://house${url}`),
        responseReady: answer ? Promise.resolve(answer) : Promise.reject(new TypeError('failed')),
      })),
  });

it('an id contains the user and the content it belongs to', () => {
  for (const of of [
    { userId: 3, mediaId: 12 },
    { userId: 3, publishId: 7, editionId: 2 },
  ])
    expect(backgroundOf(backgroundId(of))).toEqual(of);
  expect([backgroundOf('keep/1/m/x'), backgroundOf('other'), backgroundOf('keep/1/b/2')]).toEqual([null, null, null]);
});

it("verifies and encrypts a track's parts and completes it with the last one; leaves damaged or missing parts to the page", async () => {
  const store = createStore(downloadDatabase(21), DOWNLOAD_STORE);
  const parts = ['aaaa', 'bbbb', 'cc'].map(bytes);
  const kept = { mediaId: 12, parts: await Promise.all(parts.map(hex)), complete: false, bytes: 0, validTo: null, track: { title: '第一集' } };
  const id = backgroundId({ userId: 21, mediaId: 12 });
  expect(await storeBackgroundDownload(fetched(id, []))).toBeNull();
  await set(trackKey(12), kept, store);
  await set(trackFileKey(12), { type: 'video/mp4', body: new ArrayBuffer(0), parts: { bytes: 10, each: 4 } }, store);
  const first = fetched(id, [
    ['/media/12?l=a&part=0', new Response(parts[0] ?? null)],
    ['/media/12?l=a&part=1', new Response('bbbx')],
    ['/media/12?l=a&part=2', null],
    ['/media/12?l=a&part=9', new Response('zz')],
  ]);
  expect(await storeBackgroundDownload(first)).toEqual({ title: '第一集', complete: false });
  const part = await get<EncryptedFile>(partKey(trackFileKey(12), 0), store);
  expect([part?.iv?.length, await get(partKey(trackFileKey(12), 1), store)]).toEqual([12, undefined]);
  expect(new Uint8Array(part?.body as ArrayBuffer).slice(0, 4)).not.toEqual(new Uint8Array(parts[0] ?? new ArrayBuffer(0)));

  await setWorkerUser(21);
  const answer = () => storedTrackResponse(new URL('http://house/media/12'), 'bytes=2-9');
  expect(await answer()).toBeNull();
  const rest = fetched(id, [
    ['/media/12?l=a&part=1', new Response(parts[1] ?? null)],
    ['/media/12?l=a&part=2', new Response(parts[2] ?? null)],
  ]);
  expect(await storeBackgroundDownload(rest)).toEqual({ title: '第一集', complete: true });
  expect(await get(trackKey(12), store)).toMatchObject({ complete: true, bytes: 10 });
  expect(await (await answer())?.text()).toBe('aabbbbcc');
});

it("stores a book's files by its file list, a large one in parts, and skips a page of another edition", async () => {
  const store = createStore(downloadDatabase(22), DOWNLOAD_STORE);
  const large = crypto.getRandomValues(new Uint8Array(65_536)).buffer;
  const film = new Blob(Array.from({ length: MEDIA.partBytes / 65_536 + 1 }, () => large));
  const text = bytes('<p>灯</p>');
  const resources = [
    { path: 'OPS/第一章.xhtml', type: 'application/xhtml+xml', bytes: text.byteLength, sha256: await hex(text), document: 0 },
    { path: 'OPS/film.mp4', type: 'video/mp4', bytes: film.size, sha256: await hex(await film.arrayBuffer()), document: 0 },
  ];
  const name = fileKey(7, 3, 'book.json');
  await set(
    name,
    await encryptParts(await encryptionKey(store), name, { type: 'application/json', body: bytes(JSON.stringify({ resources, spine: [{}, {}] })) }),
    store,
  );
  await set(bookKey(7), { editionId: 3, complete: false, total: 1, validTo: null, book: { title: '灯塔' } }, store);
  const of = { userId: 22, publishId: 7 };
  expect(await storeBackgroundDownload(fetched(backgroundId({ ...of, editionId: 4 }), []))).toBeNull();
  const answers = [
    [`/books/7/3/OPS/${encodeURIComponent('第一章')}.xhtml?keep`, new Response(text)],
    ['/books/7/3/OPS/film.mp4?keep', new Response(film)],
    ['/books/8/3/OPS/film.mp4?keep', new Response(film)],
  ] as const;
  expect(await storeBackgroundDownload(fetched(backgroundId({ ...of, editionId: 3 }), answers))).toEqual({ title: '灯塔', complete: true });
  expect(await get(bookKey(7), store)).toMatchObject({ complete: true, documentsReady: 2 });
  await setWorkerUser(22);
  forgetRights();
  const answer = await storedResponse({ publishId: 7, editionId: 3, path: 'OPS/film.mp4' }, `bytes=${film.size - 3}-`);
  expect(new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(new Uint8Array(large).slice(-3));
});

it('leaves no pieces behind when the copy is deleted meanwhile', async () => {
  const store = createStore(downloadDatabase(23), DOWNLOAD_STORE);
  const parts = ['aaaa', 'bbbb'].map(bytes);
  await set(trackKey(12), { mediaId: 12, parts: await Promise.all(parts.map(hex)), complete: false, track: { title: '第一集' } }, store);
  await set(trackFileKey(12), { type: 'video/mp4', body: new ArrayBuffer(0), parts: { bytes: 8, each: 4 } }, store);
  const answers = parts.map((part, index) => [`/media/12?l=a&part=${index}`, new Response(part)] as const);
  const [first] = answers;
  // The page deletes the copy when the first piece has arrived.
  vi.spyOn(first?.[1] as Response, 'arrayBuffer').mockImplementation(async () => {
    await Promise.all([del(trackKey(12), store), del(trackFileKey(12), store)]);
    return parts[0] as ArrayBuffer;
  });
  expect(await storeBackgroundDownload(fetched(backgroundId({ userId: 23, mediaId: 12 }), answers))).toMatchObject({ complete: false });
  expect((await keys(store)).filter((name) => String(name).includes('12'))).toEqual([]);
});
