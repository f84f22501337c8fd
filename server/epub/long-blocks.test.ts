import { expect, test } from 'vitest';
import { splitLongBlocks } from './long-blocks.ts';
import { readXml } from './markup.ts';

const SENTENCE = '江上起了雾，船都不出港，灯在雾里走，像有人提着。';
const page = (body: string): string =>
  `<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`;
const BLOCKS = /^(body|p|div|li|td|pre|ul|table|tr)$/;

/** Parses the markup like a browser; throws when it is not well-formed XML. */
function seen(markup: string) {
  const ids: string[] = [];
  const names: string[] = [];
  const paragraphs: { text: string; attributes: Record<string, string> }[] = [];
  let [text, length, longest] = ['', 0, 0];
  readXml(markup, 'x.xhtml', {
    open(_name, local, attributes) {
      names.push(local);
      ids.push(...attributes.filter((one) => one.name === 'id').map(({ value }) => value));
      if (BLOCKS.test(local)) length = 0;
      if (local === 'p') paragraphs.push({ text: '', attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])) });
    },
    close: (_name, local) => void (BLOCKS.test(local) && (length = 0)),
    text(piece) {
      text += piece;
      length += piece.length;
      longest = Math.max(longest, length);
      const last = paragraphs.at(-1);
      if (last) last.text += piece;
    },
  });
  return { ids, text, longest, paragraphs, count: (name: string) => names.filter((one) => one === name).length };
}

test.each([
  ['a paragraph', `<p class="a" id="p1">${SENTENCE.repeat(2_000)}</p>`],
  ['a paragraph with line breaks', `<p>${`${SENTENCE}<br/>`.repeat(2_000)}</p>`],
  ['a division', `<div id="d">${SENTENCE.repeat(500)}</div>`],
  ['a body without paragraphs', `${SENTENCE.repeat(300)}<br/>${SENTENCE.repeat(300)}<p>尾</p>${SENTENCE.repeat(300)}`],
  ['a list', `<ul><li>${SENTENCE.repeat(300)}</li><li>二</li></ul>`],
  ['a cell', `<table><tr><td>${SENTENCE.repeat(300)}</td></tr></table>`],
  ['preformatted text', `<pre>${'const lamp = 1;\n'.repeat(800)}</pre>`],
  ['a text in a face', `<p><span class="k" id="s"><b id="b">${SENTENCE.repeat(400)}</b></span></p>`],
  ['a text without a stop', `<p>${'甲'.repeat(20_000)}</p>`],
  ['a text of signs that are escaped', `<p>${'&amp;'.repeat(6_000)}</p>`],
  ['a text with links and notes', `<p>${`${SENTENCE}<a id="n" href="#x">1</a>`.repeat(400)}</p>`],
  ['an inline element around blocks', `<span id="o">${SENTENCE.repeat(300)}<p>中</p>${SENTENCE.repeat(300)}</span>`],
])('#33.11 splits %s into parts of a few thousand characters and keeps its text and ids', (_name, body) => {
  const [before, made] = [seen(page(body)), seen(splitLongBlocks(page(body)))];
  expect(before.longest).toBeGreaterThan(4_000);
  expect(made.longest).toBeLessThanOrEqual(4_000);
  expect(made.text).toBe(before.text);
  expect(made.ids).toEqual(before.ids);
  expect(made.count('br')).toBe(before.count('br'));
});

test('#33.11 splits a paragraph after sentences, without indent, margin or border at the split', () => {
  const { paragraphs } = seen(splitLongBlocks(page(`<p class="a" id="p1" style="color:red">${SENTENCE.repeat(400)}</p>`)));
  expect(paragraphs.map(({ attributes }) => attributes['class'])).toEqual(['a', 'a', 'a']);
  expect(paragraphs.map(({ attributes }) => 'data-part' in attributes)).toEqual([false, true, true]);
  expect(paragraphs.every(({ text }) => text.endsWith('。'))).toBe(true);
  const styles = paragraphs.map(({ attributes }) => attributes['style'] ?? '');
  expect(styles.every((style) => style.startsWith('color:red;'))).toBe(true);
  expect(styles.map((style) => style.includes('text-indent:0'))).toEqual([false, true, true]);
  expect(styles.map((style) => style.includes('margin-block-end:0'))).toEqual([true, true, false]);
  expect(styles.map((style) => style.includes('margin-block-start:0'))).toEqual([false, true, true]);
});

test('#33.11 does not split a ruby, a formula or content that is not text of the page', () => {
  const ruby = `<ruby>${'漢'.repeat(3_000)}<rt>kan</rt></ruby>`;
  expect(seen(splitLongBlocks(page(`<p>${SENTENCE.repeat(100)}${ruby}${SENTENCE.repeat(100)}</p>`))).count('ruby')).toBe(1);
  const style = `<html xmlns="http://www.w3.org/1999/xhtml"><head><style>${'p{color:red} '.repeat(600)}</style></head><body><p>短</p></body></html>`;
  expect(splitLongBlocks(style)).toBe(style);
});

test('#33.11 leaves ordinary paragraphs unchanged', () => {
  const ordinary = page(`<p>${SENTENCE.repeat(160)}</p>`.repeat(5));
  expect(splitLongBlocks(ordinary)).toBe(ordinary);
});
