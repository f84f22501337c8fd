import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Dialect } from 'kysely';
import { Client, Pool, TypeOverrides, type PoolClient } from 'pg';
import { Breaker } from '../../outage/breaker.ts';
import type { Engine, PoolState } from './engine.ts';
import { PostgresLists } from './long-lists.ts';
import { PostgresListener } from './postgres-listener.ts';
import { socketOf } from './postgres-socket.ts';
import { makeWriteTriggers } from './write-triggers.ts';

const INT8 = 20;
const NUMERIC = 1700;
const CONNECTIONS = 20;
/** Most milliseconds that a request waits for a free connection. */
const CONNECT_MS = 2_500;
const PROBE_MS = 1_000;
/** Interval between attempts to get the advisory lock under which a server migrates and seeds. The lock key may be any constant. */
const LOCK_POLL_MS = 250;
const START_LOCK = 7_390_114;

/** `bigint` values and sums are returned as numbers: no value here exceeds 2^53. */
/** `timeoutMs` limits a connection attempt and a statement; 0 means no limit, for work that must finish, such as migrations. */
export function postgres(url: string, timeoutMs = 0): Engine {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    types,
    connectionTimeoutMillis: timeoutMs === 0 ? CONNECT_MS : Math.min(timeoutMs, CONNECT_MS),
    // The server cancels the statement; the client gives up when the server does not respond at all.
    ...(timeoutMs === 0 ? {} : { statement_timeout: timeoutMs, query_timeout: timeoutMs + 1_000 }),
  });
  // A broken connection, in use or idle, reports an error to its next user. An `error` event without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const breaker = timeoutMs === 0 ? null : watched(pool, url);
  const listener = new PostgresListener(url, (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]));
  const guarded = guardedPool(pool, breaker, () => listener.close());
  return postgresEngine(
    new PostgresDialect({ pool: guarded }),
    () => ({
      max: CONNECTIONS,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async (work) => {
      const client = await pool.connect();
      try {
        // Polls, because a blocking wait for the lock would exceed the statement timeout.
        for (;;) {
          const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [START_LOCK]);
          if (rows[0]?.taken) break;
          await setTimeout(LOCK_POLL_MS);
        }
        return await work();
      } finally {
        await client.query('select pg_advisory_unlock($1)', [START_LOCK]).catch(() => undefined);
        client.release();
      }
    },
    breaker,
    listener,
  );
}

/**
 * Watches the server of a pool by a connection of its own, because those of the pool may all be busy. When it no longer answers, every
 * connection is closed: a statement that waits gets an error, and a connection in the middle of a transaction is not used again.
 */
function watched(pool: Pool, url: string): Breaker {
  const open = new Set<PoolClient>();
  let own: Client | null = null;
  const breaker = new Breaker('database', async (signal) => {
    if (own === null) {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
      client.on('error', () => (own = null));
      signal.addEventListener('abort', () => socketOf(client)?.destroy());
      await client.connect();
      own = client;
    }
    const client = own;
    await client.query('select 1').catch((error: unknown) => {
      own = null;
      socketOf(client)?.destroy();
      throw error;
    });
  });
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  pool.on('acquire', (client) => breaker.entered(client));
  pool.on('release', (_error, client) => breaker.left(client));
  breaker.onOpen(() => {
    for (const client of open) socketOf(client)?.destroy();
  });
  const stop = breaker.stop.bind(breaker);
  breaker.stop = () => {
    stop();
    void own?.end().catch(() => undefined);
  };
  return breaker;
}

/** A pool that does not wait for a connection while the server is down. */
const guardedPool = (pool: Pool, breaker: Breaker | null, ended: () => void) => ({
  Client,
  options: pool.options,
  connect: () =>
    breaker
      ? breaker.guard(
          () => pool.connect(),
          (client) => client.release(),
        )
      : pool.connect(),
  async end() {
    ended();
    breaker?.stop();
    await pool.end();
  },
});

const ALONE: PoolState = { max: 1, open: 1, idle: 1, waiting: 0 };

/** Returns the PostgreSQL engine over any compatible dialect; tests pass an in-memory one. */
export function postgresEngine(
  dialect: Dialect,
  pool: () => PoolState = () => ALONE,
  exclusively: Engine['exclusively'] = (work) => work(),
  breaker: Breaker | null = null,
  listener: PostgresListener | null = null,
): Engine {
  return {
    name: 'postgres',
    breaker,
    alone: false,
    dialect: {
      createDriver: () => dialect.createDriver(),
      createQueryCompiler: () => new PostgresLists(),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    },
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
    exclusively,
    async about(db) {
      const { rows } = await sql<{ version: string; bytes: number }>`select current_setting('server_version') as version,
        pg_database_size(current_database()) as bytes`.execute(db);
      return { version: `PostgreSQL ${rows[0]?.version}`, bytes: Number(rows[0]?.bytes) };
    },
    async tidy(db) {
      await sql`analyze`.execute(db);
    },
    // PostgreSQL does this by itself (autovacuum).
    async tidyGrown() {},
    announceWork: async () => void (await listener?.announceWork()),
    onWork: (wake) => listener?.onWork(wake) ?? (() => undefined),
    announceWrites: makeWriteTriggers,
    onWrites: (feed) => listener?.onWrites(feed),
    async continueIdentity(db, table, last) {
      await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), ${Math.max(last, 1)}, ${last > 0})`.execute(db);
    },
    async removeWords(db, name, ids) {
      if (ids.length > 0) await sql`delete from ${sql.table(name)} where rowid in (${sql.join(ids)})`.execute(db);
    },
  };
}
