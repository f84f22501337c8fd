import { sql } from 'kysely';
import type { Cache } from './cache/cache.ts';
import type { Database } from './db/database.ts';
import type { FileStore } from './files/file-store.ts';
import { Breaker, type Part } from './outage/breaker.ts';
import { diskPart } from './outage/disk-part.ts';

/** Probes of the embedded adapters, which need no breaker: they answer or fail at once. */
export interface Adapters {
  readonly db: Database;
  readonly files: FileStore;
  readonly dataDir: string;
  /** Watches the object store; null for the disk. */
  readonly store: Breaker | null;
  /** Watches Redis; null when the cache is in the database. */
  readonly redis: Breaker | null;
  readonly cache: Cache;
}

/** The parts of an installation, each with a probe that asks the system itself, past every fallback. */
export function partsOf({ db, files, dataDir, store, redis, cache }: Adapters): readonly Part[] {
  return [
    db.engine.breaker ?? new Breaker('database', () => sql`select 1`.execute(db), false),
    store ?? new Breaker('files', () => files.size('status'), false),
    redis ?? new Breaker('cache', () => cache.peek('status'), false),
    diskPart(dataDir),
  ];
}
