import { Kysely, PostgresDialect, sql, type Dialect } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import type { Engine, PoolState } from './engine.ts';

const INT8 = 20;
const NUMERIC = 1700;
const CONNECTIONS = 20;

/** `bigint` and sums arrive as numbers: no value of ours passes 2^53. */
export function postgres(url: string): Engine {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const pool = new Pool({ connectionString: url, max: CONNECTIONS, types, connectionTimeoutMillis: 5_000 });
  // A connection that breaks, in use or idle, says so to whoever asks next; nobody listening, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return postgresEngine(new PostgresDialect({ pool }), () => ({
    max: CONNECTIONS,
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
}

const ALONE: PoolState = { max: 1, open: 1, idle: 1, waiting: 0 };

/** The PostgreSQL words of the engine over any dialect that speaks it; tests give an in-memory one. */
export function postgresEngine(dialect: Dialect, pool: () => PoolState = () => ALONE): Engine {
  return {
    name: 'postgres',
    alone: false,
    dialect,
    identity: (column) => column.primaryKey(),
    identityType: 'bigserial',
    async createWordIndex(db: Kysely<never>, name) {
      await sql`create table ${sql.table(name)} (rowid bigint primary key, words tsvector not null)`.execute(db);
      await sql`create index ${sql.raw(`${name}_words`)} on ${sql.table(name)} using gin (words)`.execute(db);
    },
    matches: (name, words) => sql<boolean>`${sql.table(name)}.words @@ ${words.join(' & ').replaceAll('*', ':*')}::tsquery`,
    async putWords(db, name, id, words) {
      await sql`insert into ${sql.table(name)} (rowid, words) values (${id}, array_to_tsvector(${sql.val([...new Set(words.split(' ').filter(Boolean))])}::text[]))
        on conflict (rowid) do update set words = excluded.words`.execute(db);
    },
    isTwice: (error) => (error as { code?: string }).code === '23505',
    pool,
    async about(db) {
      const { rows } = await sql<{ version: string; bytes: number }>`select current_setting('server_version') as version,
        pg_database_size(current_database()) as bytes`.execute(db);
      return { version: `PostgreSQL ${rows[0]?.version}`, bytes: Number(rows[0]?.bytes) };
    },
    async tidy(db) {
      await sql`analyze`.execute(db);
    },
    async removeWords(db, name, ids) {
      if (ids.length > 0) await sql`delete from ${sql.table(name)} where rowid in (${sql.join(ids)})`.execute(db);
    },
  };
}
