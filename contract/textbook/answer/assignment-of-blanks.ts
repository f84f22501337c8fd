/**
 * Returns for each row the column that it takes, each column once, so that the sum of `gain` is the largest (Hungarian method, n³; n ≤ 20).
 * `gain` is square. Among equal sums the result is the same at every call.
 */
export function bestAssignment(gain: readonly (readonly number[])[]): number[] {
  const n = gain.length;
  const most = Math.max(0, ...gain.flat());
  const cost = (row: number, column: number): number => most - (gain[row - 1]?.[column - 1] ?? 0);
  const rowWeight = Array.from({ length: n + 1 }, () => 0);
  const columnWeight = Array.from({ length: n + 1 }, () => 0);
  const rowOf = Array.from({ length: n + 1 }, () => 0);
  const before = Array.from({ length: n + 1 }, () => 0);
  for (let row = 1; row <= n; row++) {
    rowOf[0] = row;
    let column = 0;
    const least = Array.from({ length: n + 1 }, () => Infinity);
    const used = Array.from({ length: n + 1 }, () => false);
    do {
      used[column] = true;
      const current = rowOf[column] ?? 0;
      let step = Infinity;
      let next = 0;
      for (let other = 1; other <= n; other++) {
        if (used[other]) continue;
        const reduced = cost(current, other) - (rowWeight[current] ?? 0) - (columnWeight[other] ?? 0);
        if (reduced < (least[other] ?? Infinity)) {
          least[other] = reduced;
          before[other] = column;
        }
        if ((least[other] ?? Infinity) < step) {
          step = least[other] ?? Infinity;
          next = other;
        }
      }
      for (let other = 0; other <= n; other++) {
        if (used[other]) {
          const taken = rowOf[other] ?? 0;
          rowWeight[taken] = (rowWeight[taken] ?? 0) + step;
          columnWeight[other] = (columnWeight[other] ?? 0) - step;
        } else least[other] = (least[other] ?? Infinity) - step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const previous = before[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    }
  }
  const columns = Array.from({ length: n }, () => 0);
  for (let column = 1; column <= n; column++) columns[(rowOf[column] ?? 1) - 1] = column - 1;
  return columns;
}
