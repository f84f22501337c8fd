import { join } from 'node:path';
import { databaseCache } from './cache/database-cache.ts';
import { fallbackCache } from './cache/fallback-cache.ts';
import { redisCache } from './cache/redis-cache.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { diskStore } from './files/disk-store.ts';
import { s3Store } from './files/s3-store.ts';
import type { House } from './house.ts';
import { startJobs } from './jobs/jobs.ts';
import { WORKERS } from './jobs/workers.ts';
import { stopFfmpeg } from './media/ffmpeg.ts';
import type { Settings } from './settings.ts';

/** Opens every door the settings name and brings the database up to date. */
export async function openHouse(settings: Settings): Promise<House> {
  const db = openDatabase(settings);
  await migrate(db);
  const house: House = {
    settings,
    db,
    files: settings.s3 ? s3Store(settings.s3) : diskStore(join(settings.dataDir, 'files')),
    cache: settings.redisUrl ? fallbackCache(redisCache(settings.redisUrl), databaseCache(db)) : databaseCache(db),
    jobs: startJobs(
      () => house,
      WORKERS,
      (error) => process.stderr.write(`后台任务出错：${String((error as Error).stack ?? error)}\n`),
    ),
  };
  return house;
}

export async function closeHouse(house: House): Promise<void> {
  const stopped = house.jobs.stop();
  stopFfmpeg(house.settings.dataDir);
  await stopped;
  await house.cache.close();
  await house.db.destroy();
}
