import { expect, test } from 'vitest';
import { movedOrder } from './sibling-order.ts';

test('swaps a row with its neighbour, and does not move a row beyond the ends', () => {
  expect(movedOrder([1, 2, 3], 2, -1)).toEqual([2, 1, 3]);
  expect(movedOrder([1, 2, 3], 2, 1)).toEqual([1, 3, 2]);
  expect(movedOrder([1, 2, 3], 1, -1)).toBeNull();
  expect(movedOrder([1, 2, 3], 3, 1)).toBeNull();
  expect(movedOrder([], 3, 1)).toBeNull();
});
