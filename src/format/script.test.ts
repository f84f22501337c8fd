import { expect, test } from 'vitest';
import { htmlInLatin, inLatin } from './script.ts';

test.each([
  ['Alice’s Adventures in Wonderland', 'zh', 'en'],
  ['Les Misérables — tome I', 'fr', 'fr'],
  ['Pride and Prejudice', '', 'en'],
  ['Pride and Prejudice', 'other', 'en'],
  ['爱丽丝 Alice’s Adventures', 'en', undefined],
  ['雪国', 'ja', undefined],
  ['ノルウェイの森', 'en', undefined],
  ['1984', 'en', undefined],
  ['', 'en', undefined],
])('“%s” in a work in “%s” gets the language %s', (text, known, lang) => expect(inLatin(text, known).lang).toBe(lang));

test('ignores tags and entities of a blurb', () => {
  expect(htmlInLatin('<p class="x">一九八四&nbsp;&amp;</p>', 'en')).toEqual({});
  expect(htmlInLatin('<p>It&rsquo;s <em>here</em></p>', 'zh')).toEqual({ lang: 'en' });
  expect(htmlInLatin('<p>1984&nbsp;</p>', 'zh')).toEqual({});
});
