import { type BookCard, type BookDetail, getBook } from '../../../../contract/catalog/book.ts';
import { CODE } from '../../../../contract/error.ts';
import { ownedBook } from '../../../../contract/library/shelf.ts';
import { BOOK_FILE, bookFolder, type PreparedBook, STYLE_SHEET } from '../../../../contract/reading/prepared-book.ts';
import type { Progress } from '../../../../contract/reading/progress.ts';
import type { DownloadedBook } from '../../../../sw/messages.ts';
import type { UnsavedText } from '../../../annotations/unsaved-text.ts';
import { passageIn } from '../../../annotations/passage-address.ts';
import { call, CallError, isOffline } from '../../../api/call.ts';
import { queryClient, queryOf } from '../../../api/query-client.ts';
import { downloadedCopy, noteVersion } from '../../../downloads/downloads.store.ts';
import { forgetGrant, forgetGrants, holdGrant } from '../../../downloads/reading-grant.ts';
import { type DocumentLoader, documentLoader } from '../../../reader-engine/frame/document-loader.ts';
import { documentOfTarget, type Target } from '../../../reader-engine/open-book.ts';
import { withReadingOrder } from '../../../reader-engine/reading-order.ts';
import { positionHint } from '../../../reading-progress/position-hints.ts';
import { positionIn, type SavedPosition } from '../../../reading-progress/reading-progress.store.ts';
import { documentOfCfi } from '../../../reader-engine/position.ts';
import { session } from '../../../session/session.store.ts';
import { announcedPosition } from './announced-position.ts';

export interface Opening {
  readonly card: BookCard;
  readonly book: PreparedBook;
  readonly editionId: number;
  readonly base: string;
  /** Number of documents that may be read now; newly granted access can raise it. */
  readonly limit: number;
  readonly start: Target;
  /** Loads the documents; the first one is already requested. */
  readonly files: DocumentLoader;
  /** A newer position of another device that had not arrived yet. */
  readonly late: Promise<Progress | null>;
  /** The last position is of an older edition, so the book was entered by percentage. */
  readonly corrected: boolean;
  /** The address contains a position in the book. */
  readonly lookedUp: boolean;
  /** The passage of an address from another edition: it is searched for by its beginning, near its old position. */
  readonly passage: { readonly begins: string; readonly at: string } | null;
  /** The edition of the last position or of the passage comes from the same file, which the server processed again. */
  readonly remade: boolean;
  /** The book is read from the copy on this device. */
  readonly kept: boolean;
  /** Resolves to true when the book is read from the copy on this device and the server has another edition. */
  newer(): Promise<boolean>;
  /** The last text read on another device. */
  readonly words: UnsavedText | null;
}

/** How a book was entered, after the positions of other devices had arrived or timed out. */
export interface Entered {
  /** The newer position of another device that arrived late and was opened. */
  readonly there: Progress | null;
  /** The user had not turned the page by then. */
  readonly stays: boolean;
}

/** Why a book does not open, from the user's point of view. */
export type NoOpening = 'no-book' | 'no-trial' | 'gone' | 'offline' | 'expired' | 'failed';
export class CannotOpen extends Error {
  readonly why: NoOpening;
  constructor(why: NoOpening, message = why as string) {
    super(message);
    this.why = why;
  }
}

/** Milliseconds that a device without its own position waits for the server's. */
const PLACE_WAIT_MS = 250;
/** Milliseconds after which a prepared book that has not arrived counts as failed. */
const SHEET_MS = 20_000;

/** Prepares everything before the first page, with as much in parallel as possible; `fresh` when cached data may be outdated. */
export async function prepareOpening(publishId: number, search: URLSearchParams, fresh = false): Promise<Opening> {
  const at = search.get('at');
  const quoted = passageIn(search);
  if (fresh) forgetGrants();
  const detail = detailOf(publishId, fresh);
  detail.catch(() => undefined);
  // Requests the last read edition at once, before it is confirmed as current.
  const guess = positionHint(publishId)?.editionId ?? null;
  const guessed = guess === null ? null : bookSheet(publishId, guess);
  guessed?.catch(() => undefined);
  const places = positionIn(publishId);
  const [kept, { here }] = await Promise.all([downloadedCopy(publishId), places]);

  const { card, editionId } = kept?.complete ? { card: kept.detail ?? kept.book, editionId: kept.editionId } : await fromDetail(detail, kept, here);
  const [book, there] = await Promise.all([
    guessed && editionId === guess ? guessed : bookSheet(publishId, editionId),
    places.then((known) => (known.here ? undefined : soon(known.there))),
  ]);
  const newer = async (): Promise<boolean> =>
    kept?.complete === true &&
    detailOf(publishId, true)
      .then(noteVersion)
      .catch(() => false);
  const base = bookFolder(publishId, editionId);
  const passage = quoted && quoted.editionId !== editionId ? quoted : null;
  // Without a network, a device that never opened the book uses the position that the links into it show: 续读 57%.
  const last = there ?? (here ? null : announcedPosition(publishId));
  const left = passage ? passage.editionId : (last ?? here)?.editionId;
  const words = last?.words ? { editionId: last.editionId, documentIndex: last.documentIndex, text: last.words } : null;
  const remade = left !== undefined && (book.former?.includes(left) ?? false);
  const start = startOf(at, here, last, editionId, book, passage !== null);
  const limit = limitFor(publishId, card, book, kept, start);
  // No chapter may be read: every request of the loader would fail.
  if (trialOf(card, book) === 0 && (await limit) === 0) throw new CannotOpen('no-trial');
  const files = documentLoader(base, book, limit);
  files.expect(Math.max(0, documentOfTarget(book, start)));
  const late = there === undefined ? places.then((known) => known.there) : Promise.resolve(null);
  return {
    card,
    book,
    editionId,
    base,
    limit: await limit,
    start,
    files,
    late,
    corrected: !at && 'percent' in start,
    lookedUp: at !== null,
    passage,
    remade,
    kept: kept?.complete === true,
    newer,
    words,
  };
}

