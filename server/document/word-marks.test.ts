import { beforeAll, expect, test } from 'vitest';
import { deleted, paragraph, run, styled } from '../../tests/support/docx-maker.ts';
import { richDocx } from '../../tests/support/rich-docx.ts';
import { readPackage, type DocxPackage } from './docx/docx-package.ts';
import { faultBetween } from './review-check.ts';

const ME = '张编辑（12）';
const own = new Set([ME]);
let id = 900;
/** The attributes of a mark of the person. */
const by = (): string => `w:id="${(id += 1)}" w:author="${ME}" w:date="2026-11-27T08:00:00Z"`;
const ins = (...runs: string[]): string => `<w:ins ${by()}>${runs.join('')}</w:ins>`;
const del = (text: string): string => `<w:del ${by()}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const endMark = (kind: string): string => `<w:pPr><w:rPr><w:${kind} ${by()}/></w:rPr></w:pPr>`;
const change = (name: string, old: string): string => `<w:${name}Change ${by()}>${old}</w:${name}Change>`;

const tc = (content: string, props = '', width = 4000): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${props}</w:tcPr>${content}</w:tc>`;
const text = (words: string): string => paragraph(run(words));
const tr = (cells: string, props = ''): string => `<w:tr>${props === '' ? '' : `<w:trPr>${props}</w:trPr>`}${cells}</w:tr>`;
const grid = (...widths: number[]): string => widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
const table = (rows: string, columns = grid(4000, 4000), props = ''): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="8000" w:type="dxa"/>${props}</w:tblPr><w:tblGrid>${columns}</w:tblGrid>${rows}</w:tbl>`;
const ROW = tr(tc(text('甲')) + tc(text('乙')));
const ROW_2 = tr(tc(text('丙')) + tc(text('丁')));
const NEW_CELL = `<w:p>${endMark('ins')}${ins(run('新'))}</w:p>`;
const GONE_CELL = (words: string): string => `<w:p>${endMark('del')}${del(words)}</w:p>`;
const section = (more: string): string => `<w:sectPr><w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"/>${more}</w:sectPr>`;
const COLUMNS = '<w:cols w:num="2" w:space="425"/>';
const field = (code: string, result: string, kind = 'instrText'): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:${kind} xml:space="preserve">${code}</w:${kind}></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

