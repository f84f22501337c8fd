import { proxy } from 'valtio/vanilla';
import type { BookCard, BookDetail } from '../../contract/catalog/book.ts';
import { finishDownload } from '../../contract/library/download.ts';
import { BOOK_FILE, type PreparedBook } from '../../contract/reading/prepared-book.ts';
import { bookKey, isOver, type KeptBook } from '../../sw/messages.ts';
import { call } from '../api/call.ts';
import { inTime } from '../session/device-store.ts';
import { personHere } from '../session/person-here.ts';
import { onPersonChange } from '../session/session.store.ts';
import { deviceUsage, type DeviceUsage, othersKeep } from './device-space.ts';
import { advance, alone, beginQueueOf, joinQueue, type Progressing, retryWaiting, standLast, stopEverywhere } from './download-queue.ts';
import { askWish, dropWish, noteWish, wishesOf } from './download-wishes.ts';
import { afterFailure } from './download-words.ts';
import { keepBook } from './keep-book.ts';
import { documentsReady } from './keep-files.ts';
import { type KeptBooks, keptBooks } from './kept-books.ts';
import { forgetKeptNames, lostSince, noteKept } from './kept-names.ts';
import { forgetGrants } from './reading-grant.ts';
import { forgetTracks, readTracks } from './track-downloads.store.ts';

export interface Download extends Progressing {
  book: BookCard;
  /** Chapters from the first that can be read without a network now. */
  documentsReady: number;
}

/** `shared`: others may keep something on this device, which is part of what is used. */
export const downloads = proxy<{ items: Record<number, Download>; usage: DeviceUsage | null; shared: boolean }>({
  items: {},
  usage: null,
  shared: false,
});

const LOST = '浏览器清理了这份副本，点重试重新下载';
const TELL_MS = 120;
const RETRY_MS = 20_000;
let owner: number | null = null;
let loaded: Promise<void> | null = null;
let tidied = false;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shuzhou-downloads');

const shelf = (): KeptBooks | null => (owner === null ? null : keptBooks(owner));

/** Reads what this person keeps on this device, and goes on with what a closed tab left unfinished. */
export function loadDownloads(): Promise<void> {
  const person = personHere();
  if (person !== owner) become(person);
  loaded ??= read();
  return loaded;
}

function become(person: number | null): void {
  owner = person;
  loaded = null;
  forgetGrants();
  forgetTracks(person);
  downloads.items = {};
  beginQueueOf(person);
}

async function read(): Promise<void> {
  const books = shelf();
  const mine = owner;
  const list = books ? await books.list().catch(() => null) : [];
  // A device that could not be asked this once has lost nothing.
  if (!list) {
    loaded = null;
    return measure();
  }
  if (!tidied) for (const kept of list) if (kept.replaced) await books?.tidy(kept).catch(() => undefined);
  tidied = true;
  const known = await Promise.all(list.map((kept) => (books ? checked(kept, books) : kept)));
  const over = new Set(await Promise.all(known.map(async (kept) => ((await isOver(kept.validTo)) ? kept : null))));
  if (mine !== owner) return;
  for (const kept of known)
    if (downloads.items[kept.book.publishId]?.state !== 'running') downloads.items[kept.book.publishId] = listed(kept, over.has(kept));
  for (const key of Object.keys(downloads.items)) {
    const item = downloads.items[Number(key)];
    if (item && isWhole(item) && !list.some((kept) => kept.book.publishId === Number(key))) delete downloads.items[Number(key)];
  }
  for (const book of lostSince(
    mine,
    list.map((kept) => kept.book.publishId),
  ))
    downloads.items[book.publishId] ??= { book, state: 'failed', bytes: 0, total: 0, reason: LOST, documentsReady: 0, validTo: null };
  for (const { work, track, asked } of Object.values(wishesOf(mine))) if (!track) downloads.items[work.publishId] ??= wanted(work, asked);
  for (const { book, downloadId, complete, newer } of known)
    if (complete && wishesOf(mine)[bookKey(book.publishId)]) {
      const item = downloads.items[book.publishId];
      if (!newer) ended(book.publishId, downloadId);
      else if (item?.state === 'ready') item.state = 'waiting';
    }
  noteKept(
    mine,
    known.filter((kept) => kept.complete).map((kept) => kept.book),
  );
  await readTracks();
  await measure();
  advance();
}

