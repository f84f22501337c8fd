import type { LogEvent } from 'kysely';

export interface StatementTime {
  /** With placeholders for parameters: it never contains a value. */
  readonly sql: string;
  readonly count: number;
  readonly failures: number;
  /** Milliseconds. */
  readonly total: number;
  readonly max: number;
  readonly lastTime: number;
}

type Kept = { -readonly [N in keyof StatementTime]: StatementTime[N] };

/** Maximum number of different statement texts; beyond it, the cheapest half is dropped. */
const KEPT = 400;
const TEXT_LENGTH = 4_000;

/** Measures the time of every statement of this process, by its text. About 1 µs per statement. */
export class StatementTimes {
  readonly since = Date.now();
  count = 0;
  failures = 0;
  #heard: ((seconds: number, outcome: 'ok' | 'failed') => void) | null = null;
  readonly #kept = new Map<string, Kept>();

  /** Also gives every time to `heard`, in seconds. */
  listen(heard: (seconds: number, outcome: 'ok' | 'failed') => void): void {
    this.#heard = heard;
  }

  note(event: LogEvent): void {
    const { sql } = event.query;
    const took = event.queryDurationMillis;
    const failed = event.level === 'error' ? 1 : 0;
    this.count++;
    this.failures += failed;
    this.#heard?.(took / 1_000, failed ? 'failed' : 'ok');
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

  /** Returns the statements with the highest total time; lists of different lengths count as one statement. */
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
