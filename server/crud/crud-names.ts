import type { AnyCrud } from '../../contract/crud.ts';
import type { Database, Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { toWire } from './crud-columns.ts';
import { anyTable } from '../db/any-table.ts';
import type { CrudTable, Row } from './crud-table.ts';

/** Returns rows in wire format with names from other tables: one query per table, whatever the number of rows. */
export async function named(
  db: Database | Tx,
  crud: AnyCrud,
  table: CrudTable<AnyCrud>,
  currentUser: CurrentUser,
  rows: readonly Row[],
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const more: Record<string, unknown>[] = rows.map(() => ({}));
  for (const [field, { from, column, by }] of Object.entries(table.names ?? {})) {
    const ids = [...new Set(rows.map((row) => row[by]).filter((id): id is number => typeof id === 'number'))];
    const found = ids.length === 0 ? [] : await anyTable(db).selectFrom(from).select(['id', column]).where('id', 'in', ids).execute();
    const names = new Map(found.map((row) => [row.id, (row as Row)[column]]));
    for (const [index, row] of rows.entries()) Object.assign(more[index] as object, { [field]: names.get(row[by] as number) ?? '' });
  }
  const made = await table.show?.(db, rows, currentUser);
  return rows.map((row, index) => toWire(crud, table, row, { ...more[index], ...made?.[index] }));
}
