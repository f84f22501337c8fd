import { proxy } from 'valtio/vanilla';
import type { BookCard } from '../../contract/catalog/book.ts';
import { finishDownload } from '../../contract/library/download.ts';
import { BOOK_FILE, type PreparedBook } from '../../contract/reading/prepared-book.ts';
import { bookKey, type KeptBook } from '../../sw/messages.ts';
import { call, CallError, isOffline } from '../api/call.ts';
import { keptPerson, onPersonChange, session } from '../session/session.store.ts';
import { deviceUsage, type DeviceUsage, fullWords, isDiskFull } from './device-space.ts';
import { CannotKeep, keepBook } from './keep-book.ts';
import { DamagedFile, documentsReady } from './keep-files.ts';
import { type KeptBooks, keptBooks } from './kept-books.ts';
import { forgetGrants } from './reading-grant.ts';

export interface Download {
  book: BookCard;
  state: 'waiting' | 'running' | 'paused' | 'failed' | 'ready';
  bytes: number;
  total: number;
  /** Why it failed or waits, in words; empty otherwise. */
  reason: string;
  /** Chapters from the first that can be read without a network now. */
  documentsReady: number;
  validTo: number | null;
}

export const downloads = proxy<{ items: Record<number, Download>; usage: DeviceUsage | null }>({ items: {}, usage: null });

const NO_NETWORK = '等待网络，联网后自动继续';
const INSECURE = { state: 'failed', reason: '当前网址不是安全连接（https），浏览器不允许下载到本机' } as const;
const TELL_MS = 120;
const RETRY_MS = 20_000;
let owner: number | null = null;
let loaded: Promise<void> | null = null;
let running: { publishId: number; stop: AbortController } | null = null;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shuzhou-downloads');

const personNow = (): number | null =>
  session.now.state === 'known' ? session.now.user.userId : session.now.state === 'unknown' ? (keptPerson()?.user.userId ?? null) : null;
const shelf = (): KeptBooks | null => (owner === null ? null : keptBooks(owner));

/** Reads what this person keeps on this device, and goes on with what a closed tab left unfinished. */
export function loadDownloads(): Promise<void> {
  const person = personNow();
  if (person !== owner) become(person);
  loaded ??= read();
  return loaded;
}

function become(person: number | null): void {
  owner = person;
  loaded = null;
  running?.stop.abort();
  running = null;
  forgetGrants();
  downloads.items = {};
}

async function read(): Promise<void> {
  const books = shelf();
  const mine = owner;
  const list = books ? await books.list().catch(() => []) : [];
  const known = await Promise.all(list.map((kept) => (books && !kept.complete ? measured(kept, books) : kept)));
  if (mine !== owner) return;
  for (const kept of known) if (downloads.items[kept.book.publishId]?.state !== 'running') downloads.items[kept.book.publishId] = listed(kept);
  for (const key of Object.keys(downloads.items)) {
    const item = downloads.items[Number(key)];
    if (item?.state === 'ready' && !list.some((kept) => kept.book.publishId === Number(key))) delete downloads.items[Number(key)];
  }
  await measure();
  advance();
}

/** How far a copy came that nobody finished writing about: counted from what is stored. */
async function measured(kept: KeptBook, books: KeptBooks): Promise<KeptBook> {
  const { publishId } = kept.book;
  const sheet = await books.file(publishId, kept.editionId, BOOK_FILE).catch(() => null);
  if (!sheet) return kept;
  const prepared = JSON.parse(await new Blob([sheet.body]).text()) as PreparedBook;
  const stored = await books.paths(publishId, kept.editionId);
  const missing = prepared.resources.filter((file) => !stored.has(file.path));
  const bytes = kept.total - missing.reduce((sum, file) => sum + file.bytes, 0);
  return { ...kept, bytes, documentsReady: documentsReady(missing, prepared.spine.length) };
}

function listed(kept: KeptBook): Download {
  const state = kept.complete ? 'ready' : kept.asked === 'run' ? 'waiting' : 'paused';
  return { book: kept.book, state, bytes: kept.bytes, total: kept.total, reason: '', documentsReady: kept.documentsReady, validTo: kept.validTo };
}

export async function keep(book: BookCard): Promise<void> {
  await loadDownloads();
  const item = downloads.items[book.publishId];
  if (item?.state === 'ready' || item?.state === 'running') return;
  downloads.items[book.publishId] = {
    book: { ...book },
    state: 'waiting',
    bytes: item?.bytes ?? 0,
    total: item?.total ?? 0,
    reason: '',
    documentsReady: item?.documentsReady ?? 0,
    validTo: null,
  };
  advance();
}

export async function pause(publishId: number): Promise<void> {
  const item = downloads.items[publishId];
  if (!item || item.state === 'ready') return;
  Object.assign(item, { state: 'paused', reason: '' });
  if (running?.publishId === publishId) running.stop.abort();
  await mark(publishId, { asked: 'pause', bytes: item.bytes, documentsReady: item.documentsReady });
}

