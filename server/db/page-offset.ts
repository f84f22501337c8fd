interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
}

/** Rows before a page of a list of the desk. Behind the last page is the last page, as clients of this family expect. */
export const offsetOf = ({ pageNum, pageSize }: Asked, total: number): number =>
  (Math.max(1, Math.min(pageNum, Math.ceil(total / pageSize))) - 1) * pageSize;
