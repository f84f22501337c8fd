import type { KeptWord } from './kept.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Days until a word is asked again, by its box; what was forgotten comes back after ten minutes. */
const INTERVALS = [0, 1, 2, 4, 8, 16, 32] as const;
export const LAST_BOX = INTERVALS.length - 1;
const AGAIN_MS = 10 * MINUTE_MS;

/** The words that are due, those waiting longest first. */
export const dueWords = (words: readonly KeptWord[], now = Date.now()): KeptWord[] =>
  words.filter((word) => word.dueAt <= now).sort((one, two) => one.dueAt - two.dueAt);

/** Known, a word goes one box up and comes later; forgotten, it starts again. */
export function reviewed(word: Pick<KeptWord, 'box' | 'reviews'>, known: boolean, now = Date.now()): Pick<KeptWord, 'box' | 'dueAt' | 'reviews'> {
  const box = known ? Math.min(LAST_BOX, word.box + 1) : 0;
  return { box, dueAt: known ? now + (INTERVALS[box] ?? 0) * DAY_MS : now + AGAIN_MS, reviews: word.reviews + 1 };
}

/** 明天, 3 天后, 现在: when a word is asked next. */
export function dueIn(dueAt: number, now = Date.now()): string {
  const days = Math.ceil((dueAt - now) / DAY_MS);
  return dueAt <= now ? '现在复习' : days <= 1 ? '一天内' : `${days} 天后`;
}
