import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isKnownMigration } from '../db/migrate.ts';
import { copyFile } from './backup.ts';
import { backupManifest, BackupError, checkDatabase, DATABASE_FILE, MANIFEST, type BackupManifest } from './backup-manifest.ts';

/** The database gets its name last, so that an interrupted restore never starts as an empty installation with a part of the files. */
const UNFINISHED = `${DATABASE_FILE}.restoring`;

/**
 * Copies a backup into an empty data directory and verifies every checksum and the database. Throws `BackupError` and removes what it wrote
 * when anything differs; it never overwrites.
 */
export async function restore(from: string, dataDir: string): Promise<BackupManifest> {
  const manifest = await readManifest(from);
  if (!isKnownMigration(manifest.migration)) throw new BackupError(`备份由更新的版本（${manifest.migration}）建立，请使用新版程序恢复`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await readdir(dataDir)).length > 0)
    throw new BackupError(`${dataDir} 不是空目录，恢复不会覆盖已有的数据；请先移走它，或用 DATA_DIR 指定空目录`);
  try {
    for (const { path, bytes, sha256 } of manifest.files) {
      const copied = await copyFile(join(from, path), join(dataDir, path === DATABASE_FILE ? UNFINISHED : path)).catch((error: Error) => {
        throw new BackupError(`备份里的 ${path} 读不出来：${error.message}`);
      });
      if (copied.bytes !== bytes || copied.sha256 !== sha256) throw new BackupError(`备份里的 ${path} 已损坏（校验值不同），请换一份备份`);
    }
    const found = checkDatabase(join(dataDir, UNFINISHED));
    if (found.rows !== manifest.rows) throw new BackupError('备份里的数据库与清单不符，请换一份备份');
    await rename(join(dataDir, UNFINISHED), join(dataDir, DATABASE_FILE));
    return manifest;
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

async function readManifest(from: string): Promise<BackupManifest> {
  const text = await readFile(join(from, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${from} 不是完整的备份：没有 ${MANIFEST}`);
  });
  try {
    const manifest = backupManifest.parse(JSON.parse(text));
    if (manifest.files.some(({ path }) => path === DATABASE_FILE)) return manifest;
  } catch {
    // The message below covers it.
  }
  throw new BackupError(`${join(from, MANIFEST)} 无法识别，请换一份备份`);
}
