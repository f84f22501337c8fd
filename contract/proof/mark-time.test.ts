import { expect, test } from 'vitest';
import { placeWords, timeWords, writtenTime } from './mark-time.ts';

test('a mark of a recording or film has a part and a time, a mark of a book a page', () => {
  expect(placeWords('audio', { page: 2, startMs: 63_900, endMs: 65_000 })).toBe('第2段 1:03–1:05');
  expect(placeWords('video', { page: 1, startMs: 3_723_000 })).toBe('第1集 1:02:03');
  expect(placeWords('book', { page: 12, startMs: null })).toBe('第12页');
});

test('a written time is read in every usual form, and nothing else', () => {
  expect(['83', '1:23', '1：23', '1:02:03.5', '0:05'].map(writtenTime)).toEqual([83_000, 83_000, 83_000, 3_723_500, 5_000]);
  expect(['', '1:60', 'a', '1:2:3:4', '-1'].map(writtenTime)).toEqual([null, null, null, null, null]);
  for (const ms of [0, 59_000, 60_000, 3_599_000, 3_600_000]) expect(writtenTime(timeWords(ms))).toBe(ms);
});
