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

test('an option is one line without a paragraph', () => expect(htmlOf('x < 2', true)).toBe('x &lt; 2'));
