import type { ColumnDefinitionBuilder, Dialect, Kysely, RawBuilder } from 'kysely';

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
  /** True where the indexed words hold every word of `words` (space-separated, letters and digits only). */
  matches(name: string, words: readonly string[]): RawBuilder<boolean>;
  /** Puts the words of a row, replacing what stood there. */
  putWords(db: Kysely<never>, name: string, id: number, words: string): Promise<void>;
  /** True for the error of a value that must be unique and is not. */
  isTwice(error: unknown): boolean;
  /** Brings what the planner knows of the tables up to date. */
  tidy(db: Kysely<never>): Promise<void>;
  removeWords(db: Kysely<never>, name: string, ids: readonly number[]): Promise<void>;
}
