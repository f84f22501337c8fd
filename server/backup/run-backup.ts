import { spawn } from 'node:child_process';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, 'backup.command.ts');
const USUAL_KEEP = '7d,4w,12m';
/** A backup that takes longer is stopped, so that the next one can start. */
const LONGEST_MS = 6 * 3_600_000;

/**
 * Makes the scheduled backup in a process of its own, so that requests do not wait for it. Returns what was done. Throws an `Error` with the
 * reason in Chinese when it fails.
 */
export async function runBackup(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const to = env['BACKUP_TO'];
  if (!to) return '没有设置 BACKUP_TO，没有备份';
  const args = ['--disable-warning=ExperimentalWarning', COMMAND, 'backup', '--into', to, '--keep', env['BACKUP_KEEP'] || USUAL_KEEP];
  if (env['BACKUP_KEY'] === 'off') args.push('--without-key');
  const child = spawn(process.execPath, args, { env, timeout: LONGEST_MS, stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, failed] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  child.stderr.on('data', (part: Buffer) => (failed += part.toString()));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(failed.trim() || '备份超过六小时，已停止');
  return said.trim();
}
