import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeEpub } from '../../../tests/support/epub-maker.ts';
import { narratedParts } from '../../../tests/support/narrated-book.ts';
import { prepareBook } from '../book.ts';
import { secondsOf } from './overlay.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function prepared(parts: Parameters<typeof makeEpub>[0]) {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-overlay-'));
  folders.push(folder);
  await writeFile(join(folder, 'a.epub'), await makeEpub(parts));
  return (await prepareBook(join(folder, 'a.epub'), folder, 'a.epub')).book;
}

test('stores the narration with its document and assigns its recording to that document', async () => {
  const book = await prepared(narratedParts());
  expect(book.spine[0]?.narration).toBeUndefined();
  expect(book.spine[1]?.narration).toEqual([
    { at: 's1', audio: 'OPS/voice.wav', from: 0, to: 0.5 },
    { at: 's2', audio: 'OPS/voice.wav', from: 0.5, to: 1 },
    { at: 's3', audio: 'OPS/voice.wav', from: 1, to: null },
  ]);
  expect(book.resources.find((file) => file.path === 'OPS/voice.wav')).toMatchObject({ type: 'audio/wav', document: 1 });
});

test('drops a broken or external overlay and keeps the book', async () => {
  const broken = await prepared(narratedParts('<smil><body><par>'));
  expect(broken.spine[1]?.narration).toBeUndefined();
  const out = await prepared(
    narratedParts(
      '<smil xmlns="http://www.w3.org/ns/SMIL"><body><par><text src="c2.xhtml#s1"/><audio src="https://evil.test/a.mp3" clipBegin="0s" clipEnd="1s"/></par><par><text src="c1.xhtml#s1"/><audio src="voice.wav"/></par><par><text src="c2.xhtml#s1"/><audio src="voice.wav" clipBegin="2s" clipEnd="1s"/></par></body></smil>',
    ),
  );
  expect(out.spine[1]?.narration).toBeUndefined();
});

test('reads a picture or a document without a fragment aloud like a text', async () => {
  const par = (to: string, begin: string): string => `<par><text src="c2.xhtml${to}"/><audio src="voice.wav" clipBegin="${begin}"/></par>`;
  const overlay = `<smil xmlns="http://www.w3.org/ns/SMIL"><body>${par('#pic', '0s')}${par('', '1s')}</body></smil>`;
  const book = await prepared(narratedParts(overlay));
  expect(book.spine[1]?.narration).toEqual([
    { at: 'pic', audio: 'OPS/voice.wav', from: 0, to: null },
    { at: '', audio: 'OPS/voice.wav', from: 1, to: null },
  ]);
});

test.each([
  ['5.25s', 5.25],
  ['1:02:03.5', 3723.5],
  ['02:03', 123],
  ['90min', 5400],
  ['1200ms', 1.2],
  ['7', 7],
  ['-1s', null],
  ['soon', null],
])('parses the clock value %s', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test('reads an invalid escape in a passage name literally and keeps the narration and the book', async () => {
  const book = await prepared(
    narratedParts(
      '<smil xmlns="http://www.w3.org/ns/SMIL"><body><par><text src="c2.xhtml#%E0%A4%A"/><audio src="voice.wav" clipBegin="0s" clipEnd="1s"/></par></body></smil>',
    ),
  );
  expect(book.spine[1]?.narration).toEqual([{ at: '%E0%A4%A', audio: 'OPS/voice.wav', from: 0, to: 1 }]);
});
