import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { resumeInterrupted } from './catalog/preparation/preparation.service.ts';
import { holdFolder } from './db/hold-folder.ts';
import { handBackLeases } from './db/leases.ts';
import { fullError } from './http/full-error.ts';
import { log, logEverything } from './telemetry/log.ts';
import { reservePort } from './http/reserve-port.ts';
import { endBeat } from './monitor/runtime/server-beat.service.ts';
import type { AppContext } from './context.ts';
import { openContext, closeContext, prepareStart } from './open-context.ts';
import { SettingError } from './setting-values.ts';
import { readSettings } from './settings.ts';

/** Maximum time from the stop signal to the exit, in milliseconds: running requests and tasks may finish in it. `systemd` and containers wait longer. */
const DRAIN_MS = 25_000;
/** How long the database may take to write what this process gives up, in milliseconds. */
const HAND_BACK_MS = 2_000;
/** Lines of the start: JSON in production, words for a terminal otherwise. They are written at every level of the log. */
const production = process.env['NODE_ENV'] === 'production';
const announcements = log.child({}, { level: 'info' });
const announce = (text: string): void => {
  if (!production) process.stdout.write(`${text}\n`);
  else if (text.trim()) announcements.info({ from: 'start' }, text.trim());
};
const dist = join(import.meta.dirname, '..', 'dist');

/** Ends the process although requests or units of background work that have begun are not done: another server continues them. */
async function giveUp(context: AppContext): Promise<void> {
  announce(`停止：还有没做完的，${DRAIN_MS / 1000}秒后不再等待，重启后会接着做`);
  // Without the database the leases end by themselves.
  const given = Promise.all([handBackLeases(context.db), context.views.flush()]).catch(() => undefined);
  await Promise.race([given, setTimeout(HAND_BACK_MS)]);
  process.exit(0);
}

try {
  const settings = readSettings(process.env);
  log.level = settings.logLevel;
  if (production) logEverything();
  const release = settings.databaseUrl ? () => {} : holdFolder(settings.dataDir);
  const reserved = await reservePort(settings.port, settings.host);
  const context = openContext(settings);
  // Printed at once: a one-time password exists nowhere else.
  announce(await prepareStart(context, announce));
  if (!settings.databaseUrl) await resumeInterrupted(context);
  // `npm run dev` on a fresh clone: Vite serves the client from its sources.
  const built = existsSync(join(dist, 'index.html'));
  if (!built) announce('  没有构建好的界面（dist），只提供接口');
  const app = await buildApp(context, built ? dist : null);
  await app.ready();
  await reserved.release();
  await app.listen({ port: reserved.port, host: settings.host });
  announce(`\n  书舟已启动：${settings.publicUrl.replace(`:${settings.port}`, `:${reserved.port}`)}\n`);
  context.jobs.wake();

  const stop = async () => {
    globalThis.setTimeout(() => void giveUp(context), DRAIN_MS).unref();
    // Load balancers see the answer of `/ready` before the port closes: until then requests that they send are served.
    context.draining = true;
    await setTimeout(settings.drainNoticeMs);
    void context.views.flush();
    await app.close();
    await closeContext(context, endBeat);
    release();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  const plain = error instanceof SettingError;
  if (production) announcements.fatal(plain ? {} : { err: error }, `启动失败：${(error as Error).message}`);
  else process.stderr.write(`启动失败：${plain ? (error as Error).message : fullError(error)}\n`);
  process.exit(1);
}
