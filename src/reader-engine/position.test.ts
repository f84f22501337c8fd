import { describe, expect, it } from 'vitest';
import { chapterTitleAt, documentOf, endOf, hrefIn, percentAt, positionOfPercent } from './position.ts';

const document = (href: string, title: string, characters: number, start: number) => ({ href, title, level: 1, characters, start, linear: true });
const book = {
  layout: 'reflowable' as const,
  title: '桥上的灯',
  characters: 1000,
  spine: [
    document('cover.xhtml', '', 0, 0),
    document('a.xhtml', '第一章', 200, 0),
    document('a2.xhtml', '', 300, 200),
    document('b.xhtml', '第二章', 500, 500),
  ],
};

describe('measures progress by characters', () => {
  it('counts the text before the page', () => {
    expect(percentAt(book, 1, 0, 4)).toBe(0);
    expect(percentAt(book, 1, 2, 4)).toBe(10);
    expect(percentAt(book, 2, 1, 3)).toBe(30);
    expect(percentAt(book, 3, 0, 5)).toBe(50);
  });
  it('is 100 on the last page and on no page before it', () => {
    expect(percentAt(book, 3, 4, 5)).toBe(100);
    expect(percentAt(book, 3, 99_998, 100_000)).toBe(99.99);
    expect(percentAt(book, 2, 2, 3)).toBeLessThan(50);
  });
  it('is 100 at the end of the reading order, even if notes that are only linked follow it', () => {
    const led = { ...book, spine: book.spine.map((each, index) => ({ ...each, linear: index < 3 })) };
    expect([endOf(book), endOf(led)]).toEqual([4, 3]);
    expect(percentAt(led, 2, 2, 3)).toBe(100);
    expect(percentAt(led, 2, 1, 3)).toBe(30);
    expect(positionOfPercent(led, 100)).toEqual({ documentIndex: 2, fraction: 1 });
    expect(endOf({ spine: led.spine.map((each) => ({ ...each, linear: false })) })).toBe(4);
  });
  it('never decreases as pages turn', () => {
    let before = -1;
    for (const [index, pages] of [1, 7, 11, 23].entries())
      for (let page = 0; page < pages; page++) {
        const now = percentAt(book, index, page, pages);
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
      }
  });
  it('counts documents in a book of pictures', () => {
    const pictures = { layout: 'pre-paginated' as const, characters: 12, spine: book.spine.map((each) => ({ ...each, characters: 0, start: 0 })) };
    expect(percentAt(pictures, 2, 0, 1)).toBe(50);
    expect(positionOfPercent(pictures, 50)).toEqual({ documentIndex: 2, fraction: 0 });
  });
  it('finds the position of a percentage again', () => {
    for (const percent of [0, 1, 10, 19.9, 20, 35, 50, 77.7, 99]) {
      const { documentIndex, fraction } = positionOfPercent(book, percent);
      const { start, characters } = book.spine[documentIndex]!;
      expect((start + fraction * characters) / 10).toBeCloseTo(percent, 5);
    }
    expect(positionOfPercent(book, 100)).toEqual({ documentIndex: 3, fraction: 1 });
    expect(positionOfPercent(book, 250)).toEqual({ documentIndex: 3, fraction: 1 });
  });
});

it('a part of a chapter without its own title gets the title of the chapter', () => {
  expect(chapterTitleAt(book, 2)).toBe('第一章');
  expect(chapterTitleAt(book, 0)).toBe('桥上的灯');
});

it('finds the document of an address with or without a fragment', () => {
  expect(documentOf(book, 'b.xhtml#note-3')).toBe(3);
  expect(documentOf(book, 'gone.xhtml')).toBe(-1);
});

it('resolves a link to a file of the book by its exact name, whatever follows the # sign', () => {
  const base = 'https://house.example/books/7/9/';
  expect(hrefIn(base, `${base}OPS/%E7%AC%AC1%E7%AB%A0.xhtml?x=1#50%`)).toBe('OPS/第1章.xhtml#50%');
  expect(hrefIn(base, `${base}100%.xhtml#a#b`)).toBe('100%.xhtml#a#b');
  expect(hrefIn(base, 'https://house.example/books/7/8/a.xhtml')).toBe('');
});
