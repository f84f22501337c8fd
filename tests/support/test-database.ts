import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { database, type Database } from '../../server/db/database.ts';
import { postgresEngine } from '../../server/db/dialects/postgres.ts';
import { sqlite } from '../../server/db/dialects/sqlite.ts';
import { migrate } from '../../server/db/migrate.ts';
import { emptyPostgres, lentPostgres } from './lent-postgres.ts';

/** Environment variable with a migrated database of the engine under test (a file, or the address on a server): further databases start as copies of it. */
export const MIGRATED = 'TEST_MIGRATED_DATABASE';
export const onPostgres = (): boolean => process.env['TEST_ENGINE'] === 'postgres';
/**
 * The steps of a random walk. A step takes several times as long on PostgreSQL, and the rules are the same, so that run walks a `share`
 * of them.
 */
export const walkSteps = (onSqlite: number, share = 0.5): number => (onPostgres() ? Math.ceil(onSqlite * share) : onSqlite);
export const fileOf = (dataDir: string): string => join(dataDir, 'shuzhou.db');

/** Returns a database of the engine under test from `dataDir`, empty if there is none; not migrated. */
export const emptyDatabase = (dataDir: string): Database =>
  database(onPostgres() ? postgresEngine(emptyPostgres(process.env[MIGRATED])) : sqlite(fileOf(dataDir)));

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
