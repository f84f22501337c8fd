import type { TreeNode } from '../../../contract/system/tree.ts';

export const allOf = (nodes: readonly TreeNode[]): number[] => nodes.flatMap((node) => [node.id, ...allOf(node.children ?? [])]);

/** Returns the ancestor ids of each node. */
export function linesOf(nodes: readonly TreeNode[], above: readonly number[] = []): Map<number, readonly number[]> {
  return new Map(nodes.flatMap((node) => [[node.id, above] as const, ...linesOf(node.children ?? [], [...above, node.id])]));
}

/**
 * Returns whether linked check boxes can represent the granted ids. A granted parent without any granted child would check all its
 * children and grant more than intended.
 */
export function isLinkable(nodes: readonly TreeNode[], held: readonly number[]): boolean {
  const has = new Set(held);
  const fits = (node: TreeNode): boolean => {
    const children = node.children ?? [];
    if (children.length === 0) return true;
    if (has.has(node.id) && !allOf(children).some((id) => has.has(id))) return false;
    return children.every(fits);
  };
  return nodes.every(fits);
}

/** Returns only the lowest checked ids, because linked check boxes derive the parents. */
export function shownKeys(nodes: readonly TreeNode[], held: readonly number[]): number[] {
  const has = new Set(held);
  const ends = (list: readonly TreeNode[]): number[] =>
    list.flatMap((node) => (node.children ? ends(node.children) : has.has(node.id) ? [node.id] : []));
  return ends(nodes);
}
