import { expect, test } from 'vitest';
import { paragraphTexts } from './paragraph-text.ts';
import { resolveMarks } from './resolve-marks.ts';
import { parsePart, writePart } from './xml-part.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
const BY = 'w:id="1" w:author="吴" w:date="2026-11-20T08:00:00Z"';
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const struck = (text: string): string => `<w:r><w:delText>${text}</w:delText></w:r>`;
const cell = (text: string, props = ''): string => `<w:tc><w:tcPr>${props}</w:tcPr><w:p>${run(text)}</w:p></w:tc>`;

const bodyOf = (inner: string) => parsePart(`<w:document xmlns:w="${WORD}" xmlns:m="${MATH}"><w:body>${inner}</w:body></w:document>`);

/** The body after all marks were accepted or rejected: its lines, and its XML. */
function resolved(inner: string, decision: 'accept' | 'reject') {
  const part = bodyOf(inner);
  const root = resolveMarks(part.root, () => decision);
  return { lines: paragraphTexts(root), xml: writePart({ root, unknown: part.unknown }) };
}

const CASES: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['an insertion', `<w:p>${run('灯')}<w:ins ${BY}>${run('亮')}</w:ins></w:p>`, ['灯亮'], ['灯']],
  ['a deletion', `<w:p>${run('灯')}<w:del ${BY}>${struck('亮')}</w:del></w:p>`, ['灯'], ['灯亮']],
  ['a deletion inside an insertion', `<w:p><w:ins ${BY}>${run('灯')}<w:del ${BY}>${struck('亮')}</w:del></w:ins></w:p>`, ['灯'], ['']],
  [
    'a move',
    `<w:p><w:moveFromRangeStart ${BY} w:name="m"/><w:moveFrom ${BY}>${run('灯')}</w:moveFrom><w:moveFromRangeEnd w:id="1"/>${run('桥')}<w:moveToRangeStart ${BY} w:name="m"/><w:moveTo ${BY}>${run('灯')}</w:moveTo><w:moveToRangeEnd w:id="1"/></w:p>`,
    ['桥灯'],
    ['灯桥'],
  ],
  [
    'an inserted paragraph mark',
    `<w:p><w:pPr><w:rPr><w:ins ${BY}/></w:rPr></w:pPr>${run('灯')}</w:p><w:p>${run('亮')}</w:p>`,
    ['灯', '亮'],
    ['灯亮'],
  ],
  ['a deleted paragraph mark', `<w:p><w:pPr><w:rPr><w:del ${BY}/></w:rPr></w:pPr>${run('灯')}</w:p><w:p>${run('亮')}</w:p>`, ['灯亮'], ['灯', '亮']],
  [
    'a deleted paragraph before a table',
    `<w:p><w:pPr><w:rPr><w:del ${BY}/></w:rPr></w:pPr><w:del ${BY}>${struck('灯')}</w:del></w:p><w:tbl><w:tr>${cell('甲')}</w:tr></w:tbl>`,
    ['甲'],
    ['灯', '甲'],
  ],
  ['an inserted row', `<w:tbl><w:tr>${cell('甲')}</w:tr><w:tr><w:trPr><w:ins ${BY}/></w:trPr>${cell('乙')}</w:tr></w:tbl>`, ['甲', '乙'], ['甲']],
  ['a deleted row', `<w:tbl><w:tr>${cell('甲')}</w:tr><w:tr><w:trPr><w:del ${BY}/></w:trPr>${cell('乙')}</w:tr></w:tbl>`, ['甲'], ['甲', '乙']],
  [
    'a table whose rows are all inserted',
    `<w:p>${run('桥')}</w:p><w:tbl><w:tr><w:trPr><w:ins ${BY}/></w:trPr>${cell('乙')}</w:tr></w:tbl>`,
    ['桥', '乙'],
    ['桥'],
  ],
  ['an inserted cell', `<w:tbl><w:tr>${cell('甲')}${cell('乙', `<w:cellIns ${BY}/>`)}</w:tr></w:tbl>`, ['甲', '乙'], ['甲']],
  ['a deleted cell', `<w:tbl><w:tr>${cell('甲')}${cell('乙', `<w:cellDel ${BY}/>`)}</w:tr></w:tbl>`, ['甲'], ['甲', '乙']],
  ['an inserted equation', `<w:p><w:ins ${BY}><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:ins></w:p>`, ['x'], ['']],
  [
    'an inserted fraction around an expression',
    `<w:p><m:oMath><m:f><m:fPr><m:ctrlPr><w:ins ${BY}/></m:ctrlPr></m:fPr><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den><w:ins ${BY}><m:r><m:t>y</m:t></m:r></w:ins></m:den></m:f></m:oMath></w:p>`,
    ['xy'],
    ['x'],
  ],
  [
    'an inserted content control',
    `<w:p><w:customXmlInsRangeStart ${BY}/><w:sdt><w:sdtPr><w:alias w:val="a"/></w:sdtPr><w:sdtContent><w:customXmlInsRangeEnd w:id="1"/>${run('灯')}<w:customXmlInsRangeStart ${BY.replace('"1"', '"2"')}/></w:sdtContent></w:sdt><w:customXmlInsRangeEnd w:id="2"/></w:p>`,
    ['灯'],
    ['灯'],
  ],
];

