// `npm run backup:rehearse`: backs up this installation (or takes `--from`), restores it beside, starts it, and removes all again.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { API_PREFIX } from '../../contract/limits.ts';
import { SettingError } from '../setting-values.ts';
import { backUp } from './backup.ts';
import { BackupError } from './backup-manifest.ts';
import { installationOf, passphraseOf, placeOf, sourceOf } from './installation.ts';
import { diskPlace } from './place/disk-place.ts';
import { newestIn } from './backup-folder.ts';
import { restore } from './restore.ts';

const START_MS = 120_000;
const SERVER = join(import.meta.dirname, '..', 'main.ts');
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)}秒`;

/** Starts the restored copy without mail, payment, documents or any other outside service, and waits until it can serve. */
async function start(dataDir: string): Promise<ChildProcess> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', DEMO: '0', LOG_LEVEL: 'error', ROLE: 'web' };
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, failed] = ['', ''];
  server.stdout.on('data', (part: Buffer) => (said += part.toString()));
  server.stderr.on('data', (part: Buffer) => (failed += part.toString()));
  const until = Date.now() + START_MS;
  while (Date.now() < until && server.exitCode === null) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (address && (await fetch(`${address}${API_PREFIX}/ready`).catch(() => null))?.ok) return server;
    await setTimeout(200);
  }
  server.kill('SIGKILL');
  throw new BackupError(`恢复出来的数据启动不了：${failed.trim() || '两分钟没有应答'}`);
}

async function rehearse(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const passphrase = passphraseOf(process.env);
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-rehearsal-'));
  try {
    let place = diskPlace(join(folder, 'backup'));
    if (values.from) place = await newestIn(placeOf(values.from, process.env).place);
    else {
      const from = performance.now();
      const source = await sourceOf(installationOf(process.env), true);
      const made = await backUp(source, { place, folder: '', previous: null, passphrase, scratch: folder }, Date.now());
      say(`备份：${made.tables}张表 ${made.rows}行，${made.files.length}个文件，${seconds(from)}`);
    }
    const from = performance.now();
    const dataDir = join(folder, 'restored');
    const { manifest, rows } = await restore(place, { dataDir, databaseUrl: null, s3: null }, passphrase, Date.now());
    say(`恢复：${rows}行，${manifest.files.length}个文件，校验值全部相同，${seconds(from)}`);
    const began = performance.now();
    const server = await start(dataDir);
    say(`启动：恢复出来的数据可以提供服务，${seconds(began)}`);
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await gone;
    say(`演练完成：${place.label} 可以恢复；演练的数据已删除`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  await rehearse();
} catch (error) {
  const plain = error instanceof BackupError || error instanceof SettingError;
  process.stderr.write(`演练没有通过：${plain ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}
