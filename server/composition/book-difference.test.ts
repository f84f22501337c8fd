import { expect, test } from 'vitest';
import { inserted, makeDocx, paragraph, run, styled } from '../../tests/support/docx-maker.ts';
import { docxHtml } from '../document/book/docx-html.ts';
import { bookDifferences, bookLines } from './book-difference.ts';
import { chaptersOf } from './chapter-text.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('dù')}</w:rt><w:rubyBase>${run('渡')}</w:rubyBase></w:ruby></w:r>`;
const note = '<w:r><w:footnoteReference w:id="7"/></w:r>';
const PARTS = { 'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:id="7">${paragraph(run('脚注的话'))}</w:footnote></w:footnotes>` };
const item = (text: string): string => styled('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>', run(text));
const cell = (text: string): string => `<w:tc><w:tcPr/>${paragraph(run(text))}</w:tc>`;

async function compared(body: string[], change: (html: string) => string = (html) => html) {
  const { html, expected } = await docxHtml(await makeDocx(body, PARTS));
  return bookDifferences(expected, bookLines(chaptersOf(change(html), '渡口').chapters, true), '渡口');
}

const BODY = [
  styled('<w:outlineLvl w:val="0"/>', run('第一章')),
  paragraph(ruby, run('口'), note, run('有人。')),
  paragraph(run('看得见'), run('看不见', '<w:vanish/>'), run('又看得见')),
  item('甲'),
  item('乙'),
  `<w:tbl><w:tr>${cell('左')}${cell('右')}</w:tr></w:tbl>`,
  paragraph(run('前'), '<w:r><w:br w:type="page"/></w:r>', run('后')),
];

test('45.3 the book has no difference from the manuscript that the sheet does not name', async () => {
  expect(await compared(BODY)).toEqual([]);
});

test.each([
  [
    'the base of a ruby',
    (html: string) => html.replace('<ruby>渡<rt>dù</rt></ruby>', ''),
    { place: '正文第2段', manuscript: '渡dù口有人。', book: '口有人。' },
  ],
  ['a note', (html: string) => html.replace('脚注的话', ''), { place: '脚注第1条', manuscript: '脚注的话', book: '' }],
  ['a cell', (html: string) => html.replace('右', ''), { place: '正文第7段', manuscript: '右', book: '' }],
  [
    'text that was hidden',
    (html: string) => html.replace('又看得见', '看不见又看得见'),
    { place: '正文第3段', manuscript: '看得见又看得见', book: '看得见看不见又看得见' },
  ],
  ['a text that the manuscript does not have', (html: string) => `${html}<p>多出的话</p>`, { place: '全文', manuscript: '', book: '多出的话' }],
])('45.3 a book that differs in %s is a line of the sheet', async (_name, change, line) => {
  expect(await compared(BODY, change)).toEqual([line]);
});

test('45.3 a paragraph that moved or was divided is no difference', () => {
  const expected = ['甲段的话', '乙段的话', '丙段的话'].map((text, index) => ({ place: `正文第${index + 1}段`, text }));
  expect(bookDifferences(expected, ['乙段的话', '甲段的话', '丙段', '的话'], '书')).toEqual([]);
  expect(bookDifferences(expected, ['书', '甲段的话', '乙段的话', '丙段的话'], '书')).toEqual([]);
  expect(bookDifferences(expected, ['甲段的话', '丙段的话'], '书')).toEqual([{ place: '正文第2段', manuscript: '乙段的话', book: '' }]);
});

test('45.3 an open mark stops the conversion before anything is compared', async () => {
  await expect(compared([paragraph(inserted('张编辑', run('新加的字')))])).rejects.toThrow('处修订没有处理');
});
