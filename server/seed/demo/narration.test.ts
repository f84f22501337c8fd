import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookSource } from './book-source.ts';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { prepareBook } from '../../epub/book.ts';
import { bookSources } from './demo-books.ts';
import { epubFromSource } from './epub-from-source.ts';
import { captionsFrom, LINE_SECONDS } from './media-source.ts';
import { narratedSentences } from './narration.ts';
import { FERRY_RECORDINGS } from './textbook/ferry-questions.ts';
import { demoTracks } from './textbook/textbooks.ts';
import { wavNarration, wavSpeech } from './textbook/wav-speech.ts';

const MEGABYTE = 1024 * 1024;

let folder = '';
let source: BookSource;
let book: PreparedBook;
beforeAll(async () => {
  source = (await bookSources()).find(({ facts }) => facts['narration'] === 'yes')!;
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-narration-'));
  await writeFile(join(folder, 'a.epub'), await epubFromSource(source));
  book = (await prepareBook(join(folder, 'a.epub'), folder, 'a.epub')).book;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['“Was that your chair?” he asked. He ran.', ['“Was that your chair?” he asked.', 'He ran.']],
  ['“Good,” she said. “Today is Monday.”', ['“Good,” she said.', '“Today is Monday.”']],
  ['It is short: *You did. – I did.* Say it.', ['It is short: *You did. – I did.*', 'Say it.']],
  ['*Where is …?* It is *here*.', ['*Where is …?*', 'It is *here*.']],
  ['One single', ['One single']],
])('cuts “%s” into sentences', (paragraph, sentences) => {
  expect(narratedSentences(paragraph)).toEqual(sentences);
});

test('§19 every sentence of the six units of the English textbook has a clip of the narration, without a gap', async () => {
  expect(book.spine).toHaveLength(6);
  for (const [at, { narration = [], href }] of book.spine.entries()) {
    const chapter = source.chapters[at]!;
    const sentences = chapter.paragraphs.flatMap((paragraph) => narratedSentences(paragraph.replace(/^> /, '')));
    expect(narration.map(({ at: id }) => id)).toEqual([`t${at}`, ...sentences.map((_, index) => `s${index + 1}`)]);
    const xhtml = await readFile(join(folder, 'book', href), 'utf8');
    let before = 0;
    for (const { at: id, audio, from, to } of narration) {
      expect(xhtml).toContain(`id="${id}"`);
      expect(from).toBe(before);
      expect(to).toBeGreaterThan(from);
      before = to ?? 0;
      expect(book.resources.find(({ path }) => path === audio)).toMatchObject({ type: 'audio/wav', document: at });
    }
    const last = await readFile(join(folder, 'book', narration[0]!.audio));
    expect(last.readUInt32LE(40) / last.readUInt32LE(28)).toBeCloseTo(before, 3);
  }
});

test('§19 narration, recordings and films of the English textbook have at most 12 MB', async () => {
  const narration = book.resources.filter(({ type }) => type.startsWith('audio/')).reduce((sum, { bytes }) => sum + bytes, 0);
  const questions = Object.values(FERRY_RECORDINGS).reduce((sum, lines) => sum + wavNarration(lines).bytes.length, 0);
  const placed = (await demoTracks(source)).reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(narration + questions + placed).toBeLessThan(12 * MEGABYTE);
});

test('the recordings are PCM with one channel of 8 bit, which all browsers play, and lines have the length that their captions say', () => {
  const lines = ['One way or return?', 'Return, please.'];
  const bytes = wavSpeech(lines, LINE_SECONDS);
  expect([bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([1, 1, 8_000, 8]);
  expect(bytes.readUInt32LE(40) / 8_000).toBe(lines.length * LINE_SECONDS);
  expect(captionsFrom({ title: '', lines: lines.map((text) => ({ picture: '', text })) })).toContain('00:05.000 --> 00:10.000\nReturn, please.');
  // Each line begins with a sound and ends silent.
  for (const at of [0, 1]) {
    const line = bytes.subarray(44 + at * LINE_SECONDS * 8_000, 44 + (at + 1) * LINE_SECONDS * 8_000);
    expect(Math.max(...line.subarray(0, 2_000)) - 128).toBeGreaterThan(40);
    expect(new Set(line.subarray(-1_000))).toEqual(new Set([128]));
  }
});
