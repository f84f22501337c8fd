import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** Maximum age of an answer: counts of views and readers change without making it invalid. Other servers' writes are unknown, so less with them. */
const FRESH_MS = 10_000;
const FRESH_BESIDE_OTHERS_MS = 1_000;
const KEPT = 500;

interface Kept {
  readonly at: number;
  readonly writes: number;
  readonly answer: Promise<unknown>;
}

const kept = new WeakMap<Database, Map<string, Kept>>();

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
  keptAnswer(db, key, db.writes.ofOthers(BESIDE_WORK), compute);

/**
 * Returns an answer that is the same for everybody, computed at most once in ten seconds while none of its tables is written. A change by
 * staff is seen at once; only the counters of `TableWrites` may be ten seconds old. Callers must not change the answer.
 */
export const sharedAnswer = <T>(db: Database, key: string, tables: readonly (keyof Tables)[], compute: () => Promise<T>): Promise<T> =>
  keptAnswer(db, key, db.writes.of(tables), compute);

function keptAnswer<T>(db: Database, key: string, writes: number, compute: () => Promise<T>): Promise<T> {
  let answers = kept.get(db);
  if (!answers) kept.set(db, (answers = new Map()));
  const found = answers.get(key);
  const fresh = db.engine.alone ? FRESH_MS : FRESH_BESIDE_OTHERS_MS;
  if (found && found.writes === writes && Date.now() - found.at < fresh) return found.answer as Promise<T>;
  if (answers.size >= KEPT) answers.clear();
  const answer = compute();
  const made = { at: Date.now(), writes, answer };
  answers.set(key, made);
  answer.catch(() => answers.get(key) === made && answers.delete(key));
  return answer;
}
