// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { beginAt } from './positions.ts';
import { clockOf, cueAt, cuesWith } from './transcript.ts';

const cues = [
  { start: 1, end: 3, text: '老桥上一共五盏灯' },
  { start: 4, end: 6, text: 'Five Lamps，五个圈' },
  { start: 6, end: 9, text: '船过去了' },
];

test('returns the current or last spoken line at every moment', () => {
  expect([0, 1, 3.5, 4, 100].map((seconds) => cueAt(cues, seconds))).toEqual([-1, 0, 0, 1, 2]);
  expect(cueAt([], 5)).toBe(-1);
});

test('finds a search term regardless of case and width', () => {
  expect([cuesWith(cues, '五'), cuesWith(cues, 'ｆｉｖｅ lamps'), cuesWith(cues, '  '), cuesWith(cues, '伞')]).toEqual([[0, 1], [1], [0, 1, 2], []]);
});

test('finds a search term across line breaks, in Chinese without a space, else with one', () => {
  const broken = [{ start: 1, end: 3, text: '守灯人每天\n晚上都点灯，\n一盏，\nevery\nnight' }];
  expect(['每天晚上', '灯，一盏', 'every night', 'everynight', '每天 晚上'].map((words) => cuesWith(broken, words).length)).toEqual([1, 1, 1, 0, 0]);
});

test('finds a search term regardless of punctuation; a single punctuation character finds itself', () => {
  const lines = [
    { start: 1, end: 3, text: '“江上清风”，与山间明月；' },
    { start: 4, end: 6, text: '耳得之而为声……don’t' },
  ];
  const found = (words: string): number[] => cuesWith(lines, words);
  expect([found('江上清风与山间'), found('清风, 与山间'), found("don't"), found('；'), found('声…d')]).toEqual([[0], [0], [1], [0], [1]]);
});

test('formats times in the usual way', () => {
  expect([0, 67, 3729, -1].map(clockOf)).toEqual(['0:00', '1:07', '1:02:09', '0:00']);
});

test('starts again what was hardly started or is finished', () => {
  expect([2_000, 30_000, 55_000].map((positionMs) => beginAt({ positionMs }, 60))).toEqual([0, 30, 0]);
  expect(beginAt(null, 60)).toBe(0);
});
