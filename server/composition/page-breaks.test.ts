import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { pdfPages } from '../document/pdf-pages.ts';
import { chaptersOf } from './chapter-text.ts';
import { pageLabels, withPageBreaks } from './page-breaks.ts';

/** Sentences that are unlike each other, as a book has. */
const sentence = (index: number): string =>
  `第${index}盏灯在${['桥上', '渡口', '河岸', '檐下', '窗前'][index % 5]}亮了${index * 7}个夜晚，守的人是${String.fromCodePoint(0x4e00 + index * 13)}。`;
const TEXTS = Array.from({ length: 60 }, (_, index) => sentence(index));
const HTML = `<h1>点灯</h1>${TEXTS.slice(0, 30)
  .map((one) => `<p>${one}</p>`)
  .join('')}<aside epub:type="footnote"><p>注里的字</p></aside><h1>送行</h1>${TEXTS.slice(30)
  .map((one) => `<p><strong>${one.slice(0, 4)}</strong>${one.slice(4)}</p>`)
  .join('')}`;
/** Pages as a PDF gives them: a running head, ten sentences with the breaks of lines, the note, and the number of the page. */
const page = (index: number): string =>
  `桥上的灯 ${TEXTS.slice(index * 10, index * 10 + 10)
    .map((one) => `${one.slice(0, 9)} ${one.slice(9)}`)
    .join(' ')} 注里的字 ${index + 5}`;
const PROOF = ['桥上的灯 何语 著', '图书在版编目数据 桥上的灯', ...Array.from({ length: 6 }, (_, index) => page(index))];

test('45.3 each page of the proof is marked where it begins, under the number that is printed on it', () => {
  const { chapters, breaks } = withPageBreaks(chaptersOf(HTML, '桥上的灯').chapters, PROOF);
  expect(breaks.map(({ label, chapter }) => [label, chapter])).toEqual([
    ['5', 0],
    ['6', 0],
    ['7', 0],
    ['8', 1],
    ['9', 1],
    ['10', 1],
  ]);
  const mark = (label: number) => `<span epub:type="pagebreak" role="doc-pagebreak" id="page-${label}" aria-label="第${label}页"></span>`;
  expect(chapters[0]?.body).toContain(`<p>${mark(6)}${TEXTS[10]}</p>`);
  expect(chapters[1]?.body).toContain(`<strong>${mark(9)}${TEXTS[40]?.slice(0, 4)}</strong>`);
  // Nothing of the text is changed.
  const plain = (all: readonly { readonly body: string }[]): string =>
    all.map(({ body }) => body.replaceAll(/<span epub:type="pagebreak"[^>]*><\/span>/g, '')).join();
  expect(plain(chapters)).toBe(plain(chaptersOf(HTML, '桥上的灯').chapters));
});

test('45.3 no page is marked inside ruby or an equation, and none when the proof is of another text', () => {
  const [chapter] = chaptersOf(`<p>${TEXTS[0]}</p><p><ruby>渡<rt>dù</rt></ruby>口的灯亮了又灭，灭了又亮，人人都说好。</p>`, '灯').chapters;
  const { chapters, breaks } = withPageBreaks([chapter!], [`${TEXTS[0]}`, '渡口的灯亮了又灭，灭了又亮，人人都说好。']);
  expect(breaks).toHaveLength(2);
  expect(chapters[0]?.body).toContain('<p><span epub:type="pagebreak" role="doc-pagebreak" id="page-2" aria-label="第2页"></span><ruby>渡');
  expect(
    withPageBreaks([chapter!], ['完全不同的一部书，里面没有一句话相同。'.repeat(3), '又一页别的书，也没有一句话相同，一个字都没有。']).breaks,
  ).toEqual([]);
  expect(withPageBreaks([chapter!], []).breaks).toEqual([]);
});

test('45.3 pages without printed numbers are counted from the first sheet', () => {
  expect(pageLabels(['甲', '乙', '丙'])).toEqual(['1', '2', '3']);
  expect(pageLabels(['封面', '甲 1', '乙 2', '丙 3'])).toEqual(['', '1', '2', '3']);
  expect(pageLabels(['12 甲', '乙 13', '14 丙'])).toEqual(['12', '13', '14']);
});

test('45.3 the pages of a proof are read from its PDF, and a broken file has none', async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of ['The first page', 'The second page']) pdf.addPage().drawText(text, { x: 50, y: 500, font });
  expect(await pdfPages(await pdf.save())).toEqual(['The first page', 'The second page']);
  expect(await pdfPages(Buffer.from('%PDF-1.7 broken'))).toBeNull();
});
