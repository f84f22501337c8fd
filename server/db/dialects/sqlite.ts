import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Dialect, sql, SqliteAdapter, SqliteIntrospector } from 'kysely';
import type { Engine } from './engine.ts';
import { SqliteLists } from './long-lists.ts';
import { ReadCosts } from './read-costs.ts';
import { type LongReads, SqliteDriver, type Writer } from './sqlite-driver.ts';
import { SqliteReaders } from './sqlite-readers.ts';

class Adapter extends SqliteAdapter {
  /** The driver lets one transaction run at a time; long reads run beside it. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const dialect = (path: string, readMs: number): Dialect => ({
  createDriver: () => new SqliteDriver(() => open(path, readMs)),
  createQueryCompiler: () => new SqliteLists(),
  createAdapter: () => new Adapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/**
 * `node:sqlite` in WAL mode with `synchronous=FULL`: an acknowledged commit survives a power loss. Up to 500 prepared statements are cached
 * (8 µs per point read). A read that may be long runs in a process of its own for at most `readMs` milliseconds; 0: every read runs here,
 * without a limit.
 */
export function sqlite(path: string, readMs = 0): Engine {
  return {
    name: 'sqlite',
    breaker: null,
    alone: true,
    dialect: dialect(path, readMs),
    identity: (column) => column.primaryKey().autoIncrement(),
    identityType: 'integer',
    async createWordIndex(db, name) {
      await sql`create virtual table ${sql.table(name)} using fts5(words, content='', contentless_delete=1, detail='none', tokenize='unicode61')`.execute(
        db,
      );
    },
    matches: (name, words) => sql<boolean>`${sql.table(name)} match ${words.map((word) => word.replace(/^[^*]+/, '"$&"')).join(' AND ')}`,
    async putWords(db, name, id, words) {
      await sql`insert or replace into ${sql.table(name)} (rowid, words) values (${id}, ${words})`.execute(db);
    },
    isTwice: (error) => (error as { errcode?: number }).errcode === CONSTRAINT_UNIQUE,
    // A second process on the same file is rejected at startup.
    exclusively: (work) => work(),
    pool: () => ({ max: 1, open: 1, idle: 1, waiting: 0 }),
    async about(db) {
      const { rows } = await sql<{ version: string; bytes: number }>`select sqlite_version() as version,
        (select page_count from pragma_page_count()) * (select page_size from pragma_page_size()) as bytes`.execute(db);
      return { version: `SQLite ${rows[0]?.version}`, bytes: Number(rows[0]?.bytes) };
    },
    async tidy(db) {
      await sql`pragma optimize=0x10002`.execute(db);
    },
    async tidyGrown(db) {
      await sql`pragma optimize=0x10002`.execute(db);
    },
    announceWork: async () => undefined,
    onWork: () => () => undefined,
    announceWrites: async () => false,
    onWrites: () => undefined,
    async continueIdentity(db, table, last) {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
    },
    async removeWords(db, name, ids) {
      if (ids.length > 0) await sql`delete from ${sql.table(name)} where rowid in (${sql.join(ids)})`.execute(db);
    },
  };
}

const KEPT_STATEMENTS = 500;
const CONSTRAINT_UNIQUE = 2067;

/** Only the owner reads the database: it holds personal data. SQLite gives the files beside it the same mode. */
function restrictAccess(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  for (const suffix of ['-wal', '-shm']) if (existsSync(path + suffix)) chmodSync(path + suffix, 0o600);
}

function open(path: string, readMs: number): { writer: Writer; long: LongReads | null } {
  if (path !== ':memory:') restrictAccess(path);
  const connection = new DatabaseSync(path);
  connection.exec('pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=on; pragma busy_timeout=5000; pragma cache_size=-32000');
  // The planner samples this number of rows of an index: reading all would stop the server for seconds.
  connection.exec('pragma analysis_limit=1000');
  return { writer: keeping(connection), long: readMs > 0 && path !== ':memory:' ? longReads(connection, path, readMs) : null };
}

/** A connection that keeps its prepared statements. */
function keeping(connection: DatabaseSync): Writer {
  const kept = new Map<string, ReturnType<Writer['prepare']>>();
  return {
    close: () => connection.close(),
    isInTransaction: () => connection.isTransaction,
    prepare(text) {
      const found = kept.get(text);
      if (found) return found;
      if (kept.size >= KEPT_STATEMENTS) kept.clear();
      const prepared = connection.prepare(text);
      const made = {
        reader: prepared.columns().length > 0,
        all: (values: readonly unknown[]) => prepared.all(...(values as SQLInputValue[])),
        run: (values: readonly unknown[]) => prepared.run(...(values as SQLInputValue[])),
      };
      kept.set(text, made);
      return made;
    },
  };
}

function longReads(connection: DatabaseSync, path: string, readMs: number): LongReads {
  const readers = new SqliteReaders(path, readMs);
  const costs = new ReadCosts({
    plan: (text) => {
      try {
        const lines = connection.prepare(`explain query plan ${text}`).all();
        return lines.map((row) => String(row['detail']));
      } catch {
        return null;
      }
    },
    rows: (table) => {
      // A common table expression has a name, but no table.
      if (!connection.prepare('select 1 from sqlite_master where name = ?').get(table)) return 0;
      return Number(connection.prepare(`select max(rowid) as top from "${table}"`).get()?.['top'] ?? 0);
    },
  });
  return {
    isLong: (text) => costs.isLong(text),
    note: (text, ms) => costs.note(text, ms),
    read: (text, parameters) => readers.read(text, parameters),
    close: () => readers.close(),
  };
}
