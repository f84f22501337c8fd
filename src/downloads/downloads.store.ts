import { proxy } from 'valtio/vanilla';
import type { BookCard, BookDetail } from '../../contract/catalog/book.ts';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { finishDownload } from '../../contract/library/download.ts';
import { BOOK_FILE, type PreparedBook } from '../../contract/reading/prepared-book.ts';
import { bookKey, isExpired, type DownloadedBook } from '../../sw/messages.ts';
import { call } from '../api/call.ts';
import { withTimeout } from '../storage/device-store.ts';
import { currentPerson } from '../session/current-person.ts';
import { onPersonChange } from '../session/session.store.ts';
import { deviceUsage, type DeviceUsage, othersKeep } from './device-space.ts';
import {
  advance,
  isUnmetered,
  beginQueueOf,
  isOnHold,
  joinQueue,
  onStopElsewhere,
  type Progressing,
  retryWaiting,
  moveLast,
  stopEverywhere,
} from './download-queue.ts';
import { removePendingDownload, addPendingDownload, type PendingDownload, pendingDownloadsOf } from './pending-downloads.ts';
import { afterFailure, askedOf, LOST } from './download-messages.ts';
import { downloadOptionalFiles } from './download-optional-files.ts';
import { downloadBook } from './download-book.ts';
import { documentsReady } from './download-files.ts';
import { isInUse } from './edition-in-use.ts';
import { type DownloadedBooks, downloadedBooks } from './downloaded-books.ts';
import { changesHere, onTabMessage, postToTabs } from './download-broadcast.ts';
import { bookKeys } from './download-keys.ts';
import { forgetGrants } from './reading-grant.ts';
import { emitDownloaded } from './download-events.ts';
import { forgetTracks, readTracks } from './track-downloads.store.ts';

export interface Download extends Progressing {
  book: BookCard;
  /** Number of chapters, from the first, that can be read offline now. */
  documentsReady: number;
}

/**
 * `looked`: whether the downloads of this user were read from the device; null before the first read. `shared`: other users may have
 * downloads on it too, which are part of the used space.
 */
export const downloads = proxy<{ items: Record<number, Download>; looked: boolean | null; usage: DeviceUsage | null; shared: boolean }>({
  items: {},
  looked: null,
  usage: null,
  shared: false,
});

const TELL_MS = 120;
const RETRY_MS = 20_000;
let owner: number | null = null;
let loaded: Promise<void> | null = null;
let cleaned = false;

const shelf = (): DownloadedBooks | null => (owner === null ? null : downloadedBooks(owner));

/** Reads the downloads of this user on this device and resumes what a closed tab left unfinished. */
export function loadDownloads(): Promise<void> {
  const person = currentPerson();
  if (person !== owner) become(person);
  loaded ??= read();
  return loaded;
}

/** Reads again after another tab has changed something, or after a book was stored without a download. */
export function lookAgain(): Promise<void> {
  loaded = loadDownloads().then(read);
  return loaded;
}

function become(person: number | null): void {
  owner = person;
  loaded = null;
  tried.clear();
  filling?.stop.abort();
  forgetGrants();
  forgetTracks(person);
  downloads.items = {};
  downloads.looked = null;
  beginQueueOf(person);
}

