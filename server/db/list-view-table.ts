import type { Generated } from 'kysely';

/** A named view of a list; only its owner sees it. */
export interface ListViewTable {
  id: Generated<number>;
  userId: number;
  /** The address of the list without `/list`. */
  listKey: string;
  name: string;
  /** JSON, as the contract's `listViewState` has it. */
  state: string;
  isDefault: Generated<'0' | '1'>;
  createTime: number;
}

declare module './tables.ts' {
  interface Tables {
    listView: ListViewTable;
  }
}
