import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { anyTable } from '../db/any-table.ts';

/** Throws when a row would become its own descendant; `parent` 0 is the root. */
export async function assertNoLoop(tx: Tx, table: keyof Tables & string, column: string, id: number, parent: number): Promise<void> {
  if (parent === 0) return;
  const seen = new Set<number>();
  for (let at = parent; at !== 0 && !seen.has(at); ) {
    if (at === id) throw failed('上级不能是自己或自己的下级');
    seen.add(at);
    const row = (await anyTable(tx).selectFrom(table).select(column).where('id', '=', at).executeTakeFirst()) as Record<string, unknown> | undefined;
    if (!row && at === parent) throw failed('上级不存在或已被删除，请刷新后重试');
    at = Number(row?.[column] ?? 0);
  }
}
