import { expect, test } from 'vitest';
import { htmlOf, textOf } from './html-text.ts';

test.each([
  ['one line', '渡口', '<p>渡口</p>'],
  ['lines', '甲\n乙', '<p>甲</p><p>乙</p>'],
  ['signs that look like tags', 'a < b & c > d', '<p>a &lt; b &amp; c &gt; d</p>'],
  ['tags that may be typed', '<b>重</b>点<img src="/a.png" alt="">', '<p><b>重</b>点<img src="/a.png" alt=""></p>'],
  ['a table', '<table><tr><td>1</td></tr></table>', '<table><tr><td>1</td></tr></table>'],
])('%s become HTML and are read back', (_name, text, html) => {
  expect(htmlOf(text)).toBe(html);
  expect(textOf(html)).toBe(text);
});

const STORED = '<p>求 <math><semantics><mi>x</mi><annotation encoding="application/x-tex">a&lt;x</annotation></semantics></math>，票价&#36;5</p>';
test('§4 a stored formula is TeX in the field and a dollar sign keeps its backslash', () => {
  expect(textOf(STORED)).toBe('求 $a<x$，票价\\$5');
  expect(htmlOf(textOf(STORED))).toBe('<p>求 $a&lt;x$，票价\\$5</p>');
});

test('an option is one line without a paragraph', () => expect(htmlOf('x < 2', true)).toBe('x &lt; 2'));
