import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { docxHtml } from '../book/docx-html.ts';
import { docxText } from '../docx-text.ts';
import { differenceOf } from './compare-packages.ts';
import { readPackage } from './docx-package.ts';
import { writePackage } from './write-package.ts';
import { parsePart, writePart } from './xml-part.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const relations = (...all: [string, string, string?][]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all.map(([kind, target, mode], index) => `<Relationship Id="r${index}" Type="${OFFICE}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`).join('')}</Relationships>`;
const body = (inner: string): string => `<w:document xmlns:w="${WORD}"><w:body>${inner}</w:body></w:document>`;

async function zipOf(entries: readonly (readonly [string, string | Buffer])[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const types = (path: string, type = MAIN): [string, string] => [
  '[Content_Types].xml',
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${path}" ContentType="${type}"/></Types>`,
];

/** A document whose main part has another name than usual, beside a part with the usual name. */
const renamed = (target: string): Promise<Buffer> =>
  zipOf([
    types('word/document2.xml'),
    ['_rels/.rels', relations(['officeDocument', target])],
    ['word/document.xml', body(paragraph(run('没有人读的文字')))],
    ['word/document2.xml', body(paragraph(run('灯亮了')))],
  ]);

test.each(['word/document2.xml', '/word/document2.xml'])(
  '45.1 finds the main part by its relationship to %s, and drops other parts',
  async (target) => {
    const file = await renamed(target);
    expect(await docxText(file)).toBe('灯亮了');
    const stored = writePackage(await readPackage(file));
    expect(await docxText(stored)).toBe('灯亮了');
    expect(stored.includes('word/document2.xml')).toBe(false);
  },
);

test('45.1 reads other prefixes, strict namespaces, CDATA and UTF-16 as the usual document', async () => {
  const usual = await readPackage(await makeDocx([], { 'word/document.xml': body(paragraph(run('灯亮了'))) }));
  const others = {
    prefix: `<x:document xmlns:x="${WORD}"><x:body><x:p><x:r><x:t>灯亮了</x:t></x:r></x:p></x:body></x:document>`,
    byDefault: `<document xmlns="${WORD}"><body><p><r><t>灯亮了</t></r></p></body></document>`,
    strict: `<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main" w:conformance="strict"><w:body><w:p><w:r><w:t>灯亮了</w:t></w:r></w:p></w:body></w:document>`,
    data: body(paragraph('<w:r><w:t>灯<![CDATA[亮]]>了</w:t></w:r>')),
    utf16: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body(paragraph(run('灯亮了'))), 'utf16le')]),
  };
  for (const [name, main] of Object.entries(others)) {
    const read = await readPackage(await makeDocx([], { 'word/document.xml': main }));
    expect(differenceOf(usual, read, new Set()), name).toBeNull();
    expect(writePackage(read), name).toEqual(writePackage(usual));
  }
});

