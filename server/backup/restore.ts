import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../db/database.ts';
import { isKnownMigration } from '../db/migrate.ts';
import type { S3Settings } from '../files/s3-settings.ts';
import { hashOfKey, rowPath } from './backup.ts';
import { BackupError, DATABASE_FILE, KEY_FILE, type BackupManifest } from './backup-manifest.ts';
import { hashing } from './hashed-copy.ts';
import { openBackup, type OpenedBackup } from './manifest-file.ts';
import { diskPlace, hasEntries, prepareFolder } from './place/disk-place.ts';
import type { Place } from './place/place.ts';
import { s3Place } from './place/s3-place.ts';
import { endLoad, loadRows } from './rows/load-rows.ts';
import { readRowFile } from './rows/row-file.format.ts';
import type { Row, Snapshot } from './rows/snapshot.ts';
import { sqliteSnapshot } from './rows/sqlite-snapshot.ts';
import { checkDatabase } from './sqlite-file.ts';

/** The database gets its name last, so that an interrupted restore never starts as an empty installation with a part of the files. */
export const UNFINISHED = `${DATABASE_FILE}.restoring`;

/** Where a backup is restored to: the same settings with which the server will be started. */
export interface RestoreTarget {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly s3: S3Settings | null;
}

export interface Restored {
  readonly manifest: BackupManifest;
  /** Rows of the product's tables that were loaded or checked. */
  readonly rows: number;
}

/**
 * Restores a backup into an empty installation and verifies every checksum, the database and the number of its rows. A backup of either
 * engine can be restored into either. Throws `BackupError` and removes the files that it wrote when anything differs; it never overwrites.
 */
export async function restore(place: Place, target: RestoreTarget, passphrase: string | null, now: number): Promise<Restored> {
  const backup = await openBackup(place, passphrase);
  const { manifest } = backup;
  if (!isKnownMigration(manifest.migration)) throw new BackupError(`备份由更新的版本（${manifest.migration}）建立，请使用新版程序恢复`);
  const { dataDir, s3 } = target;
  const keptKey = await checkKey(manifest, dataDir);
  if (await hasEntries(dataDir, keptKey ? [KEY_FILE] : []))
    throw new BackupError(`${dataDir} 不是空目录，恢复不会覆盖已有的数据；请先移走它，或用 DATA_DIR 指定空目录`);
  const objects = s3 && s3Place(s3, '');
  if (objects && (await objects.names('')).length > 0) throw new BackupError(`${objects.label} 不是空的，恢复不会覆盖已有的文件；请换一个空的桶`);
  await prepareFolder(dataDir);
  const disk = diskPlace(dataDir);
  const written: string[] = [];
  try {
    for (const file of manifest.files) {
      if (manifest.rowFiles.some((table) => rowPath(table.name) === file.path) || (keptKey && file.path === KEY_FILE)) continue;
      const object = objects && file.path.startsWith('files/');
      const name = file.path === DATABASE_FILE ? UNFINISHED : file.path;
      const key = file.path.slice('files/'.length);
      if (object) written.push(key);
      await copyChecked(backup.files, file, object ? objects : disk, object ? key : name);
    }
    const rows = target.databaseUrl === null ? await restoreFile(backup, dataDir, now) : await restoreRows(backup, target, now);
    return { manifest, rows };
  } catch (error) {
    for (const key of written) await objects?.remove(key);
    for (const name of await readdir(dataDir)) if (!keptKey || name !== KEY_FILE) await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

/** Returns whether the target keeps its own key file, which the backup then does not have. */
async function checkKey({ keyHash, files }: BackupManifest, dataDir: string): Promise<boolean> {
  if (files.some(({ path }) => path === KEY_FILE) || keyHash === null) return false;
  const found = await readFile(join(dataDir, KEY_FILE)).catch(() => null);
  if (!found) throw new BackupError(`这份备份不含密钥：请先把原来的 ${KEY_FILE} 文件放进 ${dataDir}，再恢复`);
  if (hashOfKey(found) !== keyHash) throw new BackupError(`${join(dataDir, KEY_FILE)} 不是这份备份的密钥，加密的内容会打不开；请换成原来的`);
  return true;
}

async function copyChecked(from: Place, file: { path: string; bytes: number; sha256: string }, to: Place, name: string): Promise<void> {
  const copied = await (async () => {
    const { stream, result } = hashing(await from.read(file.path));
    await to.write(name, stream);
    return result();
  })().catch((error: Error) => {
    throw error instanceof BackupError ? error : new BackupError(`备份里的 ${file.path} 读不出来：${error.message}`);
  });
  if (copied.bytes !== file.bytes || copied.sha256 !== file.sha256) throw new BackupError(`备份里的 ${file.path} 已损坏（校验值不同），请换一份备份`);
}

/** Ends a restore into the embedded database. Returns its rows. */
async function restoreFile(backup: OpenedBackup, dataDir: string, now: number): Promise<number> {
  const path = join(dataDir, UNFINISHED);
  const { manifest } = backup;
  if (manifest.engine === 'postgres') {
    const loading = join(dataDir, 'loading');
    await prepareFolder(loading);
    await loadChecked(backup, { dataDir: loading, databaseUrl: null, s3: null }, now);
    await rename(join(loading, DATABASE_FILE), path);
    await rm(loading, { recursive: true });
  }
  const found = checkDatabase(path);
  if (manifest.engine === 'sqlite' && found.rows !== manifest.rows) throw new BackupError('备份里的数据库与清单不符，请换一份备份');
  await rename(path, join(dataDir, DATABASE_FILE));
  return manifest.rows;
}

/** Loads the rows of a backup into PostgreSQL. Returns their number. */
async function restoreRows(backup: OpenedBackup, target: RestoreTarget, now: number): Promise<number> {
  const rows = await loadChecked(backup, target, now);
  await rm(join(target.dataDir, UNFINISHED), { force: true });
  return rows;
}

async function loadChecked(backup: OpenedBackup, target: RestoreTarget, now: number): Promise<number> {
  const snapshot = await snapshotOf(backup, target.dataDir);
  const db = openDatabase({ ...target, dbTimeoutMs: 0 });
  try {
    const counted = new Map(backup.manifest.rowFiles.map((table) => [table.name, table]));
    let rows = 0;
    await loadRows(db, snapshot, now, (table) => {
      const stated = counted.get(table.name);
      if (stated && (stated.rows !== table.rows || stated.checksum !== table.checksum))
        throw new BackupError(`备份里表 ${table.name} 的记录与清单不符，请换一份备份`);
      rows += table.rows;
    });
    await endLoad(db);
    return rows;
  } finally {
    await snapshot.close();
    await db.destroy();
  }
}

/** The rows of a backup: its row files, or the embedded database that was copied to the disk. */
async function snapshotOf({ manifest, files }: OpenedBackup, dataDir: string): Promise<Snapshot> {
  if (manifest.engine === 'sqlite') return sqliteSnapshot(join(dataDir, UNFINISHED));
  return {
    migration: manifest.migration,
    tables: manifest.rowFiles,
    identities: manifest.identities,
    rows: ({ name }) => readAll(files, rowPath(name)),
    close: async () => undefined,
  };
}

async function* readAll(files: Place, path: string): AsyncGenerator<readonly Row[]> {
  yield* readRowFile(await files.read(path));
}
