import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { bookEntries, type BookParts, chapterDocument, makeEpub } from '../../../tests/support/epub-maker.ts';
import { prepareBook } from '../book.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function prepared(parts: BookParts): Promise<{ book: PreparedBook; file(path: string): Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-epub-'));
  folders.push(folder);
  await writeFile(join(folder, 'a.epub'), await makeEpub(parts));
  const { book } = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
  return { book, file: (path) => readFile(join(folder, 'book', path), 'utf8') };
}

const PNG = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
);

const NAV = (more: string): Record<string, string> => ({
  'OPS/nav.xhtml': chapterDocument(
    '目录',
    `<nav epub:type="toc" hidden="hidden"><ol><li><a href="c1.xhtml"><img src="t.png" alt="第一章"/></a></li><li><a href="c2.xhtml#p">第二章</a></li></ol></nav>${more}`,
  ),
});

test('reads landmarks and the page list with the contents, also from a hidden list and from one of pictures', async () => {
  const { book } = await prepared({
    entries: NAV(
      '<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c1.xhtml">正文开始</a></li><li><a epub:type="cover" href="https://evil.test/">外</a></li></ol></nav><nav epub:type="page-list"><ol><li><a href="c1.xhtml#p1">1</a></li><li><a href="c2.xhtml#p2">ii</a></li></ol></nav>',
    ),
  });
  expect(book.toc.map((node) => [node.title, node.href])).toEqual([
    ['第一章', 'OPS/c1.xhtml'],
    ['第二章', 'OPS/c2.xhtml#p'],
  ]);
  expect(book.landmarks).toEqual([{ kind: 'bodymatter', title: '正文开始', href: 'OPS/c1.xhtml' }]);
  expect(book.pages).toEqual([
    { label: '1', href: 'OPS/c1.xhtml#p1' },
    { label: 'ii', href: 'OPS/c2.xhtml#p2' },
  ]);
});

test('reads the same from the guide and the NCX of an older book', async () => {
  const ncx =
    '<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap><navPoint id="a" playOrder="1"><navLabel><text>上</text></navLabel><content src="c1.xhtml"/></navPoint></navMap><pageList><pageTarget id="p" value="7" type="normal" playOrder="2"><navLabel><text>7</text></navLabel><content src="c2.xhtml#p7"/></pageTarget></pageList></ncx>';
  const { book } = await prepared({
    version: 2,
    entries: { 'OPS/toc.ncx': ncx },
    manifest: '</manifest><guide><reference type="text" title="正文" href="c1.xhtml"/></guide><manifest>',
  });
  expect(book.toc.map((node) => node.title)).toEqual(['上']);
  expect(book.landmarks).toEqual([{ kind: 'text', title: '正文', href: 'OPS/c1.xhtml' }]);
  expect(book.pages).toEqual([{ label: '7', href: 'OPS/c2.xhtml#p7' }]);
});

test('counts the characters before an entry inside a document, by id or old name, in any writing system', async () => {
  const body = '<h1 id="top">一</h1><p>甲乙丙<ruby>丁<rt>ding</rt></ruby></p><h2 id="二">二</h2><p>戊 己</p><a name="c"></a><h2>三</h2>';
  const link = (to: string): string => `<li><a href="c1.xhtml${to}">x</a></li>`;
  const { book } = await prepared({
    chapters: { 'c1.xhtml': body },
    entries: {
      'OPS/nav.xhtml': chapterDocument(
        '目录',
        `<nav epub:type="toc"><ol>${link('')}${link('#top')}${link('#%E4%BA%8C')}${link('#c')}${link('#none')}</ol></nav>`,
      ),
    },
  });
  expect(book.toc.map(({ at }) => at)).toEqual([undefined, undefined, 5, 8, undefined]);
});

test('reads a bare & in the title or the contents as an ampersand', async () => {
  const ncx =
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap><navPoint id="a" playOrder="1"><navLabel><text>A&B &amp; C &#38; D&nbsp;E</text></navLabel><content src="c1.xhtml?a=1&b=2"/></navPoint></navMap></ncx>';
  const { book } = await prepared({ version: 2, title: '舟 & 楫', entries: { 'OPS/toc.ncx': ncx } });
  expect(book.title).toBe('舟 & 楫');
  expect(book.toc.map(({ title, href }) => [title, href])).toEqual([['A&B & C & D E', 'OPS/c1.xhtml']]);
});

test('includes the page side in fixed-layout pages', async () => {
  const { book } = await prepared({
    metadata: '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">landscape</meta>',
    spine:
      '<itemref idref="c0" properties="page-spread-right odd-thing"/><itemref idref="c1" properties="rendition:layout-reflowable rendition:page-spread-center"/>',
  });
  expect(book).toMatchObject({ layout: 'pre-paginated', spread: 'landscape' });
  expect(book.spine[0]).toMatchObject({ spread: 'right' });
  expect(book.spine[0]).not.toHaveProperty('layout');
  expect(book.spine[1]).toMatchObject({ spread: 'center', layout: 'reflowable' });
});

