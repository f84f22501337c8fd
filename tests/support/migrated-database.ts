import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGliteDialect } from 'kysely';
import { database } from '../../server/db/database.ts';
import { postgres, postgresEngine } from '../../server/db/dialects/postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { administer, databaseAt, memoryPostgres, TEMPLATE } from './lent-postgres.ts';
import { POSTGRES_PROGRAMS, realPostgres } from './postgres-server.ts';
import { emptyDatabase, fileOf, MIGRATED, onPostgres } from './test-database.ts';

/** Creates and migrates a database of the engine under test once per run; returns the clean-up function. */
export default async function makeMigratedDatabase(): Promise<() => Promise<void>> {
  if (onPostgres() && POSTGRES_PROGRAMS) return onServer();
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-migrated-'));
  process.env[MIGRATED] = await (onPostgres() ? inMemory(folder) : sqliteIn(folder));
  return () => rm(folder, { recursive: true, force: true });
}

/** An installed PostgreSQL takes a third of the time of the one in memory, which is a WebAssembly program. */
async function onServer(): Promise<() => Promise<void>> {
  const { url, close } = await realPostgres();
  await administer(url, `create database ${TEMPLATE}`);
  const template = databaseAt(url, TEMPLATE);
  const db = database(postgres(template));
  await migrate(db);
  await db.destroy();
  process.env[MIGRATED] = template;
  return close;
}

async function inMemory(folder: string): Promise<string> {
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
