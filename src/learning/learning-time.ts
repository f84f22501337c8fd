import type { LearningSession } from '../../contract/teaching/learning.ts';
import { LEARNING } from '../../contract/teaching/teaching-limits.ts';
import { newUuid } from '../api/new-uuid.ts';
import { PAGE_MOST_MS } from '../reading-stats/reading-time.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** Milliseconds between two writes; a killed tab loses at most this much. */
const WRITE_EVERY_MS = 10_000;
/** The time up to which this device's reading was counted, in any window. Epoch milliseconds. */
const COUNTED = 'shuzhou.learning-until';

/** A page of the book. */
interface Page {
  readonly documentIndex: number;
  readonly page: number;
  readonly pages: number;
}

interface Totals {
  readonly sessionId: string;
  readonly startedAt: number;
  lastAt: number;
  writtenAt: number;
  readonly chapters: Map<number, { ms: number; reached: number }>;
}

/**
 * Counts the reading of one open book by chapter: the time between two turns, as far as it counts as reading (`PAGE_MOST_MS`), and only while the page is
 * visible. After half an hour another session begins. Call `turned` at each move and `stop` at the end.
 */
export function learningTime(publishId: number, put: (session: LearningSession) => void, now: () => number = Date.now) {
  let since = now();
  let shown: Page | null = null;
  let totals: Totals | null = null;

  function write(): void {
    if (!totals) return;
    totals.writtenAt = now();
    const chapters = [...totals.chapters]
      .map(([documentIndex, { ms, reached }]) => ({ documentIndex, seconds: Math.floor(ms / 1000), reached }))
      .slice(0, LEARNING.chapters);
    if (chapters.some(({ seconds }) => seconds > 0))
      put({ sessionId: totals.sessionId, publishId, startedAt: totals.startedAt, lastAt: totals.lastAt, chapters });
  }

  /** Adds the time since the last call to the chapter that was shown. */
  function count(): void {
    const at = now();
    const counted = Number(readMemory(COUNTED)) || 0;
    // When two windows are visible, time counts only once; a clock that was set back must not look like a second window.
    if (counted <= at) since = Math.max(since, counted);
    writeMemory(COUNTED, String(at));
    const ms = Math.min(at - since, PAGE_MOST_MS);
    if (shown && ms > 0) {
      const end = since + ms;
      if (totals && end - totals.startedAt > LEARNING.sessionMs) {
        write();
        totals = null;
      }
      totals ??= { sessionId: newUuid(), startedAt: since, lastAt: end, writtenAt: since, chapters: new Map() };
      const before = totals.chapters.get(shown.documentIndex) ?? { ms: 0, reached: 0 };
      const reached = Math.min(100, Math.round(((shown.page + 1) / Math.max(1, shown.pages)) * 100));
      totals.chapters.set(shown.documentIndex, { ms: before.ms + ms, reached: Math.max(before.reached, reached) });
      totals.lastAt = end;
    }
    since = at;
  }

  const seen = (): void => {
    if (document.visibilityState === 'hidden') {
      count();
      write();
    } else since = now();
  };
  document.addEventListener('visibilitychange', seen);

  return {
    turned(page: Page): void {
      if (document.visibilityState === 'hidden') return;
      count();
      shown = page;
      if (totals && now() - totals.writtenAt >= WRITE_EVERY_MS) write();
    },
    stop(): void {
      document.removeEventListener('visibilitychange', seen);
      if (document.visibilityState === 'visible') count();
      write();
    },
  };
}
