import { deflateSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import { makeEpub } from '../support/epub-maker.ts';
import { makeDocx } from '../support/docx-maker.ts';

/** A file that a hostile user sends. */
export interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Issue 53: inputs below this size must not hold the main thread. */
export const MOST_BYTES = 100_000;
/** Bytes of a text that fill a hostile file. */
export const TEXT_BYTES = 97_000;

/** Repeats a text up to the size of a hostile text. */
export const fill = (text: string, bytes: number = TEXT_BYTES): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));

async function packed(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  return buffer(zip.outputStream);
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const wordDocument = (inner: string): string => `<w:document xmlns:w="${WORD}"><w:body>${inner}</w:body></w:document>`;
const docxOf = (inner: string, doctype = ''): Promise<Buffer> => makeDocx([], { 'word/document.xml': `${doctype}${wordDocument(inner)}` });

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A workbook whose only sheet has this XML between its root tags, and whose shared strings are `strings`. */
const workbook = (sheet: string, strings = '', more: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> =>
  packed({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${RELATION}"><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}">${sheet}</worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEET}">${strings}</sst>`,
    ...more,
  });

const cell = (place: string, value = '1'): string => `<c r="${place}"><v>${value}</v></c>`;

/** Workbooks that grow while they are read: by inflating, by their dimension, by merged cells, by shared strings, by rows. */
export const hostileSheets = async (): Promise<readonly HostileFile[]> => {
  const of = async (what: string, bytes: Promise<Buffer>): Promise<HostileFile> => ({ what, name: '表.xlsx', bytes: await bytes });
  return Promise.all([
    of('a workbook that inflates to 80 MB', workbook('<sheetData/>', '', { 'xl/media/bomb.bin': Buffer.alloc(80 * 1024 * 1024) })),
    of(
      'a cell at the end of the largest sheet',
      workbook(`<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576">${cell('XFD1048576')}</row></sheetData>`),
    ),
    of(
      'merged cells over the whole sheet',
      workbook(`<sheetData><row r="1">${cell('A1')}</row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`),
    ),
    of('a million shared strings', workbook('<sheetData/>', '<si><t>一</t></si>'.repeat(1_000_000))),
    of(
      'elements nested 100 000 deep',
      workbook(`<sheetData><row r="1">${cell('A1')}</row></sheetData>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`),
    ),
  ]);
};

/** Texts with separators that a careless reader of CSV goes through again and again. */
export const hostileCsv = (head = ''): readonly HostileFile[] => {
  const of = (what: string, text: string): HostileFile => ({ what, name: '表.csv', bytes: Buffer.from(head ? `${head}\n${text}` : text) });
  return [
    of('one line of quotes', fill('"')),
    of('quotes that never close', fill('"a,')),
    of('one line of commas', fill(',')),
    of('ninety thousand short lines', fill('a\n')),
    of('one cell of blanks', `${fill(' ', TEXT_BYTES - 1)}x`),
  ];
};

/** Rows at most: one row is one transaction at some routes, and more of them show nothing more. */
const ROWS = 1_500;
/** Rows that fit a heading, as many as there is room for. */
export const fullCsv = (head: string, row: (index: number) => string): HostileFile => {
  let text = `${head}\n`;
  for (let index = 0; index < ROWS && Buffer.byteLength(text) < TEXT_BYTES - 200; index += 1) text += `${row(index)}\n`;
  return { what: 'as many valid rows as there is room for', name: '表.csv', bytes: Buffer.from(text) };
};

export const hostileDocuments = async (): Promise<readonly HostileFile[]> => {
  const of = async (what: string, bytes: Promise<Buffer>): Promise<HostileFile> => ({ what, name: '稿.docx', bytes: await bytes });
  const entities = Array.from({ length: 12 }, (_none, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(12)}">`).join('');
  return Promise.all([
    of('a document that inflates to 90 MB', docxOf(`<w:p>${' '.repeat(90 * 1024 * 1024)}</w:p>`)),
    of('tables nested 3 000 deep', docxOf('<w:tbl>'.repeat(3_000) + '</w:tbl>'.repeat(3_000))),
    of('three million runs', docxOf('<w:r/>'.repeat(3_000_000))),
    of('entities that multiply', docxOf('&e12;', `<!DOCTYPE a [<!ENTITY e0 "x">${entities}]>`)),
  ]);
};

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body, Buffer.alloc(4)]);
}

