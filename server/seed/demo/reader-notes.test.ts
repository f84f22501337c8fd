import { expect, test } from 'vitest';
import { bookSources } from './demo-books.ts';
import { QUOTED } from './reader-notes.ts';

test('finds every passage marked by the demo reader once in a plain paragraph of its chapter', async () => {
  const sources = await bookSources();
  const wrong = QUOTED.filter(({ title, chapter, quote }) => {
    const paragraphs = sources.find(({ facts }) => facts['title'] === title)?.chapters[chapter]?.paragraphs ?? [];
    const found = paragraphs.filter((one) => one.includes(quote));
    return found.length !== 1 || /^[>@!]|[{}*[\]]/.test(found[0] ?? '');
  });
  expect(wrong).toEqual([]);
  expect(QUOTED.length).toBeGreaterThan(10);
});
