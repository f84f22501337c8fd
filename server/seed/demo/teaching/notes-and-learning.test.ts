import { expect, test } from 'vitest';
import { bookSources } from '../demo-books.ts';
import { narratedSentences } from '../narration.ts';
import { CLASS_NOTES } from './notes-and-learning.ts';

test('§19 the six notes of the teacher are each once in their chapter, in one sentence without emphasis', async () => {
  const book = (await bookSources()).find(({ facts }) => facts['title'] === '渡口英语听说');
  const wrong = CLASS_NOTES.filter(({ chapter, quote }) => {
    const sentences = (book?.chapters[chapter]?.paragraphs ?? []).flatMap((one) => narratedSentences(one.replace(/^> /, '')));
    const found = sentences.filter((one) => one.includes(quote));
    return found.length !== 1 || /[*{}[\]]/.test(found[0] ?? '');
  });
  expect(wrong).toEqual([]);
  expect(CLASS_NOTES).toHaveLength(6);
});