/** A PNG that declares a width and a height; its rows are black and packed, as far as they fit. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(60 * 1024 * 1024, height * (Math.ceil(width / 8) + 1))));
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function hugeGif(): Buffer {
  const head = Buffer.from('GIF89a', 'latin1');
  const screen = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 1, 0, 0]);
  return Buffer.concat([head, screen, ...Array.from({ length: 6_000 }, () => frame)]);
}

export const hostilePictures = (): readonly HostileFile[] => [
  { what: 'a picture of 30 000 × 30 000 pixels', name: '图.png', bytes: hugePng(30_000, 30_000) },
  { what: 'a picture of 20 000 × 20 000 pixels with all its rows', name: '图.png', bytes: hugePng(20_000, 20_000) },
  { what: 'a picture with six thousand frames of 65 535 × 65 535 pixels', name: '图.gif', bytes: hugeGif() },
  {
    what: 'a picture with a thousand segments that lie about their length',
    name: '图.jpg',
    bytes: Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from(fill('ÿá\0\u0002'), 'latin1')]),
  },
];

const box = (size: number, type: string): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(type, 4, 'latin1');
  return head;
};
const START = Buffer.concat([box(16, 'ftyp'), Buffer.from('isom\0\0\0\0', 'latin1')]);

/** Recordings and films whose boxes, chunks and frames lie about their sizes. */
export const hostileMedia = (): readonly HostileFile[] => [
  { what: 'boxes without a size', name: '片.mp4', bytes: Buffer.concat([START, ...Array.from({ length: 11_000 }, () => box(0, 'moov'))]) },
  { what: 'twelve thousand empty boxes', name: '片.mp4', bytes: Buffer.concat([START, ...Array.from({ length: 11_000 }, () => box(8, 'free'))]) },
  {
    what: 'boxes nested eleven thousand deep',
    name: '片.mp4',
    bytes: Buffer.concat([START, ...Array.from({ length: 11_000 }, (_none, at) => box((11_000 - at) * 8, at % 2 ? 'trak' : 'moov'))]),
  },
  { what: 'a box of four gigabytes', name: '声.m4a', bytes: Buffer.concat([START, box(0xffffffff, 'moov'), Buffer.from(fill('trak'))]) },
  {
    what: 'chunks without a size',
    name: '声.wav',
    bytes: Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'), Buffer.from(fill('data\0\0\0\0'), 'latin1')]),
  },
  { what: 'frames of every length', name: '声.mp3', bytes: Buffer.from(fill('\xff\xfb\x10\xc4', TEXT_BYTES / 2), 'latin1') },
  {
    what: 'a tag longer than the file',
    name: '声.mp3',
    bytes: Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), Buffer.from(fill('\xff\xfb'), 'latin1')]),
  },
  {
    what: 'elements of unknown size in each other',
    name: '片.webm',
    bytes: Buffer.concat([Buffer.from('1a45dfa3ff', 'hex'), Buffer.from(fill('\x18\x53\x80\x67\xff', TEXT_BYTES / 2), 'latin1')]),
  },
];

export const hostilePdfs = (): readonly HostileFile[] => [
  { what: 'arrays nested ninety thousand deep', name: '样.pdf', bytes: Buffer.from(`%PDF-1.7\n1 0 obj\n${fill('[')}`) },
  {
    what: 'a cross-reference table that leads to itself',
    name: '样.pdf',
    bytes: Buffer.from(`%PDF-1.7\nxref\n0 1\ntrailer<</Prev 9/Root 1 0 R/Size 99999999>>\nstartxref\n9\n%%EOF\n`),
  },
  {
    what: 'a tree of pages that leads to itself',
    name: '样.pdf',
    bytes: Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[${fill('2 0 R ', 60_000)}]/Count 99999999>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    ),
  },
];

