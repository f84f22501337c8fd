/** Returns the order of siblings after one is moved by one; null if it is already at the end. */
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
