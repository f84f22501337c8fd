import { createStore, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import { addressKey, bookKey, fileKey, keptDatabase, KEPT_STORE, type KeptBook, type KeptFile } from './messages.ts';
import { rangeAnswer } from './range-answer.ts';

/** Whose kept books are answered; written down, because a worker is stopped and started as the browser likes. */
const own = createStore('shuzhou-worker', 'own');
const WHO = 'who';
let who: Promise<number | null> | null = null;
const stores = new Map<number, UseStore>();
/** Rights that were looked up; forgotten when the page says that something changed. */
const rights = new Map<string, Promise<KeptBook | null>>();

export function becomeWho(userId: number | null): Promise<void> {
  who = Promise.resolve(userId);
  rights.clear();
  return set(WHO, userId, own);
}

export const forgetRights = (): void => rights.clear();

export const whoNow = (): Promise<number | null> => (who ??= get<number | null>(WHO, own).then((userId) => userId ?? null));

export async function read<T>(key: string): Promise<T | null> {
  const userId = await whoNow();
  if (userId === null) return null;
  const store = stores.get(userId) ?? createStore(keptDatabase(userId), KEPT_STORE);
  stores.set(userId, store);
  return store('readonly', async (files) => ((await promisifyRequest<unknown>(files.get(key))) as T | undefined) ?? null);
}

export function rightTo(publishId: number): Promise<KeptBook | null> {
  const key = bookKey(publishId);
  const known = rights.get(key) ?? read<KeptBook>(key).catch(() => null);
  rights.set(key, known);
  return known;
}

export interface BookPath {
  readonly publishId: number;
  readonly editionId: number;
  readonly path: string;
}

/** `/books/{publishId}/{editionId}/{path}`, decoded; null for any other address. */
export function bookPathOf(url: URL): BookPath | null {
  const found = /^\/books\/(\d{1,15})\/(\d{1,15})\/(.+)$/.exec(url.pathname);
  if (!found?.[3]) return null;
  try {
    return { publishId: Number(found[1]), editionId: Number(found[2]), path: decodeURIComponent(found[3]) };
  } catch {
    return null;
  }
}

/** The kept file, or 403 once the right to it ran out; null where nothing is kept. */
export async function keptAnswer(at: BookPath, range: string | null, now = Date.now()): Promise<Response | null> {
  const file = await read<KeptFile>(fileKey(at.publishId, at.editionId, at.path)).catch(() => null);
  if (!file) return null;
  const kept = await rightTo(at.publishId);
  if (!kept) return null;
  if (kept.validTo !== null && kept.validTo <= now) return new Response(null, { status: 403 });
  return rangeAnswer(file, range);
}

/** The description of a kept book, as the server would answer it. */
export async function keptDetail(publishId: number): Promise<Response | null> {
  const kept = await rightTo(publishId);
  return kept?.detail ? Response.json({ code: 200, msg: '操作成功', data: kept.detail }) : null;
}

export async function keptCover(address: string): Promise<Response | null> {
  const file = await read<KeptFile>(addressKey(address)).catch(() => null);
  return file ? rangeAnswer(file, null) : null;
}
