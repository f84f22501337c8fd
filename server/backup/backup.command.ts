// `npm run backup -- --to 目录|s3://桶/前缀`, or `--into` with a folder of backups, and `npm run restore -- --from …`.
import { parseArgs } from 'node:util';
import { SettingError } from '../setting-values.ts';
import { backUp } from './backup.ts';
import { completeBackups, newestIn, stampOf, thinOut } from './backup-folder.ts';
import { BackupError, type BackupManifest } from './backup-manifest.ts';
import { installationOf, passphraseOf, placeOf, prepareLocal, scratchOf, sourceOf } from './installation.ts';
import { below } from './place/place.ts';
import { recordRun } from './backup-run.ts';
import { restore } from './restore.ts';
import { readKeep } from './thinning.rule.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const sizes = ({ files }: BackupManifest, rows: number, tables: number): string => {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${tables}张表 ${rows}行，${files.length}个文件 ${(bytes / 1024 / 1024).toFixed(1)}MB`;
};

async function makeBackup(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, into: { type: 'string' }, keep: { type: 'string' }, 'without-key': { type: 'boolean' } },
  });
  const single = values.into === undefined;
  const named = values.to ?? values.into;
  if (!named || (values.to !== undefined && values.into !== undefined))
    throw new BackupError('请写明去处：npm run backup -- --to 空目录，或 --into 存放多份备份的目录；也可以写 s3://桶/前缀');
  const keep = values.keep === undefined ? null : readKeep(values.keep);
  if (keep && single) throw new BackupError('--keep 只与 --into 一起用：它整理存放多份备份的目录');
  const installation = installationOf(process.env);
  const passphrase = passphraseOf(process.env);
  const { place, folder } = placeOf(named, process.env);
  const source = await sourceOf(installation, !values['without-key']);
  if (folder !== null) await prepareLocal(folder, installation.dataDir, single);
  else if (single && (await place.names('')).length > 0) throw new BackupError(`${place.label} 不是空的，请换一个前缀（例如以日期命名）`);
  const now = Date.now();
  const target = {
    place,
    folder: single ? '' : stampOf(now),
    previous: single ? null : ((await completeBackups(place)).at(-1) ?? null),
    passphrase,
    scratch: scratchOf(folder, passphrase !== null, installation.dataDir),
  };
  const label = below(place, target.folder).label;
  const manifest = await recordRun(installation, { place: label, encrypted: passphrase !== null, startedAt: now }, () => backUp(source, target, now));
  say(`已备份到 ${label}，并已读回核对${manifest.engine === 'sqlite' ? '、打开数据库检查' : ''}：${sizes(manifest, manifest.rows, manifest.tables)}`);
  if (values['without-key']) say('密钥没有放进备份：恢复时需要原来的 secret 文件，请另外保管');
  if (passphrase !== null) say('备份已加密：没有口令就打不开，请另外保管口令');
  if (keep) for (const stamp of await thinOut(place, keep, now)) say(`按保留规则删除了旧备份 ${stamp}`);
}

async function restoreBackup(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { from: { type: 'string' } } });
  if (!values.from) throw new BackupError('请写明目录：npm run restore -- --from 目录，或 s3://桶/前缀');
  const installation = installationOf(process.env);
  const { place } = placeOf(values.from, process.env);
  const chosen = await newestIn(place);
  const { manifest, rows } = await restore(chosen, installation, passphraseOf(process.env), Date.now());
  const where = installation.databaseUrl === null ? installation.dataDir : `PostgreSQL 与 ${installation.dataDir}`;
  say(`已恢复到 ${where}，可以启动了：${sizes(manifest, rows, manifest.tables)}`);
  say(`备份来自 ${chosen.label}，建立于 ${new Date(manifest.madeAt).toISOString()}，数据库版本 ${manifest.migration}`);
}

try {
  const [way, ...args] = process.argv.slice(2);
  await (way === 'restore' ? restoreBackup(args) : makeBackup(args));
} catch (error) {
  const plain =
    error instanceof BackupError || error instanceof SettingError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`没有完成：${plain ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}
