interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
}

/** Returns the row offset of a back-office list page. A page past the end returns the last page, as compatible clients expect. */
export const offsetOf = ({ pageNum, pageSize }: Asked, total: number): number =>
  (Math.max(1, Math.min(pageNum, Math.ceil(total / pageSize))) - 1) * pageSize;
