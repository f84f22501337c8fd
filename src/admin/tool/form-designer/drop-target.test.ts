import { expect, test } from 'vitest';
import { dropTarget, indexIn, type Box, type MeasuredContainer } from './drop-target.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
const allowed = (): null => null;

/** Canvas with a line, a row of two columns, and a line. */
const ROW = box(0, 50, 400, 100);
const CANVAS: MeasuredContainer = { parent: null, depth: 0, box: box(0, 0, 400, 400), items: [box(0, 0, 400, 40), ROW, box(0, 160, 400, 40)] };
const INNER: MeasuredContainer = { parent: 7, depth: 1, box: box(10, 60, 380, 80), items: [box(10, 70, 190, 60), box(200, 70, 190, 60)] };

test('point 8: the deepest container under the pointer takes the drop, at the index by lines, then by columns', () => {
  expect(dropTarget([CANVAS, INNER], 150, 100, allowed)).toMatchObject({ parent: 7, index: 1 });
  expect(dropTarget([CANVAS, INNER], 50, 100, allowed)).toMatchObject({ parent: 7, index: 0 });
  expect(dropTarget([CANVAS, INNER], 350, 100, allowed)).toMatchObject({ parent: 7, index: 2 });
  expect(dropTarget([CANVAS, INNER], 100, 10, allowed)).toMatchObject({ parent: null, index: 0 });
  expect(dropTarget([CANVAS, INNER], 100, 30, allowed)).toMatchObject({ parent: null, index: 1 });
});

test('point 8: the edge of a row aims beside the row, and the empty canvas below at the end', () => {
  expect(dropTarget([CANVAS, INNER], 100, 62, allowed)).toMatchObject({ parent: null, index: 1 });
  expect(dropTarget([CANVAS, INNER], 100, 139, allowed)).toMatchObject({ parent: null, index: 2 });
  expect(dropTarget([CANVAS, INNER], 100, 390, allowed)).toMatchObject({ parent: null, index: 3 });
});

test('a container that does not accept the fields says why', () => {
  const found = dropTarget([CANVAS, INNER], 150, 100, (parent) => (parent === 7 ? '明细表里不能放行容器' : null));
  expect(found).toMatchObject({ parent: 7, problem: '明细表里不能放行容器' });
});

test('an empty container takes the first index, and lines of unequal heights keep their order', () => {
  expect(indexIn([], 5, 5)).toBe(0);
  const wrapped = [box(0, 0, 200, 80), box(200, 0, 200, 40), box(0, 80, 200, 40)];
  expect(indexIn(wrapped, 350, 60)).toBe(2);
  expect(indexIn(wrapped, 50, 110)).toBe(3);
});
