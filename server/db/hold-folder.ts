import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '../setting-values.ts';

/** Two processes must not use one embedded database: the folder holds the id of the running process. */
export function holdFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'server.pid');
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    if (pid && pid !== process.pid && lives(pid))
      throw new SettingError(`数据目录正由另一个书舟进程（${pid}）使用，请先停止它，或用 DATA_DIR 指定别的目录`);
  } catch (error) {
    if (error instanceof SettingError) throw error;
  }
  const file = openSync(path, 'w', 0o600);
  writeSync(file, String(process.pid));
  closeSync(file);
  return () => rmSync(path, { force: true });
}

/** The system reuses process ids after a restart: only a process that runs this program counts. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').match(/(main|move\.command|migrate\.command)\.ts/) !== null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