/** A work that is not on sale, no longer or not yet, is still open to its owners and to the staff. */
async function detailOf(publishId: number, fresh: boolean): Promise<BookDetail> {
  const input = { params: { publishId } };
  try {
    if (fresh) return await call(getBook, input, { fresh });
    return await queryClient.fetchQuery<BookDetail>({ ...queryOf(getBook, input), staleTime: 10 * 60_000 });
  } catch (error) {
    const gone = error instanceof CallError && error.code === CODE.missing;
    if (!gone || session.now.state === 'anonymous') throw error;
    return call(ownedBook, input);
  }
}

async function fromDetail(
  detail: Promise<BookDetail>,
  kept: DownloadedBook | null,
  here: SavedPosition | null,
): Promise<{ card: BookCard; editionId: number }> {
  try {
    const found = await detail;
    if (found.editionId === null || (found.kind !== 'book' && found.kind !== 'textbook')) throw new CannotOpen('no-book');
    return { card: found, editionId: found.editionId };
  } catch (error) {
    if (!isOffline(error)) throw error;
    // The start of an incomplete copy, or what the service worker still has in its cache.
    if (kept) return { card: kept.detail ?? kept.book, editionId: kept.editionId };
    const seen = here && queryClient.getQueryData<BookDetail>(queryOf(getBook, { params: { publishId: here.publishId } }).queryKey);
    if (seen?.editionId) return { card: seen, editionId: seen.editionId };
    throw new CannotOpen('offline');
  }
}

async function bookSheet(publishId: number, editionId: number): Promise<PreparedBook> {
  const away = (): never => {
    throw new CannotOpen('offline');
  };
  const ask = (): Promise<Response> => fetch(bookFolder(publishId, editionId) + BOOK_FILE, { signal: AbortSignal.timeout(SHEET_MS) }).catch(away);
  let response = await ask();
  // A work that is no longer on sale is open to those who own it.
  if (response.status === 403) forgetGrant(publishId);
  if (response.status === 403 && session.now.state !== 'anonymous')
    response = (await holdGrant(publishId).catch(() => null)) ? await ask() : response;
  if (response.status === 403) throw await errorOf(publishId);
  if (response.status === 404) throw new CannotOpen('no-book');
  if (response.status === 504) throw new CannotOpen('offline');
  if (!response.ok) throw new CannotOpen('failed', `书的文件没有取到（${response.status}）`);
  const book = (await response.json().catch(away)) as PreparedBook;
  // The full file list is needed for downloads only: thousands of names and hashes that a page does not use.
  return { ...withReadingOrder(book), resources: book.resources.filter((file) => file.type === STYLE_SHEET) };
}

/** Distinguishes a work that is no longer on sale from access that has expired: the data on this device may be older than the change. */
const errorOf = (publishId: number): Promise<unknown> =>
  call(getBook, { params: { publishId } }, { fresh: true }).then(
    () => new CannotOpen('expired'),
    (error: unknown) => (error instanceof CallError && error.code === CODE.missing ? error : new CannotOpen('expired')),
  );

const soon = <T>(promise: Promise<T>): Promise<T | undefined> =>
  Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PLACE_WAIT_MS))]);

/**
 * Uses the position in the address first, then the newest position of any device; a corrected edition is entered by percentage, and by the
 * chapter of a passage.
 */
export function startOf(
  at: string | null,
  here: SavedPosition | null,
  there: Progress | null,
  editionId: number,
  book: Pick<PreparedBook, 'spine'>,
  elsewhere = false,
): Target {
  if (at) {
    const chapter = elsewhere ? documentOfCfi(at) : /^\d{1,5}$/.test(at) ? Number(at) : -1;
    if (chapter >= 0) return { documentIndex: Math.min(chapter, book.spine.length - 1) };
    return at.startsWith('epubcfi(') ? { cfi: at } : { href: at };
  }
  const place = there ?? here;
  if (!place) return { documentIndex: 0 };
  return place.editionId === editionId && place.cfi ? { cfi: place.cfi } : { percent: place.percent };
}

/** Returns the number of chapters, from the first, that are open to everybody. */
export function trialOf(card: BookCard, book: Pick<PreparedBook, 'spine'>): number {
  const { chapters } = card as Partial<BookDetail>;
  const closed = chapters?.find((chapter) => !chapter.isFree)?.index;
  if (chapters) return closed ?? book.spine.length;
  return card.isFree ? book.spine.length : Math.max(1, Math.min(card.trialChapters, book.spine.length));
}

/** Only a start beyond the trial waits for the access check; otherwise it runs in parallel with reading. */
async function limitFor(publishId: number, card: BookCard, book: PreparedBook, kept: DownloadedBook | null, start: Target): Promise<number> {
  if (kept?.complete) return book.spine.length;
  const trial = trialOf(card, book);
  if (trial >= book.spine.length || session.now.state === 'anonymous') return trial;
  const asked = holdGrant(publishId).then(
    (grant) => (grant.entitled ? book.spine.length : Math.max(trial, grant.trialDocuments)),
    // Without a trial, a failed request does not mean that the user has no access.
    (error: unknown) => trial || Promise.reject(error as Error),
  );
  const atOnce = 'documentIndex' in start && start.documentIndex < trial;
  return atOnce ? trial : asked;
}