async function read(): Promise<void> {
  const books = shelf();
  const mine = owner;
  const before = changesHere();
  const list = books ? await books.list().catch(() => null) : [];
  // A failed read of the device does not mean that anything is lost.
  if (!list) {
    if (mine === owner) downloads.looked ??= false;
    loaded = null;
    return measure();
  }
  if (list.length > 0) void keepReader();
  if (!cleaned && books) for (const kept of list) await tidy(kept, books).catch(() => undefined);
  cleaned = true;
  const known = await Promise.all(list.map((kept) => (books ? checked(kept, books) : kept)));
  const over = new Set(await Promise.all(known.map(async (kept) => ((await isExpired(kept.validTo)) ? kept : null))));
  if (mine !== owner) return;
  if (before !== changesHere()) return read();
  const pendingItems = pendingDownloadsOf(mine);
  for (const kept of known) {
    const { publishId } = kept.book;
    const pending = pendingItems[bookKey(publishId)];
    if (downloads.items[publishId]?.state !== 'running') downloads.items[publishId] = listed(kept, over.has(kept), pending);
    if (pending && kept.complete && !renews(kept, over.has(kept), pending)) ended(publishId, kept.downloadId);
  }
  for (const [key, item] of Object.entries(downloads.items))
    if (item.state !== 'running' && !pendingItems[bookKey(Number(key))] && !list.some((kept) => kept.book.publishId === Number(key)))
      delete downloads.items[Number(key)];
  for (const book of bookKeys.lostSince(
    mine,
    list.map((kept) => kept.book.publishId),
  ))
    downloads.items[book.publishId] ??= { ...wanted(book), state: 'failed', reason: LOST };
  for (const pending of Object.values(pendingItems)) if (!pending.track) downloads.items[pending.work.publishId] ??= wanted(pending.work, pending);
  bookKeys.note(
    mine,
    known.filter((kept) => kept.complete).map((kept) => kept.book),
  );
  await readTracks();
  if (mine === owner) downloads.looked = true;
  await measure();
  advance();
  void fillIn(known, over);
  void renewCopies().catch(() => undefined);
}

/** Stores how long copies may be read by the server's answer: of one work, or of all with an end, once per connection. */
export async function renewCopies(publishId?: number): Promise<void> {
  const mine = owner;
  const some = mine !== null && (await import('./renew-rights.ts').then(({ renewRights }) => renewRights(mine, publishId)));
  if (!some || mine !== owner) return;
  changed();
  await lookAgain();
}

/** Failed files are requested again when the network is back, or at the next start. */
const tried = new Set<number>();
let filling: { publishId: number; stop: AbortController } | null = null;
const stopFilling = (key: string): void => {
  if (filling && bookKey(filling.publishId) === key) filling.stop.abort();
};
/** Downloads missing optional files of complete copies, without a message: the copy is already complete. */
async function fillIn(known: readonly DownloadedBook[], over: ReadonlySet<DownloadedBook | null>): Promise<void> {
  const books = shelf();
  if (!books || filling || !('locks' in navigator)) return;
  const mine = owner;
  for (const kept of known) {
    const { publishId } = kept.book;
    if (mine !== owner || !kept.complete || kept.newer || over.has(kept) || tried.has(publishId) || !navigator.onLine || isOnHold()) continue;
    tried.add(publishId);
    const { stop } = (filling = { publishId, stop: new AbortController() });
    await isUnmetered(bookKey(publishId), async () => {
      const now = await books.get(publishId);
      if (now?.complete && now.editionId === kept.editionId) await downloadOptionalFiles(now, books, stop.signal);
    }).catch(() => undefined);
  }
  filling = null;
}

/** Removes files of the replaced edition that no tab reads; the others are removed later. */
async function tidy(kept: DownloadedBook, books: DownloadedBooks): Promise<void> {
  const { replaced = [], book } = kept;
  const used = await Promise.all(replaced.map((editionId) => isInUse(book.publishId, editionId)));
  const unused = replaced.filter((_, index) => !used[index]);
  if (unused.length > 0) await books.tidy(book.publishId, unused);
}

/** A copy was completed while no page was open: reports it to the server and clears the pending request. */
function ended(publishId: number, downloadId: number): void {
  removePendingDownload(owner, bookKey(publishId));
  call(finishDownload, { body: { downloadId, result: 'ok' } }).catch(() => undefined);
}