export async function resume(publishId: number): Promise<void> {
  const item = downloads.items[publishId];
  if (!item || item.state === 'ready' || item.state === 'running') return;
  Object.assign(item, { state: 'waiting', reason: '' });
  await mark(publishId, { asked: 'run' });
  advance();
}

/** The whole copy leaves the device. */
export async function remove(publishId: number): Promise<void> {
  const books = shelf();
  const was = running?.publishId === publishId ? running : null;
  was?.stop.abort();
  const kept = await books?.get(publishId).catch(() => null);
  delete downloads.items[publishId];
  await navigator.locks.request(lockOf(publishId), () => books?.remove(publishId));
  if (kept && !kept.complete) call(finishDownload, { body: { downloadId: kept.downloadId, result: 'failed' } }).catch(() => undefined);
  changed();
  await measure();
}

/** A copy that is whole; null when it is not, or no longer may be read. */
export async function keptCopy(publishId: number): Promise<KeptBook | null> {
  const person = personNow();
  if (person === null) return null;
  const kept = await keptBooks(person)
    .get(publishId)
    .catch(() => null);
  return kept && (kept.validTo === null || kept.validTo > Date.now()) ? kept : null;
}

const lockOf = (publishId: number): string => `keep-${owner}-${publishId}`;

/** One book after another: each alone is quicker, and the first is readable sooner. */
function advance(): void {
  const books = shelf();
  if (running || !books) return;
  if (!('locks' in navigator))
    return void Object.values(downloads.items).forEach((item) => item.state === 'waiting' && Object.assign(item, INSECURE));
  const waiting = Object.values(downloads.items).find((item) => item.state === 'waiting' && item.reason === '');
  if (!waiting) return;
  const { publishId } = waiting.book;
  const stop = new AbortController();
  running = { publishId, stop };
  // Another tab may be at it: its lock goes with it, even when it is killed.
  void navigator.locks
    .request(lockOf(publishId), { ifAvailable: true }, (lock) =>
      lock ? run(waiting.book, books, stop) : void Object.assign(waiting, { reason: '正在另一个页面下载' }),
    )
    .finally(() => {
      if (running?.stop === stop) running = null;
      advance();
    });
}

async function run(card: BookCard, books: KeptBooks, stop: AbortController): Promise<void> {
  const { publishId } = card;
  const book = JSON.parse(JSON.stringify(card)) as BookCard;
  const update = (change: Partial<Download>): void => {
    const item = downloads.items[publishId];
    if (item && !stop.signal.aborted) Object.assign(item, change);
  };
  update({ state: 'running', reason: '' });
  let toldAt = 0;
  try {
    const kept = await keepBook(book, books, stop.signal, (progress) => {
      if (performance.now() - toldAt < TELL_MS) return;
      toldAt = performance.now();
      update(progress);
    });
    update({ ...listed(kept), book });
    changed();
  } catch (error) {
    if (!stop.signal.aborted) await refused(publishId, error, update);
  }
  await measure();
}

async function refused(publishId: number, error: unknown, update: (change: Partial<Download>) => void): Promise<void> {
  if (isOffline(error)) {
    update({ state: 'waiting', reason: NO_NETWORK });
    setTimeout(retryWaiting, RETRY_MS);
    return;
  }
  update({ state: 'failed', reason: await wordsOf(publishId, error) });
  await mark(publishId, { asked: 'pause' });
}

async function wordsOf(publishId: number, error: unknown): Promise<string> {
  if (isDiskFull(error)) {
    const usage = await deviceUsage().catch(() => null);
    const item = downloads.items[publishId];
    return fullWords(Math.max(0, (item?.total ?? 0) - (item?.bytes ?? 0)), usage ? Math.max(0, usage.quota - usage.used) : 0);
  }
  if (error instanceof DamagedFile) return '文件在途中损坏，请重试';
  if (error instanceof CannotKeep || error instanceof CallError) return error.message;
  return '没有存好，请重试';
}

function retryWaiting(): void {
  for (const item of Object.values(downloads.items)) if (item.state === 'waiting') item.reason = '';
  advance();
}

async function mark(publishId: number, change: Partial<KeptBook>): Promise<void> {
  const books = shelf();
  const kept = await books?.get(publishId).catch(() => null);
  if (books && kept && !kept.complete) await books.write([[bookKey(publishId), { ...kept, ...change }]]).catch(() => undefined);
}

async function measure(): Promise<void> {
  downloads.usage = await deviceUsage().catch(() => null);
}

/** The worker and other tabs look again. */
function changed(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'kept-changed' }, []);
  channel?.postMessage('changed');
}

channel?.addEventListener('message', () => {
  loaded = null;
  void loadDownloads();
});
if (typeof window !== 'undefined') window.addEventListener('online', retryWaiting);
onPersonChange((userId) => {
  if (userId !== owner) become(userId);
  return userId === null ? undefined : loadDownloads();
});
