import { Kysely, PostgresDialect, sql, type Dialect } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import type { Engine } from './engine.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** `bigint` and sums arrive as numbers: no value of ours passes 2^53. */
export function postgres(url: string): Engine {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  return postgresEngine(new PostgresDialect({ pool: new Pool({ connectionString: url, max: 20, types, connectionTimeoutMillis: 5_000 }) }));
}

/** The PostgreSQL words of the engine over any dialect that speaks it; tests give an in-memory one. */
export function postgresEngine(dialect: Dialect): Engine {
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
    matches: (name, words) => sql<boolean>`${sql.table(name)}.words @@ ${words.join(' & ')}::tsquery`,
    async putWords(db, name, id, words) {
      await sql`insert into ${sql.table(name)} (rowid, words) values (${id}, array_to_tsvector(${sql.val([...new Set(words.split(' ').filter(Boolean))])}::text[]))
        on conflict (rowid) do update set words = excluded.words`.execute(db);
    },
    isTwice: (error) => (error as { code?: string }).code === '23505',
    async tidy(db) {
      await sql`analyze`.execute(db);
    },
    async removeWords(db, name, ids) {
      if (ids.length > 0) await sql`delete from ${sql.table(name)} where rowid in (${sql.join(ids)})`.execute(db);
    },
  };
}
