import { expect, test } from 'vitest';
import { makeDocx, paragraph, run } from '../../tests/support/docx-maker.ts';
import { docxHtml } from './book/docx-html.ts';
import { OPERATIONS } from './document-operations.ts';
import { correctText } from './text-correction.ts';

const change = (id: number, wrong: string, right: string, before = '') => ({ id, wrong, right, before });

test('corrects a passage that goes over several elements, and keeps the elements', () => {
  const { markup, done } = correctText('<p>他去买<strong>粟</strong>子。</p><p>a &amp; b</p>', 'html', [
    change(1, '买粟子', '买栗子'),
    change(2, 'a & b', 'a < b'),
  ]);
  expect(markup).toBe('<p>他去买栗子<strong></strong>。</p><p>a &lt; b</p>');
  expect(done).toEqual([1, 2]);
});

test('finds one of several equal passages by the text before it, over paragraphs and spaces', () => {
  const html = '<p>第一盏灯 亮了。</p><p>第二盏灯亮了。</p>';
  expect(correctText(html, 'html', [change(1, '灯亮了', '灯灭了', '亮了。第二盏')]).markup).toBe('<p>第一盏灯 亮了。</p><p>第二盏灯灭了。</p>');
});

test('names the passages that are missing, ambiguous or overlapping, and changes nothing of them', () => {
  const html = '<p>灯亮了，灯亮了。</p>';
  expect(correctText(html, 'html', [change(1, '灯亮', '灯灭'), change(2, '桥', '船')])).toEqual({
    markup: html,
    done: [],
    skipped: [
      { id: 1, reason: '正文里有多处相同的文字，请在正文里直接改' },
      { id: 2, reason: '正文里找不到这段文字，可能已经改过' },
    ],
  });
  expect(correctText('<p>桥上的灯</p>', 'html', [change(1, '桥上', '桥下'), change(2, '上的', '下的')])).toMatchObject({
    markup: '<p>桥下的灯</p>',
    skipped: [{ id: 2, reason: '与另一处改动重叠，请改完一处再改另一处' }],
  });
});

test('corrects the text of a .docx over runs', () => {
  const xml = '<w:p><w:r><w:t>买</w:t></w:r><w:r><w:rPr/><w:t xml:space="preserve">粟 </w:t></w:r><w:r><w:t>子</w:t></w:r></w:p>';
  expect(correctText(xml, 'docx', [change(1, '买粟子', '买栗子')]).markup).toBe(
    '<w:p><w:r><w:t>买栗子</w:t></w:r><w:r><w:rPr/><w:t xml:space="preserve"> </w:t></w:r><w:r><w:t></w:t></w:r></w:p>',
  );
});

test('45.3 corrects a passage of a footnote or an endnote, and none that the text has too', async () => {
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const notes = (kind: string, text: string) => `<w:${kind}s ${W}><w:${kind} w:id="1">${paragraph(run(text))}</w:${kind}></w:${kind}s>`;
  const body = [
    paragraph(run('桥上的灯'), '<w:r><w:footnoteReference w:id="1"/></w:r>', run('亮了'), '<w:r><w:endnoteReference w:id="1"/></w:r>'),
    paragraph(run('两处都有')),
  ];
  const bytes = await makeDocx(body, {
    'word/footnotes.xml': notes('footnote', '守桥人的粟子 &amp; 两处都有'),
    'word/endnotes.xml': notes('endnote', '县志卷三'),
  });
  const found = await OPERATIONS.correct(bytes, [
    change(1, '粟子', '栗子 &'),
    change(2, '卷三', '卷四'),
    change(3, '亮了', '灭了'),
    change(4, '两处都有', '一处'),
    change(5, '两处都有', '注里的', '栗子 & '.replace('栗', '粟')),
  ]);
  expect(found.done).toEqual([1, 2, 3, 5]);
  expect(found.skipped).toEqual([{ id: 4, reason: '正文里有多处相同的文字，请在正文里直接改' }]);
  const { html } = await docxHtml(Buffer.from(found.bytes));
  for (const text of ['桥上的灯', '灭了', '守桥人的栗子 &amp; &amp; 注里的', '县志卷四', '两处都有']) expect(html).toContain(text);
});
