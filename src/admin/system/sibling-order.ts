/** The order of siblings after one was moved by a place; null where it is at the end already. */
export function movedOrder(siblings: readonly number[], id: number, by: -1 | 1): number[] | null {
  const at = siblings.indexOf(id);
  const to = at + by;
  const other = siblings[to];
  if (at < 0 || other === undefined) return null;
  const order = [...siblings];
  order[at] = other;
  order[to] = id;
  return order;
}
