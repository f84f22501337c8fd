import type { ColumnDefinitionBuilder, Dialect, Kysely, RawBuilder } from 'kysely';

/** Connections to the database. */
export interface PoolState {
  readonly max: number;
  readonly open: number;
  readonly idle: number;
  /** Work that waits for a connection. */
  readonly waiting: number;
}

/** What differs between SQLite and PostgreSQL; nothing outside this folder asks which one it is. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly dialect: Dialect;
  /** True where no other process writes: what was read stays true until this process writes. */
  readonly alone: boolean;
  /** A self-numbering primary key. */
  identity(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  identityType: 'integer' | 'bigserial';
  /** Creates a table `name(id, words)` that answers `matches`. */
  createWordIndex(db: Kysely<never>, name: string): Promise<void>;
  /** True where the indexed words hold every word of `words` (letters and digits only); `wor*` is any word that begins so. */
  matches(name: string, words: readonly string[]): RawBuilder<boolean>;
  /** Puts the words of a row, replacing what stood there. */
  putWords(db: Kysely<never>, name: string, id: number, words: string): Promise<void>;
  /** True for the error of a value that must be unique and is not. */
  isTwice(error: unknown): boolean;
  pool(): PoolState;
  /** Runs `work` while no other server runs its own: for migrations and first data. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** The server's own version, and the bytes the database takes. */
  about(db: Kysely<never>): Promise<{ version: string; bytes: number }>;
  /** Brings what the planner knows of the tables up to date. */
  tidy(db: Kysely<never>): Promise<void>;
  removeWords(db: Kysely<never>, name: string, ids: readonly number[]): Promise<void>;
}
