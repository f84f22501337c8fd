import { expect, test } from 'vitest';
import { withSoftHyphens } from './hyphens.ts';

const page = (body: string, lang = 'en'): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml" lang="${lang}" xml:lang="${lang}"><head><title>International</title></head><body>${body}</body></html>`;
/** Makes the soft hyphens visible. */
const shown = (body: string, lang?: string): string =>
  /<body>(.*)<\/body>/s.exec(withSoftHyphens(page(body, lang)))?.[1]?.replaceAll('\u00ad', '|') ?? '';

test.each([
  ['en', 'an international lighthouse', 'an in|ter|na|tion|al light|house'],
  ['en-GB', 'considerable', 'con|sid|er|able'],
  ['de', 'Leuchtturmwärter', 'Leucht|turm|wär|ter'],
  ['fr', 'l’internationalisation', 'l’in|ter|na|tio|na|li|sa|tion'],
  ['es', 'internacional', 'in|ter|na|cio|nal'],
  ['it', 'internazionale', 'in|ter|na|zio|na|le'],
  ['pt-BR', 'internacional', 'in|ter|na|ci|o|nal'],
  ['nl', 'internationale', 'in|ter|na|ti|o|na|le'],
  ['ru', 'международный', 'меж|ду|на|род|ный'],
])('#33.12 hyphenates words in %s by the patterns of the language', (lang, text, expected) =>
  expect(shown(`<p>${text}</p>`, lang)).toBe(`<p>${expected}</p>`),
);

test.each([
  ['code', '<code>international</code>'],
  ['preformatted text', '<pre>international</pre>'],
  ['a heading', '<h2>International</h2>'],
  ['an address', '<p>https://international.example/considerable</p>'],
  ['a mail address', '<p>international@example.org</p>'],
  ['a name of a file', '<p>international_considerable.txt</p>'],
  ['a word the book parts itself', '<p>inter\u00adnational</p>'],
  ['a word with a hyphen', '<p>international-considerable</p>'],
  ['a word in two faces', '<p><b>inter</b>national</p>'],
  ['a formula', '<p><svg><text>international</text></svg></p>'],
  ['a short word', '<p>light</p>'],
  ['a reference', '<p>a &amp;&lt;&gt; b</p>'],
  ['a Chinese part', '<p lang="zh">international</p>'],
])('#33.12 adds no hyphens in %s', (_name, body) => expect(withSoftHyphens(page(body))).toBe(page(body)));

test('#33.12 hyphenates a part in another language by its own patterns, also in a Chinese document', () => {
  expect(shown('<p>他说 <span lang="en">international</span> international</p>', 'zh')).toBe(
    '<p>他说 <span lang="en">in|ter|na|tion|al</span> international</p>',
  );
  expect(withSoftHyphens(page('<p>international</p>', 'zh'))).toBe(page('<p>international</p>', 'zh'));
});
