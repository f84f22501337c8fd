import { expect, test } from 'vitest';
import { publicationDraft } from '../../../contract/catalog/publication.ts';
import { cleanHtml } from '../../http/rich-text.ts';
import { clipped, introOf, lengthOf, namesWithin, visibleTitle } from './metadata-limits.ts';
import { directed } from '../direction.ts';
import { readPackage } from './package.ts';
import { xmlTree } from '../xml.ts';

const passes = (intro: string): boolean => publicationDraft.shape.intro.safeParse(intro).success;

test.each([
  ['signs that grow when they are escaped', '字&'.repeat(9_000), '<p>字&amp;字'],
  ['many short paragraphs', '<p>一段 & 一段</p>'.repeat(2_000), '<p>一段 &amp; 一段</p><p>'],
  ['one paragraph of signs of two units', '😀'.repeat(30_000), '<p>😀😀'],
  ['a heading before what is too long', `提要\n${'长'.repeat(30_000)}`, '<p>提要</p><p>长长'],
])('cuts an introduction of %s to a form that an editor may save unchanged', (_name, description, begins) => {
  const intro = introOf(description);
  expect(intro.slice(0, begins.length)).toBe(begins);
  expect(intro).toMatch(/<\/p>$/);
  expect(cleanHtml(intro)).toBe(intro);
  expect(passes(intro)).toBe(true);
  expect(lengthOf(intro)).toBeGreaterThan(19_900);
});

test('drops a paragraph that does not fit, unless no paragraph fits', () => {
  expect(introOf('甲甲\n乙乙乙', 18)).toBe('<p>甲甲</p>');
  expect(introOf('😀<😀', 13)).toBe('<p>😀&lt;😀</p>');
  expect(introOf('😀<😀', 12)).toBe('<p>😀&lt;</p>');
  expect(introOf('😀<😀', 11)).toBe('<p>😀</p>');
});

test('cuts a list of names between two names, and a name or title between two characters', () => {
  expect(namesWithin('张三、李四、王五', 20)).toBe('张三、李四、王五');
  expect(namesWithin('张三、李四、王五', 7)).toBe('张三、李四');
  expect(namesWithin('张三、李四、王五', 5)).toBe('张三、李四');
  expect(namesWithin('😀😀😀', 2)).toBe('😀😀');
  expect(clipped(`${'书'.repeat(119)}😀😀`, 120)).toBe(`${'书'.repeat(119)}😀`);
});

test('cuts a long description without half a tag at its end', () => {
  const said = `${'字'.repeat(19_998)}&lt;p class="x"&gt;尾`;
  const opf = `<package><metadata><description>${said}</description></metadata><manifest><item id="a" href="a.xhtml" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine></package>`;
  expect(readPackage(xmlTree(opf, 'a.opf'), 'a.opf', { has: () => true, find: (meant) => meant }).description).toBe('字'.repeat(19_998));
});

test('#44.8 a title keeps the direction that the package gives it, when it is prepared and when an editor saves it', () => {
  const title = directed('2026 كتاب', 'rtl');
  const other = directed('EPUB كتاب', 'rtl');
  expect(other).toBe('\u2067EPUB كتاب\u2069');
  expect(visibleTitle(title, 120)).toBe(title);
  expect(visibleTitle(other, 120)).toBe(other);
  expect(visibleTitle(other, 8)).toBe('\u2067EPUB ك\u2069');
  expect(visibleTitle('\u202eabc\u2067', 120)).toBe('abc');
  expect(publicationDraft.shape.title.parse(other)).toBe(other);
  expect(namesWithin(`${directed('Ali علي', 'rtl')}、乙`, 200)).toBe('\u2067Ali علي\u2069、乙');
  expect(namesWithin(directed('Ali علي', 'rtl'), 5)).toBe('Ali ');
});

test('44.8 the edit form keeps the direction of each author and translator, and drops marks inside a name', () => {
  const names = `${directed('Ali علي', 'rtl')}、乙`;
  const draft = publicationDraft.parse({ title: '书', authorsText: names, translator: names });
  expect([draft.authorsText, draft.translator]).toEqual([names, names]);
  expect(publicationDraft.parse({ title: '书', authorsText: '甲\u202e乙、\u2067丙' }).authorsText).toBe('甲乙、丙');
  expect(publicationDraft.safeParse({ title: '书', authorsText: '\u2067\u2069' }).success).toBe(false);
});
