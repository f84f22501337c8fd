import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** A statement and its parameters; the answer has the same number. */
export interface ReadOrder {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
export type ReadAnswer =
  | { readonly id: number; readonly rows: unknown[]; readonly ms: number }
  | { readonly id: number; readonly error: string; readonly errcode?: number };

const CACHE_KB = 16_000;

/** The other side of `SqliteReaders`: runs the statements of its orders one after another on a connection that cannot write. */
const connection = new DatabaseSync(process.argv[2] ?? '', { readOnly: true });
connection.exec(`pragma busy_timeout=5000; pragma cache_size=-${CACHE_KB}; pragma query_only=on`);

/** Prepared statements are kept: the plan of a large one takes longer than its run. */
const KEPT = 200;
const kept = new Map<string, StatementSync>();

function prepared(sql: string): StatementSync {
  const known = kept.get(sql);
  if (known) return known;
  if (kept.size >= KEPT) kept.clear();
  const made = connection.prepare(sql);
  kept.set(sql, made);
  return made;
}

process.once('disconnect', () => process.exit());
process.on('message', ({ id, sql, parameters }: ReadOrder) => {
  const started = performance.now();
  let answer: ReadAnswer;
  try {
    const rows = prepared(sql).all(...(parameters as SQLInputValue[]));
    answer = { id, rows, ms: performance.now() - started };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    answer = { id, error: message, ...(errcode === undefined ? {} : { errcode }) };
  }
  process.send?.(answer);
});
