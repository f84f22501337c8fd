import { expect, test } from 'vitest';
import { inserted, makeDocx, paragraph, run, styled } from '../../../tests/support/docx-maker.ts';
import { checkReview } from '../review-check.ts';
import { docxHtml } from '../book/docx-html.ts';
import { OPERATIONS } from '../document-operations.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const ME = '张编辑（12）';
const style = (id: string, name: string, more = '', attributes = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"${attributes}><w:name w:val="${name}"/>${more}</w:style>`;
const styles = (...all: string[]) => ({ 'word/styles.xml': `<w:styles ${W}><w:docDefaults/>${all.join('')}</w:styles>` });
const DEFAULT = ' w:default="1"';
const QUOTE = '<w:pPr><w:ind w:left="420"/></w:pPr>';
/** As Word writes a Chinese document, and as LibreOffice and WPS name the same styles. */
const WORD = styles(
  style('a', 'Normal', '', DEFAULT),
  style('1', 'heading 1', '<w:basedOn w:val="a"/>'),
  style('a3', '引文', `<w:basedOn w:val="a"/>${QUOTE}`),
);
const OFFICE = styles(
  style('Normal', 'Normal', '', DEFAULT),
  style('Heading1', 'Heading 1', '<w:basedOn w:val="Normal"/>'),
  style('Style_1', '引文', `<w:basedOn w:val="Normal"/>${QUOTE}`),
);
/** The ids of before, given to other styles. */
const CROSSED = styles(
  style('a', 'heading 1', '<w:basedOn w:val="1"/>'),
  style('1', 'Normal', '', DEFAULT),
  style('x', '引文', `<w:basedOn w:val="1"/>${QUOTE}`),
);

const BEFORE = [styled('<w:pStyle w:val="1"/>', run('渡口')), paragraph(run('灯亮了。')), styled('<w:pStyle w:val="a3"/>', run('引文一句'))];
const noise = (id: string, inner = ''): string => `<w:pStyle w:val="${id}"/><w:bidi w:val="0"/><w:jc w:val="start"/>${inner}<w:rPr></w:rPr>`;
const after = (heading: string, text: string, quote: string, ...words: string[]): string[] => [
  styled(noise(heading), run('渡口')),
  styled(noise(text), ...words),
  styled(noise(quote), run('引文一句')),
];
const TRACKED = [run('灯'), inserted(ME, run('又')), run('亮了。')];

const read = async (body: string[], parts: Record<string, string>) =>
  OPERATIONS.read({ before: await makeDocx(BEFORE, WORD), after: await makeDocx(body, parts), authors: [ME] });

test.each([
  ['LibreOffice', after('Heading1', 'Normal', 'Style_1', ...TRACKED), OFFICE],
  ['a program that uses the ids of before for other styles', after('a', '1', 'x', ...TRACKED), CROSSED],
] as const)('45.1 a file whose style ids %s renamed is taken, and is stored with the ids of before', async (_name, body, parts) => {
  const marked = await read([...body], parts);
  expect(marked.fault?.kind ?? 'part').toBe('part');
  const written = Buffer.from(marked.restored ?? marked.bytes);
  expect(await checkReview(await makeDocx(BEFORE, WORD), written, ME)).toBeNull();
  // Saved again without a mark, the book of it is the same, with what the editor chose for the styles by their names.
  const plain = [...body].with(1, (body[1] ?? '').replace(/<w:ins .*<\/w:ins>/, ''));
  const again = await read(plain, parts);
  const files = [Buffer.from(again.restored ?? again.bytes), await makeDocx(plain, parts)];
  for (const file of files) {
    expect((await docxHtml(file)).html).toMatch(/<h1.*渡口/);
    expect((await docxHtml(file, [], { 'heading 1': 'h2', 引文: 'h3' })).html).toMatch(/<h2.*渡口.*<h3.*引文一句/s);
  }
});

test('45.1 a change without a mark is seen behind other style ids', async () => {
  const plain = await read(after('Heading1', 'Normal', 'Style_1', run('灯又亮了。')), OFFICE);
  expect(plain.fault).toMatchObject({ kind: 'untracked', paragraph: 2 });
  expect(plain.restored).toBeNull();
  const moved = await read(after('Heading1', 'Style_1', 'Style_1', run('灯亮了。')), OFFICE);
  expect(moved.fault).toMatchObject({ kind: 'untracked', paragraph: 2 });
  const turned = [
    styled('<w:pStyle w:val="Heading1"/>', run('渡口')),
    styled('<w:bidi/>', run('灯亮了。')),
    styled('<w:pStyle w:val="Style_1"/><w:ind w:left="0"/>', run('引文一句')),
  ];
  expect((await read(turned, OFFICE)).fault).toMatchObject({ kind: 'untracked', paragraph: 2 });
  expect((await read([turned[0]!, paragraph(run('灯亮了。')), turned[2]!], OFFICE)).fault).toMatchObject({ kind: 'untracked', paragraph: 3 });
});
