import type { TreeNode } from '../../../contract/system/tree.ts';
import type { AnyRow } from './use-resource.tsx';

export type TreeRow = AnyRow & { readonly children?: readonly TreeRow[] };

/** Returns flat rows as a tree in their order; a row whose parent is missing becomes a root. */
export function treeOf(rows: readonly AnyRow[], key: string, parent: string): TreeRow[] {
  const known = new Set(rows.map((row) => row[key]));
  const below = new Map<unknown, AnyRow[]>();
  for (const row of rows) {
    const above = known.has(row[parent]) ? row[parent] : null;
    const beside = below.get(above);
    if (beside) beside.push(row);
    else below.set(above, [row]);
  }
  const branch = (row: AnyRow): TreeRow => {
    const children = below.get(row[key]);
    // A leaf is the row object itself: copying ten thousand rows is slow.
    if (!children && !('children' in row)) return row as TreeRow;
    const { children: _flat, ...own } = row;
    return children ? { ...own, children: children.map(branch) } : own;
  };
  return (below.get(null) ?? []).map(branch);
}

/** Returns the matching rows and their ancestors, so that a found row is shown in the tree. */
export function withAncestors(rows: readonly AnyRow[], key: string, parent: string, matches: (row: AnyRow) => boolean): AnyRow[] {
  const byKey = new Map(rows.map((row) => [row[key], row]));
  const kept = new Set<unknown>();
  for (const row of rows.filter(matches)) {
    for (let at: AnyRow | undefined = row; at && !kept.has(at[key]); at = byKey.get(at[parent])) kept.add(at[key]);
  }
  return rows.filter((row) => kept.has(row[key]));
}

/** Keys of all rows with children. */
export const branchesOf = (rows: readonly TreeRow[], key: string): number[] =>
  rows.flatMap((row) => (row.children ? [row[key] as number, ...branchesOf(row.children, key)] : []));

/** Returns flat rows as nodes of a tree of choices. */
export function nodesOf(rows: readonly AnyRow[], key: string, parent: string, title: string): TreeNode[] {
  const node = (row: TreeRow): TreeNode => ({
    id: Number(row[key]),
    label: String(row[title]),
    disabled: false,
    ...(row.children ? { children: row.children.map(node) } : {}),
  });
  return treeOf(rows, key, parent).map(node);
}
