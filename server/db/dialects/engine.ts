import type { ColumnDefinitionBuilder, Dialect, Kysely, RawBuilder } from 'kysely';
import type { Breaker } from '../../outage/breaker.ts';
import type { WriteFeed } from './postgres-listener.ts';

// oxlint-disable-next-line no-explicit-any -- statements of the engine name no table of the product
type AnyDatabase = Kysely<any>;

/** State of the database connection pool. */
export interface PoolState {
  readonly max: number;
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** The differences between SQLite and PostgreSQL; code outside this folder does not check which one is used. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly dialect: Dialect;
  /** Watches a database on another machine; null for an embedded one. */
  readonly breaker: Breaker | null;
  /** True when no other process writes: data that was read stays valid until this process writes. */
  readonly alone: boolean;
  /** An auto-increment primary key. */
  identity(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  identityType: 'integer' | 'bigserial';
  /** Creates a table `name(id, words)` for `matches`. */
  createWordIndex(db: Kysely<never>, name: string): Promise<void>;
  /** True when the indexed words include every word of `words` (letters and digits only); `wor*` matches any word with that prefix. */
  matches(name: string, words: readonly string[]): RawBuilder<boolean>;
  /** Stores the words of a row and replaces the previous ones. */
  putWords(db: AnyDatabase, name: string, id: number, words: string): Promise<void>;
  /** Returns true for a unique constraint error. */
  isTwice(error: unknown): boolean;
  pool(): PoolState;
  /** Runs `work` while no other server runs its own; for migrations and seed data. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the database server version and the size of the database in bytes. */
  about(db: AnyDatabase): Promise<{ version: string; bytes: number }>;
  /** Updates the statistics of the query planner for all tables. */
  tidy(db: AnyDatabase): Promise<void>;
  /** Updates the statistics of tables that have grown or have a new index; fast when there is none. */
  tidyGrown(db: AnyDatabase): Promise<void>;
  /** Lets the identity column `id` of a table (snake_case) continue after `last`; for rows that were inserted with their ids. */
  continueIdentity(db: AnyDatabase, table: string, last: number): Promise<void>;
  /** Tells the other servers that there is background work; without one it does nothing. */
  announceWork(): Promise<void>;
  /** Calls `wake` when another server has announced work. Returns a function that ends it. */
  onWork(wake: () => void): () => void;
  /** Lets the database announce the writes of the watched tables, whatever program writes them. Returns whether it announces all of them. */
  announceWrites(db: AnyDatabase): Promise<boolean>;
  /** Hears of the writes of all servers until the database is closed; an engine without other writers does nothing. */
  onWrites(feed: WriteFeed): void;
  removeWords(db: AnyDatabase, name: string, ids: readonly number[]): Promise<void>;
}
