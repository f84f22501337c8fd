import { expect, test } from 'vitest';
import { movedOrder } from './sibling-order.ts';

test('a row changes places with its neighbour, and the ends stay where they are', () => {
  expect(movedOrder([1, 2, 3], 2, -1)).toEqual([2, 1, 3]);
  expect(movedOrder([1, 2, 3], 2, 1)).toEqual([1, 3, 2]);
  expect(movedOrder([1, 2, 3], 1, -1)).toBeNull();
  expect(movedOrder([1, 2, 3], 3, 1)).toBeNull();
  expect(movedOrder([], 3, 1)).toBeNull();
});
