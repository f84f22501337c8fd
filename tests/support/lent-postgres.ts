import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { type Dialect, PGliteDialect, PostgresDialect } from 'kysely';
import { Client, Pool, types, TypeOverrides } from 'pg';
import { database, type Database } from '../../server/db/database.ts';
import { postgresEngine } from '../../server/db/dialects/postgres.ts';

/** A migrated PostgreSQL database, which the tests of one process use one after another: creating one takes most of a second. */
interface Lent {
  /** A dialect over one connection, which stays open when Kysely closes it. */
  dialect(): Dialect;
  query<Row>(statement: string): Promise<Row[]>;
  exec(statements: string): Promise<void>;
  close(): Promise<void>;
}

/** The name of the migrated database on a server. */
export const TEMPLATE = 'migrated';

const idle: { readonly lent: Lent; readonly tables: string }[] = [];
const IDLE_MOST = 2;

/**
 * Returns a database with all tables and no rows, and a function that releases it. `start` is the address of a migrated template on a
 * PostgreSQL server, or the file of an in-memory PostgreSQL where none is installed.
 */
export async function lentPostgres(start: string): Promise<{ db: Database; release: () => Promise<void> }> {
  const one = idle.pop() ?? (await fresh(start));
  const db = database(postgresEngine(one.lent.dialect()));
  return {
    db,
    release: async () => {
      await db.destroy();
      if (idle.length < IDLE_MOST && (await emptied(one.lent, one.tables))) idle.push(one);
      else await one.lent.close();
    },
  };
}

const isServer = (start: string): boolean => start.startsWith('postgresql:');

async function fresh(start: string): Promise<{ lent: Lent; tables: string }> {
  const lent = isServer(start) ? await onServer(start) : inMemory(memoryPostgres(start));
  return { lent, tables: await tablesOf(lent) };
}

const INT8 = 20;
const NUMERIC = 1700;

export function memoryPostgres(start?: string): PGlite {
  return new PGlite({
    parsers: { [INT8]: Number, [NUMERIC]: Number },
    ...(start ? { loadDataDir: new Blob([readFileSync(start)]) } : {}),
  });
}

const inMemory = (pglite: PGlite): Lent => ({
  dialect: () =>
    new PGliteDialect({
      pglite: new Proxy(pglite, {
        get(target, name) {
          if (name === 'close') return async () => {};
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    }),
  query: async <Row>(statement: string) => (await pglite.query<Row>(statement)).rows,
  exec: async (statements) => void (await pglite.exec(statements)),
  close: () => pglite.close(),
});

/** The address of another database on the same server. */
export const databaseAt = (address: string, name: string): string => address.replace(/\/\w+\?/, `/${name}?`);

/** A pool of one connection, as in memory: the tests with several are those of `onRealPostgres`. */
function poolOf(address: string): Pool {
  const parsers = new TypeOverrides(types);
  for (const type of [INT8, NUMERIC]) parsers.setTypeParser(type, Number);
  const pool = new Pool({ connectionString: address, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true, types: parsers });
  pool.on('error', () => undefined);
  return pool;
}

/** A dialect of a database without tables, which exists from the first statement until Kysely closes it. `start` as of `lentPostgres`. */
export function emptyPostgres(start: string | undefined): Dialect {
  if (!start || !isServer(start)) return new PGliteDialect({ pglite: memoryPostgres() });
  const name = newName();
  let created: Promise<void> | undefined;
  const pool = poolOf(databaseAt(start, name));
  return new PostgresDialect({
    pool: {
      options: pool.options,
      async connect() {
        await (created ??= administer(start, `create database ${name}`));
        return pool.connect();
      },
      async end() {
        await pool.end();
        if (created) await administer(start, `drop database ${name} with (force)`);
      },
    },
  });
}

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** Creates a copy of the template. */
async function onServer(template: string): Promise<Lent> {
  const name = newName();
  await administer(template, `create database ${name} template ${TEMPLATE}`);
  const pool = poolOf(databaseAt(template, name));
  return {
    dialect: () => new PostgresDialect({ pool: { options: pool.options, connect: () => pool.connect(), end: async () => {} } }),
    query: async <Row>(statement: string) => (await pool.query(statement)).rows as Row[],
    exec: async (statements) => void (await pool.query(statements)),
    async close() {
      await pool.end();
      await administer(template, `drop database ${name} with (force)`);
    },
  };
}

/** Runs a statement that concerns a whole database. */
export async function administer(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseAt(address, 'postgres') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Returns a hash of all columns and indexes. */
async function tablesOf(lent: Lent): Promise<string> {
  const [row] = await lent.query<{ tables: string }>(`select md5(string_agg(what, ',' order by what)) as tables from (
    select concat_ws(' ', relname, attname, atttypid, attnotnull, atthasdef, attidentity) as what from pg_attribute
      join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and not attisdropped
    union all select indexdef from pg_indexes where schemaname = 'public') as all_of_it`);
  return row?.tables ?? '';
}

/** Deletes every row and resets the sequences; returns false when a test left other tables than it found. */
async function emptied(lent: Lent, tables: string): Promise<boolean> {
  await lent.exec('rollback; reset all; select pg_advisory_unlock_all()');
  if ((await tablesOf(lent)) !== tables) return false;
  const names = await lent.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
  );
  const some = names.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`).join(' union all ');
  const filled = (await lent.query<{ name: string }>(some)).map(({ name }) => name);
  // Rows that are deleted would leave gaps: the rows of the next test would lie in another order.
  if (filled.length > 0) await lent.exec(`truncate ${filled.join(', ')} cascade`);
  const counted = await lent.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  if (counted.length > 0) await lent.exec(counted.map(({ name }) => `alter sequence ${name} restart`).join('; '));
  return true;
}