test.each([
  [
    'two entries of one name',
    [
      types('word/document.xml'),
      ['_rels/.rels', relations(['officeDocument', 'word/document.xml'])],
      ['word/document.xml', body('')],
      ['Word\\document.xml', body('')],
    ],
    '同名的部件',
  ],
  [
    'two main parts',
    [
      types('word/a.xml'),
      ['_rels/.rels', relations(['officeDocument', 'word/a.xml'], ['officeDocument', 'word/b.xml'])],
      ['word/a.xml', body('')],
      ['word/b.xml', body('')],
    ],
    '缺少正文',
  ],
  [
    'two parts of styles',
    [
      types('word/document.xml'),
      ['_rels/.rels', relations(['officeDocument', 'word/document.xml'])],
      ['word/document.xml', body('')],
      ['word/_rels/document.xml.rels', relations(['styles', 'a.xml'], ['styles', 'b.xml'])],
      ['word/a.xml', '<a/>'],
      ['word/b.xml', '<a/>'],
    ],
    '两份相同的部件',
  ],
  [
    'macros under another name',
    [
      types('word/document.xml', 'application/vnd.ms-word.document.macroEnabled.main+xml'),
      ['_rels/.rels', relations(['officeDocument', 'word/document.xml'])],
      ['word/document.xml', body('')],
    ],
    '含有宏',
  ],
  [
    'a document type declaration',
    [
      types('word/document.xml'),
      ['_rels/.rels', relations(['officeDocument', 'word/document.xml'])],
      ['word/document.xml', `<!DOCTYPE w [<!ENTITY a "b">]>${body('&a;')}`],
    ],
    'DTD',
  ],
  [
    'elements nested 3000 deep',
    [
      types('word/document.xml'),
      ['_rels/.rels', relations(['officeDocument', 'word/document.xml'])],
      ['word/document.xml', body('<w:tbl>'.repeat(3000) + '</w:tbl>'.repeat(3000))],
    ],
    '嵌套层次过深',
  ],
  [
    'a spreadsheet',
    [
      types('xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
      ['_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])],
      ['xl/workbook.xml', '<a/>'],
    ],
    '这不是docx文档',
  ],
] as [string, [string, string][], string][])('45.1 refuses %s in words', async (_name, entries, message) => {
  await expect(readPackage(await zipOf(entries))).rejects.toThrow(message);
});

test('45.1 refuses five million elements and sixty million characters of text before they are parsed', async () => {
  const many = await makeDocx([], { 'word/document.xml': body('<w:r/>'.repeat(5_000_000)) });
  await expect(readPackage(many)).rejects.toThrow('请拆分后再上传');
  const long = await makeDocx([paragraph(run('a'.repeat(60_000_000)))]);
  await expect(docxText(long)).rejects.toThrow('请拆分后再上传');
});

test('45.1 leaves out templates, foreign documents and pictures from outside, and names them', async () => {
  const file = await makeDocx([paragraph(run('灯')), '<w:altChunk r:id="r1"/>'], {
    'word/_rels/document.xml.rels': relations(
      ['settings', 'settings.xml'],
      ['aFChunk', 'chunk.html'],
      ['image', 'https://example.com/a.png', 'External'],
      ['hyperlink', 'https://example.com/', 'External'],
    ),
    'word/settings.xml': `<w:settings xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:attachedTemplate r:id="r0"/><w:zoom w:percent="100"/></w:settings>`,
    'word/_rels/settings.xml.rels': relations(['attachedTemplate', 'https://example.com/a.dotm', 'External']),
    'word/chunk.html': '<p>另一份文档</p>',
  });
  const read = await readPackage(file);
  expect(read.removed).toEqual(['外部图片链接', '外部文档片段', '外部模板']);
  const again = await readPackage(writePackage(read));
  expect(again.removed).toEqual([]);
  expect(again.main.relations.map(({ kind, address }) => [kind, address])).toEqual([
    ['settings', null],
    ['hyperlink', 'https://example.com/'],
  ]);
  const xml = [...again.parts.values()].map((part) => (part.xml ? writePart(part.xml) : '')).join('');
  expect(xml).not.toMatch(/attachedTemplate|altChunk/);
  expect(xml).toContain('w:zoom');
});

/** Random elements with texts, attributes and namespaces. */
function randomXml(seed: number): string {
  let state = seed;
  const next = (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
  const names = ['w:p', 'w:r', 'w:t', 'w:tab', 'q:own', 'm:oMath', 'w:delText', 'mc:AlternateContent'];
  const texts = ['灯', ' 两端 ', '&lt;&amp;', 'a\tb', '𠮷', '“引”'];
  const element = (depth: number): string => {
    const name = names[next(names.length)] ?? 'w:p';
    const attributes = ['w:val', 'q:a', 'plain', 'xml:space']
      .filter(() => next(3) === 0)
      .map((one) => ` ${one}="${one === 'xml:space' ? 'preserve' : texts[next(texts.length)]}"`);
    const inner =
      depth > 5 ? '' : Array.from({ length: next(4) }, () => (next(3) === 0 ? (texts[next(texts.length)] ?? '') : element(depth + 1))).join('');
    return `<${name}${attributes.join('')}>${inner}</${name}>`;
  };
  return `<w:document xmlns:w="${WORD}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:q="urn:own" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">${element(0)}${element(0)}</w:document>`;
}

test('45.1 reading what was written gives the same tree, for 500 random parts', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const read = parsePart(randomXml(seed));
    const again = parsePart(writePart(read));
    expect(again.root, `seed ${seed}`).toEqual(read.root);
  }
});

test('45.1 leaves out content that every word processor ignores, and keeps what it must process', () => {
  const { root, ignored } = parsePart(
    `<w:document xmlns:w="${WORD}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:q="urn:own" mc:Ignorable="q" mc:ProcessContent="q:open"><w:p q:note="1"><q:secret><w:r/></q:secret><q:open><w:tab/></q:open></w:p></w:document>`,
  );
  expect(ignored).toBe(1);
  expect(root.children).toEqual([{ name: 'w:p', attributes: {}, children: [{ name: 'w:tab', attributes: {}, children: [] }] }]);
});

test('45.1 a note that refers to itself is read without that reference, and the text is what remains', async () => {
  const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const notes = `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">${paragraph(run('注'), reference)}</w:footnote></w:footnotes>`;
  const file = await makeDocx([paragraph(run('正文'), reference)], { 'word/footnotes.xml': notes });
  const document = await readPackage(file);
  expect(document.removed).toEqual(['脚注、尾注、批注或页眉里的注释引用']);
  const { html, findings } = await docxHtml(file);
  expect(html).toContain('注');
  expect(findings.map(({ excerpt }) => excerpt).join()).toContain('脚注');
  expect(differenceOf(document, document, new Set())).toBeNull();
});
