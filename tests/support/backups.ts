import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backUp, type BackupTarget } from '../../server/backup/backup.ts';
import type { BackupManifest } from '../../server/backup/backup-manifest.ts';
import { type Installation, prepareLocal, sourceOf } from '../../server/backup/installation.ts';
import { diskPlace } from '../../server/backup/place/disk-place.ts';
import { type Restored, restore } from '../../server/backup/restore.ts';
import { type Database, database } from '../../server/db/database.ts';
import { sqlite } from '../../server/db/dialects/sqlite.ts';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATED, onPostgres } from './test-database.ts';

const embedded = (dataDir: string): Installation => ({ dataDir, databaseUrl: null, s3: null });

/** Makes one backup of an embedded installation in an empty folder, as the command does. */
export async function makeBackup(
  dataDir: string,
  to: string,
  { passphrase = null, withKey = true, ...more }: Partial<BackupTarget> & { withKey?: boolean } = {},
): Promise<BackupManifest> {
  const source = await sourceOf(embedded(dataDir), withKey);
  await prepareLocal(resolve(to), dataDir, !more.folder);
  return backUp(source, { place: diskPlace(resolve(to)), folder: '', previous: null, passphrase, scratch: to, ...more }, Date.now());
}

/** Restores a folder into an empty embedded installation. */
export const restored = (from: string, dataDir: string, passphrase: string | null = null): Promise<Restored> =>
  restore(diskPlace(resolve(from)), embedded(dataDir), passphrase, Date.now());

/** Opens an embedded database with the current tables in a data directory, also in the tests on PostgreSQL. */
export async function embeddedDatabase(dataDir: string): Promise<Database> {
  const file = join(dataDir, 'shuzhou.db');
  const prepared = process.env[MIGRATED];
  if (prepared && !onPostgres()) await copyFile(prepared, file);
  const db = database(sqlite(file));
  await migrate(db);
  return db;
}
