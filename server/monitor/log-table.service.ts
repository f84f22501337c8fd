import type { AnyCrud } from '../../contract/crud.ts';
import { anyTable } from '../crud/crud-query.ts';
import type { Caller } from '../crud/crud-service.ts';
import type { CrudTable } from '../crud/crud-table.ts';
import type { Database, Tx } from '../db/database.ts';
import { operate } from '../http/operation.ts';

/** The three logs of the house, and the column that says when. */
export const LOG_TABLES = { operLog: 'operTime', loginLog: 'loginTime', jobLog: 'startTime' } as const;
export type LogTable = keyof typeof LOG_TABLES;

/** Rows in one delete: about 20 ms. */
const AT_ONCE = 5_000;

/** A list over a log: newest first, never written by hand, removed for good. */
export const logTable = <C extends AnyCrud>(table: LogTable, log: string, more: Partial<CrudTable<C>> = {}): CrudTable<C> => ({
  table,
  log,
  plain: true,
  removal: 'hard',
  order: [['id', 'desc']],
  ...more,
});

/** Empties a log. What is left is the row that says who did it. */
export async function cleanLog(caller: Caller, table: LogTable, title: string): Promise<void> {
  await operate(caller, { title, business: 'clean' }, async (tx) => {
    await anyTable(tx).deleteFrom(table).execute();
  });
}

/** Removes rows from before a moment, in parts; answers how many. */
export async function purgeLog(db: Database | Tx, table: LogTable, before: number): Promise<number> {
  for (let removed = 0; ; ) {
    const old = anyTable(db)
      .selectFrom(table)
      .select('id')
      .where(LOG_TABLES[table], '<', before as never)
      .limit(AT_ONCE);
    const done = await anyTable(db).deleteFrom(table).where('id', 'in', old).executeTakeFirst();
    removed += Number(done.numDeletedRows);
    if (Number(done.numDeletedRows) < AT_ONCE) return removed;
  }
}
