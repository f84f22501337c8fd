import { expect, test } from 'vitest';
import type { StoredWord } from '../annotations/annotation-record.ts';
import { reviewed, reviewedAt } from './word-review.ts';
import { wordsOfDay } from './words-of-day.ts';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-11-30T12:00:00+08:00');
const word = (clientId: string, box: number, dueAt: number, reviews = 1) => ({ clientId, box, dueAt, reviews }) as StoredWord;

test('a word says when it was reviewed last', () => {
  expect(reviewedAt({ box: 0, dueAt: NOON, reviews: 0 })).toBeNull();
  for (const known of [true, false]) expect(reviewedAt(reviewed({ box: 3, reviews: 4 }, known, NOON))).toBe(NOON);
});

test('T4 due words fill the room of the day, longest waiting first; those that were reviewed today have taken a part', () => {
  const words = [
    word('soon', 2, NOON - 1_000),
    word('long', 2, NOON - DAY_MS),
    word('later', 3, NOON + DAY_MS),
    word('today', 1, NOON + DAY_MS - 3_600_000),
  ];
  expect(wordsOfDay(words, 10, NOON).map(({ clientId }) => clientId)).toEqual(['long', 'soon']);
  expect(wordsOfDay(words, 2, NOON).map(({ clientId }) => clientId)).toEqual(['long']);
  expect(wordsOfDay(words, 0, NOON)).toEqual([]);
});
