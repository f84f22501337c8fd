import PizZip from 'pizzip';
import { expect, test } from 'vitest';
import { limit } from '../../../tests/support/machine-speed.ts';
import { blindBook, bookParagraphs } from './entry-book.ts';

function epubOf(opf: string, files: Readonly<Record<string, string>> = {}): Buffer {
  const zip = new PizZip();
  zip.file('META-INF/container.xml', '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>');
  zip.file('a.opf', opf);
  for (const [path, text] of Object.entries(files)) zip.file(path, text);
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
}

const SPINE = '<package><manifest><item id="c" href="%63.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>';

test('reads the paragraphs of an EPUB in the order of its spine, each document once', async () => {
  const opf = `<opf:package><opf:item id="c" href="c.xhtml#x"/><opf:item id="b" href="x/../b.xhtml"/>${'<opf:itemref idref="c"/>'.repeat(3)}<opf:itemref idref="b"/></opf:package>`;
  const book = epubOf(opf, { 'c.xhtml': '<head><title>不算</title></head><h1>第一章</h1><p>甲<b>乙</b></p>', 'b.xhtml': '<p>丙</p>' });
  expect(await bookParagraphs(book, 10)).toEqual([
    { style: 'title', text: '第一章' },
    { style: 'text', text: '甲乙' },
    { style: 'text', text: '丙' },
  ]);
  expect(await bookParagraphs(epubOf(SPINE, { 'c.xhtml': '<p>丁</p>' }), 10)).toEqual([{ style: 'text', text: '丁' }]);
});

test(
  'takes linear time for a package of unfinished tags, and stops at elements that are nested too deeply',
  async () => {
    await expect(blindBook(epubOf(`<package>${'<meta author '.repeat(60_000)}`))).resolves.toBeDefined();
    await expect(bookParagraphs(epubOf(`<package>${'<item '.repeat(60_000)}`), 10)).resolves.toEqual([]);
    await expect(bookParagraphs(epubOf(SPINE, { 'c.xhtml': '<b>'.repeat(100_000) }), 10)).rejects.toThrow('文件不完整或已损坏');
    await expect(bookParagraphs(epubOf(SPINE, { 'c.xhtml': 'x'.repeat(30_000_000) }), 10)).rejects.toThrow('文件解压后过大');
  },
  limit(20_000),
);

test('leaves out what the package says about people, and keeps the rest as it is', async () => {
  const metadata =
    '<dc:title>书</dc:title><dc:creator id="a">张三</dc:creator><meta refines="#a" property="role">aut</meta><meta name="cover" content="author"/>';
  const opf = SPINE.replace('<manifest>', `<metadata>${metadata}<!-- 张三 --></metadata><manifest>`);
  const { bytes, text } = await blindBook(epubOf(opf, { 'c.xhtml': '<p title="张&#x4e09;">文</p>' }));
  expect(new PizZip(bytes).file('a.opf')?.asText()).toBe(
    SPINE.replace('<manifest>', '<metadata><dc:title>书</dc:title><meta name="cover" content="author"/></metadata><manifest>'),
  );
  expect(text.split('\n').filter((line) => line.includes('张三'))).toEqual(['张三']);
});
