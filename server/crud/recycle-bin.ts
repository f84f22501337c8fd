import type { Bin } from '../../contract/system/recycle-item.ts';
import type { Tx } from '../db/database.ts';
import type { Engine } from '../db/dialects/engine.ts';
import type { CurrentUser } from '../http/current-user.ts';

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

/** Registers a table whose deleted rows go to the recycle bin; called once, while the module of its service loads. */
export const registerRecycleKind = (table: string, kind: RecycleKind): void => void kinds.set(table, kind);

export const recycleKind = (table: string): RecycleKind | undefined => kinds.get(table);
export const recycleTables = (bin: Bin): string[] => [...kinds].filter(([, kind]) => kind.bin === bin).map(([table]) => table);
