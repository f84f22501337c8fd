/** Rows of a table above which reading all of it may delay other requests. */
const SCANNED_ROWS = 5_000;
/** Rows of a table above which a search by an index may find many, so the first one is measured in a reader. */
const SEARCHED_ROWS = 20_000;
/** A read that took longer runs in a reader the next time; one that took less than `SHORT_MS` does not. Milliseconds. */
const LONG_MS = 20;
const SHORT_MS = 5;
/** How long a plan and a measured time are valid, in milliseconds. */
const VALID_MS = 1_800_000;
const KEPT = 1_000;

interface Cost {
  long: boolean;
  /** The plan reads all rows: the time of one call says nothing about the next, with other values. */
  readonly scans: boolean;
  readonly until: number;
}

/** What `ReadCosts` asks the database. */
export interface Planner {
  /** Returns the lines of `explain query plan`, null for a statement with an error. */
  plan(sql: string): string[] | null;
  /** Returns the number of rows of a table, or an upper bound, by one look-up. */
  rows(table: string): number;
}

/**
 * Decides which reads are long: those that read a large table from end to end or ask its word index, and those that took long before. A
 * statement text is planned once in half an hour.
 */
export class ReadCosts {
  readonly #kept = new Map<string, Cost>();
  readonly #planner: Planner;

  constructor(planner: Planner) {
    this.#planner = planner;
  }

  isLong(sql: string, now = performance.now()): boolean {
    const known = this.#kept.get(sql);
    if (known && known.until > now) return known.long;
    if (this.#kept.size >= KEPT) this.#kept.clear();
    const lines = this.#planner.plan(sql);
    // The statement itself reports its error.
    if (lines === null) return false;
    const scans = lines.some((line) => this.#rows(sql, line, 'SCAN') > SCANNED_ROWS);
    const searches = lines.some((line) => !line.endsWith('(rowid=?)') && this.#rows(sql, line, 'SEARCH') > SEARCHED_ROWS);
    const cost = { long: scans || searches, scans, until: now + VALID_MS };
    this.#kept.set(sql, cost);
    return cost.long;
  }

  /** Records what a read took. */
  note(sql: string, ms: number): void {
    const known = this.#kept.get(sql);
    if (!known || known.scans) return;
    if (ms > LONG_MS) known.long = true;
    else if (ms < SHORT_MS) known.long = false;
  }

  /** Returns the rows of the table that a line of a plan reads in this way, 0 for other lines. */
  #rows(sql: string, line: string, way: 'SCAN' | 'SEARCH'): number {
    const [, read, name = ''] = /^(SCAN|SEARCH) (\w+)/.exec(line) ?? [];
    if (read !== way || name === 'CONSTANT' || name === 'json_each') return 0;
    const table = new RegExp(`"(\\w+)" as "${name}"`).exec(sql)?.[1] ?? name;
    // The rows of a word index are those of its table of sizes.
    return this.#planner.rows(line.includes('VIRTUAL TABLE') ? `${table}_docsize` : table);
  }
}
