import { join } from 'node:path';
import { assertNotLoading } from './backup/rows/load-rows.ts';
import { databaseCache } from './cache/database-cache.ts';
import { fallbackCache } from './cache/fallback-cache.ts';
import { redisCache } from './cache/redis-cache.ts';
import { openDatabase } from './db/database.ts';
import { prepareFirstStart } from './seed/first-start.ts';
import { migrate } from './db/migrate.ts';
import { editedWarning } from './db/records/migration-hash.ts';
import { diskStore } from './files/disk-store.ts';
import { s3Store } from './files/s3-store.ts';
import type { AppContext } from './context.ts';
import { startJobs } from './jobs/jobs.ts';
import { LANES } from './areas.ts';
import { stopFfmpeg } from './ffmpeg/ffmpeg.ts';
import type { Settings } from './settings.ts';
import { fullError } from './http/full-error.ts';

/** Migrates and seeds the database, one server at a time; returns the startup messages for the operator. `say` gets lines of progress. */
export const prepareStart = (context: AppContext, say: (line: string) => void = () => {}): Promise<string> =>
  context.db.engine.exclusively(async () => {
    await assertNotLoading(context.db);
    const edited = await migrateUntimed(context);
    // Without statistics the planner prefers a new index to those that it knows.
    await context.db.engine.tidyGrown(context.db);
    return `${editedWarning(edited)}${await prepareFirstStart(context, say)}`;
  });

/** Migrations of large tables may take longer than the statement timeout of requests. */
async function migrateUntimed({ settings, db }: AppContext): Promise<readonly string[]> {
  if (!settings.databaseUrl) return migrate(db);
  const untimed = openDatabase({ ...settings, dbTimeoutMs: 0 });
  return migrate(untimed).finally(() => untimed.destroy());
}

/** Opens the database, the file store, the cache and the job lanes that the settings define. */
export function openContext(settings: Settings): AppContext {
  const db = openDatabase(settings);
  const context: AppContext = {
    settings,
    db,
    files: settings.s3 ? s3Store(settings.s3) : diskStore(join(settings.dataDir, 'files')),
    cache: settings.redisUrl ? fallbackCache(redisCache(settings.redisUrl), databaseCache(db)) : databaseCache(db),
    jobs: startJobs(
      () => context,
      LANES,
      (error) => process.stderr.write(`后台任务出错：${fullError(error)}\n`),
    ),
  };
  return context;
}

export async function closeContext(context: AppContext): Promise<void> {
  const stopped = context.jobs.stop();
  stopFfmpeg(context.settings.dataDir);
  await stopped;
  await context.cache.close();
  await context.db.destroy();
}
