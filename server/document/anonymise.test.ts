import { buffer } from 'node:stream/consumers';
import { PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import PizZip from 'pizzip';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { expect, test } from 'vitest';
import { deleted, inserted, makeDocx, paragraph, run } from '../../tests/support/docx-maker.ts';
import { anonymise, blindTypeOf } from './anonymise.ts';
import { anonymisePicture } from './anonymise-picture.ts';

/** Names: one for each property that a file has. */
const NAMES = Array.from({ length: 30 }, (_, index) => `Zhang${String.fromCharCode(65 + (index % 26))}${index}Leak`);
const nameOf = (index: number): string => NAMES[index] ?? '';
const found = (bytes: Buffer | string): string[] => {
  const text = typeof bytes === 'string' ? bytes : `${bytes.toString('latin1')}${bytes.toString('utf8')}${bytes.toString('utf16le')}`;
  return NAMES.filter((name) => text.includes(name));
};

/** All parts of a package, inflated, with the names of entries. */
function unpacked(bytes: Buffer): string {
  const zip = new PizZip(bytes);
  return Object.keys(zip.files)
    .map((path) => `${path}\n${Buffer.from(zip.file(path)?.asUint8Array() ?? []).toString('latin1')}`)
    .join('\n');
}

async function jpegWithNames(): Promise<Buffer> {
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: nameOf(0), Copyright: nameOf(1) } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${nameOf(2)}</rdf></x:xmpmeta>`)
    .jpeg()
    .toBuffer();
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(nameOf(3).length + 2)}${nameOf(3)}`, 'latin1');
  return Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2), Buffer.from(nameOf(4))]);
}

function chunk(name: string, body: string): Buffer {
  const bytes = Buffer.alloc(12 + body.length);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(name + body, 4, 'latin1');
  return bytes;
}

async function pngWithNames(): Promise<Buffer> {
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const texts = [chunk('tEXt', `Author\0${nameOf(5)}`), chunk('iTXt', `XML\0\0\0\0\0${nameOf(6)}`), chunk('prVt', nameOf(7))];
  return Buffer.concat([plain.subarray(0, 33), ...texts, plain.subarray(33), Buffer.from(nameOf(8))]);
}

test('removes EXIF, XMP, comments and appended data of JPEG, and keeps pixels and orientation', async () => {
  const before = await jpegWithNames();
  expect(found(before)).toHaveLength(5);
  const after = anonymisePicture(before) as Buffer;
  expect(found(after)).toEqual([]);
  expect((await sharp(after).metadata()).orientation).toBe(6);
  expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer());
});

test('removes text chunks, private chunks and appended data of PNG, and keeps the pixels', async () => {
  const before = await pngWithNames();
  expect(found(before)).toHaveLength(4);
  const after = anonymisePicture(before) as Buffer;
  expect(found(after)).toEqual([]);
  expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer());
});

test('removes the metadata chunks of WebP and the comments of GIF', async () => {
  const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .withExif({ IFD0: { Artist: nameOf(0) } })
    .webp()
    .toBuffer();
  expect(found(webp)).toEqual([nameOf(0)]);
  const clean = anonymisePicture(webp) as Buffer;
  expect(found(clean)).toEqual([]);
  expect((await sharp(clean).metadata()).width).toBe(8);
  const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .gif()
    .toBuffer();
  const text = nameOf(1);
  const commented = Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe, text.length]), Buffer.from(text), Buffer.from([0, 0x3b])]);
  const cleanGif = anonymisePicture(commented) as Buffer;
  expect(found(cleanGif)).toEqual([]);
  expect((await sharp(cleanGif).metadata()).height).toBe(8);
});

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, kind: string, target: string, more = ''): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"${more}/>`;

const PROPERTIES = ['core-properties', 'extended-properties', 'custom-properties'] as const;
const FILES = { 'core-properties': 'core', 'extended-properties': 'app', 'custom-properties': 'custom' } as const;

