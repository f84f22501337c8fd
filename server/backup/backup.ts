import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { backup as onlineBackup, DatabaseSync } from 'node:sqlite';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { filesBelow } from '../files/disk-store.ts';
import {
  BACKED_UP_FILES,
  BACKED_UP_FOLDERS,
  BackupError,
  checkDatabase,
  DATABASE_FILE,
  exists,
  fingerprint,
  MANIFEST,
  type BackedUpFile,
  type BackupManifest,
} from './backup-manifest.ts';

/** One step for all pages: it reads one snapshot, and writers of other processes cannot make it start over. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the embedded database and the files of a data directory into the empty folder `to` while a server may be running, and opens the
 * copy. Files are copied before and after the snapshot of the database: the first pass has those that a later deletion removes, the second
 * those that rows of the snapshot added meanwhile. Throws `BackupError` and leaves no manifest when a step fails.
 */
export async function backUp(dataDir: string, to: string, now: number): Promise<BackupManifest> {
  const source = join(dataDir, DATABASE_FILE);
  if (!existsSync(source)) throw new BackupError(`${dataDir} 里没有数据库，请用 DATA_DIR 指定数据目录`);
  const target = resolve(to);
  if (target === resolve(dataDir) || target.startsWith(resolve(dataDir) + sep)) throw new BackupError('备份目录不能在数据目录里，请换一个');
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) throw new BackupError(`${target} 不是空目录，请换一个（例如以日期命名）`);
  await chmod(target, 0o700);

  const copied = new Map<string, BackedUpFile & { writtenAt: number }>();
  await copyNew(dataDir, target, copied);
  const db = new DatabaseSync(source, { readOnly: true });
  try {
    db.exec('pragma busy_timeout=60000');
    await onlineBackup(db, join(target, DATABASE_FILE), { rate: ALL_PAGES });
  } finally {
    db.close();
  }
  await chmod(join(target, DATABASE_FILE), 0o600);
  await copyNew(dataDir, target, copied);

  const database = checkDatabase(join(target, DATABASE_FILE));
  const files = [...copied.values()].map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
  for (const file of files) {
    const found = await fingerprint(target, file.path);
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256) throw new BackupError(`${file.path} 复制后与原文件不同，请检查备份所在的磁盘`);
  }
  const manifest: BackupManifest = { format: 1, madeAt: now, ...database, files: [await fingerprint(target, DATABASE_FILE), ...files] };
  await writeFile(join(target, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

/** Copies files that are not copied yet or that changed since. A file that is deleted meanwhile is left out. */
async function copyNew(dataDir: string, target: string, copied: Map<string, BackedUpFile & { writtenAt: number }>): Promise<void> {
  const paths: string[] = [...BACKED_UP_FILES];
  for (const folder of BACKED_UP_FOLDERS)
    if (await exists(join(dataDir, folder))) paths.push(...(await filesBelow(join(dataDir, folder))).map((path) => `${folder}/${path}`));
  for (const path of paths) {
    if (path.endsWith('.part')) continue;
    const found = await stat(join(dataDir, path)).catch(() => null);
    const before = copied.get(path);
    if (!found || (before && before.bytes === found.size && before.writtenAt === found.mtimeMs)) continue;
    try {
      copied.set(path, { ...(await copyFile(join(dataDir, path), join(target, path))), path, writtenAt: found.mtimeMs });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Copies one file, readable by the owner only, and returns the size and SHA-256 of what was read. */
export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      bytes += part.length;
      done(null, part);
    },
  });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(createReadStream(from), counted, createWriteStream(to, { mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}
