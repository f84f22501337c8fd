import { expect, test } from 'vitest';
import { isElement, parseXml, type XmlElement } from '../document/xml-tree.ts';
import { numberHeadings } from './book-headings.ts';
import { chaptersOf } from './chapter-text.ts';
import { drawnCover, titleLines } from './drawn-cover.ts';
import { writeEpub, type EpubBook, type EpubPicture } from './epub-writer.ts';
import { epubFiles } from './print-book.ts';

const PICTURE: EpubPicture = { path: 'pictures/001.png', mime: 'image/png', bytes: Buffer.from('png') };
const HTML =
  '<h1>第一章 <ruby>渡<rt>dù</rt></ruby>口</h1><p>灯。</p><h3>一节</h3><p>桥<img src="a.png" alt="一座桥"/></p><h4>小节</h4><p>水。</p><h2>二节</h2><h1>第二章</h1><p>雨。</p>';
const IMPRINT = {
  lines: [
    ['书名', '灯 & 桥'],
    ['定价', '58.00元'],
  ] as const,
  cip: ['灯 & 桥／何语著.——启明社，2026.3', '中国国家版本馆CIP数据核字（2026）第012345号'],
};

async function packed(more: Partial<EpubBook> = {}, html = HTML): Promise<Map<string, string>> {
  const bytes = await writeEpub({
    identifier: 'urn:uuid:0',
    isbn: '978-7-999999-00-3',
    title: '灯 & 桥',
    subtitle: '',
    authors: ['何语'],
    language: 'zh-CN',
    publisher: '启明社',
    description: '',
    modified: Date.parse('2026-01-01T00:00:00Z'),
    chapters: chaptersOf(html, '灯 & 桥', { pictureOf: () => PICTURE.path }).chapters,
    pictures: html.includes('<img') ? [PICTURE] : [],
    imprint: IMPRINT,
    ...more,
  });
  return new Map([...(await epubFiles(bytes))].map(([path, file]) => [path, file.toString('utf8')]));
}

const everyElement = (element: XmlElement): XmlElement[] => [element, ...element.children.filter(isElement).flatMap(everyElement)];
const treeOf = (text: string): XmlElement[] => everyElement(parseXml(text.replace(/<!DOCTYPE html>/, '')));
const metaOf = (opf: string, name: string): string[] =>
  [...opf.matchAll(new RegExp(`<meta property="schema:${name}">([^<]*)</meta>`, 'g'))].map(([, value]) => value ?? '');

test('45.3 EPUB: the manifest lists every file once, the spine and all links lead to what is there, and ids are unique', async () => {
  const files = await packed();
  const opf = files.get('book.opf') ?? '';
  const items = [...opf.matchAll(/<item id="([^"]+)" href="([^"]+)" media-type="([^"]+)"/g)].map(([, id, href, type]) => ({ id, href, type }));
  expect(items.map(({ href }) => href).toSorted()).toEqual([...files.keys()].filter((path) => path !== 'book.opf').toSorted());
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  const spine = [...opf.matchAll(/<itemref idref="([^"]+)"/g)].map(([, id]) => id);
  expect(spine).toEqual(['title', 'c0', 'c1', 'imprint']);
  const ids = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    if (!/\.(xhtml|opf|svg)$/.test(path)) continue;
    const own = treeOf(text).flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(own).size, path).toBe(own.length);
    ids.set(path, new Set(own));
  }
  for (const [path, text] of files)
    for (const { attributes } of path.endsWith('.xhtml') ? treeOf(text) : []) {
      const target = attributes['href'] ?? attributes['src'] ?? '';
      if (target === '') continue;
      const [file = '', id] = target.split('#');
      expect(files.has(file || path), `${path} → ${target}`).toBe(true);
      if (id) expect(ids.get(file || path)?.has(id), `${path} → ${target}`).toBe(true);
    }
});

test('45.3 EPUB: the contents have the headings of all levels, without readings, and no level is left out', async () => {
  const files = await packed({ parts: [{ from: 1, title: '下篇' }] });
  const nav = files.get('nav.xhtml') ?? '';
  const toc = /<nav epub:type="toc"[^>]*>([\s\S]*?)<\/nav>/.exec(nav)?.[1] ?? '';
  expect(toc).toContain(
    '<li><a href="chapter-001.xhtml">第一章 渡口</a><ol><li><a href="chapter-001.xhtml#h1-1">一节</a><ol><li><a href="chapter-001.xhtml#h1-2">小节</a></li></ol></li><li><a href="chapter-001.xhtml#h1-3">二节</a></li></ol></li>',
  );
  expect(toc).toContain('<li><span>下篇</span><ol><li><a href="chapter-002.xhtml">第二章</a></li></ol></li>');
  const chapter = treeOf(files.get('chapter-001.xhtml') ?? '').flatMap(({ name }) => /^h([1-6])$/.exec(name)?.[1] ?? []);
  expect(chapter).toEqual(['1', '2', '3', '2']);
  expect(nav).toContain('<a epub:type="titlepage" href="title.xhtml">');
  expect(nav).toContain('<a epub:type="bodymatter" href="chapter-001.xhtml">');
  expect(nav).toContain('<a epub:type="copyright-page" href="imprint.xhtml">');
  expect(numberHeadings('<h5>深</h5><h2>浅</h2><h6>深</h6>', 'x').headings.map(({ level }) => level)).toEqual([2, 2, 3]);
});

