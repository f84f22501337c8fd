import { DOLLAR_HTML, formulaSource } from '../../contract/textbook/formula-source.ts';

/** Tags that stay as they are in the text of an editor field; other signs `<` and `&` are what they look like. */
const TAG =
  /<\/?(?:p|br|strong|em|b|i|u|s|h[2-4]|ul|ol|li|blockquote|a|img|audio|table|thead|tbody|tr|th|td|ruby|rt|rp|span|sup|sub|hr|figure|figcaption|math|m[a-z]{1,12})(?:\s[^<>]*)?\/?>/gi;
const BLOCK = /^<(?:p|h[2-4]|ul|ol|blockquote|table|hr|figure|math)[\s>]/i;

const escaped = (text: string): string =>
  text
    .replace(/&(?!#?\w{1,8};)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');

function line(text: string): string {
  let made = '';
  let from = 0;
  for (const tag of text.matchAll(TAG)) {
    made += escaped(text.slice(from, tag.index)) + tag[0];
    from = tag.index + tag[0].length;
  }
  return made + escaped(text.slice(from));
}

/** HTML of what was typed: each line is a paragraph; tags such as `<b>` may be typed. The server sanitises it. */
export function htmlOf(text: string, inline = false): string {
  const lines = text.split('\n');
  if (inline) return line(text);
  return lines
    .filter((one) => one.trim() !== '')
    .map((one) => (BLOCK.test(one.trim()) ? line(one) : `<p>${line(one)}</p>`))
    .join('');
}

/** The text of an editor field for stored HTML: paragraphs become lines, formulas their TeX, other tags stay visible. */
export function textOf(html: string): string {
  return formulaSource(html)
    .replaceAll(DOLLAR_HTML, '\\$')
    .replace(/<p>/g, '')
    .replace(/<\/p>/g, '\n')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\n$/, '');
}
