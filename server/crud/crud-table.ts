import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { AnyCrud } from '../../contract/crud.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { AppContext } from '../context.ts';
import type { AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import type { ScopeColumns } from './data-scope.ts';

/** A row of the database, with camelCase names. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };
export type TableName = keyof Tables & string;
/** A row of one table; of any table where the name is not known. */
export type StoredRow<T extends TableName> = TableName extends T ? Row : Selectable<Tables[T]> & Row;
export type Draft<C extends AnyCrud> = z.output<C['draft']>;
export type WireRow<C extends AnyCrud> = z.output<C['list']['row']>;
/** A query over the resource's table, whatever its columns are. */
// oxlint-disable-next-line no-explicit-any -- kysely's builders are invariant in their tables
export type Query = any;

export interface Write<C extends AnyCrud, R extends Row = Row> {
  readonly currentUser: CurrentUser;
  readonly draft: Draft<C>;
  /** The row before the write; null for a new row. */
  readonly before: R | null;
}

/** The table of a resource and its rules beyond the schema. Hooks throw an `AppError` to stop a write. */
export interface CrudTable<C extends AnyCrud, T extends TableName = TableName> {
  readonly table: T;
  /** The title in the operation log: 岗位管理. */
  readonly log: string;
  /** A log: rows without the base columns; users cannot write them. */
  readonly appendOnly?: true;
  /** Wire names whose column has another name. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Fields without a column; `afterSave` stores them elsewhere. */
  readonly virtualFields?: readonly string[];
  /** The default order of a list; ties are sorted by id. */
  readonly order?: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  /** Fields that are unique among live rows, together with those of `within`, and the message when a value is taken. */
  readonly unique?: Readonly<Record<string, string>>;
  readonly within?: readonly string[];
  /** `bin` moves a row to the recycle bin; `hard` deletes it permanently. */
  readonly removal: 'hard' | 'bin';
  /** Columns of other tables that refer to this row; a row in use cannot be removed. */
  readonly usedBy?: readonly { readonly table: keyof Tables & string; readonly column: string; error?(row: StoredRow<T>): AppError }[];
  /** The columns to which the data scope applies; every query and write uses it. */
  readonly scope?: ScopeColumns;
  /** The message for a row that exists outside the current user's scope; without it, the message for a missing row. */
  readonly outOfScopeMessage?: string;
  /** A condition that every row of the resource meets. */
  readonly only?: (query: Query, currentUser: CurrentUser) => Query;
  /** Filters with the operator `own`. */
  readonly filters?: Readonly<Record<string, (query: Query, value: string, context: AppContext) => Query | Promise<Query>>>;
  /** References that a spreadsheet gives as text: converts the text of a cell to the id. */
  readonly cells?: Readonly<Record<string, (tx: Tx, words: string) => Promise<number>>>;
  /** Shown fields from another table: `collegeName: { from: 'college', column: 'collegeName', by: 'collegeId' }`. */
  readonly names?: Readonly<Record<string, { readonly from: keyof Tables & string; readonly column: string; readonly by: string }>>;
  /** Shown fields that need more than a name; returns one object per row, in row order. */
  show?(db: Database | Tx, rows: readonly StoredRow<T>[], currentUser: CurrentUser): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Checks rules beyond the schema before anything is written. */
  check?(tx: Tx, write: Write<C, StoredRow<T>>): Promise<void>;
  /** Columns in addition to the fields, or in place of them; `draft` is the sent data. */
  columnsOf?(write: Write<C, StoredRow<T>>, tx: Tx): Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;
  /** Writes related data after a row is saved. */
  afterSave?(tx: Tx, write: Write<C, StoredRow<T>> & { readonly id: number }): Promise<void>;
  /** Rules and side effects that run before a removal. */
  beforeRemove?(tx: Tx, rows: readonly StoredRow<T>[], currentUser: CurrentUser): Promise<void>;
  /** Runs after the commit of a write, for example to clear caches. */
  readonly afterCommit?: (context: AppContext) => Promise<void>;
}