test('shows a fixed-layout cover without a side alone: one marked as cover, or a first page with the cover picture', async () => {
  const fixed = '<meta property="rendition:layout">pre-paginated</meta>';
  const landmarks = '<nav epub:type="landmarks"><ol><li><a epub:type="cover" href="c1.xhtml#top">封面</a></li></ol></nav>';
  const spreads = async (parts: BookParts) => (await prepared(parts)).book.spine.map(({ spread }) => spread);
  expect(await spreads({ metadata: fixed, entries: NAV(landmarks) })).toEqual(['center', undefined]);
  expect(await spreads({ metadata: fixed, entries: NAV('') })).toEqual([undefined, undefined]);
  expect(await spreads({ entries: NAV(landmarks) })).toEqual([undefined, undefined]);
  const picture = { 'OPS/c1.xhtml': chapterDocument('封面', '<img src="cover.png" alt=""/>'), 'OPS/cover.png': PNG };
  const manifest = '<item id="cv" href="cover.png" media-type="image/png" properties="cover-image"/>';
  expect((await spreads({ metadata: fixed, manifest, entries: picture }))[0]).toBe('center');
  const said = { spine: '<itemref idref="c0" properties="page-spread-right"/><itemref idref="c1"/>' };
  expect(await spreads({ metadata: fixed, manifest, entries: picture, ...said })).toEqual(['right', undefined]);
});

test('replaces an unsupported file by its fallback in the reading order, in pictures and in links', async () => {
  const { book, file } = await prepared({
    chapters: { 'c1.xhtml': '<p><img src="a.psd" alt="图"/><a href="data.json">表</a></p>', 'c2.xhtml': '<p>二</p>' },
    manifest:
      '<item id="psd" href="a.psd" media-type="image/vnd.adobe.photoshop" fallback="tif"/><item id="tif" href="a.tif" media-type="image/tiff" fallback="png"/><item id="png" href="a.png" media-type="image/png"/><item id="json" href="data.json" media-type="application/json" fallback="c1"/>',
    spine: '<itemref idref="c0"/><itemref idref="json"/>',
    entries: { 'OPS/a.psd': 'x', 'OPS/a.tif': 'x', 'OPS/a.png': PNG, 'OPS/data.json': '{}' },
  });
  expect(book.spine.map((one) => one.href)).toEqual(['OPS/c1.xhtml', 'OPS/c2.xhtml']);
  const markup = await file('OPS/c1.xhtml');
  expect(markup).toContain('src="a.png"');
  expect(markup).toContain('<a href="c2.xhtml">表</a>');
  expect(book.resources.map((one) => one.path)).toContain('OPS/a.png');
  expect(book.resources.map((one) => one.path)).not.toContain('OPS/a.psd');
});

