// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import type { PreparedBook, TocNode } from '../../contract/reading/prepared-book.ts';
import { chapterBeside, contentsOf, entryAt, inContents, titleAt } from './contents.ts';
import type { PageFrame } from './frame/page-frame.ts';

const spine = ['a', 'b', 'c', 'd'].map((name, index) => ({
  href: `${name}.xhtml`,
  title: name,
  level: 1,
  characters: 100,
  start: index * 100,
  linear: true,
}));
const node = (title: string, href: string, at = 0, children: TocNode[] = []): TocNode => ({ title, href, ...(at ? { at } : {}), children });
const bookOf = (...toc: TocNode[]): PreparedBook => ({ spine, toc, title: '书' }) as unknown as PreparedBook;
/** Everything in one file, as some converters write it, followed by a document that is not in the contents. */
const one = bookOf(
  node('序', 'a.xhtml#p'),
  node('第一章', 'a.xhtml#c1', 20, [node('一节', 'a.xhtml#s1', 22), node('二节', 'a.xhtml#s2', 40)]),
  node('第二章', 'a.xhtml#c2', 60),
  node('尾', 'c.xhtml'),
);
const reached =
  (characters: number) =>
  ({ at }: { at: number }) =>
    at <= characters;

it('assigns a position to the last contents entry before it, in one document or in many', () => {
  const entries = contentsOf(one);
  const at = (documentIndex: number, characters: number): string | undefined => entries[entryAt(entries, documentIndex, reached(characters))]?.title;
  expect([at(0, 0), at(0, 19), at(0, 20), at(0, 45), at(0, 99)]).toEqual(['序', '序', '第一章', '二节', '第二章']);
  expect([at(1, 50), at(2, 0), at(3, 0)]).toEqual(['第二章', '尾', '尾']);
  expect(entryAt(contentsOf(bookOf(node('尾', 'c.xhtml#x', 5))), 2, reached(4))).toBe(-1);
  expect(entryAt(contentsOf(bookOf(node('卷', ''), node('尾', 'c.xhtml'))), 1, reached(4))).toBe(-1);
});

it('returns the title of the part, or of a document that is not in the contents', () => {
  expect([titleAt(one, 0, 45), titleAt(one, 0, 61), titleAt(one, 1, 0), titleAt(one, 2, 9)]).toEqual(['二节', '第二章', 'b', '尾']);
});

it('moves from chapter to chapter and skips sections, duplicate targets and further documents of the same chapter', () => {
  const entries = contentsOf(one);
  expect(entries.filter(({ chapter }) => chapter).map(({ title }) => title)).toEqual(['序', '第一章', '第二章', '尾']);
  const beside = (title: string, step: 1 | -1) =>
    chapterBeside(
      entries,
      entries.findIndex((entry) => entry.title === title),
      step,
    )?.title;
  expect([beside('序', -1), beside('二节', -1), beside('第二章', -1), beside('none', -1)]).toEqual([undefined, '序', '第一章', undefined]);
  expect([beside('none', 1), beside('第一章', 1), beside('二节', 1), beside('尾', 1)]).toEqual(['序', '第二章', '第二章', undefined]);
  const twice = contentsOf(bookOf(node('卷一', 'a.xhtml'), node('第一章', 'a.xhtml#top'), node('第二章', 'b.xhtml')));
  expect(chapterBeside(twice, 1, -1)).toBeUndefined();
  expect(chapterBeside(twice, 0, 1)?.title).toBe('第二章');
});

it('lists the documents of a book without contents', () => {
  expect(contentsOf(bookOf()).map(({ title, documentIndex, chapter }) => [title, documentIndex, chapter])).toEqual([
    ['a', 0, true],
    ['b', 1, true],
    ['c', 2, true],
    ['d', 3, true],
  ]);
});

it('ignores an entry whose target name is missing in its document when it finds the entry of a page', () => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  document.body.innerHTML = '<h2 id="c1">一</h2><h2 id="c2">二</h2><h2 id="c4">四</h2>';
  const contents = inContents(bookOf(...[1, 2, 3, 4].map((number) => node(`第${number}章`, `a.xhtml#c${number}`, number))));
  const pageAt = (page: number) => {
    const pageOf = (start: Element) => [...document.querySelectorAll('h2')].indexOf(start as HTMLHeadingElement);
    const frame = { index: 0, page, pages: 3, document, texts: () => [], pageOf, reaches: (start: Element) => pageOf(start) <= page };
    const { chapterTitle, left } = contents.page(frame as unknown as PageFrame);
    return [chapterTitle, left];
  };
  expect([pageAt(0), pageAt(1), pageAt(2)]).toEqual([
    ['第1章', 0],
    ['第2章', 0],
    ['第4章', 0],
  ]);
});
