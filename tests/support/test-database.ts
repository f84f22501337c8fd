import { copyFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PGliteDialect } from 'kysely';
import { database, type Database } from '../../server/db/database.ts';
import { postgresEngine } from '../../server/db/dialects/postgres.ts';
import { sqlite } from '../../server/db/dialects/sqlite.ts';
import { migrate } from '../../server/db/migrate.ts';

/** Environment variable with the file of a migrated database of the engine under test: further databases start as copies of it. */
export const MIGRATED = 'TEST_MIGRATED_DATABASE';
export const onPostgres = (): boolean => process.env['TEST_ENGINE'] === 'postgres';
/**
 * The steps of a random walk. A step takes four to ten times as long on PostgreSQL in memory, and the rules are the same, so that run walks a `share`
 * of them.
 */
export const walkSteps = (onSqlite: number, share = 0.5): number => (onPostgres() ? Math.ceil(onSqlite * share) : onSqlite);
export const fileOf = (dataDir: string): string => join(dataDir, 'shuzhou.db');

/** Returns a database of the engine under test from `dataDir`, empty if there is none; not migrated. */
export const emptyDatabase = (dataDir: string): Database =>
  onPostgres() ? database(postgresEngine(new PGliteDialect({ pglite: memoryPostgres() }))) : database(sqlite(fileOf(dataDir)));

/** Returns a database with all tables and no rows, and a function that releases it. */
export async function migratedDatabase(dataDir: string): Promise<{ readonly db: Database; readonly release: () => Promise<void> }> {
  const made = await beginning(dataDir, process.env[MIGRATED]);
  // The copy may be of a version with fewer tables: a generated project has its own tables.
  await migrate(made.db);
  return made;
}

async function beginning(dataDir: string, start?: string): Promise<{ db: Database; release: () => Promise<void> }> {
  if (start && onPostgres()) return lentPostgres(start);
  if (start) await copyFile(start, fileOf(dataDir));
  const db = emptyDatabase(dataDir);
  return { db, release: () => db.destroy() };
}

export function memoryPostgres(start?: string): PGlite {
  const int8 = 20;
  const numeric = 1700;
  return new PGlite({
    parsers: { [int8]: Number, [numeric]: Number },
    ...(start ? { loadDataDir: new Blob([readFileSync(start)]) } : {}),
  });
}

interface Lent {
  readonly pglite: PGlite;
  readonly tables: string;
}
/** In-memory PostgreSQL takes most of a second to start: the tests of one process reuse it one after another. */
const idle: Lent[] = [];
const IDLE_MOST = 2;

async function lentPostgres(start: string): Promise<{ db: Database; release: () => Promise<void> }> {
  const lent = idle.pop() ?? (await fresh(start));
  const pglite = new Proxy(lent.pglite, {
    get(target, name) {
      if (name === 'close') return async () => {};
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const db = database(postgresEngine(new PGliteDialect({ pglite })));
  return {
    db,
    release: async () => {
      await db.destroy();
      if (idle.length < IDLE_MOST && (await emptied(lent))) idle.push(lent);
      else await lent.pglite.close();
    },
  };
}

async function fresh(start: string): Promise<Lent> {
  const pglite = memoryPostgres(start);
  return { pglite, tables: await tablesOf(pglite) };
}

/** Returns a hash of all columns and indexes. */
async function tablesOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ tables: string }>(`select md5(string_agg(what, ',' order by what)) as tables from (
    select concat_ws(' ', relname, attname, atttypid, attnotnull, atthasdef, attidentity) as what from pg_attribute
      join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and not attisdropped
    union all select indexdef from pg_indexes where schemaname = 'public') as all_of_it`);
  return rows[0]?.tables ?? '';
}

/** Deletes every row and resets the sequences; returns false when a test left other tables than it found. */
async function emptied({ pglite, tables }: Lent): Promise<boolean> {
  await pglite.exec('rollback; reset all; select pg_advisory_unlock_all()');
  if ((await tablesOf(pglite)) !== tables) return false;
  const { rows } = await pglite.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
  );
  const some = rows.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`).join(' union all ');
  const filled = (await pglite.query<{ name: string }>(some)).rows.map(({ name }) => `delete from ${name};`);
  const { rows: counted } = await pglite.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  const again = counted.map(({ name }) => `alter sequence ${name} restart;`);
  // Deletes rows regardless of foreign keys.
  await pglite.exec(`set session_replication_role = replica; ${filled.join(' ')} ${again.join(' ')} reset session_replication_role`);
  return true;
}
