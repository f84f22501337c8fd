import { CLOCK_AHEAD_MS } from '../../contract/clock.ts';
import { isOwnBook } from '../../contract/reading/own-book-id.ts';
import { getProgress, type Progress, saveProgress } from '../../contract/reading/progress.ts';
import { call } from '../api/call.ts';
import { startMediaPositions } from '../media-player/positions.ts';
import { withTimeout } from '../storage/device-store.ts';
import { reportIfFull } from '../storage/storage-full.ts';
import { currentPerson } from '../session/current-person.ts';
import { loadPerson, onPersonChange, personOfToken, session } from '../session/session.store.ts';
import { isClock, newer, nextClock } from '../sync/logical-clock.ts';
import { deviceName } from '../sync/device-name.ts';
import { isPermanentError } from '../sync/permanent-error.ts';
import { hintAt, storeHintsOf } from './position-hints.ts';
import { positionRepository, type SavedPosition, writeAhead } from './position-repository.ts';
import { positionSync, type SendOutcome } from './position-sync.ts';
import { aloneAs } from '../sync/outbox.ts';

export type { SavedPosition } from './position-repository.ts';

const SAVE_AFTER_MS = 250;
/** Minimum milliseconds between two positions that are sent while the user turns pages. */
const SEND_AFTER_MS = 2_500;
/** Delay for a position saved before the other devices' position is loaded. By then the book has loaded it or no longer waits. */
const SEND_UNHEARD_MS = 6_500;

const book = positionRepository();
const seen = new Map<string, number>();
let pending: { place: SavedPosition; heard: boolean } | null = null;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

const sender = positionSync({
  book,
  person: personOfToken,
  send,
  alone: aloneAs('reading-progress'),
});

async function send(place: SavedPosition): Promise<SendOutcome> {
  const { publishId, editionId, cfi, percent, documentIndex, clock } = place;
  try {
    const stands = await call(saveProgress, { body: { publishId, editionId, cfi, percent, documentIndex, clock, device: deviceName() } });
    if (!isClock(stands?.clock)) return 'later';
    rememberClock(place.userId, publishId, stands.clock);
    // The server limits the clock of a device whose time is wrong. At an unchanged position the other device's position must stay the
    // newer one.
    const stays = stands.cfi === cfi && stands.editionId === editionId;
    return { clock: stays ? stands.clock : Math.min(clock, stands.clock - 1) };
  } catch (error) {
    return isPermanentError(error) ? 'refused' : 'later';
  }
}

function rememberClock(userId: number | null, publishId: number, clock: number): void {
  if (!isClock(clock)) return;
  const key = `${userId}/${publishId}`;
  seen.set(key, Math.max(seen.get(key) ?? 0, clock));
}

/**
 * Saves the current position: on the device at once, in its database soon, on the server a little later. Until the other
 * devices' position is loaded (`heard`), the clock is only one higher than the last one on this device, so that a newer position from
 * there wins.
 */
export function savePosition(at: Omit<SavedPosition, 'userId' | 'clock' | 'sent'>, heard = true): void {
  const userId = currentPerson();
  // The user is not known either, so the position has no owner.
  if (!heard && userId === null) return;
  const before = seen.get(`${userId}/${at.publishId}`) ?? 0;
  const clock = heard ? nextClock(before, Date.now()) : before + 1;
  rememberClock(userId, at.publishId, clock);
  const place = { ...at, userId, clock, sent: userId === null || isOwnBook(at.publishId) };
  pending = { place, heard };
  writeAhead(place);
  hintAt(at.publishId, place);
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => void flush(), SAVE_AFTER_MS);
}

async function flush(): Promise<void> {
  clearTimeout(saveTimer);
  if (!pending) return;
  const flushed = pending;
  const { place, heard } = flushed;
  pending = null;
  // A position that the database cannot store now is stored with the next one, or when the page is visible again.
  await book.put(place).catch((error: unknown) => {
    pending ??= flushed;
    reportIfFull(error);
  });
  if (!place.sent) sender.wake(heard ? SEND_AFTER_MS : SEND_UNHEARD_MS);
}

/**
 * Returns the last position of this device, and a promise for the server's position where it is newer. The promise may resolve late or
 * fail.
 * With a token present the server is queried at once, even if this device has not loaded the user yet.
 */
export async function positionIn(publishId: number): Promise<{ here: SavedPosition | null; there: Promise<Progress | null> }> {
  const currentUser = session.now.state === 'anonymous';
  const asked = currentUser || isOwnBook(publishId) ? null : call(getProgress, { query: { publishId } }).catch(() => null);
  await withTimeout(flush(), undefined);
  const userId = currentPerson();
  const here = await withTimeout(book.get(userId, publishId), null);
  if (here) {
    rememberClock(userId, publishId, here.clock);
    hintAt(publishId, here);
  }
  return { here, there: asked ? newerThan(here, publishId, asked) : Promise.resolve(null) };
}

async function newerThan(here: SavedPosition | null, publishId: number, asked: Promise<Progress | null>): Promise<Progress | null> {
  const [found] = await Promise.all([asked, loadPerson().catch(() => null)]);
  if (!isClock(found?.clock)) return null;
  rememberClock(currentPerson(), publishId, found.clock);
  // Sent while the time of this device was wrong: the server stored an earlier clock than this device has.
  if (here?.sent && here.clock > Math.max(Date.now(), found.clock) + CLOCK_AHEAD_MS) return found;
  return newer<{ clock: number }>(here, found) === found ? found : null;
}

onPersonChange(storeHintsOf);

/** Sends positions of books, films and audio that were saved without a network. Called at start. */
export function startProgress(): void {
  startMediaPositions();
  sender.wake();
  window.addEventListener('online', () => void sender.sendNow());
  window.addEventListener('pagehide', () => void flush());
  window.addEventListener('pageshow', () => void flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flush().then(() => sender.sendNow());
    else sender.wake();
  });
  onPersonChange((userId) => {
    if (userId !== null) sender.wake();
  });
}

// Signing out sends, reads and puts back what is waiting.
export { book as positions, flush as storePending, sender as positionSender };
