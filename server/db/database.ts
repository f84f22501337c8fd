import { CamelCasePlugin, type Dialect, Kysely, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';
import { postgres } from './dialects/postgres.ts';
import { sqlite } from './dialects/sqlite.ts';
import { StatementTimes } from './statement-times.ts';
import { TableWrites } from './table-writes.ts';
import type { Engine } from './dialects/engine.ts';

/** Kysely with camelCase names, plus the engine differences, the write counters of tables, and the statement times. */
export type Database = Kysely<Tables> & { readonly engine: Engine; readonly writes: TableWrites; readonly times: StatementTimes };
export type Tx = Transaction<Tables>;

/** False inside a transaction, where reads are not cached: they see its own writes. */
export const isDatabase = (db: Database | Tx): db is Database => 'writes' in db;

/** The database for functions of a transaction that only read. Without a transaction each statement sees the newest rows. */
export const asReader = (db: Database): Tx => db as unknown as Tx;

/** Opens the embedded database in `dataDir`, or PostgreSQL when a URL is given. It does not run migrations. */
export function openDatabase(settings: { dataDir: string; databaseUrl: string | null; dbTimeoutMs: number }): Database {
  return database(
    settings.databaseUrl ? postgres(settings.databaseUrl, settings.dbTimeoutMs) : sqlite(`${settings.dataDir}/shuzhou.db`, settings.dbTimeoutMs),
  );
}

export function database(engine: Engine): Database {
  const writes = new TableWrites(engine.alone);
  const times = new StatementTimes();
  const db = new Kysely<Tables>({
    dialect: watched(engine.dialect, writes),
    plugins: [new CamelCasePlugin()],
    log: (event) => times.note(event),
  });
  return Object.assign(db, { engine, writes, times });
}

/** Returns a dialect whose writes are counted. */
const watched = (dialect: Dialect, writes: TableWrites): Dialect => ({
  createDriver: () => writes.watch(dialect.createDriver()),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});
