import { reviewDay } from '../../contract/teaching/review-day.ts';
import type { StoredWord } from '../annotations/annotation-record.ts';
import { dueWords, reviewedAt } from './word-review.ts';

/** The words that are due and fit into the room of the day, of which those that were reviewed today have taken a part. */
export function wordsOfDay(words: readonly StoredWord[], room: number, now = Date.now()): StoredWord[] {
  const today = reviewDay(now);
  const done = words.filter((word) => {
    const at = reviewedAt(word);
    return at !== null && reviewDay(at) === today && word.dueAt > now;
  }).length;
  return dueWords(words, now).slice(0, Math.max(0, room - done));
}
