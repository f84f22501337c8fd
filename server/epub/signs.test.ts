import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type BookParts, chapterDocument, makeEpub } from '../../tests/support/epub-maker.ts';
import { prepareBook } from './book.ts';
import { trueLanguage } from './language.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function prepared(parts: BookParts) {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-signs-'));
  folders.push(folder);
  await writeFile(join(folder, 'a.epub'), await makeEpub(parts));
  const { book } = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
  return { book, file: (path: string) => readFile(join(folder, 'book', path), 'utf8') };
}

const SIZED = '<meta name="viewport" content="width=600, height=800"/>';
const options = (more: string): string => `<?xml version="1.0"?><display_options><platform name="*">${more}</platform></display_options>`;
const FIXED = '<option name="fixed-layout">true</option>';

describe('#33.10 a fixed layout is detected by the property', () => {
  test.each<[string, BookParts]>([
    ['of Apple', { entries: { 'META-INF/com.apple.ibooks.display-options.xml': options(FIXED) } }],
    ['of Apple for one device', { entries: { 'META-INF/com.apple.ibooks.display-options.xml': options(FIXED).replace('"*"', '"ipad"') } }],
    ['of Kobo', { entries: { 'META-INF/com.kobobooks.display-options.xml': options(FIXED) } }],
    ['of Kindle', { metadata: '<meta name="fixed-layout" content="True"/>' }],
    ['of Kindle with its resolution', { metadata: '<meta name="original-resolution" content="1024x600"/>' }],
    ['of EPUB 3 in an EPUB 2', { version: 2, metadata: '<meta name="rendition:layout" content="pre-paginated"/>' }],
    ['of a comic whose pages have a size', { metadata: '<meta name="book-type" content="comic"/>', head: SIZED }],
  ])('%s', async (_name, parts) => {
    const { book, file } = await prepared(parts);
    expect(book.layout).toBe('pre-paginated');
    expect(await file('OPS/book.opf')).toContain('<meta property="rendition:layout">pre-paginated</meta>');
  });
});

test('#33.10 a size on every page alone, or a sign that EPUB 3 contradicts, does not make a fixed layout', async () => {
  expect((await prepared({ head: SIZED })).book.layout).toBe('reflowable');
  expect((await prepared({ metadata: '<meta name="book-type" content="comic"/>' })).book.layout).toBe('reflowable');
  const said = '<meta property="rendition:layout">reflowable</meta><meta name="fixed-layout" content="true"/>';
  expect((await prepared({ metadata: said })).book.layout).toBe('reflowable');
});

test('#33.10 the orientation is read from the properties of Apple and Kindle', async () => {
  const lock = `${FIXED}<option name="orientation-lock">landscape-only</option>`;
  expect((await prepared({ entries: { 'META-INF/com.apple.ibooks.display-options.xml': options(lock) } })).book.orientation).toBe('landscape');
});

const CHINESE =
  '<p>江上起了雾，船都不出港，灯在雾里走，像有人提着。桥边的人说，水涨了三尺，今年的春天来得迟，渡口的石阶都淹在水里，等雾散了再走。</p>';
const OLD = '<p>江上起了霧，船都不出港，燈在霧裡走，像有人提著。橋邊的人說，水漲了三尺，今年的春天來得遲，渡口的石階都淹在水裡，等霧散了再走吧。</p>';

test.each([
  ['en', CHINESE, 'zh'],
  ['und', CHINESE, 'zh'],
  ['UND', CHINESE, 'zh'],
  ['', CHINESE, 'zh'],
  ['de', OLD, 'zh-Hant'],
  ['zh-TW', OLD, 'zh-TW'],
  ['en', '<p>The lamp keeper was an old man and he walked along the river in the fog, as he had done every night of his life.</p>', 'en'],
  ['und', '<p>The lamp keeper was an old man and he walked along the river in the fog, as he had done every night of his life.</p>', 'en'],
  [
    'en',
    '<p>これは本のことばです。川の上に霧が出て、船は港を出なかった。あかりは霧の中を、だれかが提げているように動いていった。橋のそばの人は言った。</p>',
    'ja',
  ],
])('#33.10 detects the language from the text of a book that declares %s', async (language, body, expected) => {
  expect((await prepared({ language, chapters: { 'c1.xhtml': `<h1>x</h1>${body}` } })).book.language).toBe(expected);
});

test('#33.10 corrects the language of a document whose text is in another language', async () => {
  const chapter = chapterDocument('x', CHINESE).replace('<html ', '<html lang="en" xml:lang="en" ');
  const { file } = await prepared({ language: 'en', chapters: { 'c1.xhtml': chapter } });
  expect(await file('OPS/c1.xhtml')).toMatch(/<html[^>]* lang="zh" xml:lang="zh">/);
});

test('keeps the declared language when a few words are in another script', () => {
  expect(trueLanguage('en', '望月怀远 by Zhang Jiuling')).toBe('en');
  expect(trueLanguage('und', 'Ξ')).toBe('und');
});
