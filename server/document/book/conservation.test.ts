import { expect, test } from 'vitest';
import { parseDocument } from 'htmlparser2';
import { makeDocx, paragraph, run, styled } from '../../../tests/support/docx-maker.ts';
import { chaptersOf } from '../../composition/chapter-text.ts';
import { docxHtml } from './docx-html.ts';
import { findingKey } from './import-findings.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OTHERS =
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"';
const field = (code: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const ruby = (base: string, reading: string): string =>
  `<w:r><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`;
const cell = (text: string, props = ''): string => `<w:tc><w:tcPr>${props}</w:tcPr>${paragraph(run(text))}</w:tc>`;
const box = (text: string): string =>
  `<w:r><mc:AlternateContent ${OTHERS}><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${paragraph(run(text))}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph(run(text))}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
const equation = (text: string): string =>
  `<m:oMath ${OTHERS}><m:sSup><m:e><m:r><m:t>${text}</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`;

const LEVEL = (number: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const PARTS = {
  'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="own"><w:name w:val="自己的章名"/><w:basedOn w:val="1"/></w:style><w:style w:type="character" w:styleId="red"><w:name w:val="红"/><w:rPr><w:color w:val="C00000"/></w:rPr></w:style></w:styles>`,
  'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${LEVEL(0, 'chineseCounting', '%1、')}${LEVEL(1, 'decimal', '%2.')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${LEVEL(0, 'bullet', '·')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
  'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:id="7">${paragraph(run('脚注一段'))}${paragraph(run('脚注二段', '<w:i/>'))}</w:footnote></w:footnotes>`,
  'word/endnotes.xml': `<w:endnotes ${W}><w:endnote w:id="3">${paragraph(run('尾注'))}</w:endnote></w:endnotes>`,
};
const item = (numId: string, level: number, text: string): string =>
  styled(`<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`, run(text));

async function convert(...body: string[]) {
  const found = await docxHtml(await makeDocx(body, PARTS));
  expect(found.characters.kept + found.characters.left, 'every character is in the book or in a finding').toBe(found.characters.source);
  return found;
}

test.each([
  ['ruby', paragraph(ruby('渡', 'dù'), run('口')), '<p><ruby>渡<rt>dù</rt></ruby>口</p>'],
  [
    'superscript and subscript',
    paragraph(run('10'), run('3', '<w:vertAlign w:val="superscript"/>'), run('2', '<w:vertAlign w:val="subscript"/>')),
    '<p>10<sup>3</sup><sub>2</sub></p>',
  ],
  [
    'emphasis marks, strike and colour',
    paragraph(run('重', '<w:em w:val="dot"/>'), run('删', '<w:strike/>'), run('红', '<w:rStyle w:val="red"/>')),
    '<p><span class="emphasis">重</span><s>删</s><span style="color:#c00000">红</span></p>',
  ],
  ['a heading by an inherited style', styled('<w:pStyle w:val="own"/>', run('章')), '<h1>章</h1>'],
  ['a heading by its own outline level', styled('<w:outlineLvl w:val="1"/>', run('节')), '<h2>节</h2>'],
  [
    'a list with Chinese numbers',
    item('1', 0, '甲') + item('1', 0, '乙'),
    '<ol class="plain"><li><span class="number">一、</span>　甲</li><li><span class="number">二、</span>　乙</li></ol>',
  ],
  [
    'a nested list',
    item('1', 0, '甲') + item('1', 1, '子'),
    '<ol class="plain"><li><span class="number">一、</span>　甲<ol type="1" start="1"><li value="1">子</li></ol></li></ol>',
  ],
  ['a list with bullets', item('2', 0, '甲'), '<ul><li>甲</li></ul>'],
  ['a text box, once', paragraph(run('前'), box('框里')), '<p>前</p><aside class="box"><p>框里</p></aside>'],
  ['a link by a field', paragraph(field('HYPERLINK "https://example.com/"', '链接')), '<p><a href="https://example.com/">链接</a></p>'],
  [
    'a cross reference',
    paragraph('<w:bookmarkStart w:id="1" w:name="_Ref1"/>', run('图一')) + paragraph(field('REF _Ref1 \\h', '图一')),
    '<p><a id="b-_Ref1"></a>图一</p><p><a href="#b-_Ref1">图一</a></p>',
  ],
  ['a symbol font', paragraph('<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>'), '<p>α</p>'],
  ['a hyphen that does not break', paragraph('<w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t></w:r>'), '<p>a\u2011b</p>'],
  ['alignment', styled('<w:jc w:val="center"/>', run('诗')), '<p class="center">诗</p>'],
  ['a page break', paragraph(run('甲'), '<w:r><w:br w:type="page"/></w:r>', run('乙')), '<p>甲</p><hr class="page-break"/><p>乙</p>'],
  ['right-to-left text', styled('<w:bidi/>', run('א')), '<p dir="rtl">א</p>'],
])('45.3 converts %s', async (_name, body, html) => {
  const found = await convert(body);
  expect(found.html).toBe(html);
  expect(found.findings).toEqual([]);
});

