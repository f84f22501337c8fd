import type { TreeNode } from '../../../contract/system/tree.ts';

export const allOf = (nodes: readonly TreeNode[]): number[] => nodes.flatMap((node) => [node.id, ...allOf(node.children ?? [])]);

/** For each node the ids above it. */
export function linesOf(nodes: readonly TreeNode[], above: readonly number[] = []): Map<number, readonly number[]> {
  return new Map(nodes.flatMap((node) => [[node.id, above] as const, ...linesOf(node.children ?? [], [...above, node.id])]));
}

/**
 * True where ticks that follow father and child can say what is held: a father held with none of his children
 * would tick them all, and give away what nobody meant to give.
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

/** With linked ticks only the ends of branches are named: fathers follow from them. */
export function shownKeys(nodes: readonly TreeNode[], held: readonly number[]): number[] {
  const has = new Set(held);
  const ends = (list: readonly TreeNode[]): number[] =>
    list.flatMap((node) => (node.children ? ends(node.children) : has.has(node.id) ? [node.id] : []));
  return ends(nodes);
}
