import { expect, test } from 'vitest';
import { wordCount } from './word-count.ts';

test.each([
  ['《呐喊》是 Lu Xun 1923年的小说集。', 14],
  ['', 0],
  ['桥上的灯', 4],
  ['ＡＢ１２', 4],
  ['re-read — 再读', 5],
])('F13 counts %s as %i words', (text, words) => {
  expect(wordCount(text)).toBe(words);
});
