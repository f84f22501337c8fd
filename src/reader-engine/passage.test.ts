// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { findQuote } from './passage.ts';
import { quoteOf } from './quote.ts';
import { sentenceAround, sentencesOf } from './sentence.ts';
import { textNodesOf } from './visible-text.ts';

function bodyOf(markup: string): Element {
  document.body.innerHTML = markup;
  return document.body;
}
const texts = (markup: string): Text[] => textNodesOf(bodyOf(markup));
const whole = (from: Node, start: number, to: Node, end: number): Range => {
  const range = document.createRange();
  range.setStart(from, start);
  range.setEnd(to, end);
  return range;
};

it('quotes a selection without ruby, from its first to its last letter, with its surroundings', () => {
  const nodes = texts('<p>江上起了<ruby>霧<rt>wù</rt></ruby>，船都  不出港。</p><p>灯在雾里走。</p>');
  const quoted = quoteOf(nodes, whole(nodes[0]!, 2, nodes[3]!, 2), 4);
  expect(quoted).toMatchObject({ text: '起了霧，船都 不出港。\n灯在', before: '江上', after: '雾里走。' });
  expect(quoteOf(nodes, whole(nodes[2]!, 3, nodes[2]!, 5), 4)).toBeNull();
  expect(quoteOf(nodes, whole(nodes[2]!, 1, nodes[2]!, 2), 16)).toMatchObject({ before: '江上起了霧，', after: '都 不出港。\n灯在雾里走。' });
  expect(quoteOf(nodes, whole(nodes[3]!, 1, nodes[3]!, 2), 5)).toMatchObject({ before: '出港。\n灯', after: '雾里走。' });
});

it('finds a quote again in the same text and in the same text with other markup', () => {
  const nodes = texts('<p>他说好。她说<em>好</em>。他们都说好。</p>');
  const second = quoteOf(nodes, whole(nodes[1]!, 0, nodes[1]!, 1), 32)!;
  const found = findQuote(nodes, second)!.range;
  expect([found.startContainer, found.startOffset, found.endOffset]).toEqual([nodes[1], 0, 1]);
  const again = texts('<h1>新版</h1><p>他说好。她说 好。</p><p>他们都说好。</p>');
  const moved = findQuote(again, { text: '好', before: '她说', after: '' })!.range;
  expect(moved.startContainer.textContent?.slice(0, moved.startOffset)).toMatch(/她说 $/);
});

it('finds a passage by its text when its surroundings changed, and does not find a deleted passage', () => {
  const nodes = texts('<p>甲乙丙丁</p>');
  expect(findQuote(nodes, { text: '乙丙', before: '天地', after: '玄黄' })?.range.toString()).toBe('乙丙');
  expect(findQuote(nodes, { text: '戊己', before: '甲', after: '' })).toBeNull();
  expect(findQuote(nodes, { text: ' \n', before: '', after: '' })).toBeNull();
});

it('picks the occurrence whose surroundings fit best, although both were corrected, and otherwise the nearest one', () => {
  const nodes = texts('<p>他抬头看了看天，没有说话，转身走了。</p><p>她站在旧桥的桥头，没有说话，看着水慢慢地流。</p><p>大家都没有说话。</p>');
  const at = (quote: Parameters<typeof findQuote>[1], near: Range | null = null): number =>
    nodes.indexOf(findQuote(nodes, quote, near)!.range.startContainer as Text);
  expect(at({ text: '没有说话', before: '她站在旧桥的桥上，', after: '，看着水静静地流。' })).toBe(1);
  expect(at({ text: '没有说话', before: '灯灭了。大家都', after: '' })).toBe(2);
  expect(findQuote(nodes, { text: '没有说话', before: '灯灭了。大家都', after: '' })!.fit).toBeLessThan(1);
  const song = texts(`<p>${'风起了，灯还亮着。'.repeat(5)}</p><p>${'风起了，灯还亮着。'.repeat(5)}</p>`);
  const found = findQuote(song, { text: '灯还亮着', before: '风起了，', after: '。' }, whole(song[1]!, 20, song[1]!, 20))!.range;
  expect([song.indexOf(found.startContainer as Text), found.startOffset]).toEqual([1, 22]);
});

it('finds the complete passage of a truncated quote when the text after it is still there', () => {
  const nodes = texts('<p>江上起了雾，船都不出港。</p><p>灯在雾里走。天亮了。</p>');
  const cut = { text: '江上起了雾', before: '', after: '天亮了。', cut: true };
  expect(quoteOf(nodes, findQuote(nodes, cut)!.range, 4)?.text).toBe('江上起了雾，船都不出港。\n灯在雾里走。');
  expect(findQuote(nodes, { ...cut, after: '别的话' })!.range.toString()).toBe('江上起了雾');
  // A full stop is everywhere; because nothing else followed the passage, it still marks the end of the passage.
  expect(quoteOf(nodes, findQuote(nodes, { ...cut, after: '。' })!.range, 4)?.text).toBe('江上起了雾，船都不出港。\n灯在雾里走。天亮了');
});

