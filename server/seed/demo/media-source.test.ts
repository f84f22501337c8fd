import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookSources } from './demo-books.ts';
import { captionsFrom, readMediaSources } from './media-source.ts';

test('#44.11 a recording of a demo book has every sentence of its chapters as captions, without the signs of the source', async () => {
  const books = await bookSources();
  const works = readMediaSources(await readFile(join(import.meta.dirname, 'media', 'works.txt'), 'utf8'), books);
  const work = works.find(({ facts }) => facts['reads'])!;
  const book = books.find(({ facts }) => facts['title'] === work.facts['reads'])!;
  expect(work.tracks.map(({ title }) => title)).toEqual(book.chapters.slice(0, 2).map(({ title }) => title));
  for (const [index, track] of work.tracks.entries()) {
    const spoken = track.lines.map(({ text }) => text).join('');
    const written = book.chapters[index]!.paragraphs.map((one) => one.replace(/^> /, '').replace('{鹭|lù}', '鹭')).join('');
    expect(spoken).toBe(written);
    for (const { text } of track.lines) expect(text).not.toMatch(/[{}|*[\]]|^[”。]/);
  }
  expect(captionsFrom(work.tracks[1]!)).toContain('00:00.000 --> 00:05.000\n寄给月亮的信，邮资是一样圆的东西。\n');
});

test('every other demo track has lines of its own', async () => {
  const works = readMediaSources(await readFile(join(import.meta.dirname, 'media', 'works.txt'), 'utf8'), await bookSources());
  expect(works.length).toBeGreaterThan(1);
  for (const { facts, tracks } of works) for (const { title, lines } of tracks) expect(lines.length, `${facts['title']} ${title}`).toBeGreaterThan(2);
});
