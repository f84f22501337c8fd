import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import { bookEntries, makeEpub, renamed, zipOf, type BookParts } from '../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';

let context: TestContext;
let editor: Bearer;

beforeAll(async () => {
  context = await testContext();
  await context.addUser({ userName: 'editor', permissions: ['publish:publication:add'] });
  editor = await context.as('editor');
});
afterAll(() => context.close());

interface Made {
  readonly book: PreparedBook;
  readonly publishId: number;
  readonly message: string;
  file(path: string): Promise<string>;
  has(path: string): Promise<boolean>;
  numberOf(path: string): number | undefined;
}

async function prepared(source: BookParts | Buffer): Promise<Made> {
  const ended = await prepareFile(context, editor, Buffer.isBuffer(source) ? source : await makeEpub(source));
  expect(ended).toMatchObject({ state: 'ready' });
  const { db, files } = context.context;
  const publishId = ended.publishId ?? 0;
  const { folder } = await db.selectFrom('edition').select('folder').where('publicationId', '=', publishId).executeTakeFirstOrThrow();
  const file = async (path: string): Promise<string> => text(await files.read(`${folder}/${path}`));
  const book = JSON.parse(await file('book.json')) as PreparedBook;
  return {
    book,
    publishId,
    message: ended.message,
    file,
    has: async (path) => (await files.size(`${folder}/${path}`)) !== null,
    numberOf: (path) => book.resources.find((one) => one.path === path)?.document,
  };
}

const workOf = (publishId: number) => context.context.db.selectFrom('publication').selectAll().where('id', '=', publishId).executeTakeFirstOrThrow();
const picture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: colour } })
    .png()
    .toBuffer();

const HOSTILE = `<h1>章</h1><p onclick="x()" style="background:url(http://evil.test/a.png)">正文&nbsp;&hellip;</p>
<script>document.title='x'</script><script src="http://evil.test/x.js"/><iframe src="http://evil.test/"></iframe><object data="http://evil.test/x.swf"><p>替代</p></object>
<embed src="http://evil.test/x"/><form action="http://evil.test/post"><input type="submit" formaction="http://evil.test/2"/></form>
<a href="javascript:alert(1)">甲</a><a href="java&#x0A;script:alert(1)">乙</a><a href="data:text/html,x">丙</a><a href="vbscript:x">丁</a><a href="https://ok.test/" target="_blank">外链</a>
<a href="../../../etc/passwd">上</a><a href="/prod-api/logout">绝对</a>
<img src="http://evil.test/p.png" alt="图"/><img src="//evil.test/p.png"/><img srcset="http://evil.test/1.png 1x, one.png 2x" src="one.png"/><video poster="http://evil.test/v.png" src="https://evil.test/v.mp4"></video>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="x()"><script>x()</script><a xlink:href="javascript:x()"><text>图</text></a><image xlink:href="http://evil.test/s.png"/><animate attributeName="href" to="javascript:x()"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="x"></iframe></foreignObject></svg>
<x:script xmlns:x="http://www.w3.org/1999/xhtml">x()</x:script>
<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>
<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>
<style>@import "http://evil.test/i.css"; p{background:u\\72l(http://evil.test/e.png)} q{background:url(h\\74tp://evil.test/f.png)} b{background:image-set("http://evil.test/g.png" 1x)}</style>`;

