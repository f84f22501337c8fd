export interface LineChange {
  readonly kind: 'same' | 'removed' | 'added' | 'changed';
  readonly before: string;
  readonly after: string;
}

/** Lines between two anchors compared by the quadratic algorithm at most; a longer difference is one removed and one added block. */
const MOST = 4000;
/** Pairs of lines compared for one pair of texts at most: many long differences between anchors would take minutes. */
const PAIRS = 2 * MOST * MOST;

/** Length of the longest common subsequence from each pair of positions to the end, row by row. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row, below] = [table[i] as Uint16Array, table[i + 1] as Uint16Array];
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return table;
}

/** Adds a run of removed and added lines, paired in order as changed lines. */
function addRun(changes: LineChange[], removed: readonly string[], added: readonly string[]): void {
  for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
    const [before, after] = [removed[at], added[at]];
    if (before !== undefined && after !== undefined) changes.push({ kind: 'changed', before, after });
    else if (before !== undefined) changes.push({ kind: 'removed', before, after: '' });
    else if (after !== undefined) changes.push({ kind: 'added', before: '', after });
  }
}

/** Compares two texts paragraph by paragraph. Equal lines at both ends are skipped before the comparison. */
export function paragraphDiff(before: readonly string[], after: readonly string[]): LineChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (line: string): LineChange => ({ kind: 'same', before: line, after: line });
  const changes = before.slice(0, start).map(same);
  const left = before.slice(start, before.length - end);
  const right = after.slice(start, after.length - end);
  const budget = { pairs: PAIRS };
  let [i, j] = [0, 0];
  for (const [nextLeft, nextRight] of [...anchorsOf(left, right), [left.length, right.length] as const]) {
    // A for loop: a spread of a long list would overflow the stack.
    for (const change of gap(left.slice(i, nextLeft), right.slice(j, nextRight), budget)) changes.push(change);
    if (nextLeft < left.length) changes.push(same(left[nextLeft] as string));
    [i, j] = [nextLeft + 1, nextRight + 1];
  }
  return [...changes, ...before.slice(before.length - end).map(same)];
}

function gap(left: readonly string[], right: readonly string[], budget: { pairs: number }): LineChange[] {
  const changes: LineChange[] = [];
  const pairs = left.length * right.length;
  if (pairs === 0 || left.length > MOST || right.length > MOST || pairs > budget.pairs) addRun(changes, left, right);
  else {
    budget.pairs -= pairs;
    middle(changes, left, right);
  }
  return changes;
}

/**
 * Pairs of positions of lines that occur once in both texts, in the longest order that they have in common: they split a long comparison into short
 * ones. Source: patience diff.
 */
function anchorsOf(left: readonly string[], right: readonly string[]): (readonly [number, number])[] {
  const [inLeft, inRight] = [singles(left), singles(right)];
  const pairs = [...inLeft].flatMap(([line, at]) => {
    const other = inRight.get(line);
    return other === undefined ? [] : [[at, other] as const];
  });
  // Patience sorting: `piles` has the index of the pair on top of each pile, `under` the pair below it in an increasing order.
  const piles: number[] = [];
  const under: number[] = [];
  for (const [index, [, at]] of pairs.entries()) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if ((pairs[piles[half] as number] as readonly [number, number])[1] < at) low = half + 1;
      else high = half;
    }
    under[index] = low > 0 ? (piles[low - 1] as number) : -1;
    piles[low] = index;
  }
  const found: (readonly [number, number])[] = [];
  for (let index = piles.at(-1) ?? -1; index >= 0; index = under[index] as number) found.push(pairs[index] as readonly [number, number]);
  return found.toReversed();
}

/** Positions of the lines that occur once, in their order. */
function singles(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (found.has(line)) twice.add(line);
    found.set(line, index);
  }
  for (const line of twice) found.delete(line);
  return found;
}

function middle(changes: LineChange[], left: readonly string[], right: readonly string[]): void {
  const table = commonLengths(left, right);
  let removed: string[] = [];
  let added: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      addRun(changes, removed, added);
      [removed, added] = [[], []];
      changes.push({ kind: 'same', before: left[i] as string, after: right[j] as string });
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      removed.push(left[i] as string);
      i += 1;
    } else {
      added.push(right[j] as string);
      j += 1;
    }
  }
  addRun(changes, removed, added);
}