/** Changes as Word and LibreOffice write them: the body before, and after. */
const CHANGES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'a row inserted': [table(ROW), table(ROW + tr(tc(NEW_CELL) + tc(NEW_CELL), `<w:ins ${by()}/>`))],
  'a row inserted, whose cells are empty': [table(ROW), table(ROW + tr(tc('<w:p/>') + tc('<w:p/>'), `<w:ins ${by()}/>`))],
  'a row deleted': [table(ROW + ROW_2), table(ROW + tr(tc(GONE_CELL('丙')) + tc(GONE_CELL('丁')), `<w:del ${by()}/>`))],
  'a table inserted': [text('前'), `${text('前')}${table(tr(tc(NEW_CELL) + tc(NEW_CELL), `<w:ins ${by()}/>`))}`],
  'a table deleted': [text('前') + table(ROW), text('前') + table(tr(tc(GONE_CELL('甲')) + tc(GONE_CELL('乙')), `<w:del ${by()}/>`))],
  'a row deleted by LibreOffice with the mark of the row alone': [
    table(ROW + ROW_2),
    table(ROW + tr(tc(paragraph(del('丙'))) + tc(paragraph(del('丁'))), `<w:del ${by()}/>`)),
  ],
  'a column inserted by Word': [
    table(ROW),
    table(
      tr(
        tc(text('甲'), change('tcPr', '<w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>'), 2700) +
          tc(text('乙'), change('tcPr', '<w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>'), 2700) +
          tc(NEW_CELL, `<w:cellIns ${by()}/>`, 2600),
      ),
      `${grid(2700, 2700, 2600)}<w:tblGridChange w:id="${(id += 1)}"><w:tblGrid>${grid(4000, 4000)}</w:tblGrid></w:tblGridChange>`,
    ),
  ],
  'a column inserted by LibreOffice, which writes other widths': [
    table(ROW),
    table(tr(tc(text('甲'), '', 2700) + tc(text('乙'), '', 2700) + tc(NEW_CELL, `<w:cellIns ${by()}/>`, 2600)), grid(2700, 2700, 2600)),
  ],
  'a column deleted': [
    table(ROW + ROW_2),
    table(tr(tc(text('甲')) + tc(GONE_CELL('乙'), `<w:cellDel ${by()}/>`)) + tr(tc(text('丙')) + tc(GONE_CELL('丁'), `<w:cellDel ${by()}/>`))),
  ],
  'cells merged over rows': [
    table(ROW + ROW_2),
    table(
      tr(tc(text('甲'), `<w:cellMerge ${by()} w:vMerge="rest"/>`) + tc(text('乙'))) +
        tr(tc(text('丙'), `<w:cellMerge ${by()} w:vMerge="cont"/>`) + tc(text('丁'))),
    ),
  ],
  'properties of a table': [
    table(ROW),
    table(ROW, grid(4000, 4000), `<w:jc w:val="center"/>${change('tblPr', '<w:tblPr><w:tblW w:w="8000" w:type="dxa"/></w:tblPr>')}`),
  ],
  'properties of a row': [table(ROW), table(tr(tc(text('甲')) + tc(text('乙')), `<w:cantSplit/>${change('trPr', '<w:trPr/>')}`))],
  'properties of a cell': [
    table(ROW),
    table(tr(tc(text('甲'), `<w:vAlign w:val="center"/>${change('tcPr', '<w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>')}`) + tc(text('乙')))),
  ],
  'exceptions of a row': [
    table(ROW),
    table(`<w:tr><w:tblPrEx><w:jc w:val="right"/>${change('tblPrEx', '<w:tblPrEx/>')}</w:tblPrEx>${tc(text('甲'))}${tc(text('乙'))}</w:tr>`),
  ],
  'properties of a section': [
    styled(section(''), run('节')),
    styled(section(COLUMNS + change('sectPr', `<w:sectPr><w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`)), run('节')),
  ],
  'a section break inserted with its paragraph': [
    text('前后'),
    `<w:p><w:pPr><w:rPr><w:ins ${by()}/></w:rPr>${section('')}</w:pPr>${run('前')}</w:p>${text('后')}`,
  ],
  'a list given to a paragraph': [
    text('项'),
    styled(`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:ins ${by()}/></w:numPr>${change('pPr', '<w:pPr/>')}`, run('项')),
  ],
  'a list given to a paragraph, by the old mark of numbering': [
    text('项'),
    styled(`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:ins ${by()}/></w:numPr>`, run('项')),
  ],
  'a style with the indents of before': [
    styled('<w:ind w:left="420"/>', run('引文')),
    styled(`<w:pStyle w:val="Quote"/>${change('pPr', '<w:pPr><w:ind w:left="420"/></w:pPr>')}`, run('引文')),
  ],
  'the format of the end of a paragraph': [text('段'), `<w:p><w:pPr><w:rPr><w:b/>${change('rPr', '<w:rPr/>')}</w:rPr></w:pPr>${run('段')}</w:p>`],
  'two paragraphs joined': [text('甲') + text('乙'), `<w:p>${endMark('del')}${run('甲')}</w:p>${text('乙')}`],
  'three paragraphs deleted': [
    text('甲') + text('乙') + text('丙') + text('丁'),
    text('甲') + `<w:p>${endMark('del')}${del('乙')}</w:p><w:p>${endMark('del')}${del('丙')}</w:p>${text('丁')}`,
  ],
  'a paragraph moved': [
    text('甲') + text('乙') + text('丙'),
    `<w:moveFromRangeStart ${by()} w:name="m1"/><w:p><w:pPr><w:rPr><w:moveFrom ${by()}/></w:rPr></w:pPr><w:moveFrom ${by()}>${run('甲')}</w:moveFrom></w:p><w:moveFromRangeEnd w:id="1"/>${text('乙')}<w:moveToRangeStart ${by()} w:name="m1"/><w:p><w:pPr><w:rPr><w:moveTo ${by()}/></w:rPr></w:pPr><w:moveTo ${by()}>${run('甲')}</w:moveTo></w:p><w:moveToRangeEnd w:id="2"/>${text('丙')}`,
  ],
  'a word moved and changed again': [
    text('甲乙') + text('丙'),
    paragraph(`<w:moveFromRangeStart ${by()} w:name="m2"/><w:moveFrom ${by()}>${run('甲')}</w:moveFrom><w:moveFromRangeEnd w:id="3"/>`, run('乙')) +
      paragraph(
        run('丙'),
        `<w:moveToRangeStart ${by()} w:name="m2"/><w:moveTo ${by()}><w:del ${by()}><w:r><w:delText>甲</w:delText></w:r></w:del></w:moveTo>${ins(run('新'))}<w:moveToRangeEnd w:id="4"/>`,
      ),
  ],
  'a field inserted': [text('前后'), paragraph(run('前'), ins(field(' PAGE ', run('7'))), run('后'))],
  'a field deleted': [
    paragraph(run('前'), field(' PAGE ', run('7')), run('后')),
    paragraph(run('前'), `<w:del ${by()}>${field(' PAGE ', '<w:r><w:delText>7</w:delText></w:r>', 'delInstrText')}</w:del>`, run('后')),
  ],
  'the result of a field changed': [
    paragraph(field(' REF 渡口 ', run('第三章'))),
    paragraph(field(' REF 渡口 ', del('第三章') + ins(run('第四章')))),
  ],
  'a note deleted': [
    paragraph(run('有注'), '<w:r><w:footnoteReference w:id="2"/></w:r>'),
    paragraph(run('有注'), `<w:del ${by()}><w:r><w:footnoteReference w:id="2"/></w:r></w:del>`),
  ],
  'a page break before a heading': [
    styled('<w:outlineLvl w:val="0"/>', run('章')),
    `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${ins('<w:r><w:br w:type="page"/></w:r>')}${run('章')}</w:p>`,
  ],
  'a format on typed words, marked once more': [text('前后'), paragraph(run('前'), ins(run('新', `<w:b/>${change('rPr', '<w:rPr/>')}`)), run('后'))],
  'a format on deleted words': [
    text('前中后'),
    paragraph(run('前'), `<w:del ${by()}><w:r><w:rPr><w:b/>${change('rPr', '<w:rPr/>')}</w:rPr><w:delText>中</w:delText></w:r></w:del>`, run('后')),
  ],
};

