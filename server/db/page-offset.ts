interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
}

/** Returns the row offset of a back-office list page. A page past the end returns the last page, as compatible clients expect. */
export const offsetOf = ({ pageNum, pageSize }: Asked, total: number): number =>
  (Math.max(1, Math.min(pageNum, Math.ceil(total / pageSize))) - 1) * pageSize;

export interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** The rows are read in the opposite order of the list, and turned round afterwards. */
  readonly fromEnd: boolean;
}

/**
 * Returns the rows of the same page, counted from the nearer end of the list: rows before an offset are read and thrown away, so that the last page of a
 * million rows would cost the most.
 */
export function sliceOf(asked: Asked, total: number): Slice {
  const offset = offsetOf(asked, total);
  const limit = Math.max(0, Math.min(asked.pageSize, total - offset));
  if (offset <= total / 2) return { limit: asked.pageSize, offset, fromEnd: false };
  return { limit, offset: total - offset - limit, fromEnd: true };
}

export const inOrder = <Row>(rows: readonly Row[], { fromEnd }: Slice): Row[] => (fromEnd ? rows.toReversed() : [...rows]);

export const opposite = (direction: 'asc' | 'desc'): 'asc' | 'desc' => (direction === 'asc' ? 'desc' : 'asc');
