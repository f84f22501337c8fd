import { existsSync, mkdirSync, openSync, readFileSync, writeSync, closeSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { resumeInterrupted } from './catalog/preparation/preparation.service.ts';
import { fullError } from './http/full-error.ts';
import { reservePort } from './http/reserve-port.ts';
import { openContext, closeContext, prepareStart } from './open-context.ts';
import { readSettings, SettingError } from './settings.ts';

const dist = join(import.meta.dirname, '..', 'dist');

try {
  const settings = readSettings(process.env);
  const release = settings.databaseUrl ? () => {} : holdFolder(settings.dataDir);
  const reserved = await reservePort(settings.port, settings.host);
  const context = openContext(settings);
  // Printed at once: a one-time password exists nowhere else.
  process.stdout.write(await prepareStart(context, (line) => process.stdout.write(`${line}\n`)));
  if (!settings.databaseUrl) await resumeInterrupted(context);
  // `npm run dev` on a fresh clone: Vite serves the client from its sources.
  const built = existsSync(join(dist, 'index.html'));
  if (!built) process.stdout.write('  没有构建好的界面（dist），只提供接口\n');
  const app = await buildApp(context, built ? dist : null);
  await app.ready();
  await reserved.release();
  await app.listen({ port: reserved.port, host: settings.host });
  process.stdout.write(`\n  书舟已启动：${settings.publicUrl.replace(`:${settings.port}`, `:${reserved.port}`)}\n\n`);
  context.jobs.wake();

  const stop = async () => {
    await app.close();
    await closeContext(context);
    release();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  const plain = error instanceof SettingError;
  process.stderr.write(`启动失败：${plain ? (error as Error).message : fullError(error)}\n`);
  process.exit(1);
}

/** Two processes must not use one embedded database: the folder holds the id of the running process. */
function holdFolder(dataDir: string): () => void {
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
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
