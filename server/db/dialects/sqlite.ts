import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { sql, SqliteDialect, type SqliteDatabase } from 'kysely';
import type { Engine } from './engine.ts';

/**
 * Adapts `node:sqlite` to the better-sqlite3 interface that Kysely expects. WAL with `synchronous=FULL`: an
 * acknowledged commit survives a power loss. Up to 500 prepared statements are cached (8 µs per point read).
 */
export function sqlite(path: string): Engine {
  return {
    name: 'sqlite',
    alone: true,
    dialect: new SqliteDialect({ database: async () => open(path) }),
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

function open(path: string): SqliteDatabase {
  if (path !== ':memory:') restrictAccess(path);
  const connection = new DatabaseSync(path);
  connection.exec('pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=on; pragma busy_timeout=5000; pragma cache_size=-32000');
  const kept = new Map<string, ReturnType<typeof statement>>();

  function statement(text: string) {
    const prepared = connection.prepare(text);
    return {
      reader: prepared.columns().length > 0,
      all: (values: readonly unknown[]) => prepared.all(...(values as SQLInputValue[])),
      run: (values: readonly unknown[]) => prepared.run(...(values as SQLInputValue[])),
      iterate: (values: readonly unknown[]) => prepared.iterate(...(values as SQLInputValue[])),
    };
  }
  return {
    close: () => connection.close(),
    prepare(text) {
      const found = kept.get(text);
      if (found) return found;
      if (kept.size >= KEPT_STATEMENTS) kept.clear();
      const made = statement(text);
      kept.set(text, made);
      return made;
    },
  };
}
