import { expect, test } from 'vitest';
import { heardSentences, sentenceOfQuote } from './heard-sentences.ts';

const TEXT = [
  'Dialogue: Two tickets',
  '“Two tickets, please.',
  'One single and one return.”',
  '“That’s nine yuan.”',
  '“Two tickets, please.',
  'Thanks!”',
];

test('§7 the sentences of a caption are found in the text, whatever the quotes and the capitals are', () => {
  expect(heardSentences(TEXT, "that's nine yuan", 0)).toEqual([3, 4]);
  expect(heardSentences(TEXT, 'Two tickets, please. One single and one return.', 0)).toEqual([1, 3]);
  expect(heardSentences(['他说：“等一等，船还没有走。”然后跑了过去。'], '等一等，船还没有走。', 0)).toEqual([0, 1]);
});

test('§7 of equal sentences the next one after the last heard is taken', () => {
  expect(heardSentences(TEXT, 'Two tickets, please.', 3)).toEqual([4, 5]);
  expect(heardSentences(TEXT, 'Thanks!', 2)).toEqual([5, 6]);
  expect(heardSentences(TEXT, 'That’s nine yuan.', 5)).toEqual([3, 4]);
});

test('§7 what the text does not print marks nothing', () => {
  expect(heardSentences(TEXT, 'Welcome to unit one of this book', 0)).toBeNull();
  expect(heardSentences(TEXT, '♪', 0)).toBeNull();
});

test('a placed recording begins at its paragraph', () => {
  expect(sentenceOfQuote(TEXT, 'Dialogue: Two tickets')).toBe(0);
  expect(sentenceOfQuote(TEXT, '“That’s nine yuan.” “Two tick')).toBe(3);
  expect(sentenceOfQuote(TEXT, '')).toBe(0);
});
