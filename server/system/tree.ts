import type { TreeNode } from '../../contract/system/tree.ts';

interface Branch {
  readonly id: number;
  readonly parentId: number;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Returns the rows as a tree of choices in the order of the rows. A row whose parent is missing becomes a root. */
export function treeOf(rows: readonly Branch[]): TreeNode[] {
  const known = new Set(rows.map((row) => row.id));
  const below = Map.groupBy(rows, (row) => (known.has(row.parentId) ? row.parentId : 0));
  const grow = (parent: number): TreeNode[] =>
    (below.get(parent) ?? []).map(({ id, label, disabled = false }) => {
      const children = grow(id);
      return { id, label, disabled, ...(children.length > 0 ? { children } : {}) };
    });
  return grow(0);
}
