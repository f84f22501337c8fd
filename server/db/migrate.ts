import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';
import type { Engine } from './dialects/engine.ts';
import { editedMigrations, hashOf } from './records/migration-hash.ts';

interface MigrationFile {
  up(tx: never, engine: Engine): Promise<void>;
}

const FOLDER = join(import.meta.dirname, 'migrations');

/** Every file of `migrations` by its name, which starts with its number: forward only, in this order, each in its own transaction. */
const MIGRATIONS = new Map<string, MigrationFile>();
const HASHES = new Map<string, string>();
for (const file of (await readdir(FOLDER)).filter((one) => one.endsWith('.ts')).toSorted()) {
  const name = file.replace(/\.ts$/, '');
  MIGRATIONS.set(name, (await import(pathToFileURL(join(FOLDER, file)).href)) as MigrationFile);
  HASHES.set(name, hashOf(await readFile(join(FOLDER, file), 'utf8')));
}

/** Number of the next migration. Numbers may have gaps. */
export const NEXT_MIGRATION = Math.max(...[...MIGRATIONS.keys()].map((name) => Number.parseInt(name, 10))) + 1;

export const isKnownMigration = (name: string): boolean => MIGRATIONS.has(name);

/**
 * Migrates the database to this version of the program, or an empty one up to the migration `upTo`; throws when the database is newer than
 * the program. Returns the names of migrations that were edited after this database applied them.
 */
export async function migrate(db: Database, upTo?: string): Promise<readonly string[]> {
  const migrations: Record<string, Migration> = {};
  for (const [name, { up }] of MIGRATIONS) {
    migrations[name] = { up: (tx) => up(tx as never, db.engine) };
    if (name === upTo) break;
  }
  const migrator = new Migrator({ db: db, provider: { getMigrations: async () => migrations } });
  const known = new Set(Object.keys(migrations));
  // One migration at a time, so that each has its own transaction.
  for (;;) {
    const done = await migrator.getMigrations().catch(() => []);
    if (done.length > 0 && done.every((one) => one.executedAt)) break;
    const { error, results } = await migrator.migrateUp();
    if (error) throw newer(error, known);
    if (!results || results.length === 0) break;
  }
  const { error } = await migrator.migrateToLatest();
  if (error) throw newer(error, known);
  if (await db.engine.announceWrites(db)) db.writes.announced();
  return editedMigrations(db, HASHES);
}

function newer(error: unknown, known: ReadonlySet<string>): unknown {
  const text = String(error);
  const missing = /previously executed migration (\S+) is missing/.exec(text)?.[1];
  return missing && !known.has(missing) ? new Error(`数据库由更新的版本（${missing}）建立，请使用新版程序打开`) : error;
}
