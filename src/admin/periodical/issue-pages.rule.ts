interface Paged {
  readonly pageStart: number;
  readonly pageEnd: number;
  readonly wordCount: number;
}

/** Characters of one printed page, for proposed page numbers. */
const PAGE_CHARACTERS = 1800;

const isPaged = ({ pageStart, pageEnd }: Paged): boolean => pageStart > 0 && pageEnd >= pageStart;

/**
 * Pages one after the other in the order of `rows`, each article as long as before. They start where the issue started before the change
 * (`before`): many journals number the pages of a volume through all its issues.
 */
export function renumbered<T extends Paged>(rows: readonly T[], before: readonly Paged[]): T[] {
  let next = Math.min(...before.filter(isPaged).map(({ pageStart }) => pageStart), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(next)) next = 1;
  return rows.map((row) => {
    const length = isPaged(row) ? row.pageEnd - row.pageStart + 1 : Math.max(1, Math.ceil(row.wordCount / PAGE_CHARACTERS));
    const placed = { ...row, pageStart: next, pageEnd: next + length - 1 };
    next += length;
    return placed;
  });
}