async function docxWithNames(): Promise<Buffer> {
  const date = 'w:date="2026-11-20T08:00:00Z"';
  return makeDocx(
    [
      paragraph(inserted(nameOf(9), run('新写的')), deleted(nameOf(10), '删去的')),
      `<w:p w:rsidR="00AA"><w:r><w:rPr><w:b/><w:rPrChange w:id="7" w:author="${nameOf(11)}" ${date}><w:rPr/></w:rPrChange></w:rPr><w:t>粗体</w:t></w:r></w:p>`,
      paragraph('<w:r><w:drawing><wp:docPr id="1" name="图" descr="C:\\Users\\' + nameOf(12) + '\\a.png"/></w:drawing></w:r>'),
    ],
    {
      '_rels/.rels': `<Relationships>${relation('main', 'officeDocument', 'word/document.xml')}${PROPERTIES.map((kind) => relation(kind, kind, `docProps/${FILES[kind]}.xml`)).join('')}${relation('thumb', 'thumbnail', 'docProps/thumbnail.jpeg')}</Relationships>`,
      'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>${nameOf(13)}</dc:creator><cp:lastModifiedBy>${nameOf(14)}</cp:lastModifiedBy></cp:coreProperties>`,
      'docProps/app.xml': `<Properties><Company>${nameOf(15)}</Company><Manager>${nameOf(16)}</Manager></Properties>`,
      'docProps/custom.xml': `<Properties><property name="x"><vt>${nameOf(17)}</vt></property></Properties>`,
      'docProps/thumbnail.jpeg': await jpegWithNames(),
      'customXml/item1.xml': `<x>${nameOf(18)}</x>`,
      'word/people.xml': `<w15:people><w15:person w15:author="${nameOf(19)}"><w15:presenceInfo w15:providerId="AD" w15:userId="${nameOf(20)}"/></w15:person></w15:people>`,
      'word/comments.xml': `<w:comments><w:comment w:id="0" w:author="${nameOf(21)}" w:initials="${nameOf(22)}" ${date}>${paragraph(run('一条批注'))}</w:comment><w:comment w:id="1" w:author="审稿人2" w:initials="S" ${date}>${paragraph(run('又一条'))}</w:comment></w:comments>`,
      'word/settings.xml': `<w:settings><w:attachedTemplate r:id="rId1"/><w:docVars><w:docVar w:name="a" w:val="${nameOf(23)}"/></w:docVars><w:rsids><w:rsidRoot w:val="00AA"/></w:rsids></w:settings>`,
      'word/_rels/settings.xml.rels': `<Relationships>${relation('rId1', 'attachedTemplate', `file:///C:/Users/${nameOf(24)}/Normal.dotm`, ' TargetMode="External"')}</Relationships>`,
      'word/_rels/document.xml.rels': `<Relationships>${['people', 'comments', 'settings'].map((kind) => relation(kind, kind, `${kind}.xml`)).join('')}${relation('rId6', 'image', 'media/a.jpg')}${relation('rId8', 'image', 'media/b.png')}${relation('rId9', 'customXml', '../customXml/item1.xml')}${relation('rId7', 'image', `file:///home/${nameOf(25)}/b.png`, ' TargetMode="External"')}</Relationships>`,
      'word/media/a.jpg': await jpegWithNames(),
      'word/media/b.png': await pngWithNames(),
    },
  );
}

test('blind line: removes the names from every property of a .docx, also of its pictures', async () => {
  const before = await docxWithNames();
  expect(found(unpacked(before)).length).toBeGreaterThan(22);
  const { bytes } = await anonymise(before, 'docx', '作者');
  const after = unpacked(bytes);
  expect(found(after)).toEqual([]);
  expect(found(bytes)).toEqual([]);
  const text = Buffer.from(after, 'latin1').toString('utf8');
  for (const kept of ['新写的', '删去的', '一条批注', 'w:author="作者"', 'w:author="审稿人2"']) expect(text).toContain(kept);
  expect(text).not.toMatch(/rsid|people\.xml|customXml|thumbnail/);
});

