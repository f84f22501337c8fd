import { expect, it } from 'vitest';
import type { PreparedBook, PreparedDocument } from '../../contract/reading/prepared-book.ts';
import { contentsOf } from './contents.ts';
import { documentsOf, endOf, percentAt } from './position.ts';
import { withReadingOrder } from './reading-order.ts';

const documentAt = (index: number, linear: boolean, characters = 100): PreparedDocument => ({
  href: `c${index}.xhtml`,
  title: `第 ${index + 1} 章`,
  level: 1,
  characters,
  start: 100 * index,
  linear,
});
const bookOf = (spine: readonly PreparedDocument[], more: readonly string[] = []): PreparedBook =>
  ({
    spine,
    toc: [{ title: '附录', href: 'extra.xhtml', children: [] }],
    layout: 'reflowable',
    characters: spine.reduce((sum, { characters }) => sum + characters, 0),
    resources: [...spine.map(({ href }) => href), ...more].map((path) => ({
      path,
      type: path.endsWith('.png') ? 'image/png' : 'application/xhtml+xml',
    })),
  }) as unknown as PreparedBook;
const turns = (book: PreparedBook): boolean[] => book.spine.map(({ linear }) => linear);

it('#33.6 reads a book from chapter to chapter when all its documents are linear="no"', () => {
  const book = withReadingOrder(bookOf([0, 1, 2].map((index) => documentAt(index, false))));
  expect(turns(book)).toEqual([true, true, true]);
  expect(endOf(book)).toBe(3);
});

it('#33.6 reads on through a book in which only a cover without text is linear', () => {
  expect(turns(withReadingOrder(bookOf([documentAt(0, true, 0), documentAt(1, false), documentAt(2, false)])))).toEqual([true, true, true]);
});

it('keeps non-linear notes and answers out of the reading order', () => {
  const given = bookOf([documentAt(0, true), documentAt(1, true), documentAt(2, false)]);
  expect(withReadingOrder(given)).toBe(given);
});

it('#33.8 a document outside the spine is reachable by a link, has its title from the contents, and does not count as progress', () => {
  const book = withReadingOrder(bookOf([documentAt(0, true), documentAt(1, true)], ['extra.xhtml', 'p.png']));
  expect(book.spine.map(({ href, outside, linear }) => [href, outside ?? false, linear])).toEqual([
    ['c0.xhtml', false, true],
    ['c1.xhtml', false, true],
    ['extra.xhtml', true, false],
  ]);
  expect(contentsOf(book)[0]).toMatchObject({ title: '附录', documentIndex: 2 });
  expect([documentsOf(book), endOf(book)]).toEqual([2, 2]);
  expect(percentAt({ ...book, layout: 'pre-paginated' }, 0, 1, 2)).toBe(25);
});