/** A copy that was made whole while no page was open: the house is told, and nobody wishes for it any more. */
function ended(publishId: number, downloadId: number): void {
  dropWish(owner, bookKey(publishId));
  call(finishDownload, { body: { downloadId, result: 'ok' } }).catch(() => undefined);
}

/** How far a copy came that nobody finished writing about, or that the browser has taken something from: counted from what is stored. */
async function checked(kept: KeptBook, books: KeptBooks): Promise<KeptBook> {
  const { publishId } = kept.book;
  if (kept.complete && (kept.stored === undefined || (await books.paths(publishId, kept.editionId).catch(() => new Set())).size >= kept.stored))
    return kept;
  const sheet = await books.file(publishId, kept.editionId, BOOK_FILE).catch(() => null);
  if (!sheet) return { ...kept, complete: false };
  const prepared = JSON.parse(await new Blob([sheet.body]).text()) as PreparedBook;
  const stored = await books.paths(publishId, kept.editionId);
  const missing = prepared.resources.filter((file) => !stored.has(file.path));
  if (missing.length === 0 && kept.complete) return kept;
  const bytes = kept.total - missing.reduce((sum, file) => sum + file.bytes, 0);
  const found = { ...kept, complete: false, bytes, documentsReady: documentsReady(missing, prepared.spine.length) };
  // What is no longer whole is no longer answered as whole, and is made whole again.
  if (kept.complete) await books.write([[bookKey(publishId), found]]).catch(() => undefined);
  return found;
}

function listed({ book, complete, asked, bytes, total, documentsReady: ready, validTo, newer = false }: KeptBook, over = false): Download {
  const state = complete ? (over ? 'over' : 'ready') : asked === 'run' ? 'waiting' : 'paused';
  return { book, state, bytes, total, reason: '', documentsReady: ready, validTo, newer: complete && newer };
}

const isWhole = ({ state }: Pick<Download, 'state'>): boolean => state === 'ready' || state === 'over';

/** Asked for, and nothing of it here yet. */
const wanted = (book: BookCard, asked: 'run' | 'pause'): Download => ({
  book,
  state: asked === 'run' ? 'waiting' : 'paused',
  bytes: 0,
  total: 0,
  reason: '',
  documentsReady: 0,
  validTo: null,
});

export async function keep(book: BookCard): Promise<void> {
  await loadDownloads();
  const item = downloads.items[book.publishId];
  if ((item?.state === 'ready' && !item.newer) || item?.state === 'running') return;
  downloads.items[book.publishId] = {
    book: { ...book },
    state: 'waiting',
    bytes: item?.newer ? 0 : (item?.bytes ?? 0),
    total: item?.total ?? 0,
    reason: '',
    documentsReady: item?.documentsReady ?? 0,
    validTo: null,
    newer: item?.newer ?? false,
  };
  noteWish(owner, bookKey(book.publishId), { work: { ...book }, asked: 'run' });
  standLast(bookKey(book.publishId));
  advance();
}

export async function pause(publishId: number): Promise<void> {
  const item = downloads.items[publishId];
  if (!item || isWhole(item)) return;
  stopEverywhere(bookKey(publishId));
  // The copy is there as it was; what came of the other edition is gone on from.
  if (item.newer) {
    dropWish(owner, bookKey(publishId));
    const kept = await shelf()
      ?.get(publishId)
      .catch(() => null);
    if (kept?.complete) Object.assign(item, listed(kept, await isOver(kept.validTo)));
    return;
  }
  Object.assign(item, { state: 'paused', reason: '' });
  askWish(owner, bookKey(publishId), 'pause');
  await mark(publishId, { asked: 'pause', bytes: item.bytes, documentsReady: item.documentsReady });
}

