import { isOwnBook } from '../../contract/reading/own-book-id.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { annotations, storedById, storedOf, write } from '../annotations/annotations.store.ts';
import { deviceId } from '../sync/device-id.ts';
import { dayOfReading } from './reading-days.ts';

/** Milliseconds. Time beyond this on one page does not count as reading. */
export const PAGE_MOST_MS = 180_000;
/** Write interval in milliseconds; a killed tab loses at most this much of the statistics. */
const WRITE_EVERY_MS = 10_000;
/** The time up to which this device's reading was counted, in any window. Epoch milliseconds. */
const COUNTED = 'shuzhou.read-until';

/**
 * Counts reading time: the time between two turns, at most three minutes a page, and only while the page is visible.
 * Create one per open book; call `turned` at each move and `finished` when the last page is reached.
 */
export function readingTime(publishId: number, now: () => number = Date.now) {
  let since = now();
  let unwritten = 0;
  let pages = 0;
  let done = false;

  /** Adds the reading time since the last call; time before midnight goes to the previous day. */
  function count(): void {
    const at = now();
    const counted = Number(readMemory(COUNTED)) || 0;
    // When two windows are visible, time counts only once; a clock that was set back must not look like a second window.
    if (counted <= at) since = Math.max(since, counted);
    writeMemory(COUNTED, String(at));
    const end = Math.min(at, since + PAGE_MOST_MS);
    const midnight = new Date(at).setHours(0, 0, 0, 0);
    if (since < midnight) {
      unwritten += Math.min(end, midnight) - since;
      put(since);
    }
    unwritten += Math.max(0, end - Math.max(since, midnight));
    since = at;
  }

  function put(when: number = now()): void {
    const seconds = Math.floor(unwritten / 1000);
    if (annotations.userId === null || !annotations.ready || (seconds === 0 && pages === 0 && !done)) return;
    const day = dayOfReading(new Date(when));
    const clientId = `d${day.replaceAll('-', '')}-${deviceId().slice(0, 24)}`;
    const kept = storedById(clientId);
    const before = kept?.kind === 'day' ? kept : { seconds: 0, pages: 0, finished: [] };
    write('day', clientId, {
      day,
      seconds: Math.min(86_400, before.seconds + seconds),
      pages: before.pages + pages,
      finished: done ? [...new Set([...before.finished, publishId])].slice(0, 100) : before.finished,
    });
    unwritten -= seconds * 1000;
    pages = 0;
    done = false;
  }

  const seen = (): void => {
    if (document.visibilityState === 'hidden') {
      count();
      put();
    } else since = now();
  };
  document.addEventListener('visibilitychange', seen);

  return {
    /** `onward`: whether the page changed; a scroll stops many times on one page. */
    turned(onward = true): void {
      if (document.visibilityState === 'hidden') return;
      count();
      pages += onward ? 1 : 0;
      if (unwritten >= WRITE_EVERY_MS) put();
    },
    finished(): void {
      // The last page is shown again: the book is already counted as finished. The account knows nothing of own books.
      if (isOwnBook(publishId) || storedOf('day').some((day) => day.finished.includes(publishId))) return;
      done = true;
      put();
    },
    stop(): void {
      document.removeEventListener('visibilitychange', seen);
      if (document.visibilityState === 'visible') count();
      put();
    },
  };
}
