import { expect, test } from 'vitest';
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
