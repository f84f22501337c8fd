import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bookEntries, chapterDocument, makeEpub, type BookParts } from '../../../tests/support/epub-maker.ts';
import { prepareBook } from '../book.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function prepared(parts: BookParts) {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-spine-'));
  folders.push(folder);
  await writeFile(join(folder, 'a.epub'), await makeEpub(parts));
  const { book, repaired } = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
  const file = (path: string, encoding: BufferEncoding = 'utf8'): Promise<string> => readFile(join(folder, 'book', path), encoding);
  return { book, repaired, file };
}

test('reads a document that is listed twice in the reading order twice, but counts and indexes it once', async () => {
  const { book, file } = await prepared({ spine: '<itemref idref="c0"/><itemref idref="c1"/><itemref idref="c0"/>' });
  expect(book.spine.map(({ href, characters, start }) => [href, characters, start])).toEqual([
    ['OPS/c1.xhtml', 15, 0],
    ['OPS/c2.xhtml', 15, 15],
    ['OPS/c1.xhtml', 0, 30],
  ]);
  expect(book.characters).toBe(30);
  expect(book.resources.find((one) => one.path === 'OPS/c1.xhtml')?.document).toBe(0);
  const { documents } = JSON.parse(await file('search.json', 'utf16le')) as { documents: string[] };
  expect(documents.map((text) => text.slice(0, 3))).toEqual(['第一章', '第二章', '']);
});

test('ends a reading order that contains only repetitions', async () => {
  const { book } = await prepared({ spine: '<itemref idref="c0"/>'.repeat(5_000) });
  expect(book.spine).toHaveLength(201);
});

test.each([
  ['', 'ar', 'rtl'],
  [' page-progression-direction="default"', 'he-IL', 'rtl'],
  [' page-progression-direction="ltr"', 'fa', 'ltr'],
  ['', 'az-Arab', 'rtl'],
  ['', 'zh-CN', 'ltr'],
  ['', 'arn', 'ltr'],
  [' page-progression-direction="rtl"', 'ja', 'rtl'],
])('turns the pages of a spine%s in %s %s', async (spineAttributes, language, direction) => {
  expect((await prepared({ spineAttributes, language })).book.direction).toBe(direction);
});

test('shows a picture in the reading order by its fallback, and points the contents to it', async () => {
  const { book, file } = await prepared({
    chapters: { 'c1.xhtml': '<p>序<img src="a.png" alt=""/></p>', 'a.xhtml': '<p>画里是一座桥。</p>' },
    files: { 'a.png': Buffer.from('png') },
    manifest: '<item id="pic" href="b.png" media-type="image/png" fallback="c1"/>',
    spine: '<itemref idref="c0"/><itemref idref="pic"/>',
    entries: {
      'OPS/b.png': 'png',
      'OPS/nav.xhtml': chapterDocument(
        '目录',
        '<nav epub:type="toc"><ol><li><a href="c1.xhtml">序</a></li><li><a href="b.png">桥</a></li></ol></nav>',
      ),
    },
  });
  expect(book.toc.map(({ title, href }) => [title, href])).toEqual([
    ['序', 'OPS/c1.xhtml'],
    ['桥', 'OPS/a.xhtml'],
  ]);
  expect(await file('OPS/c1.xhtml')).toContain('src="a.png"');
});

test.each([
  ['he', 'he', 'rtl'],
  ['ar_EG', 'ar-EG', 'rtl'],
  ['zh_CN', 'zh-CN', 'ltr'],
  ['ZH-hant', 'zh-Hant', 'ltr'],
  ['en US', 'en', 'ltr'],
  ['中文', 'zh', 'ltr'],
])('writes the language %s as %s for browsers, and writes no page direction of the package', async (said, language, direction) => {
  const opf = String(bookEntries({ language: said })['OPS/book.opf']).replace('<package ', '<package dir="rtl" ');
  expect((await prepared({ entries: { 'OPS/book.opf': opf } })).book).toMatchObject({ language, direction });
});

test('replaces a scripted document by its fallback, in the spine and in links', async () => {
  const { book, file } = await prepared({
    chapters: { 'c1.xhtml': '<p><a href="live.xhtml#a">去</a></p>', 'plain.xhtml': '<p id="a">静</p>' },
    manifest: '<item id="live" href="live.xhtml" media-type="application/xhtml+xml" properties="scripted" fallback="c1"/>',
    spine: '<itemref idref="c0"/><itemref idref="live"/>',
    entries: { 'OPS/live.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>动</body></html>' },
  });
  expect(book.spine.map((one) => one.href)).toEqual(['OPS/c1.xhtml', 'OPS/plain.xhtml']);
  expect(await file('OPS/c1.xhtml')).toContain('href="plain.xhtml#a"');
});

