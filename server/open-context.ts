import { join } from 'node:path';
import { assertNotLoading } from './backup/rows/load-rows.ts';
import { databaseCache } from './cache/database-cache.ts';
import { fallbackCache } from './cache/fallback-cache.ts';
import { redisCache } from './cache/redis-cache.ts';
import { openDatabase, type Database } from './db/database.ts';
import { prepareFirstStart } from './seed/first-start.ts';
import { migrate } from './db/migrate.ts';
import { ViewCounts } from './db/view-counts.ts';
import { editedWarning } from './db/records/migration-hash.ts';
import { nextRelease, noteRelease, rejectOldServers } from './db/records/release-record.ts';
import { diskStore } from './files/disk-store.ts';
import { s3Probe } from './files/s3-client.ts';
import type { FileStore } from './files/file-store.ts';
import { s3Store } from './files/s3-store.ts';
import { Breaker } from './outage/breaker.ts';
import { guardedStore } from './files/guarded-store.ts';
import { isOutage } from './outage/outage.ts';
import { partsOf } from './parts.ts';
import type { AppContext } from './context.ts';
import { announceJobs, startJobs, type Jobs } from './jobs/jobs.ts';
import { LANES } from './areas.ts';
import { stopFfmpeg } from './ffmpeg/ffmpeg.ts';
import { RELEASE } from './release.ts';
import type { Settings } from './settings.ts';
import { timedCalls } from './telemetry/latency.ts';
import { log } from './telemetry/log.ts';

/** Migrates and seeds the database, one server at a time; returns the startup messages for the operator. `say` gets lines of progress. */
export const prepareStart = (context: AppContext, say: (line: string) => void = () => {}): Promise<string> =>
  context.db.engine.exclusively(async () => {
    await assertNotLoading(context.db);
    const next = await nextRelease(context.db);
    // This server neither migrates nor seeds: the database already has the tables and defaults of the next version.
    if (next !== null) return `  数据库已升级到 ${next}，这台服务器仍是 ${RELEASE}：可以暂时一起运行，请尽快换上 ${next}\n`;
    if (context.settings.databaseUrl) await rejectOldServers(context.db, Date.now());
    const edited = await migrateUntimed(context);
    // Without statistics the planner prefers a new index to those that it knows.
    await context.db.engine.tidyGrown(context.db);
    await noteRelease(context.db);
    return `${editedWarning(edited)}${await prepareFirstStart(context, say)}`;
  });

/** Migrations of large tables may take longer than the statement timeout of requests. */
async function migrateUntimed({ settings, db }: AppContext): Promise<readonly string[]> {
  if (!settings.databaseUrl) return migrate(db);
  const untimed = openDatabase({ ...settings, dbTimeoutMs: 0 });
  const edited = await migrate(untimed).finally(() => untimed.destroy());
  db.writes.announced();
  return edited;
}

const TIMED_FILES = ['put', 'putFolder', 'read', 'size', 'remove', 'removeAll', 'weigh'] as const;
const TIMED_CACHE = ['get', 'set', 'take', 'count', 'remove', 'claim', 'release', 'peek'] as const;

/** Opens the database, the file store, the cache and the job lanes that the settings define. */
export function openContext(settings: Settings): AppContext {
  const db = openDatabase(settings);
  db.engine.onWrites(db.writes);
  const { files, store } = openStore(settings);
  const redis = settings.redisUrl ? timedCalls('cache', redisCache(settings.redisUrl), TIMED_CACHE) : null;
  // A probe that writes: a Redis without memory answers reads.
  const watched = redis && new Breaker('cache', () => redis.set('status', '1', 60_000));
  const cache = redis ? fallbackCache(redis, databaseCache(db), () => watched?.report().state === 'down') : databaseCache(db);
  const context: AppContext = {
    settings,
    db,
    files,
    cache,
    parts: partsOf({ db, files, settings, store, redis: watched, cache }),
    jobs: openJobs(settings, db, () => context),
    views: new ViewCounts(db),
  };
  return context;
}

/** On PostgreSQL every server announces work that it was woken for, and every server with lanes looks for it. */
function openJobs({ role }: Settings, db: Database, context: () => AppContext): Jobs {
  const announced = announceJobs(() => db.engine.announceWork());
  if (role === 'web') return announced;
  const lanes = startJobs(context, LANES, reportJobError());
  // Another server announces work also while this one waits for its turn to migrate: the tables may not be those of this release yet.
  let begun = false;
  const stopListening = db.engine.onWork(() => void (begun && lanes.wake()));
  return {
    wake() {
      begun = true;
      lanes.wake();
      announced.wake();
    },
    settled: lanes.settled,
    reports: lanes.reports,
    async stop() {
      stopListening();
      await announced.stop();
      await lanes.stop();
    },
  };
}

/** An outage concerns every lane at every tick: it is said in one line, once in this time. */
const OUTAGE_LINE_MS = 30_000;

function reportJobError(): (error: unknown) => void {
  let saidAt = -Infinity;
  return (error) => {
    if (!isOutage(error)) log.error({ err: error }, '后台任务出错');
    else if (performance.now() - saidAt > OUTAGE_LINE_MS) {
      saidAt = performance.now();
      log.error({ err: error }, '后台任务暂停，恢复后自动继续');
    }
  };
}

function openStore({ s3, dataDir }: Settings): { files: FileStore; store: Breaker | null } {
  if (!s3) return { files: timedCalls('files', diskStore(join(dataDir, 'files')), TIMED_FILES), store: null };
  const store = new Breaker('files', s3Probe(s3));
  return { files: guardedStore(timedCalls('files', s3Store(s3), TIMED_FILES), store), store };
}

/** `last` is done when no background work runs any more and the database is still open; its failure does not keep the process. */
export async function closeContext(context: AppContext, last: (context: AppContext) => Promise<unknown> = async () => {}): Promise<void> {
  const stopped = context.jobs.stop();
  stopFfmpeg(context.settings.dataDir);
  await stopped;
  await context.views.close();
  for (const part of context.parts) part.stop();
  await last(context).catch(() => undefined);
  await context.cache.close();
  await context.db.destroy();
}