test('45.3 converts equations to MathML with their text', async () => {
  const { html } = await convert(paragraph(run('面积'), equation('x')));
  expect(html).toContain('alttext="x2"');
  expect(html).toContain('<msup><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></msup>');
  expect(chaptersOf(html, '书').chapters[0]?.body).toContain('<msup><mrow><mi>x</mi></mrow>');
});

test('45.3 converts merged cells and header rows', async () => {
  const { html } = await convert(
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('头', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell('跨', '<w:vMerge w:val="restart"/>')}${cell('甲')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('乙')}</w:tr></w:tbl>`,
  );
  expect(html).toBe(
    '<table><thead><tr><th colspan="2" scope="col"><p>头</p></th></tr></thead><tbody><tr><td rowspan="2"><p>跨</p></td><td><p>甲</p></td></tr><tr><td><p>乙</p></td></tr></tbody></table>',
  );
});

test('45.3 keeps the paragraphs and formats of foot notes and end notes', async () => {
  const { html, notes } = await convert(
    paragraph(run('桥'), '<w:r><w:footnoteReference w:id="7"/></w:r>', '<w:r><w:endnoteReference w:id="3"/></w:r>'),
  );
  expect(notes).toBe(2);
  expect(html).toContain(
    '<aside epub:type="footnote" role="doc-footnote" id="n1"><p><a href="#r1">[1]</a> 脚注一段</p><p><em>脚注二段</em></p></aside>',
  );
  expect(html).toContain('<aside epub:type="endnote" role="doc-endnote" id="n2">');
});

test('45.3 lists what the book does not have, with place and reason', async () => {
  const { findings } = await convert(
    paragraph(run('藏起来', '<w:vanish/>'), run('印出来')),
    paragraph(field('TOC \\o', '第一章 1')),
    paragraph('<w:r><w:sym w:font="Webdings" w:char="F0AA"/></w:r>'),
    paragraph(
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>EQ \\f(1,2)</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    ),
    `<w:strange>${run('没见过的元素里的字')}</w:strange>`,
  );
  expect(findings.map(({ kind, place, excerpt, characters }) => [kind, place, excerpt, characters])).toEqual([
    ['hidden', '正文第1段', '藏起来', 3],
    ['contents', '正文第2段', '第一章 1', 5],
    ['symbol', '正文第3段', 'Webdings F0AA', 0],
    ['field', '正文第4段', 'EQ \\f(1,2)', 0],
    ['unknown', '正文第4段', '没见过的元素里的字', 0],
  ]);
});

test('45.3 leaves unknown content out when the editor decided so, and counts it', async () => {
  const bytes = await makeDocx([paragraph(run('前')), `<w:strange>${run('不要的字')}</w:strange>`]);
  const first = await docxHtml(bytes);
  expect(first.html).toBe('<p>前</p><p>不要的字</p>');
  const second = await docxHtml(bytes, [findingKey(first.findings[0]!)]);
  expect(second.html).toBe('<p>前</p>');
  expect(second.characters).toEqual({ source: 5, kept: 1, left: 4 });
});

const textOf = (node: { type: string; data?: string; name?: string; attribs?: Record<string, string>; children?: unknown[] }): string => {
  if (node.type === 'text') return node.data ?? '';
  if (node.attribs?.['epub:type'] === 'noteref' || node.attribs?.['class'] === 'number' || /^#r\d+$/.test(node.attribs?.['href'] ?? '')) return '';
  return (node.children ?? []).map((child) => textOf(child as never)).join('');
};

/** A random document of the pieces above, with a marker in each of its texts. */
function randomBody(seed: number): { body: string[]; markers: string[] } {
  let state = seed;
  const next = (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % most;
  };
  const markers: string[] = [];
  const text = (): string => {
    const marker = `字${seed}号${markers.length}完`;
    markers.push(marker);
    return marker;
  };
  const FORMATS = [
    '',
    '<w:b/>',
    '<w:em w:val="dot"/>',
    '<w:vertAlign w:val="superscript"/>',
    '<w:strike/>',
    '<w:smallCaps/>',
    '<w:rStyle w:val="red"/>',
  ];
  const inline = (depth: number): string => {
    const kinds = [
      () => run(text(), FORMATS[next(FORMATS.length)]),
      () => ruby(text(), text()),
      () => `<w:hyperlink w:anchor="a">${run(text())}</w:hyperlink>`,
      () => field('HYPERLINK "https://example.com/"', text()),
      () => `<w:smartTag>${inline(depth + 1)}</w:smartTag>`,
      () => `<w:sdt><w:sdtPr/><w:sdtContent>${inline(depth + 1)}</w:sdtContent></w:sdt>`,
      () => `<w:fldSimple w:instr="STYLEREF 1">${run(text())}</w:fldSimple>`,
      () => `<w:bdo w:val="ltr">${run(text())}</w:bdo>`,
      () => `<w:unknown>${run(text())}</w:unknown>`,
      () => box(text()),
    ];
    return depth > 3 ? run(text()) : (kinds[next(kinds.length)] ?? (() => run(text())))();
  };
  const block = (depth: number): string => {
    const kinds = [
      () => paragraph(...Array.from({ length: 1 + next(3) }, () => inline(0))),
      () => styled('<w:pStyle w:val="own"/>', inline(0)),
      () => item('1', next(2), text()),
      () => `<w:tbl><w:tr><w:tc>${block(depth + 1)}</w:tc>${cell(text())}</w:tr></w:tbl>`,
      () => `<w:sdt><w:sdtContent>${block(depth + 1)}</w:sdtContent></w:sdt>`,
      () => `<w:customXml>${block(depth + 1)}</w:customXml>`,
    ];
    return depth > 2 ? paragraph(inline(0)) : (kinds[next(kinds.length)] ?? (() => paragraph(run(text()))))();
  };
  return { body: Array.from({ length: 1 + next(6) }, () => block(0)), markers };
}

test('45.3 loses no character of 2 000 random documents, from the file to the chapters', async () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const { body, markers } = randomBody(seed);
    const found = await convert(...body);
    const { chapters } = chaptersOf(found.html, '书名');
    const all = chapters.map(({ title, heading, body: inner }) => textOf(parseDocument(`${heading ?? title}${inner}`) as never)).join('');
    for (const marker of markers) expect(all.split(marker).length - 1, `seed ${seed}: ${marker}`).toBe(1);
    // Nothing is invented either.
    expect([...all.replaceAll(/字\d+号\d+完|\s/g, '')].join(''), `seed ${seed}`).toBe(
      chapters.some(({ title }) => title === '书名') ? (all.includes('书名') ? '书名' : '') : '',
    );
  }
}, 600_000);
