import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { objectStore, type S3Settings } from '../files/s3-settings.ts';
import { address, dataDirOf, type Environment } from '../setting-values.ts';
import { type BackupSource, hashOfKey } from './backup.ts';
import { BackupError, DATABASE_FILE, KEY_FILE } from './backup-manifest.ts';
import { diskPlace, hasEntries, prepareFolder } from './place/disk-place.ts';
import type { Place } from './place/place.ts';
import { s3Address, s3Place } from './place/s3-place.ts';
import { PASSPHRASE_LEAST } from './place/sealed-place.ts';
import { diskFiles, objectFiles } from './source-files.ts';

/** What an installation consists of, from the same settings with which the server is started; nothing is created. */
export interface Installation {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly s3: S3Settings | null;
}

export const installationOf = (env: Environment): Installation => ({
  dataDir: dataDirOf(env),
  databaseUrl: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
  s3: objectStore(env),
});

/** Returns what a backup of the installation reads. Throws `BackupError` when there is no database. */
export async function sourceOf({ dataDir, databaseUrl, s3 }: Installation, withKey: boolean): Promise<BackupSource> {
  const file = join(dataDir, DATABASE_FILE);
  if (databaseUrl === null && !existsSync(file)) throw new BackupError(`${dataDir} 里没有数据库，请用 DATA_DIR 指定数据目录`);
  const key = await readFile(join(dataDir, KEY_FILE)).catch(() => null);
  return {
    database: databaseUrl === null ? { file } : { url: databaseUrl },
    files: s3 ? objectFiles(s3, dataDir, withKey) : diskFiles(dataDir, undefined, withKey),
    keyHash: key && hashOfKey(key),
  };
}

/** Where backups are written or read: a folder, or `s3://bucket/prefix` of the store of `BACKUP_S3_…`, else of `S3_…`. */
export function placeOf(text: string, env: Environment): { place: Place; folder: string | null } {
  if (!text.startsWith('s3://')) return { place: diskPlace(resolve(text)), folder: resolve(text) };
  const own = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (name.startsWith('BACKUP_S3_') ? [[name.slice('BACKUP_'.length), value]] : [])),
  );
  const bucket = /^s3:\/\/([^/]*)/.exec(text)?.[1] ?? '';
  const settings = Object.keys(own).length > 0 ? objectStore({ S3_BUCKET: bucket, ...own }) : objectStore(env);
  const found = s3Address(text, settings);
  if (!found)
    throw new BackupError(
      settings ? `${text} 不可用，请写成 s3://桶/前缀` : '备份到对象存储还缺少 S3_ENDPOINT 等设置，或单独的 BACKUP_S3_ENDPOINT 等',
    );
  return { place: s3Place(found.settings, found.prefix), folder: null };
}

/** Makes the local folder of backups ready. `single`: it is to hold one backup and must be empty. */
export async function prepareLocal(folder: string, dataDir: string, single: boolean): Promise<void> {
  if (folder === resolve(dataDir) || folder.startsWith(resolve(dataDir) + sep)) throw new BackupError('备份目录不能在数据目录里，请换一个');
  if (single && (await hasEntries(folder))) throw new BackupError(`${folder} 不是空目录，请换一个（例如以日期命名）`);
  await prepareFolder(folder);
}

/** An encrypted backup must not leave an unencrypted copy beside it, so its scratch files stay on the disk of the data. */
export const scratchOf = (folder: string | null, encrypted: boolean, dataDir: string): string =>
  encrypted && existsSync(dataDir) ? dataDir : (folder ?? tmpdir());

/** `BACKUP_PASSPHRASE`; null for a backup that is not encrypted. */
export function passphraseOf(env: Environment): string | null {
  const text = env['BACKUP_PASSPHRASE'];
  if (!text) return null;
  if (text.length < PASSPHRASE_LEAST) throw new BackupError(`BACKUP_PASSPHRASE 太短，至少${PASSPHRASE_LEAST}个字符`);
  return text;
}
