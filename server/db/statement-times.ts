import type { LogEvent } from 'kysely';

export interface StatementTime {
  /** With its parameters as signs: no value ever stands in it. */
  readonly sql: string;
  readonly count: number;
  readonly failures: number;
  /** Milliseconds. */
  readonly total: number;
  readonly max: number;
  readonly lastTime: number;
}

type Kept = { -readonly [N in keyof StatementTime]: StatementTime[N] };

/** Texts kept apart at most; past that the cheapest half is forgotten. */
const KEPT = 400;
const TEXT_LENGTH = 4_000;

/** How long every statement of this process took, by its text. About 1 µs a statement. */
export class StatementTimes {
  readonly since = Date.now();
  count = 0;
  failures = 0;
  readonly #kept = new Map<string, Kept>();

  note(event: LogEvent): void {
    const { sql } = event.query;
    const took = event.queryDurationMillis;
    const failed = event.level === 'error' ? 1 : 0;
    this.count++;
    this.failures += failed;
    const found = this.#kept.get(sql);
    if (found) {
      found.count++;
      found.failures += failed;
      found.total += took;
      if (took > found.max) found.max = took;
      found.lastTime = Date.now();
      return;
    }
    if (this.#kept.size >= KEPT) this.#forget();
    this.#kept.set(sql, { sql, count: 1, failures: failed, total: took, max: took, lastTime: Date.now() });
  }

  /** The statements that took the most time in all; lists of different length are one statement. */
  slowest(most: number): StatementTime[] {
    const merged = new Map<string, Kept>();
    for (const one of this.#kept.values()) {
      const sql = one.sql.replace(/\((?:\s*(?:\?|\$\d+)\s*,?)+\)(?:,\s*\((?:\s*(?:\?|\$\d+)\s*,?)+\))*/g, '(…)').slice(0, TEXT_LENGTH);
      const same = merged.get(sql);
      if (!same) merged.set(sql, { ...one, sql });
      else {
        same.count += one.count;
        same.failures += one.failures;
        same.total += one.total;
        same.max = Math.max(same.max, one.max);
        same.lastTime = Math.max(same.lastTime, one.lastTime);
      }
    }
    return [...merged.values()].sort((one, other) => other.total - one.total).slice(0, most);
  }

  #forget(): void {
    const cheap = [...this.#kept.values()].sort((one, other) => one.total - other.total).slice(0, KEPT / 2);
    for (const { sql } of cheap) this.#kept.delete(sql);
  }
}