const NOTE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const footnotes = (...notes: string[]): Record<string, string> => ({
  'word/footnotes.xml': `<w:footnotes ${NOTE}>${notes.map((inner, index) => `<w:footnote w:id="${index + 2}"><w:p>${inner}</w:p></w:footnote>`).join('')}</w:footnotes>`,
});
const made = async (body: string, parts: Record<string, string> = {}): Promise<DocxPackage> =>
  readPackage(await richDocx([body, text('末段')], parts));

let plain: DocxPackage;
beforeAll(async () => void (plain = await made(text('前'))));

test.each(Object.entries(CHANGES))('45.1 takes a tracked change as word processors write it: %s', async (_name, [before, after]) => {
  const [was, is] = [await made(before), await made(after)];
  expect(faultBetween(was, is, own)).toBeNull();
  // The same file under the name of somebody else changes the text of the document without the person.
  expect(faultBetween(was, is, new Set(['别人（1）']))).not.toBeNull();
});

test('45.1 takes changes inside notes and a new note, as Word writes them', async () => {
  const reference = (note: number): string => `<w:r><w:footnoteReference w:id="${note}"/></w:r>`;
  const was = await made(paragraph(run('有注'), reference(2)), footnotes(run('旧注')));
  const typed = await made(paragraph(run('有注'), reference(2)), footnotes(run('旧') + ins(run('的')) + deleted(ME, '注')));
  expect(faultBetween(was, typed, own)).toBeNull();
  const added = await made(paragraph(run('有注'), reference(2), ins(reference(3))), footnotes(run('旧注'), ins(run('新注'))));
  expect(faultBetween(was, added, own)).toBeNull();
  expect(faultBetween(was, await made(paragraph(run('有注'), reference(2)), footnotes(run('新注'))), own)).toMatchObject({ kind: 'untracked' });
});

test('45.1 a mark of cells does not hide another change of the table', async () => {
  const widths = await made(table(ROW, grid(3000, 5000)));
  expect(faultBetween(await made(table(ROW)), widths, own)).toMatchObject({ kind: 'untracked' });
  const shaded = table(
    tr(tc(text('甲'), '<w:shd w:val="clear" w:fill="FF0000"/>') + tc(text('乙')) + tc(NEW_CELL, `<w:cellIns ${by()}/>`)),
    grid(4000, 4000, 10),
  );
  expect(faultBetween(await made(table(ROW)), await made(shaded), own)).toMatchObject({ kind: 'untracked' });
  const words = table(tr(tc(text('改')) + tc(text('乙')) + tc(NEW_CELL, `<w:cellIns ${by()}/>`)), grid(4000, 4000, 10));
  expect(faultBetween(await made(table(ROW)), await made(words), own)).toMatchObject({ kind: 'untracked' });
  expect(faultBetween(plain, plain, own)).toBeNull();
});
