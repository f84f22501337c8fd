// `npm run backup -- --to DIR` and `npm run restore -- --from DIR`.
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { dataDirOf } from '../settings.ts';
import { backUp } from './backup.ts';
import { BackupError } from './backup-manifest.ts';
import { restore } from './restore.ts';

const WAYS = { backup: 'to', restore: 'from' } as const;

try {
  const way = process.argv[2] === 'restore' ? 'restore' : 'backup';
  const option = WAYS[way];
  const { values } = parseArgs({ args: process.argv.slice(3), options: { [option]: { type: 'string' } } });
  const folder = values[option];
  if (typeof folder !== 'string' || !folder) throw new BackupError(`请写明目录：npm run ${way} -- --${option} 目录`);
  if (process.env['DATABASE_URL'])
    throw new BackupError('这个命令备份内置数据库；设置了 DATABASE_URL 时请用 pg_dump 与 pg_restore，并另外备份文件与 DATA_DIR/secret');
  const dataDir = dataDirOf(process.env);
  const done = way === 'backup' ? await backUp(dataDir, folder, Date.now()) : await restore(resolve(folder), dataDir);
  const bytes = done.files.reduce((sum, file) => sum + file.bytes, 0);
  const counts = `${done.tables}张表 ${done.rows}行，${done.files.length}个文件 ${(bytes / 1024 / 1024).toFixed(1)}MB`;
  const where = way === 'backup' ? `已备份到 ${resolve(folder)}，并已打开核对` : `已恢复到 ${dataDir}，可以启动了`;
  process.stdout.write(`${where}：${counts}\n`);
  if (process.env['S3_ENDPOINT']) process.stdout.write('文件存在 S3 里，不在这份备份中，请另行备份那个桶\n');
} catch (error) {
  const plain = error instanceof BackupError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`没有完成：${plain ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}
