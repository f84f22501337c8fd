import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bookEntries, type BookParts, chapterDocument, makeEpub, patched, renamed, zipOf } from '../../tests/support/epub-maker.ts';
import { prepareBook, type PreparedResult } from './book.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

interface Made extends PreparedResult {
  file(path: string): Promise<string>;
  /** Every finding as one string of file and text. */
  readonly said: string;
}

async function prepared(source: BookParts | Buffer): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-repairs-'));
  folders.push(folder);
  await writeFile(join(folder, 'a.epub'), Buffer.isBuffer(source) ? source : await makeEpub(source));
  const result = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
  const said = result.findings.map(({ kind, file, text }) => `${kind} ${file} ${text}`).join('\n');
  return { ...result, said, file: (path) => readFile(join(folder, 'book', path), 'utf8') };
}

const opfOf = (parts: BookParts): string => String(bookEntries(parts)['OPS/book.opf']);
const hrefs = ({ book }: Made): string[] => book.spine.map(({ href }) => href);
const BOTH = ['OPS/c1.xhtml', 'OPS/c2.xhtml'];

test('#33.13 keeps a chapter with one broken byte readable and reports the file to the editor', async () => {
  const chapter = Buffer.from(chapterDocument('一', '<h1>一</h1><p>山高月小，水落石出。江流有声。</p>'));
  const at = chapter.indexOf(Buffer.from('出'));
  const made = await prepared({
    chapters: { 'c1.xhtml': '' },
    entries: { 'OPS/c1.xhtml': Buffer.concat([chapter.subarray(0, at + 2), chapter.subarray(at + 3)]) },
  });
  expect(await made.file('OPS/c1.xhtml')).toContain('水落石\ufffd。江流有声。');
  expect(made.said).toMatch(/repair OPS\/c1\.xhtml 有 1 处不能识别的字节/);
});

test('#33.13 loses only one character to a broken byte in a style sheet or the package', async () => {
  const cut = (text: string, sign: string): Buffer => {
    const bytes = Buffer.from(text);
    const at = bytes.indexOf(Buffer.from(sign));
    return Buffer.concat([bytes.subarray(0, at + 2), bytes.subarray(at + 3)]);
  };
  const made = await prepared({
    files: { 'a.css': cut('/* 桥上的灯 */p::before{content:"灯亮了"}', '亮') },
    head: '<link rel="stylesheet" href="a.css"/>',
    entries: { 'OPS/book.opf': cut(opfOf({ title: '望月怀远', files: { 'a.css': '' } }), '怀') },
  });
  expect(made.book.title).toBe('望月\ufffd远');
  expect(await made.file('OPS/a.css')).toContain('content:"灯\ufffd了"');
  expect(made.said).toMatch(/OPS\/a\.css 有 1 处[\s\S]*|OPS\/book\.opf 有 1 处/);
});

test('#33.14 reads a file listed twice in the manifest once, under either id', async () => {
  const made = await prepared({
    manifest: '<item id="again" href="c2.xhtml" media-type="application/xhtml+xml"/>',
    spine: '<itemref idref="c0"/><itemref idref="again"/>',
  });
  expect(hrefs(made)).toEqual(BOTH);
  expect(made.said).toContain('“OPS/c2.xhtml”列了不止一次');
});

test('#33.14 resolves an id of two files to the first file, then to the second', async () => {
  const opf = opfOf({}).replace('id="c1"', 'id="c0"').replace('idref="c1"', 'idref="c0"');
  const made = await prepared({ entries: { 'OPS/book.opf': opf } });
  expect(hrefs(made)).toEqual(BOTH);
  expect(made.said).toContain('编号“c0”用了不止一次');
});

test.each([
  ['blanks and line breaks around an idref', '<itemref idref=" c0 "/><itemref idref="\nc1"/>'],
  ['an idref in other letters', '<itemref idref="C0"/><itemref idref="c1"/>'],
  ['an idref with a sign that is not seen', '<itemref idref="c\u200b0"/><itemref idref="c1"/>'],
  ['an address in place of an id', '<itemref idref="c1.xhtml"/><itemref idref="c2.xhtml"/>'],
])('#33.14 reads the spine with %s', async (_name, spine) => expect(hrefs(await prepared({ spine }))).toEqual(BOTH));

test('#33.14 ignores blanks and line breaks around addresses and ids of the manifest', async () => {
  const opf = opfOf({})
    .replace('href="c1.xhtml"', 'href="\n  c1.xhtml "')
    .replace('id="c1"', 'id=" c1\n"')
    .replace(' media-type="application/xhtml+xml"', '');
  expect(hrefs(await prepared({ entries: { 'OPS/book.opf': opf } }))).toEqual(BOTH);
});

