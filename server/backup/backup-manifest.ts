import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

export const MANIFEST = 'backup.json';
export const DATABASE_FILE = 'shuzhou.db';
/** Folders and single files of the data directory that belong to a backup; work in progress of jobs is made again from the uploads. */
export const BACKED_UP_FOLDERS = ['files', 'uploads'] as const;
export const BACKED_UP_FILES = ['secret', 'demo-password'] as const;

/** `path` is relative to the data directory, with `/`; `bytes` is the size, `sha256` hexadecimal. */
const backedUpFile = z.object({
  path: z.string().regex(/^(?!.*(?:^|\/)\.\.(?:\/|$))[^/\0][^\0]*$/),
  bytes: z.number().int().min(0),
  sha256: z.string(),
});
export type BackedUpFile = z.infer<typeof backedUpFile>;

export const backupManifest = z.object({
  format: z.literal(1),
  madeAt: z.number(),
  /** Name of the last migration in the database. */
  migration: z.string(),
  tables: z.number().int(),
  rows: z.number().int(),
  files: z.array(backedUpFile),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** Reports in one Chinese line why a backup or a restore is not possible. */
export class BackupError extends Error {}

/** Returns the size and the SHA-256 of a file. */
export async function fingerprint(folder: string, path: string): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    hash.update(part);
    bytes += part.length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Opens a database file as a start would, checks it completely, and counts its rows. Throws `BackupError` when it is damaged. */
export function checkDatabase(path: string): { migration: string; tables: number; rows: number } {
  const db = new DatabaseSync(path);
  try {
    const faults = db.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    if (faults.length !== 1 || faults[0]?.integrity_check !== 'ok')
      throw new BackupError(`数据库已损坏：${faults[0]?.integrity_check ?? '无法检查'}`);
    if (db.prepare('pragma foreign_key_check').all().length > 0) throw new BackupError('数据库已损坏：有记录指向不存在的记录');
    const { name } = db.prepare('select name from kysely_migration order by name desc limit 1').get() as { name: string };
    const tables = db.prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'").all() as { name: string }[];
    let rows = 0;
    for (const table of tables)
      rows += Number((db.prepare(`select count(*) as n from "${table.name.replaceAll('"', '""')}"`).get() as { n: number }).n);
    return { migration: name, tables: tables.length, rows };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`数据库无法打开：${(error as Error).message}`);
  } finally {
    db.close();
  }
}