test.each(CASES)('45.1 accepts and rejects %s', (_name, inner, accepted, rejected) => {
  const all = [resolved(inner, 'accept'), resolved(inner, 'reject')];
  expect(all.map(({ lines }) => lines)).toEqual([accepted, rejected]);
  for (const { xml } of all) expect(xml).not.toMatch(/w:author=|Range(Start|End)/);
});

const change = (name: string, before: string): string => `<w:${name}Change ${BY}>${before}</w:${name}Change>`;
const PROPERTIES: readonly (readonly [string, string, RegExp, RegExp])[] = [
  [
    'a run',
    `<w:p><w:r><w:rPr><w:b/>${change('rPr', '<w:rPr><w:i/></w:rPr>')}</w:rPr><w:t>灯</w:t></w:r></w:p>`,
    /<w:b\/><\/w:rPr>/,
    /<w:rPr><w:i\/><\/w:rPr>/,
  ],
  [
    'a paragraph',
    `<w:p><w:pPr><w:jc w:val="right"/><w:rPr><w:b/></w:rPr>${change('pPr', '<w:pPr><w:jc w:val="left"/></w:pPr>')}</w:pPr></w:p>`,
    /right.*<w:b\/>/,
    /left.*<w:b\/>/,
  ],
  [
    'a row',
    `<w:tbl><w:tr><w:trPr><w:trHeight w:val="9"/>${change('trPr', '<w:trPr/>')}</w:trPr>${cell('甲')}</w:tr></w:tbl>`,
    /trHeight/,
    /<w:trPr\/>/,
  ],
  ['a cell', `<w:tbl><w:tr>${cell('甲', `<w:shd w:val="clear"/>${change('tcPr', '<w:tcPr/>')}`)}</w:tr></w:tbl>`, /w:shd/, /<w:tcPr\/>/],
  [
    'a table',
    `<w:tbl><w:tblPr><w:jc w:val="center"/>${change('tblPr', '<w:tblPr/>')}</w:tblPr><w:tr>${cell('甲')}</w:tr></w:tbl>`,
    /center/,
    /<w:tblPr\/>/,
  ],
  ['a section', `<w:p/><w:sectPr><w:pgSz w:w="9"/>${change('sectPr', '<w:sectPr><w:pgSz w:w="8"/></w:sectPr>')}</w:sectPr>`, /w:w="9"/, /w:w="8"/],
  ['merged cells', `<w:tbl><w:tr>${cell('甲', `<w:cellMerge ${BY} w:vMerge="rest"/>`)}</w:tr></w:tbl>`, /<w:vMerge w:val="restart"\/>/, /<w:tcPr\/>/],
  [
    'numbering',
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:ins ${BY}/></w:numPr></w:pPr></w:p>`,
    /numId w:val="1"\/><\/w:numPr>/,
    /<w:pPr\/>/,
  ],
];

test.each(PROPERTIES)('45.1 accepts and rejects changed properties of %s', (_name, inner, accepted, rejected) => {
  const [yes, no] = [resolved(inner, 'accept').xml, resolved(inner, 'reject').xml];
  expect(yes).toMatch(accepted);
  expect(no).toMatch(rejected);
  expect(yes + no).not.toContain('w:author');
});

test('45.1 keeps the marks of others, and a comment whose text is deleted loses its anchors', () => {
  const other = BY.replace('吴', '何');
  const { root } = bodyOf(
    `<w:p><w:commentRangeStart w:id="5"/><w:del ${BY}>${struck('灯')}<w:r><w:commentReference w:id="5"/></w:r></w:del><w:commentRangeEnd w:id="5"/><w:ins ${other}>${run('亮')}</w:ins></w:p>`,
  );
  const done = resolveMarks(root, (mark) => (mark.attributes['w:author'] === '吴' ? 'accept' : 'keep'));
  expect(JSON.stringify(done)).not.toContain('comment');
  expect(JSON.stringify(done)).toContain('何');
  expect(paragraphTexts(done)).toEqual(['亮']);
});
