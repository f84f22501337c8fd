/** What a row of the log of practice is about; `add` puts a question into the wrong book, `remove` takes it out. */
export const REVIEW_KINDS = ['practice', 'review', 'remove', 'add'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export const REVIEW_VERDICTS = ['right', 'part', 'wrong'] as const;
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

/** Limits: `rows` for one call, `all` for one account, `ms` for the time of one answer, milliseconds. */
export const REVIEW = { rows: 500, all: 200_000, tries: 99, ms: 3_600_000, questions: 100 } as const;

/**
 * A row of the log of practice (E135). Rows are never changed, and the log of a user is a set of them: whatever is shown is computed from it. A question that
 * was answered twice in one sitting is one row, with the verdict of the last try.
 */
export interface ReviewEntry {
  /** Made by the device, a UUID. */
  readonly id: string;
  readonly questionId: number;
  readonly versionId: number;
  readonly setId: number | null;
  readonly publishId: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** 1 wrong, 2 right with help, 3 right, 4 too easy; 0 for the kinds `add` and `remove`. */
  readonly rating: number;
  /** Empty for the kinds `add` and `remove`. */
  readonly verdict: ReviewVerdict | '';
  readonly tries: number;
  readonly ms: number;
  readonly deviceId: string;
  readonly kind: ReviewKind;
}

/** §12: wrong 1, right with the second try or with a hint 2, right 3. */
export const ratingOf = (verdict: ReviewVerdict, tries: number, hinted = false): 1 | 2 | 3 => (verdict !== 'right' ? 1 : tries > 1 || hinted ? 2 : 3);

const before = (one: ReviewEntry, two: ReviewEntry): number => one.at - two.at || (one.id < two.id ? -1 : one.id > two.id ? 1 : 0);

/** Returns the rows in the order of their times, each once. The result depends on the set of rows only, not on their order. */
export function inOrder(log: Iterable<ReviewEntry>): ReviewEntry[] {
  const rows = new Map<string, ReviewEntry>();
  for (const row of log) {
    const known = rows.get(row.id);
    // A device knows a row by its own clock until the server has corrected it.
    if (!known || row.at < known.at) rows.set(row.id, row);
  }
  return [...rows.values()].sort(before);
}
