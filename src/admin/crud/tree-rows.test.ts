import { expect, test } from 'vitest';
import { branchesOf, treeOf, withAncestors } from './tree-rows.ts';

const rows = [
  { id: 1, parent: 0, name: '总社' },
  { id: 2, parent: 1, name: '编辑部' },
  { id: 3, parent: 2, name: '一室' },
  { id: 4, parent: 1, name: '发行部' },
];

test('builds a tree from flat rows and keeps their order', () => {
  const [root] = treeOf(rows, 'id', 'parent');
  expect(root?.children?.map((row) => row['name'])).toEqual(['编辑部', '发行部']);
  expect(branchesOf(treeOf(rows, 'id', 'parent'), 'id')).toEqual([1, 2]);
});

test('makes a row a root when its parent is not visible', () => {
  expect(treeOf(rows.slice(1), 'id', 'parent').map((row) => row['id'])).toEqual([2, 4]);
});

test('shows a found row with its ancestors', () => {
  expect(withAncestors(rows, 'id', 'parent', (row) => row['name'] === '一室').map((row) => row['id'])).toEqual([1, 2, 3]);
  expect(withAncestors(rows, 'id', 'parent', () => false)).toEqual([]);
});
