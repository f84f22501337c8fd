import { expect, test } from 'vitest';
import { chapterAt, chapterBeside, chapterTitle, lastHeard } from './track-chapters.ts';

const CHAPTERS = [
  { title: '灯', startMs: 0 },
  { title: '', startMs: 60_000 },
  { title: '船', startMs: 125_500 },
];

test('44.6 finds the chapter at a time, and the ones beside it', () => {
  expect([0, 59.9, 60, 125.46, 500].map((at) => chapterAt(CHAPTERS, at))).toEqual([0, 0, 1, 2, 2]);
  expect(chapterAt([], 10)).toBe(-1);
  expect(CHAPTERS.map(chapterTitle)).toEqual(['灯', '第 2 章', '船']);
  expect([chapterBeside(CHAPTERS, 10, 1), chapterBeside(CHAPTERS, 126, 1)]).toEqual([60, null]);
  // Soon after its start, back leads to the chapter before; later, to its own start.
  expect([62, 70, 1, 10].map((at) => chapterBeside(CHAPTERS, at, -1))).toEqual([0, 60, null, 0]);
});

test('44.11 the last sentence heard is that of the transcript, else a few seconds before, in the same chapter', () => {
  const cues = [
    { start: 10, end: 14, text: '第一句。' },
    { start: 14, end: 20, text: '第二句。' },
    { start: 100, end: 104, text: '第三句。' },
  ];
  expect([12, 14.4, 18, 21].map((at) => lastHeard(at, cues, CHAPTERS))).toEqual([10, 10, 14, 14]);
  // The transcript has no sentence at these times.
  expect(lastHeard(63, cues, CHAPTERS)).toBe(60);
  expect(lastHeard(90, cues, CHAPTERS)).toBe(82);
  expect(lastHeard(2, [], [])).toBe(0);
});
