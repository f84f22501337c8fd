import type { Database } from './database.ts';

/** Maximum age of a total: an exact count of 100 000 rows costs ten times as much as one page of rows. */
const FRESH_MS = 1_000;
const KEPT = 500;

const kept = new WeakMap<Database, Map<string, { at: number; total: Promise<number> }>>();

/** Returns the total of a filter, counted at most once per second for one database and `key`; cleared at every own write. */
export function countedTotal(db: Database, key: string, count: () => Promise<number>): Promise<number> {
  let totals = kept.get(db);
  if (!totals) kept.set(db, (totals = new Map()));
  const found = totals.get(key);
  if (found && Date.now() - found.at < FRESH_MS) return found.total;
  if (totals.size >= KEPT) totals.clear();
  const total = count();
  totals.set(key, { at: Date.now(), total });
  total.catch(() => totals.delete(key));
  return total;
}

/** Called after a write that may change a total, so that users see the effect of their own write. */
export function forgetTotals(db: Database): void {
  kept.delete(db);
}