export async function resume(publishId: number): Promise<void> {
  const item = downloads.items[publishId];
  if (!item || item.state === 'ready' || item.state === 'running') return;
  Object.assign(item, { state: 'waiting', reason: '' });
  askWish(owner, bookKey(publishId), 'run');
  await mark(publishId, { asked: 'run' });
  advance();
}

/** The whole copy leaves the device. */
export async function remove(publishId: number): Promise<void> {
  const books = shelf();
  stopEverywhere(bookKey(publishId));
  const kept = await books?.get(publishId).catch(() => null);
  delete downloads.items[publishId];
  forgetKeptNames(owner, [publishId]);
  dropWish(owner, bookKey(publishId));
  await alone(bookKey(publishId), async () => books?.remove(publishId));
  if (kept && !kept.complete) call(finishDownload, { body: { downloadId: kept.downloadId, result: 'failed' } }).catch(() => undefined);
  changed();
  await measure();
}

/** What text the house has now: true where a whole copy here is of another, which is noted. */
export async function noteVersion({ publishId, version }: Pick<BookDetail, 'publishId' | 'version'>): Promise<boolean> {
  if (version === '') return false;
  await loadDownloads();
  const books = shelf();
  const kept = await books?.get(publishId).catch(() => null);
  // A copy that does not say is taken for the one the house has.
  if (!books || !kept?.complete || (kept.detail?.version ?? version) === version) return false;
  if (!kept.newer) await books.write([[bookKey(publishId), { ...kept, newer: true }]]).catch(() => undefined);
  const item = downloads.items[publishId];
  if (item) item.newer = true;
  return true;
}

/** A copy that is whole; null when it is not, or no longer may be read. */
export async function keptCopy(publishId: number): Promise<KeptBook | null> {
  const person = personHere();
  if (person === null) return null;
  const kept = await inTime(keptBooks(person).get(publishId), null);
  return kept && !(await isOver(kept.validTo)) ? kept : null;
}

async function run(publishId: number, stop: AbortController): Promise<void> {
  const books = shelf();
  const card = downloads.items[publishId]?.book;
  if (!books || !card) return;
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
    noteKept(owner, [book]);
    dropWish(owner, bookKey(publishId));
    changed();
  } catch (error) {
    if (!stop.signal.aborted) {
      const after = await afterFailure(error, downloads.items[publishId]);
      update(after);
      if (after.state === 'waiting') setTimeout(retryWaiting, RETRY_MS);
      else await mark(publishId, { asked: 'pause' });
    }
  }
  await measure();
}

async function mark(publishId: number, change: Partial<KeptBook>): Promise<void> {
  const books = shelf();
  const kept = await books?.get(publishId).catch(() => null);
  if (books && kept && !kept.complete) await books.write([[bookKey(publishId), { ...kept, ...change }]]).catch(() => undefined);
}

export async function measure(): Promise<void> {
  downloads.shared = await inTime(othersKeep(owner), true);
  downloads.usage = await deviceUsage().catch(() => null);
}

/** The worker and other tabs look again. */
export function changed(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'kept-changed' }, []);
  channel?.postMessage('changed');
}

joinQueue({
  items: () => Object.values(downloads.items).map((item) => [bookKey(item.book.publishId), item] as const),
  run: (key, stop) => run(Number(key.split('/')[1]), stop),
});
channel?.addEventListener('message', () => {
  loaded = null;
  void loadDownloads();
});
onPersonChange((userId) => {
  if (userId !== owner) become(userId);
  return userId === null ? undefined : loadDownloads();
});