test('shows a scripted document without a fallback as it is without scripts, with its noscript content', async () => {
  const { book, file } = await prepared({
    chapters: { 'c1.xhtml': '<p>正文</p><script>x()</script><noscript><p>没有脚本也能读。</p></noscript>' },
  });
  expect(book.spine).toHaveLength(1);
  expect(await file('OPS/c1.xhtml')).toContain('<p>没有脚本也能读。</p>');
});

test.each(['<p>甲<b>乙</p>', '<p::p>甲乙</p::p>', '<p>甲&nosuch;乙</p>'])('EPUB 3: repairs %s and notifies readers and the editor', async (body) => {
  const { file, repaired } = await prepared({ chapters: { 'c1.xhtml': body, 'c2.xhtml': '<p>好</p>' } });
  expect(repaired).toEqual(['OPS/c1.xhtml']);
  expect(await file('OPS/c1.xhtml')).toMatch(/<html [^>]*data-repaired=""/);
  expect(await file('OPS/c2.xhtml')).not.toContain('data-repaired');
  const older = await prepared({ version: 2, chapters: { 'c1.xhtml': body } });
  expect(older.repaired).toEqual([]);
});

test('allows only a document of the book in a frame', async () => {
  const { file, book } = await prepared({
    chapters: {
      'c1.xhtml':
        '<iframe src="c2.xhtml" width="500" style="border:solid" sandbox="allow-scripts" name="x" onload="x()">替</iframe><iframe src="c1.xhtml"/><iframe src="file:///etc/passwd"/><iframe src="https://evil.test/"/><iframe src="none.xhtml"/><iframe srcdoc="x"/><iframe src="../../c2.xhtml"/>',
      'c2.xhtml': '<p>内</p>',
    },
    spine: '<itemref idref="c0"/>',
  });
  const frames = (await file('OPS/c1.xhtml')).match(/<iframe[^>]*>[^<]*/g);
  expect(frames).toEqual(['<iframe src="c2.xhtml" width="500" style="border:solid">']);
  expect(book.resources.find((one) => one.path === 'OPS/c2.xhtml')?.document).toBe(0);
});

test('detects a glossary by its semantic markup, whatever its name', async () => {
  const { book } = await prepared({
    chapters: {
      'c1.xhtml': '<p>正文</p>',
      'c2.xhtml': '<h1>附</h1><section epub:type="backmatter glossary"><dl><dt>舟</dt><dd>船</dd></dl></section>',
      'c3.xhtml': '<dl role="doc-glossary"><dt>楫</dt><dd>桨</dd></dl>',
      'c4.xhtml': '<dl><dt>甲</dt><dd>不是词表</dd></dl>',
    },
  });
  expect(book.spine.map((one) => one.glossary ?? false)).toEqual([false, true, true, false]);
});

test('treats an MP4 with audio as a recording when the manifest declares it', async () => {
  const { book } = await prepared({
    chapters: { 'c1.xhtml': '<p id="s">读。</p>' },
    manifest: '<item id="v" href="voice.mp4" media-type="audio/mp4"/>',
    entries: { 'OPS/voice.mp4': 'x' },
  });
  expect(book.resources.find((one) => one.path === 'OPS/voice.mp4')?.type).toBe('audio/mp4');
});

test('uses the first of two layout or page side properties', async () => {
  const { book } = await prepared({
    metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    spine:
      '<itemref idref="c0" properties="rendition:layout-reflowable rendition:layout-pre-paginated"/><itemref idref="c1" properties="rendition:page-spread-right page-spread-left"/>',
  });
  expect(book.spine.map(({ layout, spread }) => [layout, spread])).toEqual([
    ['reflowable', undefined],
    [undefined, 'right'],
  ]);
});

test('skips documents that show nothing, unless they have a fixed layout, are styled by pictures, or are all there is', async () => {
  const chapters = {
    'a.xhtml': '<h1>一</h1>',
    'b.xhtml': '',
    'c.xhtml': '<div class="x"><p>&#160;</p></div>',
    'd.xhtml': '<hr/>',
    'e.xhtml': '<img src="p.png" alt=""/>',
    'f.xhtml': '<p>二</p>',
  };
  const files = { 'p.png': Buffer.from('png') };
  const linear = async (parts: BookParts) => (await prepared(parts)).book.spine.map((one) => one.linear);
  expect(await linear({ chapters, files })).toEqual([true, false, false, true, true, true]);
  expect(await linear({ chapters, files, metadata: '<meta property="rendition:layout">pre-paginated</meta>' })).not.toContain(false);
  const styled = { ...files, 's.css': '.x{background:url(p.png)}' };
  expect(await linear({ chapters, files: styled, head: '<link rel="stylesheet" href="s.css"/>' })).not.toContain(false);
  expect(await linear({ chapters: { 'b.xhtml': '', 'c.xhtml': '<p></p>' } })).toEqual([true, true]);
});
