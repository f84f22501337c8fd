// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { BookCard } from '../../../../contract/catalog/book.ts';
import type { PreparedBook } from '../../../../contract/reading/prepared-book.ts';
import { contentsRows } from '../contents-list.ts';
import { startOf, trialOf } from './opening.ts';

const spine = ['a', 'b', 'c', 'd'].map((name, index) => ({
  href: `${name}.xhtml`,
  title: name,
  level: 1,
  characters: 100,
  start: index * 100,
  linear: true,
}));
const here = {
  userId: 1,
  publishId: 7,
  editionId: 2,
  cfi: 'epubcfi(/6/4!/4/2)',
  percent: 30,
  documentIndex: 1,
  chapterTitle: 'b',
  clock: 10,
  sent: true,
};

it('the address says where to begin, then the newest place', () => {
  expect(startOf('2', here, null, 2, { spine })).toEqual({ documentIndex: 2 });
  expect(startOf('99', here, null, 2, { spine })).toEqual({ documentIndex: 3 });
  expect(startOf('c.xhtml#n', here, null, 2, { spine })).toEqual({ href: 'c.xhtml#n' });
  expect(startOf(null, here, null, 2, { spine })).toEqual({ cfi: here.cfi });
  expect(startOf(null, here, { ...here, cfi: 'epubcfi(/6/8!/4)', words: '', device: '', updateTime: '' }, 2, { spine })).toEqual({
    cfi: 'epubcfi(/6/8!/4)',
  });
  expect(startOf(null, null, null, 2, { spine })).toEqual({ documentIndex: 0 });
});

it('enters a corrected edition by percentage', () => {
  expect(startOf(null, here, null, 3, { spine })).toEqual({ percent: 30 });
});

it('ends the trial before the first chapter that is not free', () => {
  const card = { isFree: false, trialChapters: 2, chapters: [0, 1, 2, 3].map((index) => ({ index, isFree: index < 2 })) } as unknown as BookCard;
  expect(trialOf(card, { spine })).toBe(2);
  expect(trialOf({ isFree: true, trialChapters: 0 } as BookCard, { spine })).toBe(4);
  expect(trialOf({ isFree: false, trialChapters: 0 } as BookCard, { spine })).toBe(1);
});

it('gives each entry of the table of contents its percentage of the book', () => {
  const node = (title: string, href: string, children: unknown[] = []) => ({ title, href, children });
  const book = {
    spine,
    characters: 400,
    layout: 'reflowable',
    toc: [node('卷一', '', [node('甲', 'a.xhtml'), node('丙', 'c.xhtml#s1'), { ...node('丁', 'c.xhtml#s2'), at: 40 }])],
  } as unknown as PreparedBook;
  const rows = contentsRows(book);
  expect(rows.map((row) => [row.title, row.level, row.documentIndex, row.percent])).toEqual([
    ['卷一', 0, -1, 0],
    ['甲', 1, 0, 0],
    ['丙', 1, 2, 50],
    ['丁', 1, 2, 60],
  ]);
  expect(contentsRows({ ...book, toc: [] })).toHaveLength(4);
  // The length of a picture book is its number of pages.
  expect(contentsRows({ ...book, layout: 'pre-paginated' }).map(({ percent }) => percent)).toEqual([0, 0, 50, 50]);
});
