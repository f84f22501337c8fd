import { CLOCK_AHEAD_MS } from '../../contract/clock.ts';
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
/** Turning on, the server hears of a place at most this often. */
const SEND_AFTER_MS = 2_500;
/** Of a place that was turned to before the others were heard of: the book has asked by then, or no longer waits. */
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
    writeMemory(place.userId, publishId, stands.clock);
    // A device whose time is wrong is held back there; and of two places the other one must stay the newer.
    const stays = stands.cfi === cfi && stands.editionId === editionId;
    return { clock: stays ? stands.clock : Math.min(clock, stands.clock - 1) };
  } catch (error) {
    return isPermanentError(error) ? 'refused' : 'later';
  }
}

function writeMemory(userId: number | null, publishId: number, clock: number): void {
  if (!isClock(clock)) return;
  const key = `${userId}/${publishId}`;
  seen.set(key, Math.max(seen.get(key) ?? 0, clock));
}

/**
 * Where the reader is now. On the device at once, in its database soon, at the server a little later. Until the other
 * devices are `heard` of its clock is only one more than what this device has seen, so that a newer place of theirs wins.
 */
export function savePosition(at: Omit<SavedPosition, 'userId' | 'clock' | 'sent'>, heard = true): void {
  const userId = currentPerson();
  // Nor is it known whose it would be.
  if (!heard && userId === null) return;
  const before = seen.get(`${userId}/${at.publishId}`) ?? 0;
  const clock = heard ? nextClock(before, Date.now()) : before + 1;
  writeMemory(userId, at.publishId, clock);
  const place = { ...at, userId, clock, sent: userId === null };
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
  // What the database does not take now is kept with what comes next, or when the page is back.
  await book.put(place).catch((error: unknown) => {
    pending ??= flushed;
    reportIfFull(error);
  });
  if (!place.sent) sender.wake(heard ? SEND_AFTER_MS : SEND_UNHEARD_MS);
}

/**
 * The last place this device knows, and the server's where it is newer; the latter may come late or not at all.
 * Whoever holds a token is asked about at once, also on a device that has not met the person yet.
 */
export async function positionIn(publishId: number): Promise<{ here: SavedPosition | null; there: Promise<Progress | null> }> {
  const currentUser = session.now.state === 'anonymous';
  const asked = currentUser ? null : call(getProgress, { query: { publishId } }).catch(() => null);
  await withTimeout(flush(), undefined);
  const userId = currentPerson();
  const here = await withTimeout(book.get(userId, publishId), null);
  if (here) {
    writeMemory(userId, publishId, here.clock);
    hintAt(publishId, here);
  }
  return { here, there: asked ? newerThan(here, publishId, asked) : Promise.resolve(null) };
}

async function newerThan(here: SavedPosition | null, publishId: number, asked: Promise<Progress | null>): Promise<Progress | null> {
  const [found] = await Promise.all([asked, loadPerson().catch(() => null)]);
  if (!isClock(found?.clock)) return null;
  writeMemory(currentPerson(), publishId, found.clock);
  // Sent while the time of this device was wrong: there it has an earlier clock than here.
  if (here?.sent && here.clock > Math.max(Date.now(), found.clock) + CLOCK_AHEAD_MS) return found;
  return newer<{ clock: number }>(here, found) === found ? found : null;
}

onPersonChange(storeHintsOf);

/** Sends what was read, watched or heard without a network; called at start. */
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
