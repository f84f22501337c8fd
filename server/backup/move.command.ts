// `npm run move-to-postgres` and `npm run move-to-sqlite`: between the embedded database and PostgreSQL, and between the disk and S3.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../db/database.ts';
import { holdFolder } from '../db/hold-folder.ts';
import { SettingError } from '../setting-values.ts';
import { BackupError, DATABASE_FILE } from './backup-manifest.ts';
import { installationOf } from './installation.ts';
import { moveDatabase, moveFiles } from './move.ts';
import { diskPlace } from './place/disk-place.ts';
import { s3Place } from './place/s3-place.ts';
import type { LoadedTable } from './rows/load-rows.ts';
import { assertUnused, postgresSnapshot } from './rows/postgres-snapshot.ts';
import { sqliteSnapshot } from './rows/sqlite-snapshot.ts';
import { diskFiles, objectFiles } from './source-files.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const showTable = ({ name, rows, before }: LoadedTable): void => void (rows > 0 && say(`  ${name} ${rows}行${before ? '（上次已搬）' : ''}`));
const MB = 1024 ** 2;

async function move(toPostgres: boolean): Promise<void> {
  const { dataDir, databaseUrl, s3 } = installationOf(process.env);
  if (databaseUrl === null) throw new BackupError('请用 DATABASE_URL 写明 PostgreSQL 的地址，用 DATA_DIR 写明数据目录');
  const file = join(dataDir, DATABASE_FILE);
  if (toPostgres && !existsSync(file)) throw new BackupError(`${dataDir} 里没有数据库，请用 DATA_DIR 指定数据目录`);
  const release = holdFolder(dataDir);
  try {
    await assertUnused(databaseUrl);
    const source = toPostgres ? sqliteSnapshot(file) : await postgresSnapshot(databaseUrl);
    const db = openDatabase({ dataDir, databaseUrl: toPostgres ? databaseUrl : null, dbTimeoutMs: 0 });
    try {
      const readTarget = async () => (toPostgres ? postgresSnapshot(databaseUrl) : sqliteSnapshot(file));
      const { tables, rows } = await moveDatabase(source, db, readTarget, Date.now(), showTable);
      say(`数据库已搬到 ${toPostgres ? 'PostgreSQL' : file}：${tables}张表 ${rows}行，两边逐表核对相同`);
    } finally {
      await db.destroy();
      await source.close();
    }
    if (s3) {
      const { files, bytes } = toPostgres
        ? await moveFiles(diskFiles(dataDir, ['files']), s3Place(s3, ''), keyOfPath)
        : await moveFiles(objectFiles(s3, dataDir), diskPlace(join(dataDir, 'files')), keyOfPath);
      say(`文件已搬到 ${toPostgres ? `对象存储 ${s3.bucket}` : join(dataDir, 'files')}：${files}个 ${(bytes / MB).toFixed(1)}MB，校验值相同`);
    }
  } finally {
    release();
  }
  say(
    toPostgres
      ? '原来的数据没有改动。请用同样的 DATABASE_URL（和 S3_…）启动，确认无误后再删除旧的 shuzhou.db；检索在启动后自动重建'
      : '原来的数据没有改动。请去掉 DATABASE_URL（和 S3_…）启动；检索在启动后自动重建',
  );
}

/** The name of a file of the store in another store; null for the files that stay in the data directory. */
function keyOfPath(path: string): string | null {
  return path.startsWith('files/') ? path.slice('files/'.length) : null;
}

try {
  await move(process.argv[2] === 'to-postgres');
} catch (error) {
  const plain = error instanceof BackupError || error instanceof SettingError;
  process.stderr.write(`没有完成：${plain ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}