/** A TrueType font whose tables begin in each other and whose composite glyph contains itself. */
export function loopingFont(): Buffer {
  const tables = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post'];
  const font = Buffer.alloc(40_000, 0xff);
  font.writeUInt32BE(0x00010000, 0);
  font.writeUInt16BE(tables.length, 4);
  tables.forEach((tag, at) => {
    font.write(tag, 12 + at * 16, 'latin1');
    font.writeUInt32BE(12, 12 + at * 16 + 8);
    font.writeUInt32BE(0xfffffff0, 12 + at * 16 + 12);
  });
  return font;
}

export const hostileBooks = async (): Promise<readonly HostileFile[]> => {
  const of = async (what: string, bytes: Promise<Buffer>): Promise<HostileFile> => ({ what, name: '书.epub', bytes: await bytes });
  return Promise.all([
    of('a book that inflates to 90 MB', makeEpub({ chapters: { 'a.xhtml': `<p>${'一'.repeat(30 * 1024 * 1024)}</p>` } })),
    of('elements nested 9 000 deep', makeEpub({ chapters: { 'a.xhtml': '<div>'.repeat(9_000) + '</div>'.repeat(9_000) } })),
    of(
      'formatting elements that multiply',
      makeEpub({ chapters: { 'a.xhtml': `${Array.from({ length: 3_000 }, (_none, at) => `<b id="b${at}">`).join('')}${'<p>'.repeat(20_000)}` } }),
    ),
    of(
      'styles that invite to search again and again',
      makeEpub({
        files: { 'a.css': `${'a{'.repeat(100_000)}/*${'*'.repeat(400_000)}@import "${'('.repeat(200_000)}` },
        head: '<link rel="stylesheet" href="a.css"/>',
      }),
    ),
    of(
      'a font whose tables begin in each other',
      makeEpub({ files: { 'a.ttf': loopingFont() }, head: '<style>@font-face{font-family:a;src:url(a.ttf)}p{font-family:a}</style>' }),
    ),
    of(
      'entities that multiply',
      makeEpub({
        entries: {
          'OPS/book.opf': `<!DOCTYPE p [<!ENTITY a0 "x">${Array.from({ length: 12 }, (_none, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(12)}">`).join('')}]><package>&a12;</package>`,
        },
      }),
    ),
  ]);
};

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const process = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="${BPMN}" id="d" targetNamespace="t"><process id="p" name="流程" isExecutable="true">${inner}</process></definitions>`;

/** Drawings of processes whose analysis grows faster than they do. */
export const hostileDrawings = (): readonly HostileFile[] => {
  const of = (what: string, xml: string): HostileFile => ({ what, name: '流程.bpmn', bytes: Buffer.from(xml) });
  const ladder = (steps: number, kind: string): string => {
    const parts = ['<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="g0"/>'];
    for (let at = 0; at < steps; at += 1)
      parts.push(
        `<${kind} id="g${at}"/><userTask id="a${at}"/><userTask id="b${at}"/>`,
        ...['a', 'b'].map(
          (one) =>
            `<sequenceFlow id="${one}i${at}" sourceRef="g${at}" targetRef="${one}${at}"/><sequenceFlow id="${one}o${at}" sourceRef="${one}${at}" targetRef="g${at + 1}"/>`,
        ),
      );
    return `${parts.join('')}<${kind} id="g${steps}"/><endEvent id="e"/><sequenceFlow id="l" sourceRef="g${steps}" targetRef="e"/>`;
  };
  const mesh = (gateways: number): string =>
    `<startEvent id="s"/><endEvent id="e"/><sequenceFlow id="f" sourceRef="s" targetRef="g0"/><sequenceFlow id="l" sourceRef="g0" targetRef="e"/>${Array.from({ length: gateways }, (_none, at) => `<parallelGateway id="g${at}"/>${Array.from({ length: gateways }, (_other, to) => `<sequenceFlow id="m${at}_${to}" sourceRef="g${at}" targetRef="g${to}"/>`).join('')}`).join('')}`;
  return [
    of('a ladder of exclusive gateways', process(ladder(240, 'exclusiveGateway'))),
    of('a ladder of parallel gateways', process(ladder(240, 'parallelGateway'))),
    of('a ladder of inclusive gateways', process(ladder(240, 'inclusiveGateway'))),
    of('gateways that all lead to each other', process(mesh(36))),
    of('four thousand tasks without a flow', process(Array.from({ length: 4_000 }, (_none, at) => `<userTask id="t${at}"/>`).join(''))),
    of('processes nested six thousand deep', process('<subProcess>'.repeat(3_600) + '</subProcess>'.repeat(3_600))),
    of('elements nested 13 000 deep', process('<a>'.repeat(13_000) + '</a>'.repeat(13_000))),
    of('an element with nine thousand attributes', process(`<userTask ${Array.from({ length: 9_000 }, (_none, at) => `a${at}=""`).join(' ')}/>`)),
    of(
      'entities that multiply',
      `<!DOCTYPE a [<!ENTITY a0 "x">${Array.from({ length: 12 }, (_none, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(12)}">`).join('')}]>${process('<documentation>&a12;</documentation>')}`,
    ),
    of('tags that never end', `${process('')}${fill('<a ')}`.slice(0, TEXT_BYTES)),
  ];
};

/** Files of questions, of each family of formats. */
export const hostileQuestions = async (): Promise<readonly HostileFile[]> => {
  const text = (what: string, name: string, content: string): HostileFile => ({ what, name, bytes: Buffer.from(content) });
  const moodle = (inner: string): string =>
    `<?xml version="1.0"?><quiz><question type="multichoice"><name><text>a</text></name><questiontext format="html"><text><![CDATA[${inner}]]></text></questiontext></question></quiz>`;
  const item = (inner: string): string =>
    `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" adaptive="false" timeDependent="false"><itemBody>${inner}</itemBody></assessmentItem>`;
  const qti = (inner: string): Promise<Buffer> =>
    packed({
      'imsmanifest.xml':
        '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="m"><resources><resource identifier="r" type="imsqti_item_xmlv2p1" href="i.xml"><file href="i.xml"/></resource></resources></manifest>',
      'i.xml': item(inner),
    });
  return [
    text('nested braces', '题.txt', fill('{')),
    text('answers without an end', '题.txt', `::a:: b {${fill('=a~')}`),
    text('nine thousand questions', '题.txt', fill('a{T}\n\n')),
    text('escapes without an end', '题.txt', `::a:: ${fill('\\{')}`),
    text('elements nested 30 000 deep', '题.xml', `<quiz>${'<a>'.repeat(13_000)}${'</a>'.repeat(13_000)}</quiz>`),
    text(
      'formatting elements that multiply',
      '题.xml',
      moodle(`${Array.from({ length: 3_000 }, (_none, at) => `<b id=${at}>`).join('')}${'<p>'.repeat(12_000)}`),
    ),
    text('formulas without an end', '题.xml', moodle(fill('\\(\\frac{', 90_000))),
    { what: 'interactions nested 30 000 deep', name: '题.zip', bytes: await qti('<div>'.repeat(30_000) + '</div>'.repeat(30_000)) },
    { what: 'a package that inflates to 80 MB', name: '题.zip', bytes: await qti(' '.repeat(80 * 1024 * 1024)) },
    { what: 'a paper of three million runs', name: '卷.docx', bytes: await docxOf('<w:r/>'.repeat(3_000_000)) },
    ...hostileCsv('题型,题干,答案'),
  ];
};

/** An archive that inflates to 90 MB. */
export const growingZip = async (name: string): Promise<HostileFile> => ({
  what: 'an archive that inflates to 90 MB',
  name,
  bytes: await packed({ 'a.csv': Buffer.alloc(90 * 1024 * 1024, ' ') }),
});
