import { CamelCasePlugin, Kysely, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';
import { postgres } from './dialects/postgres.ts';
import { sqlite } from './dialects/sqlite.ts';
import type { Engine } from './dialects/engine.ts';

/** Kysely over camelCase names, and the few things the two engines say differently. */
export type Database = Kysely<Tables> & { readonly engine: Engine };
export type Tx = Transaction<Tables>;

/** Opens the embedded database in `dataDir`, or PostgreSQL when a URL is given. Migrations are run apart. */
export function openDatabase(settings: { dataDir: string; databaseUrl: string | null }): Database {
  return database(settings.databaseUrl ? postgres(settings.databaseUrl) : sqlite(`${settings.dataDir}/shuzhou.db`));
}

export function database(engine: Engine): Database {
  const db = new Kysely<Tables>({ dialect: engine.dialect, plugins: [new CamelCasePlugin()] });
  return Object.assign(db, { engine });
}