test('blind line: removes names from properties outside docProps, tasks, reactions to comments and attributes in single quotes', async () => {
  const file = await makeDocx([paragraph(`<w:ins w:id='1' w:author = '${nameOf(0)}'>${run('新写的')}</w:ins>`)], {
    'package/services/metadata/core-properties/1a.psmdcp': `<coreProperties xmlns:dc="d"><dc:creator>${nameOf(1)}</dc:creator></coreProperties>`,
    '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'word/document.xml')}<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="/package/services/metadata/core-properties/1a.psmdcp" /></Relationships>`,
    'word/documenttasks/documenttasks1.xml': `<t:Tasks xmlns:t="t"><t:Attribution userId="S::a" userName="${nameOf(2)}" userProvider="AD"/></t:Tasks>`,
    'word/commentsExtensible.xml': `<w16cex:commentsExtensible xmlns:cr="cr"><cr:user userId="${nameOf(3)}" userProvider="${nameOf(4)}" userName="${nameOf(5)}"/></w16cex:commentsExtensible>`,
    '[trash]/0000.dat': nameOf(6),
    'word/media/image1.jpg': await jpegWithNames(),
  });
  const after = unpacked((await anonymise(file, 'docx', '作者')).bytes);
  expect(found(after)).toEqual([]);
  expect(after).not.toContain('psmdcp');
  for (const kept of ['word/document.xml', 'word/media/image1.jpg', '_rels/.rels']) expect(after).toContain(kept);
  expect(Buffer.from(after, 'latin1').toString('utf8')).toContain('w:author="作者"');
});

test('blind line: refuses embedded objects, whose properties cannot be removed', async () => {
  const file = await makeDocx([paragraph(run('正文'))], { 'word/embeddings/oleObject1.bin': Buffer.from(nameOf(1)) });
  await expect(anonymise(file, 'docx', '作者')).rejects.toThrow('嵌有其他软件的对象');
});

test('refuses a .docx that inflates to more than the limit, and one that is no .docx', async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.alloc(80 * 1024 * 1024), 'word/document.xml');
  zip.end();
  await expect(anonymise(await buffer(zip.outputStream), 'docx', '作者')).rejects.toThrow('请拆分后再上传');
  await expect(anonymise(Buffer.from('not a zip'), 'docx', '作者')).rejects.toThrow('文件不完整或已损坏');
});

async function pdfWithNames(): Promise<Buffer> {
  const made = await PDFDocument.create();
  const page = made.addPage([300, 300]);
  page.drawText('A study of lamps by Author Example, example@uni.test', {
    x: 10,
    y: 250,
    size: 9,
    font: await made.embedFont(StandardFonts.Helvetica),
  });
  page.drawImage(await made.embedJpg(new Uint8Array(await jpegWithNames())), { x: 10, y: 10, width: 20, height: 20 });
  made.setAuthor(nameOf(9));
  made.setCreator(nameOf(10));
  made.setProducer(nameOf(11));
  made.setTitle(nameOf(12));
  made.setKeywords([nameOf(13)]);
  const { context } = made;
  const metadata = context.stream(`<x:xmpmeta><dc:creator>${nameOf(14)}</dc:creator></x:xmpmeta>`, { Type: 'Metadata', Subtype: 'XML' });
  made.catalog.set(PDFName.of('Metadata'), context.register(metadata));
  const note = context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 10, 10] });
  note.set(PDFName.of('T'), PDFHexString.fromText(nameOf(15)));
  note.set(PDFName.of('Contents'), PDFString.of('a remark'));
  page.node.set(PDFName.of('Annots'), context.obj([context.register(note)]));
  page.node.set(PDFName.of('PieceInfo'), context.obj({ Word: { Private: PDFString.of(nameOf(16)) } }));
  await made.attach(Buffer.from(nameOf(17)), `${nameOf(18)}.txt`, { description: nameOf(19) });
  const first = Buffer.from(await made.save({ useObjectStreams: false }));
  // An earlier version that only an incremental update replaced.
  return Buffer.concat([first, Buffer.from(`\n999 0 obj\n<< /Author (${nameOf(20)}) >>\nendobj\n%%EOF\n`)]);
}

