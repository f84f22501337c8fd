import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGliteDialect } from 'kysely';
import { database } from '../../server/db/database.ts';
import { postgresEngine } from '../../server/db/dialects/postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { emptyDatabase, fileOf, memoryPostgres, MIGRATED, onPostgres } from './test-database.ts';

/** Creates and migrates a database of the engine under test once per run; returns the clean-up function. */
export default async function makeMigratedDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-migrated-'));
  process.env[MIGRATED] = await (onPostgres() ? postgresIn(folder) : sqliteIn(folder));
  return () => rm(folder, { recursive: true, force: true });
}

async function postgresIn(folder: string): Promise<string> {
  const pglite = memoryPostgres();
  const db = database(postgresEngine(new PGliteDialect({ pglite })));
  await migrate(db);
  const file = join(folder, 'database.tar');
  await writeFile(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await db.destroy();
  return file;
}

async function sqliteIn(folder: string): Promise<string> {
  const db = emptyDatabase(folder);
  await migrate(db);
  // Closing merges the database into one file.
  await db.destroy();
  const file = join(folder, 'migrated.db');
  await copyFile(fileOf(folder), file);
  return file;
}