describe('active and external content', () => {
  test('is removed from chapters, pictures and style sheets, and the text stays', async () => {
    const made = await prepared({
      title: '险',
      chapters: { 'c1.xhtml': HOSTILE },
      head: '<base href="http://evil.test/"/><meta http-equiv="refresh" content="0;url=http://evil.test/"/><link rel="stylesheet" href="http://evil.test/x.css"/><link rel="stylesheet" href="a.css"/><link rel="prefetch" href="http://evil.test/y"/>',
      files: {
        'one.png': await picture('red'),
        'a.css':
          '@import url("//evil.test/i.css"); @font-face{font-family:x;src:url(https://evil.test/f.woff)} body{background:URL( "http://evil.test/b.png" )}/*x*/',
        'pic.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script><image href="http://evil.test/s.png"/><rect width="1"/></svg>',
        'run.js': 'x()',
      },
    });
    const chapter = await made.file('OPS/c1.xhtml');
    const everything = chapter + (await made.file('OPS/a.css')) + (await made.file('OPS/pic.svg')) + (await made.file('OPS/book.opf'));
    expect(everything).not.toMatch(
      /evil\.test|<script|script:|onload|onclick|<iframe|<object|<embed|<form|<base|http-equiv|formaction|data:text|vbscript|passwd|prod-api|target=/i,
    );
    expect(await made.has('OPS/run.js')).toBe(false);
    expect(chapter).toContain('正文\u00a0…');
    expect(chapter).toContain('<a href="https://ok.test/" rel="noopener noreferrer">外链</a>');
    expect(chapter).toContain('<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>');
    expect(chapter).toContain('<mi>x</mi>');
    expect(chapter).toContain('<img srcset="one.png 2x" src="one.png"/>');
    expect(chapter).toContain('<p>替代</p>');
    expect(await made.file('OPS/pic.svg')).toContain('<rect width="1"></rect>');
  });

  test('is removed from a document that is not well-formed XML, which is repaired', async () => {
    const made = await prepared({
      title: '破',
      chapters: {
        'c1.xhtml':
          '<!DOCTYPE html><html><head><title>破</title></head><body><h1>一</h1><p>甲<br>乙 & 丙<p>丁<img src=x onerror=alert(1)><script>x("<b>")</script></body></html>',
      },
    });
    const chapter = await made.file('OPS/c1.xhtml');
    expect(chapter).toContain('<p>甲<br/>乙 &amp; 丙</p><p>丁<img/></p>');
    expect(chapter).not.toMatch(/script|onerror/);
    expect(made.book.characters).toBe(6);
    expect(made.message).toBe(
      '“OPS/c1.xhtml”不是正确的XML，已尽量修复，读者会在页首看到提示；请修正后更换文件。“OPS/c1.xhtml”里的图片“x”不在压缩包里',
    );
  });

  test('A14 is plain text in the metadata', async () => {
    const made = await prepared({
      title: '&lt;img src=x onerror=alert(1)&gt;书',
      creators: ['&lt;b&gt;甲&lt;/b&gt;', '乙'],
      metadata: '<dc:description>&lt;p&gt;简介&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt; 1 &amp;lt; 2</dc:description>',
    });
    const work = await workOf(made.publishId);
    expect(work).toMatchObject({ title: '<img src=x onerror=alert(1)>书', authorsText: '<b>甲</b>、乙' });
    expect(work.intro).toContain('<p>简介</p>');
    expect(work.intro).not.toMatch(/<script/);
    expect(await made.file('OPS/book.opf')).toContain('<dc:title>&lt;img src=x onerror=alert(1)&gt;书</dc:title>');
  });
});