test('blind line: removes the names from every property of a PDF, also of its pictures', async () => {
  const before = await pdfWithNames();
  expect(found(before).length).toBeGreaterThanOrEqual(7);
  const { bytes } = await anonymise(before, 'pdf', '审稿人1');
  expect(found(bytes)).toEqual([]);
  const read = await PDFDocument.load(bytes, { updateMetadata: false });
  expect([read.getAuthor(), read.getTitle(), read.getProducer()]).toEqual([undefined, undefined, undefined]);
  const hexNames = NAMES.filter((name) => bytes.toString('latin1').includes(PDFHexString.fromText(name).toString()));
  expect(hexNames).toEqual([]);
  expect(bytes.toString('latin1')).toContain(PDFHexString.fromText('审稿人1').toString());
});

test('explains a PDF that cannot be read', async () => {
  await expect(anonymise(Buffer.from('%PDF-1.7\nnothing'), 'pdf', '作者')).rejects.toThrow(/无法读取|无法去除/);
});

const IDENTITY = { names: ['张 晓灯'], units: ['桥头大学灯塔研究所'], emails: ['lamp@bridge.test'], funds: ['23BXW099'] };

test('lists names, units, mail addresses, funds and self-references of a .docx with their places', async () => {
  const file = await makeDocx(
    [
      paragraph(run('灯的历史')),
      paragraph(run('张晓'), run('灯，桥头大学灯塔研'), run('究所')),
      paragraph(run('笔者曾在另一篇文章里讨论过。来信请寄 LAMP@bridge.test，或 other@else.test。')),
      paragraph(deleted('何人', '基金项目：社科基金（23BXW099）')),
    ],
    { 'word/header1.xml': `<w:hdr xmlns:w="w">${paragraph(run('张　晓灯：灯的历史'))}</w:hdr>` },
  );
  const { places } = await anonymise(file, 'docx', '作者', IDENTITY);
  expect(places.map(({ kind, found: text, place }) => [kind, text, place])).toEqual([
    ['name', '张 晓灯', '正文第2段'],
    ['unit', '桥头大学灯塔研究所', '正文第2段'],
    ['email', 'lamp@bridge.test', '正文第3段'],
    ['email', 'other@else.test', '正文第3段'],
    ['phrase', '笔者曾', '正文第3段'],
    ['fund', '23BXW099', '正文第4段'],
    ['name', '张 晓灯', '页眉'],
  ]);
  const clean = await makeDocx([paragraph(run('灯的历史，没有名字。'))]);
  expect((await anonymise(clean, 'docx', '作者', IDENTITY)).places).toEqual([]);
});

test('lists names of a PDF with the page', async () => {
  const identity = { names: ['Author Example'], units: [], emails: [], funds: [] };
  const { places } = await anonymise(await pdfWithNames(), 'pdf', '作者', identity);
  expect(places.map(({ kind, found: text, place }) => [kind, text, place])).toEqual([
    ['name', 'Author Example', '第1页'],
    ['email', 'example@uni.test', '第1页'],
    ['unread', '图片里的文字', '第1页'],
  ]);
});