test('#33.14 repairs a control character in the package, an undeclared prefix and an unknown entity', async () => {
  const opf = opfOf({ title: '望\u0003月&#3;&unknown;怀远' })
    .replace('xmlns:opf="http://www.idpf.org/2007/opf"', '')
    .replace('<dc:creator>', '<dc:creator opf:role="aut">');
  const made = await prepared({ entries: { 'OPS/book.opf': opf } });
  expect(made.book.title).toBe('望月&unknown;怀远');
  expect(made.said).toContain('OPS/book.opf 里有XML不允许的字符');
});

test('#33.14 reads a package truncated after its manifest in manifest order', async () => {
  const opf = opfOf({});
  const made = await prepared({ entries: { 'OPS/book.opf': opf.slice(0, opf.indexOf('<spine') + 3) } });
  expect(hrefs(made)).toEqual(BOTH);
  expect(made.said).toContain('已按清单（manifest）的顺序排列');
});

test('#33.14 reads truncated contents as far as they go', async () => {
  const ncx = String(bookEntries({ version: 2 })['OPS/toc.ncx']);
  const made = await prepared({ version: 2, entries: { 'OPS/toc.ncx': ncx.slice(0, ncx.indexOf('<navPoint id="p1"') + 40) } });
  expect(made.book.toc[0]).toMatchObject({ title: '第一章', href: 'OPS/c1.xhtml' });
  expect(made.said).toContain('OPS/toc.ncx 不是正确的XML（可能被截断）');
  const none = await prepared({ version: 2, entries: { 'OPS/toc.ncx': '' } });
  expect(none.book.toc.map(({ title }) => title)).toEqual(['第一章', '第二章']);
  expect(none.said).toContain('已改用各章的标题');
});

test.each([
  ['is missing', null],
  ['is empty', ''],
  ['names nothing', '<container/>'],
  ['names a file that is not there', '<container><rootfiles><rootfile full-path="content.opf"/></rootfiles></container>'],
])('#33.14 reads the only package when the container %s', async (_name, container) => {
  const made = await prepared({ entries: { 'META-INF/container.xml': container } });
  expect(hrefs(made)).toEqual(BOTH);
  expect(made.said).toContain('META-INF/container.xml');
});

test('#33.14 reads a book packed with its folder, and one whose names differ in case', async () => {
  const inFolder = await zipOf(Object.fromEntries(Object.entries(bookEntries()).map(([name, bytes]) => [`我的书/${name}`, bytes])));
  const made = await prepared(inFolder);
  expect(hrefs(made)).toEqual(BOTH);
  expect(made.said).toContain('已从这个文件夹读取');
  const shouted = await zipOf(
    Object.entries(bookEntries()).map(([name, bytes]) => [name.replace('META-INF', 'meta-inf').replace('OPS/c1', 'ops/C1'), bytes] as const),
  );
  expect((await prepared(shouted)).book.spine).toHaveLength(2);
});

test('#33.14 leaves out and reports missing files of the reading order, and reads the rest', async () => {
  const made = await prepared({ entries: { 'OPS/c2.xhtml': null }, spine: '<itemref idref="c0"/><itemref idref="c1"/><itemref idref="nobody"/>' });
  expect(hrefs(made)).toEqual(['OPS/c1.xhtml']);
  expect(made.said).toContain('loss OPS/book.opf 阅读顺序中的文件“OPS/c2.xhtml”不在压缩包里，已略过');
  expect(made.said).toContain('阅读顺序中的“nobody”在书里找不到对应的文件');
});

const ODD: readonly [string, () => Promise<Buffer>][] = [
  [
    'backslashes',
    async () =>
      zipOf(Object.entries(bookEntries()).map(([name, bytes]) => [name.replaceAll('/', '~'), bytes] as const)).then((zip) => slashed(zip, '\\')),
  ],
  [
    'a leading ./',
    async () =>
      zipOf(Object.entries(bookEntries()).map(([name, bytes]) => [name.includes('/') ? `~~${name}` : name, bytes] as const)).then((zip) =>
        led(zip, './'),
      ),
  ],
  [
    'a leading /',
    async () =>
      zipOf(Object.entries(bookEntries()).map(([name, bytes]) => [name.includes('/') ? `~${name}` : name, bytes] as const)).then((zip) =>
        led(zip, '/'),
      ),
  ],
];
/** Replaces names after packing, because the test packer rejects such names. */
const overwrite = (zip: Buffer, from: RegExp, to: (name: string) => string): Buffer =>
  Object.keys(bookEntries()).reduce((made, name) => {
    const packed = [name.replaceAll('/', '~'), `~~${name}`, `~${name}`].find((one) => from.test(one) && made.includes(one));
    return packed ? renamed(made, packed, to(packed)) : made;
  }, zip);
const slashed = (zip: Buffer, sign: string): Buffer => overwrite(zip, /^[^~]+~/, (name) => name.replaceAll('~', sign));
const led = (zip: Buffer, lead: string): Buffer => overwrite(zip, /^~/, (name) => name.replace(/^~+/, lead));

test.each(ODD)('#33.14 reads a zip whose names have %s as folders and reports the repair', async (_name, make) => {
  const made = await prepared(await make());
  expect(hrefs(made)).toEqual(BOTH);
  expect(made.said).toMatch(/压缩包 里有 [56] 个文件名写法不规范/);
});

