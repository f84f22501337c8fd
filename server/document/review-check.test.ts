import { expect, test } from 'vitest';
import { deleted, inserted, makeDocx, paragraph, run, styled } from '../../tests/support/docx-maker.ts';
import { checkReview, listMarks } from './review-check.ts';

const ME = '张编辑（12）';
const OTHER = '何语（31）';
const BOLD = '<w:b/>';

const BASE = [paragraph(run('桥上的灯亮了。')), paragraph(run('守桥的人换了三代，'), run('灯没有换。', BOLD)), paragraph(run('第三段'))];

const check = async (before: readonly string[], after: readonly string[], parts: [object?, object?] = []) =>
  checkReview(await makeDocx(before, parts[0] as never), await makeDocx(after, parts[1] as never), ME);

test('accepts a document that was only saved again: split runs, new ids, proofing marks', async () => {
  const saved = [
    '<w:p w:rsidR="00AA11"><w:r w:rsidRPr="00BB"><w:t>桥上的</w:t></w:r><w:proofErr w:type="spellStart"/><w:r><w:t>灯亮了。</w:t></w:r></w:p>',
    BASE[1] as string,
    '<w:p w14:paraId="1"><w:bookmarkStart w:id="9" w:name="_GoBack"/><w:r><w:lastRenderedPageBreak/><w:t>第三段</w:t></w:r></w:p>',
  ];
  expect(await check(BASE, saved)).toBeNull();
});

test.each([
  ['a tracked insertion', [paragraph(run('桥上的'), inserted(ME, run('两盏')), run('灯亮了。')), BASE[1], BASE[2]]],
  ['a tracked deletion', [paragraph(deleted(ME, '桥上的'), run('灯亮了。')), BASE[1], BASE[2]]],
  [
    'a tracked replacement inside a formatted run',
    [BASE[0], paragraph(run('守桥的人换了三代，'), deleted(ME, '灯没有换', BOLD), inserted(ME, run('灯还亮着', BOLD)), run('。', BOLD)), BASE[2]],
  ],
  [
    'a tracked change of a format',
    [BASE[0], BASE[1], paragraph(run('第三段', `<w:i/><w:rPrChange w:id="3" w:author="${ME}" w:date="2026-11-20T08:00:00Z"><w:rPr/></w:rPrChange>`))],
  ],
  [
    'a tracked new paragraph',
    [
      `<w:p><w:pPr><w:rPr><w:ins w:id="5" w:author="${ME}" w:date="2026-11-20T08:00:00Z"/></w:rPr></w:pPr>${run('桥上的')}</w:p>`,
      paragraph(run('灯亮了。')),
      BASE[1],
      BASE[2],
    ],
  ],
  [
    'a tracked deletion of the end of a paragraph, which joins two paragraphs',
    [
      `<w:p><w:pPr><w:rPr><w:del w:id="7" w:author="${ME}" w:date="2026-11-20T08:00:00Z"/></w:rPr></w:pPr>${run('桥上的灯亮了。')}</w:p>`,
      BASE[1],
      BASE[2],
    ],
  ],
  [
    'a tracked format of the end of a paragraph',
    [
      `<w:p><w:pPr><w:rPr><w:b/><w:rPrChange w:id="8" w:author="${ME}" w:date="2026-11-20T08:00:00Z"><w:rPr/></w:rPrChange></w:rPr></w:pPr>${run('桥上的灯亮了。')}</w:p>`,
      BASE[1],
      BASE[2],
    ],
  ],
] as [string, string[]][])('accepts %s', async (_name, after) => {
  expect(await check(BASE, after)).toBeNull();
});

