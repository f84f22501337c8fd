import type { Bin } from '../../contract/system/recycle-item.ts';
import type { Tx } from '../db/database.ts';
import type { Engine } from '../db/dialects/engine.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { anyTable } from '../db/any-table.ts';

/** How the recycle bin treats the rows of one table. */
export interface RecycleKind {
  readonly bin: Bin;
  /** `mark` keeps rows that others may still refer to and marks them as purged; `delete` deletes them. */
  readonly purge: 'mark' | 'delete';
  /** Throws when the row must not be restored. */
  readonly check?: (tx: Tx, id: number, currentUser: CurrentUser) => Promise<void>;
  /** What else happens when the row is purged; throws when it must stay. */
  readonly purged?: (tx: Tx, id: number) => Promise<void>;
  /** Restores the row; without it the deletion mark is removed. */
  readonly restore?: (tx: Tx, engine: Engine, id: number, currentUser: CurrentUser) => Promise<void>;
}

const kinds = new Map<string, RecycleKind>();

/** Registers the tables of the areas whose deleted rows go to the recycle bin. */
export function registerRecycleKinds(list: readonly (readonly [table: string, kind: RecycleKind])[]): void {
  for (const [table, kind] of list) {
    if (kinds.has(table)) throw new Error(`the recycle bin of ${table} is registered twice`);
    kinds.set(table, kind);
  }
}

/**
 * Base data whose deleted rows go to the content bin. Restoring is refused while a live row has the same value in one of the
 * unique fields: `unique` has the message for each, as in the resource.
 */
export function baseDataBin(table: string, unique: Readonly<Record<string, string>> = {}): RecycleKind {
  return {
    bin: 'content',
    purge: 'delete',
    async check(tx, id) {
      const row = await anyTable(tx).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
      for (const [column, message] of Object.entries(unique)) {
        const value = row?.[column];
        if (value === undefined || value === '' || value === null) continue;
        const taken = await anyTable(tx).selectFrom(table).select('id').where(column, '=', value).where('delFlag', '=', '0').executeTakeFirst();
        if (taken) throw failed(`${message}，不能恢复；请先改名`);
      }
    },
  };
}

export const recycleKind = (table: string): RecycleKind | undefined => kinds.get(table);
export const recycleTables = (bin: Bin): string[] => [...kinds].filter(([, kind]) => kind.bin === bin).map(([table]) => table);