test('#33.14 reads the last of two entries with one name, and ignores a folder stored as an empty file', async () => {
  const zip = await zipOf([...Object.entries(bookEntries()), ['OPS/cX.xhtml', chapterDocument('新', '<h1>新</h1><p>后来的一份。</p>')], ['OPT', '']]);
  const made = await prepared(renamed(renamed(zip, 'OPS/cX.xhtml', 'OPS/c1.xhtml'), 'OPT', 'OPS'));
  expect(await made.file('OPS/c1.xhtml')).toContain('后来的一份');
  expect(made.said).toContain('OPS/c1.xhtml 在压缩包里有重名的文件');
});

test('#33.14 reads a zip with a comment, and one without a mimetype entry', async () => {
  const zip = patched(await makeEpub({ entries: { mimetype: null } }), () => undefined);
  const end = zip.lastIndexOf('PK\x05\x06');
  zip.writeUInt16LE(6, end + 20);
  const made = await prepared(Buffer.concat([zip, Buffer.from('Calibr')]));
  expect(hrefs(made)).toEqual(BOTH);
  expect(made.said).toContain('repair mimetype 缺失');
});

test('#33.9 keeps the meaning of namespaced attributes when it repairs a broken chapter', async () => {
  const broken =
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xmlns:ibooks="urn:x"><head><title>一</title></head><body><p>甲<br>乙<a epub:type="noteref" href="#n">1</a></p>' +
    '<aside epub:type="footnote" id="n" xml:lang="en" ibooks:kind="a"><p>note & more</p></aside><svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="a.png" xlink:title="图"/></svg></body></html>';
  const made = await prepared({ chapters: { 'c1.xhtml': '' }, entries: { 'OPS/c1.xhtml': broken, 'OPS/a.png': 'png' } });
  expect(made.repaired).toEqual(['OPS/c1.xhtml']);
  const chapter = await made.file('OPS/c1.xhtml');
  for (const kept of [
    'epub:type="noteref"',
    'epub:type="footnote"',
    'xml:lang="en"',
    ' lang="en"',
    'ibooks:kind="a"',
    'xlink:href="a.png"',
    'xlink:title="图"',
  ])
    expect(chapter).toContain(kept);
  for (const declared of ['xmlns:epub="http://www.idpf.org/2007/ops"', 'xmlns:ibooks="urn:x"', 'xmlns:xlink="http://www.w3.org/1999/xlink"'])
    expect(chapter).toContain(declared);
});

test('#33.14 repairs a chapter with an undeclared prefix or a control character without a notice for readers', async () => {
  const chapter =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>一</title></head><body><p epub:type="bridgehead">甲\u0003乙</p></body></html>';
  const made = await prepared({ chapters: { 'c1.xhtml': '' }, entries: { 'OPS/c1.xhtml': chapter } });
  expect(made.repaired).toEqual([]);
  expect(await made.file('OPS/c1.xhtml')).toContain('<p epub:type="bridgehead">甲乙</p>');
  expect(made.said).toContain('OPS/c1.xhtml 里有XML不允许的字符、没有声明的前缀');
});

test('#44.8 a repaired chapter shows no declarations of its doctype and has the values of its entities', async () => {
  const made = await prepared({
    chapters: { 'c1.xhtml': '<h1>一</h1>' },
    entries: {
      'OPS/c1.xhtml':
        '<!DOCTYPE html PUBLIC "x" "y.dtd" [\n<!ENTITY press "书舟社">\n]>\n<html xmlns="http://www.w3.org/1999/xhtml"><body><p>&press;出版<br>完。</body></html>',
    },
  });
  const chapter = await made.file('OPS/c1.xhtml');
  expect(chapter).toContain('data-repaired');
  expect(chapter).toContain('书舟社出版');
  expect(chapter).not.toMatch(/\]>|&press;|&amp;press;|ENTITY/);
});

test('#44.8 a file that is not in the book is listed and never requested', async () => {
  const made = await prepared({
    chapters: { 'c1.xhtml': '<h1>一</h1><p style="background:url(none.png)"><img src="gone.png" alt="船"/><img src="here.svg" alt=""/></p>' },
    head: '<link rel="stylesheet" href="gone.css"/><link rel="stylesheet" href="a.css"/>',
    files: {
      'a.css': 'p{background:url(none.jpg)}i{background:url(here.svg)}',
      'here.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    },
  });
  const chapter = await made.file('OPS/c1.xhtml');
  expect(chapter).not.toMatch(/gone|none\.png/);
  expect(chapter).toContain('alt="船"');
  expect(chapter).toContain('src="here.svg"');
  const css = await made.file('OPS/a.css');
  expect(css).not.toContain('none.jpg');
  expect(css).toContain('here.svg');
  expect(made.said).toContain('里的图片“gone.png”（船）不在压缩包里');
  expect(made.said).toMatch(/none\.jpg”不在压缩包里/);
});