/** Computes the progress from the stored files, for a copy with an unfinished record or with files cleared by the browser. */
async function checked(kept: DownloadedBook, books: DownloadedBooks): Promise<DownloadedBook> {
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
  // A copy that is not complete any more must not be served as complete; it is completed again.
  if (kept.complete) await books.write([[bookKey(publishId), found]]).catch(() => undefined);
  return found;
}

/** A complete copy that is requested again: it may no longer be read, or the server has another edition. */
const renews = ({ complete, newer = false }: DownloadedBook, over: boolean, pending?: PendingDownload): boolean =>
  complete && (over || newer) && (pending?.asked === 'run' || pending?.failed !== undefined);

/** Combines a stored copy and its request: the request is always written first. */
function listed(kept: DownloadedBook, over = false, pending?: PendingDownload): Download {
  const { book, bytes, total, documentsReady: ready, validTo, newer = false } = kept;
  const about = { book, bytes, total, documentsReady: ready, validTo, newer: kept.complete && newer };
  if (kept.complete && !renews(kept, over, pending)) return { ...about, state: over ? 'over' : 'ready', reason: '' };
  return { ...about, ...askedOf(pending ?? kept) };
}

const isWhole = ({ state }: Pick<Download, 'state'>): boolean => state === 'ready' || state === 'over';

/** Requested, with nothing stored on this device yet. */
const wanted = (book: BookCard, pending: Pick<PendingDownload, 'asked' | 'failed'> = { asked: 'run' }): Download => ({
  book,
  ...askedOf(pending),
  bytes: 0,
  total: 0,
  documentsReady: 0,
  validTo: null,
});

export async function startDownload(book: BookCard): Promise<void> {
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
  ask(book, { asked: 'run' });
  moveLast(bookKey(book.publishId));
  advance();
  postToTabs();
}

export async function pause(publishId: number): Promise<void> {
  const item = downloads.items[publishId];
  if (!item || isWhole(item)) return;
  // The old copy is unchanged; the partial new edition is resumed later.
  if (item.newer) {
    removePendingDownload(owner, bookKey(publishId));
    stopEverywhere(bookKey(publishId));
    postToTabs();
    const kept = await shelf()
      ?.get(publishId)
      .catch(() => null);
    if (kept?.complete) Object.assign(item, listed(kept, await isExpired(kept.validTo)));
    return;
  }
  Object.assign(item, { state: 'paused', reason: '' });
  ask(item.book, { asked: 'pause' });
  stopEverywhere(bookKey(publishId));
  await mark(publishId, { asked: 'pause', bytes: item.bytes, documentsReady: item.documentsReady });
  postToTabs();
}

export async function resume(publishId: number): Promise<void> {
  const item = downloads.items[publishId];
  if (!item || item.state === 'ready' || item.state === 'running') return;
  Object.assign(item, { state: 'waiting', reason: '' });
  ask(item.book, { asked: 'run' });
  await mark(publishId, { asked: 'run' });
  advance();
  postToTabs();
}

/** Removes the complete copy from the device. */
export async function remove(publishId: number): Promise<void> {
  const books = shelf();
  const item = downloads.items[publishId];
  // Must be first: another tab that waits for it must not continue when this one stops.
  if (item && !isWhole(item)) ask(item.book, { asked: 'pause' });
  stopEverywhere(bookKey(publishId));
  const kept = await books?.get(publishId).catch(() => null);
  stopFilling(bookKey(publishId));
  delete downloads.items[publishId];
  bookKeys.forget(owner, [publishId]);
  await isUnmetered(bookKey(publishId), async () => books?.remove(publishId));
  removePendingDownload(owner, bookKey(publishId));
  delete downloads.items[publishId];
  if (kept && !kept.complete) call(finishDownload, { body: { downloadId: kept.downloadId, result: 'failed' } }).catch(() => undefined);
  changed();
  await measure();
}

