import { expect, test } from 'vitest';
import { branchesOf, treeOf, withAncestors } from './tree-rows.ts';

const rows = [
  { id: 1, parent: 0, name: '总社' },
  { id: 2, parent: 1, name: '编辑部' },
  { id: 3, parent: 2, name: '一室' },
  { id: 4, parent: 1, name: '发行部' },
];

test('flat rows stand under their parents, in their order', () => {
  const [root] = treeOf(rows, 'id', 'parent');
  expect(root?.children?.map((row) => row['name'])).toEqual(['编辑部', '发行部']);
  expect(branchesOf(treeOf(rows, 'id', 'parent'), 'id')).toEqual([1, 2]);
});

test('a row whose parent cannot be seen stands at the root', () => {
  expect(treeOf(rows.slice(1), 'id', 'parent').map((row) => row['id'])).toEqual([2, 4]);
});

test('a found row is seen in its place', () => {
  expect(withAncestors(rows, 'id', 'parent', (row) => row['name'] === '一室').map((row) => row['id'])).toEqual([1, 2, 3]);
  expect(withAncestors(rows, 'id', 'parent', () => false)).toEqual([]);
});
