import { expect, test } from 'vitest';
import { partAtFraction, partWith } from './text-letters.ts';

const SENTENCES = ['老桥上一共五盏灯，', '从西往东数。', '第一盏，四米六零，和图纸上写的一样。', '第二盏，四米六零，', '从西往东数。'];

test('44.11 finds the sentence of a caption, whatever its punctuation, and of equal ones the nearest', () => {
  expect(partWith(SENTENCES, '第一盏 四米六零 和图纸上写的一样', 0)).toBe(2);
  // A caption that begins in one sentence and ends in the next.
  expect(partWith(SENTENCES, '五盏灯从西往东数', 0)).toBe(0);
  expect([partWith(SENTENCES, '从西往东数。', 0.1), partWith(SENTENCES, '从西往东数。', 0.9)]).toEqual([1, 4]);
  expect(partWith(SENTENCES, '桥上没有人。', 0)).toBeNull();
  expect(partWith(SENTENCES, '灯，', 0)).toBeNull();
  expect(partWith([], '老桥上一共', 0)).toBeNull();
});

test('44.11 finds the sentence at a fraction of a chapter', () => {
  expect([0, 0.3, 0.5, 0.99, 1].map((part) => partAtFraction(SENTENCES, part))).toEqual([0, 1, 2, 4, 4]);
  expect(partAtFraction([], 0.5)).toBe(-1);
});