/** A PDF whose text uses a predefined Chinese character map and a font that is not in the file. */
function chinesePdf(map: string, text: string): Buffer {
  const codes = map.startsWith('UniGB') ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'latin1');
  const content = `BT /F1 12 Tf 10 100 Td <${codes.toString('hex')}> Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${map} /DescendantFonts [6 0 R] >>`,
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>',
  ];
  return Buffer.from(
    `%PDF-1.4\n${objects.map((one, index) => `${index + 1} 0 obj\n${one}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R /Size 8 >>\n%%EOF`,
    'latin1',
  );
}

test('45.4 reads PDFs with predefined Chinese character maps', async () => {
  const identity = { names: ['张晓灯'], units: [], emails: [], funds: [] };
  const unicode = await anonymise(chinesePdf('UniGB-UCS2-H', '作者是张晓灯'), 'pdf', '作者', identity);
  expect(unicode.places).toEqual([expect.objectContaining({ kind: 'name', found: '张晓灯', place: '第1页' })]);
  // 张晓灯 in GBK.
  const gbk = await anonymise(chinesePdf('GBK-EUC-H', '\xd5\xc5\xcf\xfe\xb5\xc6'), 'pdf', '作者', identity);
  expect(gbk.places).toEqual([expect.objectContaining({ kind: 'name', found: '张晓灯' })]);
});

test('45.4 never says that a scanned page, a picture or an embedded picture is clean', async () => {
  const identity = { names: ['张晓灯'], units: [], emails: [], funds: [] };
  const scanned = await PDFDocument.create();
  const page = scanned.addPage([300, 300]);
  page.drawImage(await scanned.embedJpg(new Uint8Array(await jpegWithNames())), { x: 0, y: 0, width: 300, height: 300 });
  const pdf = await anonymise(Buffer.from(await scanned.save()), 'pdf', '作者', identity);
  expect(pdf.places).toEqual([expect.objectContaining({ kind: 'unread', found: '整页是图片', place: '第1页' })]);
  const picture = await anonymise(await pngWithNames(), 'png', '作者', identity);
  expect(picture.places).toEqual([expect.objectContaining({ kind: 'unread', place: '图片' })]);
  const docx = await anonymise(await makeDocx([paragraph(run('图'))], { 'word/media/a.png': await pngWithNames() }), 'docx', '作者', identity);
  expect(docx.places).toEqual([expect.objectContaining({ kind: 'unread', found: '1个文件里的文字' })]);
});

test('45.4 finds names in controls, bookmarks, tips, names of drawings and form fields', async () => {
  const identity = { names: ['张晓灯'], units: [], emails: [], funds: [] };
  const file = await makeDocx([
    `<w:sdt><w:sdtPr><w:alias w:val="张晓灯的控件"/><w:tag w:val="张晓灯"/></w:sdtPr><w:sdtContent>${paragraph(run('灯'))}</w:sdtContent></w:sdt>`,
    paragraph('<w:bookmarkStart w:id="1" w:name="张晓灯"/>', '<w:hyperlink w:anchor="a" w:tooltip="张晓灯"><w:r><w:t>桥</w:t></w:r></w:hyperlink>'),
    paragraph('<w:r><w:drawing><wp:docPr id="1" name="张晓灯的照片"/></w:drawing></w:r>'),
  ]);
  const { places } = await anonymise(file, 'docx', '作者', identity);
  expect(places.map(({ kind, place }) => [kind, place])).toEqual([
    ['name', '正文第1段的名称或说明'],
    ['name', '正文第2段的名称或说明'],
    ['name', '正文第3段的名称或说明'],
  ]);
  const made = await PDFDocument.create();
  const field = made.getForm().createTextField('who');
  field.addToPage(made.addPage([300, 300]));
  field.setText('Author Example');
  const form = await anonymise(Buffer.from(await made.save()), 'pdf', '作者', { ...identity, names: ['Author Example'] });
  expect(form.places).toContainEqual(expect.objectContaining({ kind: 'name', found: 'Author Example' }));
});

test.each([
  ['论文.DOCX', 'docx'],
  ['a.jpeg', 'jpg'],
  ['a.doc', null],
  ['a', null],
])('type of %s', (file, type) => {
  expect(blindTypeOf(file)).toBe(type);
});
