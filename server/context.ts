import type { Cache } from './cache/cache.ts';
import type { Database } from './db/database.ts';
import type { FileStore } from './files/file-store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Settings } from './settings.ts';

/** What every handler may reach: the doors to outside things, made once by `main.ts` or by a test. */
export interface AppContext {
  readonly settings: Settings;
  readonly db: Database;
  readonly files: FileStore;
  readonly cache: Cache;
  readonly jobs: Jobs;
}
