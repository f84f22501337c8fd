import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { annotations, storedById, storedOf, write } from '../annotations/annotations.store.ts';
import { deviceId } from '../sync/device-id.ts';
import { dayOfReading } from './reading-days.ts';

/** A page that is looked at longer is not being read. */
const PAGE_MOST_MS = 180_000;
/** Written this often; a killed tab loses no more of the statistics. */
const WRITE_EVERY_MS = 10_000;
/** Up to when this device's time was counted, by whichever window. Epoch milliseconds. */
const COUNTED = 'shuzhou.read-until';

/**
 * Counts reading: the time between two turns, at most three minutes a page, and only while the page is looked at.
 * One is made for an open book; `turned` is told each move, `finished` that the last page was reached.
 */
export function readingTime(publishId: number, now: () => number = Date.now) {
  let since = now();
  let unwritten = 0;
  let pages = 0;
  let done = false;

  /** What of the time since the last look was reading; what was before midnight is the day before's. */
  function count(): void {
    const at = now();
    const counted = Number(readMemory(COUNTED)) || 0;
    // Of two windows that are both seen, one is read; a clock that was put back is no other window.
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
    /** `onward`: to another page; a scroll rests many times on one. */
    turned(onward = true): void {
      if (document.visibilityState === 'hidden') return;
      count();
      pages += onward ? 1 : 0;
      if (unwritten >= WRITE_EVERY_MS) put();
    },
    finished(): void {
      // Whoever looks at its last page again has read it already.
      if (storedOf('day').some((day) => day.finished.includes(publishId))) return;
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