describe('kinds of books', () => {
  test('an EPUB 2 has the contents of its NCX and the cover named by its meta element', async () => {
    const made = await prepared({
      version: 2,
      title: '旧制',
      metadata: '<meta name="cover" content="f0"/>',
      files: { 'front.png': await picture('#336699') },
    });
    expect(made.book.toc.map((one) => [one.title, one.href])).toEqual([
      ['第一章', 'OPS/c1.xhtml'],
      ['第二章', 'OPS/c2.xhtml'],
    ]);
    expect(made.book.cover).toBe('OPS/front.png');
    const { coverUrl } = await workOf(made.publishId);
    expect(coverUrl).toMatch(/^\/covers\/[0-9a-f]{32}\.webp$/);
    for (const [key, width] of [
      [coverUrl.slice(1), 600],
      [coverUrl.slice(1).replace('.webp', '-240.webp'), 240],
    ] as const) {
      const size = await sharp(Buffer.concat(await (await context.context.files.read(key)).toArray())).metadata();
      expect([size.format, size.width]).toEqual(['webp', width]);
    }
  });

  test('vertical text is detected by the style of its body, also with the EPUB-prefixed properties', async () => {
    const made = await prepared({
      title: '草枕',
      language: 'ja',
      spineAttributes: ' page-progression-direction="rtl"',
      head: '<link rel="stylesheet" href="v.css"/>',
      files: { 'v.css': 'p{color:red} html, .x { -epub-writing-mode: vertical-rl; -epub-text-combine: horizontal; -epub-word-break: keep-all }' },
      chapters: { 'c1.xhtml': '<p><ruby>山路<rt>やまみち</rt></ruby>を登りながら</p>' },
    });
    expect(made.book).toMatchObject({ writing: 'vertical', direction: 'rtl', characters: 8 });
    expect(await made.file('OPS/v.css')).toContain('writing-mode: vertical-rl; text-combine-upright: all; word-break: keep-all');
    expect(await made.file('OPS/v.css')).not.toContain('-epub-');
    expect(JSON.parse(await made.file('search.json'))).toEqual({ documents: ['山路を登りながら'] });
  });

  test('a fixed layout keeps its layout, its viewport and its spreads', async () => {
    const made = await prepared({
      title: '图画书',
      metadata: '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">both</meta>',
      head: '<meta name="viewport" content="width=800, height=600"/>',
      spine: '<itemref idref="c0" properties="page-spread-left"/><itemref idref="c1" linear="no"/>',
    });
    expect(made.book.layout).toBe('pre-paginated');
    expect(made.book.spine.map((one) => one.linear)).toEqual([true, false]);
    expect(await made.file('OPS/c1.xhtml')).toContain('<meta name="viewport" content="width=800, height=600"/>');
    expect(await made.file('OPS/book.opf')).toMatch(
      /<meta property="rendition:layout">pre-paginated<\/meta>.*properties="page-spread-left".*linear="no"/,
    );
  });

  test('file names in GB18030 are read, and so are names in UTF-8 without the UTF-8 flag', async () => {
    const entries = bookEntries({ title: '国标', chapters: { 'AAAA.xhtml': '<h1>第一章</h1><p>春眠不觉晓</p>' } });
    const opf = String(entries['OPS/book.opf']).replace('AAAA.xhtml', encodeURI('春晓.xhtml'));
    const nav = String(entries['OPS/nav.xhtml']).replace('AAAA.xhtml', encodeURI('春晓.xhtml'));
    const zip = await zipOf({ ...entries, 'OPS/book.opf': opf, 'OPS/nav.xhtml': nav });
    const gb = Buffer.from([0xb4, 0xba, 0xcf, 0xfe]);
    const made = await prepared(renamed(zip, 'OPS/AAAA.xhtml', Buffer.concat([Buffer.from('OPS/'), gb, Buffer.from('.xhtml')])));
    expect(made.book.spine).toMatchObject([{ href: 'OPS/春晓.xhtml', title: '第一章' }]);
    expect(await made.file('OPS/春晓.xhtml')).toContain('春眠不觉晓');
  });

  test('an SVG can be a page, and a file that is not a document is replaced by its fallback', async () => {
    const made = await prepared({
      title: '图文',
      files: { 'page.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>图页</title><text>图中字</text></svg>' },
      manifest:
        '<item id="pdf" href="x.pdf" media-type="application/pdf" fallback="odd"/><item id="odd" href="x.bin" media-type="application/x-odd" fallback="c1"/>',
      spine: '<itemref idref="f0"/><itemref idref="pdf"/><itemref idref="c0"/>',
      entries: { 'OPS/x.pdf': '%PDF', 'OPS/x.bin': 'x' },
    });
    expect(made.book.spine.map((one) => [one.href, one.title])).toEqual([
      ['OPS/page.svg', '图页'],
      ['OPS/c2.xhtml', '第二章'],
      ['OPS/c1.xhtml', '第一章'],
    ]);
    // A page may link to it: it is stored as an attachment, although it is not a page.
    expect(await made.has('OPS/x.pdf')).toBe(true);
    expect(made.book.spine.map((one) => one.start)).toEqual([
      0,
      ...[0, 1].map((at) => made.book.spine.slice(0, at + 1).reduce((sum, one) => sum + one.characters, 0)),
    ]);
  });

  test('obfuscated fonts are deobfuscated', async () => {
    const font = Buffer.from('\u0000\u0001\u0000\u0000'.padEnd(2000, 'font'));
    const hidden = Buffer.from(font);
    const key = createHash('sha1').update('urn:uuid:12345678-1234-1234-1234-123456789abc').digest();
    for (let at = 0; at < 1040; at++) hidden[at] = (hidden[at] ?? 0) ^ (key[at % 20] ?? 0);
    const made = await prepared({
      title: '字体',
      files: { 'a.otf': hidden },
      entries: {
        'META-INF/encryption.xml':
          '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><CipherData><CipherReference URI="OPS/a.otf"/></CipherData></EncryptedData></encryption>',
      },
    });
    expect(await made.file('OPS/a.otf')).toBe(font.toString());
    expect(await made.has('META-INF/encryption.xml')).toBe(false);
  });
});

test('each file belongs to the first document that needs it, and shared files belong to the first document', async () => {
  const one = await picture('red');
  const made = await prepared({
    title: '资源',
    chapters: {
      'c1.xhtml': '<h1>一</h1>',
      'c2.xhtml': '<h1>二</h1><img src="two.png" alt=""/>',
      'c3.xhtml': '<h1>三</h1><img src="two.png" alt=""/><img src="%E4%B8%89.png" alt=""/><p style="background:url(four.png)">x</p>',
      'c4.xhtml': '<h1>四</h1>',
    },
    head: '<link rel="stylesheet" href="a.css"/>',
    files: {
      'two.png': one,
      '三.png': one,
      'four.png': one,
      'lost.png': one,
      'css.png': one,
      'a.css': '@font-face{src:url(a.ttf)} body{background:url(css.png)}',
      'a.ttf': 'font',
    },
  });
  const numbers = [
    'OPS/c1.xhtml',
    'OPS/c2.xhtml',
    'OPS/two.png',
    'OPS/三.png',
    'OPS/four.png',
    'OPS/css.png',
    'OPS/lost.png',
    'OPS/a.css',
    'OPS/a.ttf',
    'OPS/nav.xhtml',
    'OPS/book.opf',
    'META-INF/container.xml',
  ].map((path) => made.numberOf(path));
  expect(numbers).toEqual([0, 1, 1, 2, 2, 0, 3, 0, 0, 0, 0, 0]);
  for (const { path, bytes, sha256 } of made.book.resources.filter((file) => file.type.includes('xml'))) {
    const content = Buffer.from(await made.file(path));
    expect([content.length, createHash('sha256').update(content).digest('hex')], path).toEqual([bytes, sha256]);
  }
});
