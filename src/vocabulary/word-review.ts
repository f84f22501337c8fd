import { DAY_MS } from '../../contract/clock.ts';
import type { StoredWord } from '../annotations/annotation-record.ts';

const MINUTE_MS = 60_000;
/** Days until a word is asked again, by its box; a forgotten word comes back after ten minutes. */
const INTERVALS = [0, 1, 2, 4, 8, 16, 32] as const;
export const LAST_BOX = INTERVALS.length - 1;
const AGAIN_MS = 10 * MINUTE_MS;
const SOON_MINUTES = 60;

/** Returns the due words, those waiting longest first. */
export const dueWords = (words: readonly StoredWord[], now = Date.now()): StoredWord[] =>
  words.filter((word) => word.dueAt <= now).sort((one, two) => one.dueAt - two.dueAt);

/** A known word goes one box up and comes later; a forgotten word starts again. */
export function reviewed(word: Pick<StoredWord, 'box' | 'reviews'>, known: boolean, now = Date.now()): Pick<StoredWord, 'box' | 'dueAt' | 'reviews'> {
  const box = known ? Math.min(LAST_BOX, word.box + 1) : 0;
  return { box, dueAt: known ? now + (INTERVALS[box] ?? 0) * DAY_MS : now + AGAIN_MS, reviews: word.reviews + 1 };
}

/** When a word was reviewed last, epoch milliseconds; null for one that never was. */
export const reviewedAt = ({ box, dueAt, reviews }: Pick<StoredWord, 'box' | 'dueAt' | 'reviews'>): number | null =>
  reviews === 0 ? null : dueAt - (box === 0 ? AGAIN_MS : (INTERVALS[box] ?? 0) * DAY_MS);

/** Formats when a word is asked next: 10 分钟后, 一天内, 3 天后, 现在. */
export function dueIn(dueAt: number, now = Date.now()): string {
  const minutes = Math.ceil((dueAt - now) / MINUTE_MS);
  const days = Math.ceil((dueAt - now) / DAY_MS);
  if (dueAt <= now) return '现在复习';
  return minutes <= SOON_MINUTES ? `${minutes} 分钟后` : days <= 1 ? '一天内' : `${days} 天后`;
}

/** Returns when the next word is due, in epoch milliseconds, if that is soon enough to wait for; else null. */
export function dueSoon(words: readonly StoredWord[], now = Date.now()): number | null {
  const next = Math.min(...words.map((word) => word.dueAt).filter((dueAt) => dueAt > now));
  return next - now <= SOON_MINUTES * MINUTE_MS ? next : null;
}
