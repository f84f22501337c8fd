import type { z } from 'zod';
import type { AnyCrud } from '../../contract/crud.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { AppContext } from '../context.ts';
import type { AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import type { ScopeColumns } from './data-scope.ts';

/** A row as the database has it, camelCase. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };
export type Draft<C extends AnyCrud> = z.output<C['draft']>;
export type WireRow<C extends AnyCrud> = z.output<C['list']['row']>;
/** A query over the resource's table, whatever its columns. */
// oxlint-disable-next-line no-explicit-any -- kysely's builders are invariant in their tables
export type Query = any;

export interface Write<C extends AnyCrud> {
  readonly currentUser: CurrentUser;
  readonly draft: Draft<C>;
  /** The row as it was; null for a new one. */
  readonly before: Row | null;
}

/** Where a resource is kept and which rules it has beyond its schema. Hooks throw a `Refusal` to stop a write. */
export interface CrudTable<C extends AnyCrud> {
  readonly table: keyof Tables & string;
  /** What the operation log calls it: 岗位管理. */
  readonly log: string;
  /** A log: rows without the base columns, which nobody writes by hand. */
  readonly appendOnly?: true;
  /** Wire names whose column is called otherwise. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Fields kept elsewhere, by `saved`. */
  readonly virtualFields?: readonly string[];
  /** The order of a list nobody ordered; the id decides between equals. */
  readonly order?: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  /** Fields that are unique among live rows, together with those of `within`, and the words when one is not. */
  readonly unique?: Readonly<Record<string, string>>;
  readonly within?: readonly string[];
  /** `bin` puts a row in the recycle bin; `hard` is for good. */
  readonly removal: 'hard' | 'bin';
  /** Columns of other tables that hold this row's id; a row so held is not removed. */
  readonly usedBy?: readonly { readonly table: keyof Tables & string; readonly column: string; readonly error?: (row: Row) => AppError }[];
  /** By which columns the data scope is applied; every query and write goes through it. */
  readonly scope?: ScopeColumns;
  /** What is said of a row that exists outside the visitor's scope; without it, that there is none. */
  readonly outOfScopeMessage?: string;
  /** A condition every row of the resource fulfils. */
  readonly only?: (query: Query, currentUser: CurrentUser) => Query;
  /** Filters with the operator `own`. */
  readonly filters?: Readonly<Record<string, (query: Query, value: string, context: AppContext) => Query | Promise<Query>>>;
  /** References a spreadsheet names by words: from the words of a cell to the id. */
  readonly cells?: Readonly<Record<string, (tx: Tx, words: string) => Promise<number>>>;
  /** Shown fields that are another table's: `collegeName: { from: 'college', column: 'collegeName', by: 'collegeId' }`. */
  readonly names?: Readonly<Record<string, { readonly from: keyof Tables & string; readonly column: string; readonly by: string }>>;
  /** Shown fields that are made of more than a name; one object a row, in the rows' order. */
  readonly show?: (db: Database | Tx, rows: readonly Row[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Rules beyond the schema, before anything is written. */
  readonly check?: (tx: Tx, write: Write<C>) => Promise<void>;
  /** Columns beyond the fields, or instead of them; `draft` is what was sent. */
  readonly columnsOf?: (write: Write<C>, tx: Tx) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;
  /** What else is written with a row. */
  readonly afterSave?: (tx: Tx, write: Write<C> & { readonly id: number }) => Promise<void>;
  /** Rules and side effects of a removal, before it. */
  readonly beforeRemove?: (tx: Tx, rows: readonly Row[], currentUser: CurrentUser) => Promise<void>;
  /** After a write has been committed: caches to empty. */
  readonly afterCommit?: (context: AppContext) => Promise<void>;
}