test('treats the root of the book as its own parent: links from it or past it stay inside, and missing targets are rejected', async () => {
  const { file } = await prepared({
    chapters: {
      'c1.xhtml':
        '<p><a id="a" href="/OPS/c2.xhtml#x">甲</a><a id="b" href="../../../../OPS/c2.xhtml">乙</a><a id="c" href="/prod-api/x">丙</a><a id="d" href="//evil.test/x">丁</a><img src="/books/1/1/x.png" alt=""/><a id="e" href="file:///etc/passwd">戊</a><b style="background:url(/OPS/c2.xhtml)">己</b></p>',
      'c2.xhtml': '<p>二</p>',
    },
  });
  const markup = await file('OPS/c1.xhtml');
  expect(markup).toContain('<a id="a" href="c2.xhtml#x">');
  expect(markup).toContain('<a id="b" href="c2.xhtml">');
  for (const id of ['c', 'd', 'e']) expect(markup).toContain(`<a id="${id}">`);
  expect(markup).not.toMatch(/evil|passwd|prod-api|url\("?\/OPS|books\/1/);
});

test('adds direction marks to a title whose direction differs from its first letter', async () => {
  const { book } = await prepared({
    title: 'XML بسيط',
    entries: {},
    metadata: '<dc:creator dir="ltr">علي</dc:creator>',
  });
  expect(book.title).toBe('XML بسيط');
  expect(book.creators).toContain('\u2066علي\u2069');
});

test('supports style sheets named by a processing instruction, short entities and embedded pictures', async () => {
  const svg =
    '<?xml version="1.0"?><?xml-stylesheet href="s.css" type="text/css"?><svg xmlns="http://www.w3.org/2000/svg"><rect class="a" width="9" height="9"/></svg>';
  const { book, file } = await prepared({
    chapters: {
      'c1.xhtml':
        '<?xml version="1.0"?><?xml-stylesheet href="s.css" type="text/css"?><?xml-stylesheet href="https://evil.test/x.css"?><!DOCTYPE html [<!ENTITY house "书舟"><!ENTITY bomb "&house;&house;">]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>一</title></head><body><p>&house;出版</p><object data="p.svg" type="image/svg+xml" title="图"><p>替代</p></object><iframe src="c2.xhtml"></iframe><embed src="https://evil.test/e.png"/></body></html>',
      'c2.xhtml': '<p>二</p>',
    },
    files: { 's.css': '.a{fill:red}', 'p.svg': svg },
  });
  const markup = await file('OPS/c1.xhtml');
  expect(markup).toContain('<link rel="stylesheet" type="text/css" href="s.css"/>');
  expect(markup).toContain('<p>书舟出版</p><img src="p.svg" alt="图" title="图"/>');
  expect(markup.match(/<iframe[^>]*>/g)).toEqual(['<iframe src="c2.xhtml">']);
  expect(markup).not.toMatch(/evil|替代|object/);
  expect(await file('OPS/p.svg')).toMatch(/<svg[^>]*><style>@import "s\.css";<\/style><rect/);
  expect(book.resources.find((one) => one.path === 'OPS/s.css')?.document).toBe(0);
});

test('does not expand an entity made of entities, and adds direction marks to labels', async () => {
  const { book, file } = await prepared({
    chapters: {
      'c1.xhtml':
        '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>一</title></head><body><p>&b;</p></body></html>',
    },
    entries: {
      'OPS/nav.xhtml': chapterDocument(
        '目录',
        '<nav epub:type="toc" dir="rtl"><ol><li><a href="c1.xhtml">EPUB 3</a></li><li><a dir="ltr" href="c1.xhtml">XML</a></li></ol></nav>',
      ),
    },
  });
  expect(await file('OPS/c1.xhtml')).not.toContain('haha');
  expect(book.toc.map((node) => node.title)).toEqual(['\u2067EPUB 3\u2069', 'XML']);
});

const titlesOf = (nodes: PreparedBook['toc']): unknown[] =>
  nodes.map(({ title, children }) => (children.length > 0 ? [title, titlesOf(children)] : title));
const tocOf = async (nav: string): Promise<unknown[]> =>
  titlesOf((await prepared({ entries: { 'OPS/nav.xhtml': chapterDocument('目录', `<nav epub:type="toc">${nav}</nav>`) } })).book.toc);

test('#33.16 leaves ruby readings out of the labels of the contents', async () => {
  const ruby = (sign: string, read: string): string => `<ruby>${sign}<rp>(</rp><rt>${read}</rt><rp>)</rp></ruby>`;
  expect(await tocOf(`<ol><li><a href="c1.xhtml">${ruby('小', 'xiǎo')}${ruby('猫', 'māo')}</a></li></ol>`)).toEqual(['小猫']);
  const ncx =
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap><navPoint id="a"><navLabel><text>一<rt>yi</rt></text></navLabel><content src="c1.xhtml"/></navPoint></navMap></ncx>';
  expect((await prepared({ version: 2, entries: { 'OPS/toc.ncx': ncx } })).book.toc.map(({ title }) => title)).toEqual(['一']);
});

test.each([
  ['bullets', '<ul><li><a href="c1.xhtml">一</a><ul><li><a href="c2.xhtml">二</a></li></ul></li></ul>'],
  [
    'a list in a division',
    '<div><section><ol><li><a href="c1.xhtml">一</a><div><ol><li><a href="c2.xhtml">二</a></li></ol></div></li></ol></section></div>',
  ],
  [
    'nested spans',
    '<ol><li><span><span><a href="c1.xhtml"><span>一</span></a></span></span><ol><li><p><a href="c2.xhtml">二</a></p></li></ol></li></ol>',
  ],
  ['a heading without a link as text', '<ol><li>一<ol><li><a href="c2.xhtml">二</a></li></ol></li></ol>'],
])('#33.16 reads the contents from %s', async (_name, nav) => expect(await tocOf(nav)).toEqual([['一', ['二']]]));

test('#33.16 uses links without a list as contents, and names an entry without a label after its document', async () => {
  expect(await tocOf('<p><a href="c1.xhtml">一</a></p><p><a href="c2.xhtml">二</a></p>')).toEqual(['一', '二']);
  expect(await tocOf('<ol><li><a href="c1.xhtml"></a></li><li><a href="c2.xhtml"><span> </span></a></li></ol>')).toEqual(['第一章', '第二章']);
});

test('#33.16 finds a navigation document that the manifest does not mark', async () => {
  const opf = String(bookEntries()['OPS/book.opf']).replace(' properties="nav"', '');
  const nav = chapterDocument('目录', '<nav epub:type="toc"><ol><li><a href="c2.xhtml">从这里读</a></li></ol></nav>');
  expect((await prepared({ entries: { 'OPS/book.opf': opf, 'OPS/nav.xhtml': nav } })).book.toc.map(({ title }) => title)).toEqual(['从这里读']);
});

test('#33.14 keeps an entry of the contents without a document as a heading', async () => {
  const nav = '<ol><li><a href="c1.xhtml">一</a></li><li><a href="gone.xhtml">附录</a></li></ol>';
  const { book } = await prepared({ entries: { 'OPS/nav.xhtml': chapterDocument('目录', `<nav epub:type="toc">${nav}</nav>`) } });
  expect(book.toc.map(({ title, href }) => [title, href])).toEqual([
    ['一', 'OPS/c1.xhtml'],
    ['附录', ''],
  ]);
});