test.each([
  ['an untracked insertion', 1, [paragraph(run('桥上的两盏灯亮了。')), BASE[1], BASE[2]]],
  ['an untracked deletion', 2, [BASE[0], paragraph(run('守桥的人换了三代，')), BASE[2]]],
  ['an untracked change of a format', 3, [BASE[0], BASE[1], paragraph(run('第三段', '<w:i/>'))]],
  ['an untracked change of a paragraph', 3, [BASE[0], BASE[1], styled('<w:jc w:val="center"/>', run('第三段'))]],
  ['an untracked new paragraph', 2, [BASE[0], paragraph(run('多出来的')), BASE[1], BASE[2]]],
  ['a removed paragraph', 2, [BASE[0], BASE[1]]],
  [
    'a change hidden beside a tracked one',
    2,
    [paragraph(run('桥上的'), inserted(ME, run('两盏')), run('灯亮了。')), paragraph(run('守桥的人换了四代，'), run('灯没有换。', BOLD)), BASE[2]],
  ],
] as [string, number, string[]][])('rejects %s and names its paragraph', async (_name, at, after) => {
  expect(await check(BASE, after)).toMatchObject({ kind: 'untracked', paragraph: at });
});

const MARKED = [paragraph(run('桥上的'), inserted(OTHER, run('三盏')), run('灯'), deleted(OTHER, '亮了'), run('。'))];

test('rejects a new mark under another name', async () => {
  expect(
    await check(BASE, [paragraph(run('桥上的'), inserted('李总编（3）', run('两盏')), run('灯亮了。')), BASE[1] as string, BASE[2] as string]),
  ).toEqual({
    kind: 'author',
    author: '李总编（3）',
  });
});

test('rejects accepting or rejecting the marks of others, and accepts a deletion inside their insertion', async () => {
  expect(await check(MARKED, [paragraph(run('桥上的三盏灯'), deleted(OTHER, '亮了'), run('。'))])).toMatchObject({ kind: 'untracked' });
  expect(await check(MARKED, [paragraph(run('桥上的'), run('灯'), deleted(OTHER, '亮了'), run('。'))])).toMatchObject({ kind: 'untracked' });
  const inside = `<w:ins w:id="1" w:author="${OTHER}" w:date="2026-11-20T08:00:00Z">${run('三')}${deleted(ME, '盏')}</w:ins>`;
  expect(await check(MARKED, [paragraph(run('桥上的'), inside, run('灯'), deleted(OTHER, '亮了'), run('。'))])).toBeNull();
});

test('lets a person take back an own mark', async () => {
  const mine = [paragraph(run('桥上的'), inserted(ME, run('两盏')), run('灯亮了。')), BASE[1] as string, BASE[2] as string];
  expect(await check(mine, BASE)).toBeNull();
});

const cell = (inner: string) => `<w:tbl><w:tblPr/><w:tr><w:tc><w:tcPr/>${inner}</w:tc></w:tr></w:tbl>`;

