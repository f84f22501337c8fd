import type { Database } from './database.ts';
import { ReadCache } from './read-cache.ts';

/** An exact count of 100 000 rows costs ten times as much as one page of rows. Its filter may read other tables too, so it is used for a second only. */
const totals = new ReadCache({ most: 500, freshMs: 1_000, unheardMs: 1_000 });

/** Returns the total of a filter, counted at most once per second while none of `tables`, of which it counts rows, is written. */
export const countedTotal = (db: Database, key: string, tables: readonly string[], count: () => Promise<number>): Promise<number> =>
  totals.get(db, key, db.writes.of(tables), count);

/** Called after a write that may change a total by another table, so that users see the effect of their own write. */
export const forgetTotals = (db: Database): void => totals.clear(db);