/** Stores the current text version of the server. Returns true if a complete copy here has another version. */
export async function noteVersion({ publishId, version }: Pick<BookDetail, 'publishId' | 'version'>): Promise<boolean> {
  if (version === '') return false;
  await loadDownloads();
  const books = shelf();
  const kept = await books?.get(publishId).catch(() => null);
  // A copy without a version counts as current.
  if (!books || !kept?.complete || (kept.detail?.version ?? version) === version) return false;
  if (!kept.newer) await books.write([[bookKey(publishId), { ...kept, newer: true }]]).catch(() => undefined);
  const item = downloads.items[publishId];
  if (item) item.newer = true;
  return true;
}

/** Returns a complete copy; null if it is incomplete or may no longer be read. */
export async function downloadedCopy(publishId: number): Promise<DownloadedBook | null> {
  const person = currentPerson();
  if (person === null) return null;
  const stored = async (): Promise<DownloadedBook | null> => withTimeout(downloadedBooks(person).get(publishId), null);
  const readable = async (kept: DownloadedBook | null): Promise<DownloadedBook | null> => (kept && !(await isExpired(kept.validTo)) ? kept : null);
  const kept = await stored();
  const now = await readable(kept);
  if (now || !kept || !navigator.onLine) return now;
  const renewal = loadDownloads().then(() => renewCopies(publishId));
  await withTimeout(renewal, null);
  return readable(await stored());
}

/** The reader is part of the shell; what a release leaves out of it is stored with the books. */
const keepReader = (): Promise<unknown> => import('./offline-code.ts').then(({ keepCode }) => keepCode('book')).catch(() => undefined);

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
  let notifiedAt = 0;
  try {
    const reader = keepReader();
    const kept = await downloadBook(book, books, stop.signal, (progress) => {
      if (performance.now() - notifiedAt < TELL_MS) return;
      notifiedAt = performance.now();
      update(progress);
    });
    await reader;
    update({ ...listed(kept), book });
    emitDownloaded(inTitleMarks(book.title));
    bookKeys.note(owner, [book]);
    removePendingDownload(owner, bookKey(publishId));
    changed();
  } catch (error) {
    if (!stop.signal.aborted) {
      const after = await afterFailure(error, downloads.items[publishId]);
      update(after);
      if (after.state === 'waiting') setTimeout(retryWaiting, RETRY_MS);
      else {
        ask(book, { asked: 'pause', failed: after.reason });
        await mark(publishId, { asked: 'pause' });
        postToTabs();
      }
    }
  }
  // Not awaited, so another tab that waits here is not delayed.
  void measure();
}

function ask(book: BookCard, pending: Pick<PendingDownload, 'asked' | 'failed'>): void {
  addPendingDownload(owner, bookKey(book.publishId), { work: { ...book }, ...pending });
}

async function mark(publishId: number, change: Partial<DownloadedBook>): Promise<void> {
  const books = shelf();
  const kept = await books?.get(publishId).catch(() => null);
  if (books && kept && !kept.complete) await books.write([[bookKey(publishId), { ...kept, ...change }]]).catch(() => undefined);
}

export async function measure(): Promise<void> {
  downloads.shared = await withTimeout(othersKeep(owner), true);
  downloads.usage = await deviceUsage().catch(() => null);
}

/** Notifies the worker and other tabs to read again. */
export function changed(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'kept-changed' }, []);
  postToTabs();
}

joinQueue({
  items: () => Object.values(downloads.items).map((item) => [bookKey(item.book.publishId), item] as const),
  run: (key, stop) => run(Number(key.split('/')[1]), stop),
  look: lookAgain,
});
onTabMessage(() => void lookAgain());
// Removing a copy in another tab must not wait for a stalled connection here.
onStopElsewhere(stopFilling);
globalThis.addEventListener?.('online', () => {
  tried.clear();
  if (loaded) void lookAgain();
});
onPersonChange((userId) => {
  if (userId !== owner) become(userId);
  return userId === null ? undefined : loadDownloads();
});
