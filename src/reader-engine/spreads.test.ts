import { expect, it } from 'vitest';
import { spreadsOf } from './spreads.ts';

const WIDE = { width: 1440, height: 760 };
const TALL = { width: 390, height: 700 };
const auto = { columns: 'auto' as const };
type Page = { spread?: 'left' | 'right' | 'center'; layout?: 'reflowable'; linear?: boolean };

const bookOf = (pages: readonly Page[], more: { direction?: 'ltr' | 'rtl'; spread?: 'none' | 'both' } = {}) => ({
  layout: 'pre-paginated' as const,
  direction: more.direction ?? ('ltr' as const),
  ...(more.spread ? { spread: more.spread } : {}),
  spine: pages.map((page, at) => ({ href: `${at}.xhtml`, title: '', level: 1, characters: 0, start: 0, linear: true, ...page })),
});
const all = (book: ReturnType<typeof bookOf>, room = WIDE) => book.spine.map((_page, at) => spreadsOf(book).together(at, room, auto));

it('shows a cover alone, then two facing pages where the window is wide', () => {
  const book = bookOf([{ spread: 'center' }, {}, {}, {}]);
  expect(all(book)).toEqual([[0], [1, 2], [1, 2], [3]]);
  expect(all(book, TALL)).toEqual([[0], [1], [2], [3]]);
  expect(spreadsOf(book).sideOf(1, WIDE, auto)).toBe('left');
  expect(spreadsOf(book).sideOf(2, WIDE, auto)).toBe('right');
  expect(spreadsOf(book).sideOf(0, WIDE, auto)).toBe('whole');
});

it('shows two facing pages from the first page on when there is no cover', () => {
  expect(all(bookOf([{}, {}, {}, {}]))).toEqual([
    [0, 1],
    [0, 1],
    [2, 3],
    [2, 3],
  ]);
});

it('puts a page with a declared side on that side, even with no page next to it', () => {
  const book = bookOf([{ spread: 'right' }, { spread: 'right' }, { spread: 'left' }]);
  expect(all(book)).toEqual([[0], [1], [2]]);
  expect([0, 1, 2].map((at) => spreadsOf(book).sideOf(at, WIDE, auto))).toEqual(['right', 'right', 'left']);
  expect(spreadsOf(book).sideOf(0, TALL, auto)).toBe('whole');
});

it('follows the sides that the book declares, and puts the right page first in a right-to-left book', () => {
  const book = bookOf([{ spread: 'right' }, { spread: 'left' }, { spread: 'center' }, { spread: 'left' }, { spread: 'right' }], { direction: 'rtl' });
  expect(all(book)).toEqual([[0, 1], [0, 1], [2], [3], [4]]);
  expect(spreadsOf(book).sideOf(0, WIDE, auto)).toBe('right');
});

it('shows text between pictures, and a book with no spreads, one page at a time; the user may choose either', () => {
  expect(all(bookOf([{}, { layout: 'reflowable' }, {}, {}]))).toEqual([[0], [1], [2, 3], [2, 3]]);
  const cover = { spread: 'center' as const };
  const single = bookOf([cover, {}, {}], { spread: 'none' });
  expect(all(single)).toEqual([[0], [1], [2]]);
  expect(spreadsOf(single).together(1, TALL, { columns: 'two' })).toEqual([1, 2]);
  expect(spreadsOf(bookOf([cover, {}, {}])).together(1, WIDE, { columns: 'one' })).toEqual([1]);
  expect(all(bookOf([cover, {}, {}], { spread: 'both' }), TALL)).toEqual([[0], [1, 2], [1, 2]]);
});
