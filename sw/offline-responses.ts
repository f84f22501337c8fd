import { createStore, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import { mediaPath, MEDIA_ADDRESS } from '../contract/media/address.ts';
import { type EncryptedFile, keyIn, decrypt } from './download-encryption.ts';
import { isExpired } from './license-clock.ts';
import {
  addressKey,
  bookKey,
  BOOKS_PREFIX,
  fileKey,
  downloadDatabase,
  DOWNLOAD_STORE,
  type DownloadedBook,
  type DownloadedTrack,
  partKey,
  trackFileKey,
  trackKey,
} from './messages.ts';
import { rangeAnswer } from './range-answer.ts';

/** The user whose downloads are served. It is stored because the browser stops and starts the service worker at any time. */
const own = createStore('shuzhou-worker', 'own');
const WHO = 'who';
let who: Promise<number | null> | null = null;
const stores = new Map<number, UseStore>();
const keys = new Map<number, Promise<CryptoKey | null>>();
/** Access rights that were looked up; cleared when the page reports a change. */
const rights = new Map<string, Promise<DownloadedBook | null>>();

export function setWorkerUser(userId: number | null): Promise<void> {
  who = Promise.resolve(userId);
  rights.clear();
  return set(WHO, userId, own);
}

export const forgetRights = (): void => rights.clear();

export const workerUser = (): Promise<number | null> => (who ??= get<number | null>(WHO, own).then((userId) => userId ?? null));

function storeOf(userId: number): UseStore {
  const store = stores.get(userId) ?? createStore(downloadDatabase(userId), DOWNLOAD_STORE);
  stores.set(userId, store);
  return store;
}

export async function read<T>(key: string): Promise<T | null> {
  const userId = await workerUser();
  if (userId === null) return null;
  return storeOf(userId)('readonly', async (files) => ((await promisifyRequest<unknown>(files.get(key))) as T | undefined) ?? null);
}

/** Returns every complete or partial download of the current user. */
export async function downloadedBooks(): Promise<DownloadedBook[]> {
  const userId = await workerUser();
  if (userId === null) return [];
  const books = IDBKeyRange.bound(BOOKS_PREFIX, `${BOOKS_PREFIX}\uffff`);
  return storeOf(userId)('readonly', (files) => promisifyRequest(files.getAll(books) as IDBRequest<DownloadedBook[]>));
}

/** Returns a stored file, decrypted with the key of the current user; null where there is none or it belongs to another user. */
export async function readFile(name: string): Promise<EncryptedFile | null> {
  const userId = await workerUser();
  const file = userId === null ? null : await read<EncryptedFile>(name).catch(() => null);
  if (userId === null || !file?.iv) return file;
  const key = keys.get(userId) ?? keyIn(storeOf(userId)).catch(() => null);
  keys.set(userId, key);
  const opened = await decrypt(await key, name, file).catch(() => null);
  // A key that did not exist may have been created since.
  if (!opened) keys.delete(userId);
  return opened;
}

const partOf =
  (name: string) =>
  async (index: number): Promise<ArrayBuffer> => {
    const part = await readFile(partKey(name, index));
    if (!part) throw new Error(`part ${index} of ${name} is missing`);
    return part.body instanceof Blob ? part.body.arrayBuffer() : part.body;
  };

export function rightTo(publishId: number): Promise<DownloadedBook | null> {
  const key = bookKey(publishId);
  const known = rights.get(key) ?? read<DownloadedBook>(key).catch(() => null);
  rights.set(key, known);
  return known;
}

export interface BookPath {
  readonly publishId: number;
  readonly editionId: number;
  readonly path: string;
}

/** Parses `/books/{publishId}/{editionId}/{path}`, decoded; returns null for any other address. */
export function bookPathOf(url: URL): BookPath | null {
  const found = /^\/books\/(\d{1,15})\/(\d{1,15})\/(.+)$/.exec(url.pathname);
  if (!found?.[3]) return null;
  try {
    return { publishId: Number(found[1]), editionId: Number(found[2]), path: decodeURIComponent(found[3]) };
  } catch {
    return null;
  }
}

/** Returns the stored file, or 403 when its access has expired; null where nothing is stored. */
export async function storedResponse(at: BookPath, range: string | null, now?: number): Promise<Response | null> {
  const name = fileKey(at.publishId, at.editionId, at.path);
  const [file, kept] = await Promise.all([readFile(name), rightTo(at.publishId)]);
  if (!file || !kept) return null;
  if (await isExpired(kept.validTo, now)) return new Response(null, { status: 403 });
  return rangeAnswer(file, range, partOf(name));
}

/**
 * Serves a book's file from the download, else from the network. When the access of a copy has expired and the server is reachable, the
 * server decides, because it may have renewed the access.
 */
export async function bookResponse(request: Request, at: BookPath): Promise<Response> {
  const kept = await storedResponse(at, request.headers.get('range'));
  if (kept?.status !== 403) return kept ?? fetch(request);
  // Bypasses the browser's own cache, which does not respect access rights.
  return fetch(request, { cache: 'no-cache' }).catch(() => kept);
}

/** Returns a downloaded track's bytes, as the server would answer its link; null where it is not completely stored. */
export async function storedTrackResponse(url: URL, range: string | null, now?: number): Promise<Response | null> {
  const mediaId = Number(MEDIA_ADDRESS.exec(url.pathname)?.[1]);
  // A request with a signed link goes to the server: it is valid for every holder of the link.
  if (!mediaId || url.pathname !== mediaPath(mediaId) || url.searchParams.has('l')) return null;
  const name = trackFileKey(mediaId);
  const [kept, file] = await Promise.all([read<DownloadedTrack>(trackKey(mediaId)).catch(() => null), readFile(name)]);
  if (!kept?.complete || !file) return null;
  if (await isExpired(kept.validTo, now)) return new Response(null, { status: 403 });
  return rangeAnswer(file, range, partOf(name));
}

/** Returns the description of a downloaded book, as the server would answer. */
export async function storedDetail(publishId: number): Promise<Response | null> {
  const kept = await rightTo(publishId);
  return kept?.detail ? Response.json({ code: 200, msg: '操作成功', data: kept.detail }) : null;
}

export async function storedCover(address: string): Promise<Response | null> {
  const file = await readFile(addressKey(address));
  return file ? rangeAnswer(file, null) : null;
}
