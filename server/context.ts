import type { Cache } from './cache/cache.ts';
import type { Database } from './db/database.ts';
import type { ViewCounts } from './db/view-counts.ts';
import type { FileStore } from './files/file-store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Part } from './outage/breaker.ts';
import type { Settings } from './settings.ts';

/** What every handler may use: the adapters to external systems, created once by `main.ts` or by a test. */
export interface AppContext {
  readonly settings: Settings;
  readonly db: Database;
  readonly files: FileStore;
  readonly cache: Cache;
  readonly jobs: Jobs;
  /** Views of pages that are not written yet. */
  readonly views: ViewCounts;
  /** The state of every external system and of the disk. */
  readonly parts: readonly Part[];
  /** True when the server was asked to stop: load balancers must not send it more. */
  draining?: boolean;
}
