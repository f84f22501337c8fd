import type { Generated } from 'kysely';

/** A user's reminder date for an item of the to-do. */
export interface TodoMarkTable {
  userId: number;
  /** Key of the source. */
  source: string;
  itemId: number;
  followUp: number;
}

/** A saved filter of a user's to-do. */
export interface TodoViewTable {
  id: Generated<number>;
  userId: number;
  name: string;
  /** JSON, as the contract's `todoView` has it. */
  filter: string;
  createTime: number;
}

declare module '../tables.ts' {
  interface Tables {
    todoMark: TodoMarkTable;
    todoView: TodoViewTable;
  }
}
