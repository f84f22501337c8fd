import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { mediaPart } from '../contract/media/address.ts';
import { BOOK_FILE, type PreparedBook, type PreparedResource } from '../contract/reading/prepared-book.ts';
import { backgroundOf, type BackgroundFetching } from './background-fetch.ts';
import { bookPathOf } from './offline-responses.ts';
import { type EncryptedFile, encryptedEntries, encryptionKey, decrypt } from './download-encryption.ts';
import {
  bookKey,
  fileKey,
  downloadDatabase,
  DOWNLOAD_STORE,
  type DownloadedBook,
  type DownloadedTrack,
  partKey,
  trackFileKey,
  trackKey,
} from './messages.ts';

/** The result for a copy. */
export interface Taken {
  readonly title: string;
  readonly complete: boolean;
}

/** One file, or part of one, that a copy lacks: its storage key, and the expected hash and size. */
interface Wanted {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly type: string;
}

const get = <T>(store: UseStore, name: string): Promise<T | null> =>
  store('readonly', async (files) => ((await promisifyRequest<unknown>(files.get(name))) as T | undefined) ?? null);
const countBelow = (store: UseStore, prefix: string): Promise<number> =>
  store('readonly', (files) => promisifyRequest(files.count(IDBKeyRange.bound(prefix, `${prefix}\uffff`))));
/**
 * Writes entries in one transaction with a check of their record, so that a copy deleted meanwhile leaves nothing behind. Resolves to
 * false if it was deleted.
 */
function put(store: UseStore, record: string, entries: readonly (readonly [string, unknown])[]): Promise<boolean> {
  return store('readwrite', async (files) => {
    const stands = (await promisifyRequest<unknown>(files.get(record))) !== undefined;
    if (stands) for (const [name, value] of entries) files.put(value, name);
    await promisifyRequest(files.transaction);
    return stands;
  });
}

/**
 * Stores what the browser fetched without a page. Each piece is verified and encrypted as on a page, also when the fetch
 * failed or was stopped. The last piece completes the copy. Resolves to null when the copy is no longer wanted.
 */
export async function storeBackgroundDownload(fetched: BackgroundFetching): Promise<Taken | null> {
  const of = backgroundOf(fetched.id);
  if (!of) return null;
  const store = createStore(downloadDatabase(of.userId), DOWNLOAD_STORE);
  return 'mediaId' in of ? takeTrack(store, of.mediaId, fetched) : takeBook(store, of.publishId, of.editionId, fetched);
}

async function takeTrack(store: UseStore, mediaId: number, fetched: BackgroundFetching): Promise<Taken | null> {
  const kept = await get<DownloadedTrack>(store, trackKey(mediaId));
  const file = await get<EncryptedFile>(store, trackFileKey(mediaId));
  if (!kept || !file?.parts) return null;
  const { bytes, each } = file.parts;
  await takePieces(store, trackKey(mediaId), fetched, (url) => {
    const index = mediaPart(url.searchParams.get('part'));
    const sha256 = index === null ? undefined : kept.parts[index];
    if (index === null || sha256 === undefined) return null;
    return { name: partKey(trackFileKey(mediaId), index), bytes: Math.min(each, bytes - index * each), sha256, type: '' };
  });
  const complete = (await countBelow(store, partKey(trackFileKey(mediaId), ''))) === kept.parts.length;
  if (complete) await put(store, trackKey(mediaId), [[trackKey(mediaId), { ...kept, complete, bytes } satisfies DownloadedTrack]]);
  return { title: kept.track.title, complete };
}

async function takeBook(store: UseStore, publishId: number, editionId: number, fetched: BackgroundFetching): Promise<Taken | null> {
  const kept = await get<DownloadedBook>(store, bookKey(publishId));
  const sheetName = fileKey(publishId, editionId, BOOK_FILE);
  const sheet = await get<EncryptedFile>(store, sheetName);
  if (!sheet || kept?.editionId !== editionId) return null;
  const { body } = await decrypt(sheet.iv ? await encryptionKey(store) : null, sheetName, sheet);
  const prepared = JSON.parse(await new Blob([body]).text()) as PreparedBook;
  const resources = new Map<string, PreparedResource>(prepared.resources.map((resource) => [resource.path, resource]));
  await takePieces(store, bookKey(publishId), fetched, (url) => {
    const at = bookPathOf(url);
    const resource = at?.publishId === publishId && at.editionId === editionId ? resources.get(at.path) : undefined;
    return resource ? { ...resource, name: fileKey(publishId, editionId, resource.path) } : null;
  });
  const names = await store('readonly', (files) =>
    promisifyRequest(files.getAllKeys(IDBKeyRange.bound(fileKey(publishId, editionId, ''), `${fileKey(publishId, editionId, '')}\uffff`))),
  );
  const there = new Set(names.map(String));
  const complete = prepared.resources.every(({ path }) => there.has(fileKey(publishId, editionId, path)));
  const whole = { complete, stored: there.size, bytes: kept.total, documentsReady: prepared.spine.length };
  if (complete) await put(store, bookKey(publishId), [[bookKey(publishId), { ...kept, ...whole } satisfies DownloadedBook]]);
  return { title: kept.book.title, complete };
}

/** Processes one piece after another, so that at most one is in memory. */
async function takePieces(store: UseStore, record: string, fetched: BackgroundFetching, wantedAt: (url: URL) => Wanted | null): Promise<void> {
  const key = await encryptionKey(store);
  const came = (await fetched.matchAll()).map(({ request, responseReady }) => ({ request, answer: responseReady.catch(() => null) }));
  for (const { request, answer } of came) {
    const wanted = wantedAt(new URL(request.url));
    const response = wanted && (await answer);
    if (!wanted || response?.status !== 200) continue;
    const body = await response.arrayBuffer().catch(() => null);
    if (body?.byteLength !== wanted.bytes || (await sha256(body)) !== wanted.sha256) continue;
    if (!(await put(store, record, await encryptedEntries(key, wanted.name, { type: wanted.type, body })))) return;
  }
}

async function sha256(body: ArrayBuffer): Promise<string> {
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', body)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