it('finds a character that occurs everywhere in a long text', () => {
  const nodes = texts(`<p>${'灯，'.repeat(200_000)}</p>`);
  expect(findQuote(nodes, { text: '，', before: '', after: '' })!.range.startOffset).toBe(1);
});

it('reads sentences from the one at the start of the page, without ruby, and none continues into the next paragraph', () => {
  const nodes = texts('<h1>题</h1><p>江上起了<ruby>霧<rt>wù</rt></ruby>。船都不出港！“走吧。”他说。</p><p>——</p><p>灯在雾里走</p>');
  const read = (from: Range | null): string[] =>
    [...sentencesOf(nodes, from, 'zh')].map(({ range, text }) => (range.toString().endsWith(text.slice(-1)) ? text : `?${text}`));
  expect(read(null)).toEqual(['题', '江上起了霧。', '船都不出港！', '“走吧。”', '他说。', '灯在雾里走']);
  const after = nodes.find((node) => node.data.startsWith('。船'))!;
  expect(read(whole(after, 3, after, 3))).toEqual(['船都不出港！', '“走吧。”', '他说。', '灯在雾里走']);
  const [first] = sentencesOf(nodes.slice(1), null, 'zh_CN');
  expect(first?.text).toBe('江上起了霧。');
});

it('returns the complete sentence of a word, however long it is, without the heading before it', () => {
  const long = '她把旧桥上的五盏灯一盏一盏量过去，量到第五盏的时候停下来想了很久，又从第一盏重新量起，';
  const nodes = texts(
    `<h1>第一章 量桥的人</h1><p>${long}<em>灯</em>座<ruby>霧<rt>wù</rt></ruby>里看不清。河水慢下来。</p><p>The old lamp was lit! Then it went out.</p>`,
  );
  const around = (from: number, start: number, to: number, end: number): string =>
    sentenceAround(nodes, whole(nodes[from]!, start, nodes[to]!, end), 'zh');
  expect(around(2, 0, 2, 1)).toBe(`${long}灯座霧里看不清。`);
  expect(around(1, 0, 1, 1)).toBe(`${long}灯座霧里看不清。`);
  expect(around(5, 7, 5, 9)).toBe('河水慢下来。');
  expect(around(5, 3, 5, 9)).toBe(`${long}灯座霧里看不清。河水慢下来。`);
  expect(around(5, 7, 6, 3)).toBe('河水慢下来。');
  expect(around(6, 8, 6, 12)).toBe('The old lamp was lit!');
});

it('a source line break ends no sentence, a space between two elements is a space, and a visible line break ends both', () => {
  const read = (markup: string, language = 'en'): string[] => [...sentencesOf(texts(markup), null, language)].map(({ text }) => text);
  expect(read('<p><span>First</span> <span>words</span> of a sentence that\nruns over\r\nthree lines. A second.</p>')).toEqual([
    'First words of a sentence that runs over three lines.',
    'A second.',
  ]);
  expect(read('<p>灯在\n雾里走。<b>船</b>\n<b>不动</b>。</p>', 'zh')).toEqual(['灯在雾里走。', '船不动。']);
  expect(read('<p>春江潮水<br/>海上明月</p>', 'zh')).toEqual(['春江潮水', '海上明月']);
  expect(read('<pre>one line\nanother line</pre>')).toEqual(['one line', 'another line']);
  expect(read('<p>有<ruby>霧<rt> wù </rt></ruby>。</p>', 'zh')).toEqual(['有霧。']);
  const nodes = texts('<p><i>First</i> <b>words</b><br/>below</p>');
  expect(quoteOf(nodes, whole(nodes[0]!, 0, nodes[2]!, 5), 4)?.text).toBe('First words\nbelow');
  expect(sentenceAround(nodes, whole(nodes[1]!, 0, nodes[1]!, 5), 'en')).toBe('First words');
});

it('neither reads nor stores a note sign with a word, and keeps an opening bracket with the text it opens', () => {
  const nodes = texts('<p>水深三百尺。<sup><a href="#n1">〔1〕</a></sup>灯没有灭。<a href="#n2" role="doc-noteref">②</a>〔注〕完了。</p>');
  expect([...sentencesOf(nodes, null, 'zh')].map(({ text }) => text)).toEqual(['水深三百尺。', '灯没有灭。', '〔注〕完了。']);
  const word = nodes.find(({ data }) => data.includes('灯'))!;
  expect(sentenceAround(nodes, whole(word, 0, word, 1), 'zh')).toBe('灯没有灭。');
});

it('#33.12 leaves soft hyphens out of quotes, searches and text-to-speech', () => {
  const found = texts('<p>The inter\u00adna\u00adtional com\u00admis\u00adsion met. It ended.</p>');
  const range = document.createRange();
  range.setStart(found[0]!, 4);
  range.setEnd(found[0]!, 32);
  expect(quoteOf(found, range, 20)).toMatchObject({ text: 'international commission', before: 'The ', after: ' met. It ended.' });
  expect(findQuote(found, { text: 'international commission', before: 'The ', after: ' met' })?.fit).toBe(1);
  expect([...sentencesOf(found, null, 'en')].map(({ text }) => text)).toEqual(['The international commission met.', 'It ended.']);
});