test('45.3 EPUB: the accessibility metadata says what is in the book, and nothing else', async () => {
  const described = (await packed()).get('book.opf') ?? '';
  expect(metaOf(described, 'accessMode')).toEqual(['textual', 'visual']);
  expect(metaOf(described, 'accessModeSufficient')).toEqual(['textual']);
  expect(metaOf(described, 'accessibilityFeature')).toEqual(expect.arrayContaining(['alternativeText', 'rubyAnnotations', 'tableOfContents']));
  expect(metaOf(described, 'accessibilityFeature')).not.toContain('MathML');
  const silent = (await packed({}, HTML.replace('alt="一座桥"', 'alt=""'))).get('book.opf') ?? '';
  expect(metaOf(silent, 'accessModeSufficient')).toEqual(['textual,visual']);
  expect(metaOf(silent, 'accessibilityFeature')).not.toContain('alternativeText');
  expect(metaOf(silent, 'accessibilitySummary')[0]).toContain('部分插图没有文字说明');
  const plain = (await packed({}, '<h1>一</h1><p>灯。</p>')).get('book.opf') ?? '';
  expect(metaOf(plain, 'accessMode')).toEqual(['textual']);
  expect(metaOf(plain, 'accessibilityFeature')).toEqual([
    'tableOfContents',
    'structuralNavigation',
    'readingOrder',
    'displayTransformability',
    'unlocked',
  ]);
  expect(metaOf(plain, 'accessibilityHazard')).toEqual(['none']);
  const moving = (await packed({ pictures: [{ ...PICTURE, mime: 'image/gif' }] })).get('book.opf') ?? '';
  expect(metaOf(moving, 'accessibilityHazard')).toEqual(['unknown']);
});

test('45.3 EPUB: the imprint has the data of the work and the CIP data, and the cover is drawn from the title', async () => {
  const files = await packed();
  const imprint = files.get('imprint.xhtml') ?? '';
  expect(imprint).toContain('<dt>书名</dt><dd>灯 &amp; 桥</dd>');
  expect(imprint).toContain('<h2 id="cip">图书在版编目（CIP）数据</h2><p>灯 &amp; 桥／何语著.——启明社，2026.3</p>');
  expect(imprint).toContain('epub:type="copyright-page"');
  expect(files.get('book.opf')).toContain('href="cover.svg" media-type="image/svg+xml" properties="cover-image"');
  expect(files.get('cover.svg')).toContain('封面：灯 &amp; 桥');
  const uploaded = await packed({ cover: { path: 'cover.jpg', mime: 'image/jpeg', bytes: Buffer.from('jpg') } });
  expect(uploaded.get('book.opf')).toContain('href="cover.jpg" media-type="image/jpeg" properties="cover-image"');
  expect(uploaded.has('cover.svg')).toBe(false);
  expect(titleLines('一盏灯守着一座桥守桥的人')).toEqual(['一盏灯守着一', '座桥守桥的人']);
  expect(titleLines('灯')).toEqual(['灯']);
  expect(() => parseXml(drawnCover({ title: '<灯>'.repeat(30), authors: ['甲', '乙', '丙', '丁'], publisher: '' }))).not.toThrow();
});

test('45.3 EPUB: the page list leads to every mark of a page, and the metadata names the print edition only then', async () => {
  const mark = (label: string) => `<span epub:type="pagebreak" role="doc-pagebreak" id="page-${label}" aria-label="第${label}页"></span>`;
  const { chapters } = chaptersOf(HTML, '灯 & 桥', { pictureOf: () => PICTURE.path });
  const marked = chapters.map((chapter, index) => ({ ...chapter, body: chapter.body.replace('<p>', `<p>${mark(String(index + 5))}`) }));
  const pages = marked.map((_, index) => ({ label: String(index + 5), chapter: index, id: `page-${index + 5}` }));
  const files = await packed({ chapters: marked, pages });
  const list = /<nav epub:type="page-list"[^>]*>([\s\S]*?)<\/nav>/.exec(files.get('nav.xhtml') ?? '')?.[1] ?? '';
  const links = [...list.matchAll(/<a href="([^"#]+)#([^"]+)">(\d+)<\/a>/g)];
  expect(links.map(([, , , label]) => label)).toEqual(['5', '6']);
  for (const [, file = '', id = ''] of links) {
    const target = treeOf(files.get(file) ?? '').find(({ attributes }) => attributes['id'] === id);
    expect(target?.attributes).toMatchObject({ 'epub:type': 'pagebreak', role: 'doc-pagebreak' });
  }
  const opf = files.get('book.opf') ?? '';
  expect(opf).toContain('<dc:source id="print">urn:isbn:9787999999003</dc:source>');
  expect(metaOf(opf, 'accessibilityFeature')).toEqual(expect.arrayContaining(['pageBreakMarkers', 'pageNavigation']));
  const without = await packed();
  expect(without.get('nav.xhtml')).not.toContain('page-list');
  expect(without.get('book.opf')).not.toContain('dc:source');
  expect(metaOf(without.get('book.opf') ?? '', 'accessibilityFeature')).not.toContain('pageNavigation');
});
