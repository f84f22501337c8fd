import type { Database } from './database.ts';
import { ReadCache } from './read-cache.ts';
import type { Tables } from './tables.ts';

/** Maximum age of an answer: counts of views and readers change without making it invalid. Less while the writes of other servers are unknown. */
const answers = new ReadCache({ most: 500, freshMs: 10_000, unheardMs: 1_000 });

/** Tables that no list of tasks reads; they are written at every visit, sign-in or background task. */
const BESIDE_WORK: ReadonlySet<string> = new Set([
  'session',
  'browse',
  'readingProgress',
  'readingDay',
  'annotation',
  'learningRecord',
  'searchWord',
  'message',
  'operLog',
  'loginLog',
  'job',
  'jobLog',
  'mail',
  'cacheEntry',
  'serverBeat',
  'backupRun',
]);

/**
 * Returns an answer about the tasks of one person, whose name is in `key`, computed at most once in ten seconds while no table of the work
 * of the publisher is written.
 */
export const workAnswer = <T>(db: Database, key: string, compute: () => Promise<T>): Promise<T> =>
  answers.get(db, key, db.writes.ofOthers(BESIDE_WORK), compute);

/**
 * Returns an answer that is the same for everybody, computed at most once in ten seconds while none of its tables is written. A change by
 * staff is seen at once; only the counters of `COUNTER_COLUMNS` may be ten seconds old. Callers must not change the answer.
 */
export const sharedAnswer = <T>(db: Database, key: string, tables: readonly (keyof Tables)[], compute: () => Promise<T>): Promise<T> =>
  answers.get(db, key, db.writes.of(tables), compute);
