import { expect, test } from 'vitest';
import type { TreeNode } from '../../../contract/system/tree.ts';
import { allOf, isLinkable, linesOf, shownKeys } from './tree-ticks.ts';

const node = (id: number, ...children: TreeNode[]): TreeNode => ({
  id,
  label: String(id),
  disabled: false,
  ...(children.length > 0 ? { children } : {}),
});
const tree = [node(1, node(2, node(3), node(4)), node(5))];

test('does not link the tree when a page is granted without its buttons', () => {
  expect(isLinkable(tree, [1, 2, 5])).toBe(false);
  expect(isLinkable(tree, [1, 2, 3])).toBe(true);
  expect(isLinkable(tree, [])).toBe(true);
  expect(shownKeys(tree, [1, 2, 3, 5])).toEqual([3, 5]);
});

test('returns the ancestors of a node', () => {
  expect(allOf(tree)).toEqual([1, 2, 3, 4, 5]);
  expect(linesOf(tree).get(4)).toEqual([1, 2]);
});