test('looks into tables, notes and pictures', async () => {
  expect(await check([cell(paragraph(run('甲')))], [cell(paragraph(run('甲'), inserted(ME, run('乙'))))])).toBeNull();
  expect(await check([cell(paragraph(run('甲')))], [cell(paragraph(run('乙')))])).toMatchObject({ kind: 'untracked' });
  const notes = (text: string) => ({ 'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${paragraph(run(text))}</w:footnote></w:footnotes>` });
  const noted = [paragraph(run('桥'), '<w:r><w:footnoteReference w:id="2"/></w:r>')];
  expect(await check(noted, noted, [notes('注一'), notes('注二')])).toMatchObject({ kind: 'untracked', paragraph: 1 });
  expect(await check(noted, noted, [notes('注一'), notes('注一')])).toBeNull();
  const pictured = [
    BASE[0] as string,
    paragraph('<w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:embed="part1"/></w:drawing></w:r>'),
  ];
  const picture = (name: string, byte: number) => ({ [`word/media/${name}`]: Buffer.from([byte, 2, 3]) });
  expect(await check(pictured, pictured, [picture('a.png', 1), picture('renamed.png', 1)])).toBeNull();
  expect(await check(pictured, pictured, [picture('a.png', 1), picture('a.png', 9)])).toMatchObject({ kind: 'media', paragraph: 2 });
});

test('lists the marks with author, time and place', async () => {
  expect(await listMarks(await makeDocx(MARKED))).toEqual([
    { kind: 'insert', author: OTHER, date: '2026-11-20T08:00:00Z', text: '三盏', paragraph: 1 },
    { kind: 'delete', author: OTHER, date: '2026-11-20T08:00:00Z', text: '亮了', paragraph: 1 },
  ]);
});

test('refuses a broken file in words', async () => {
  const good = await makeDocx(BASE);
  await expect(checkReview(good, Buffer.from('not a zip'), ME)).rejects.toThrow('文件不完整或已损坏');
});

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const level = (number: number, format = 'decimal') => `<w:lvl w:ilvl="${number}"><w:numFmt w:val="${format}"/></w:lvl>`;
const lists = (...levels: string[]) => ({
  'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:nsid w:val="1"/>${levels.join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
});
const styles = (...all: string[]) => ({ 'word/styles.xml': `<w:styles ${W}><w:docDefaults/>${all.join('')}</w:styles>` });
const style = (id: string, more = '', attributes = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"${attributes}><w:name w:val="${id}"/>${more}</w:style>`;

test('trap 8: accepts the level that an editor adds to a list and a new style, and rejects changed ones', async () => {
  expect(await check(BASE, BASE, [lists(level(0)), lists(level(0), level(1))])).toBeNull();
  expect(await check(BASE, BASE, [lists(level(0)), lists(level(0, 'upperRoman'))])).toEqual({ kind: 'part', name: '列表的编号方式' });
  expect(await check(BASE, BASE, [lists(level(0), level(1)), lists(level(0))])).toEqual({ kind: 'part', name: '列表的编号方式' });
  expect(await check(BASE, BASE, [styles(style('A')), styles(style('A'), style('B'))])).toBeNull();
  expect(await check(BASE, BASE, [styles(style('A')), styles(style('A', BOLD))])).toEqual({ kind: 'part', name: '样式' });
  expect(await check(BASE, BASE, [styles(style('A')), styles(style('A'), style('B', BOLD, ' w:default="1"'))])).toEqual({
    kind: 'part',
    name: '样式',
  });
});

test('a tracked change of a paragraph keeps the properties of its mark', async () => {
  const mark = '<w:rPr><w:b/></w:rPr>';
  const before = [styled(`<w:jc w:val="left"/>${mark}`, run('桥上的灯亮了。'))];
  const change = `<w:pPrChange w:id="9" w:author="${ME}" w:date="2026-11-20T08:00:00Z"><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>`;
  expect(await check(before, [styled(`<w:jc w:val="center"/>${mark}${change}`, run('桥上的灯亮了。'))])).toBeNull();
  expect(await check(before, [styled(`<w:jc w:val="center"/>${change}`, run('桥上的灯亮了。'))])).toMatchObject({ kind: 'untracked' });
});

test('45.1 own comments with a paragraph style and a list are accepted, and those of others must stay', async () => {
  const comments = (...all: string[]) => ({
    ...styles(style('CommentText')),
    ...lists(level(0)),
    'word/comments.xml': `<w:comments ${W}>${all.join('')}</w:comments>`,
  });
  const comment = (id: number, author: string, text: string) =>
    `<w:comment w:id="${id}" w:author="${author}" w:date="2026-11-20T08:00:00Z">${styled('<w:pStyle w:val="CommentText"/><w:numPr><w:numId w:val="1"/></w:numPr>', run(text))}</w:comment>`;
  expect(await check(BASE, BASE, [comments(), comments(comment(0, ME, '请核对'))])).toBeNull();
  expect(
    await check(BASE, BASE, [comments(comment(0, OTHER, '请核对')), comments(comment(4, OTHER, '请核对'), comment(5, ME, '已核对'))]),
  ).toBeNull();
  expect(await check(BASE, BASE, [comments(comment(0, OTHER, '请核对')), comments(comment(0, OTHER, '已核对'))])).toEqual({
    kind: 'comment',
    author: OTHER,
  });
});
