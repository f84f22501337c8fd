import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { COUNTER_COLUMNS, snakeCase, UNCOUNTED_INSERTS, WATCHED_TABLES } from '../watched-tables.ts';
import { WRITES } from './postgres-listener.ts';

/**
 * Sends the name of the written table, at the commit and once for each transaction. A statement that changed no row, or only the columns in the
 * arguments of the trigger, sends nothing. PostgreSQL runs it whatever program writes: also for a server of the version before, and for `psql`.
 * The columns are compared as JSON because a list of columns in the trigger would prevent their removal by a migration.
 */
const FUNCTION = `create or replace function shuzhou_note_write() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from was) then return null; end if;
  elsif tg_op = 'UPDATE' and tg_nargs > 0 then
    if not exists (
      select to_jsonb(one) - tg_argv::text[] from was one except all select to_jsonb(one) - tg_argv::text[] from made one
    ) then return null; end if;
  end if;
  perform pg_notify('${WRITES}', tg_table_name);
  return null;
end $$`;

const OPERATIONS = {
  insert: 'after insert on',
  update: 'after update on',
  delete: 'after delete on',
  truncate: 'after truncate on',
} as const;
const ROWS = {
  insert: '',
  update: 'referencing old table as was new table as made',
  delete: 'referencing old table as was',
  truncate: '',
} as const;
const PREFIX = 'shuzhou_writes_';

/** Every trigger by its name, which changes with its text. */
function triggersOf(table: string): Map<string, string> {
  const name = snakeCase(table);
  const operations = (['insert', 'update', 'delete', 'truncate'] as const).filter(
    (operation) => operation !== 'insert' || !UNCOUNTED_INSERTS.has(table),
  );
  return new Map(
    operations.map((operation) => {
      const columns = operation === 'update' ? [...(COUNTER_COLUMNS[table] ?? [])].map((column) => `'${snakeCase(column)}'`).join(', ') : '';
      // An update is compared only where there are columns that do not count.
      const rows = operation === 'update' && columns === '' ? '' : ROWS[operation];
      const text = `${OPERATIONS[operation]} "${name}" ${rows} for each statement execute function shuzhou_note_write(${columns})`;
      const trigger = `${PREFIX}${operation}_${createHash('sha256').update(`${FUNCTION}${text}`).digest('hex').slice(0, 8)}`;
      return [trigger, `create trigger ${trigger} ${text}`];
    }),
  );
}

/** Makes the triggers that announce the writes of the watched tables, as far as they are missing. Returns whether every table has them. */
// oxlint-disable-next-line no-explicit-any -- statements of the engine name no table of the product
export async function makeWriteTriggers(db: Kysely<any>): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  const present = new Set(tables.map(({ name }) => name));
  const { rows } = await sql<{ name: string; of: string }>`select tgname as name, relname as of from pg_trigger
    join pg_class on pg_class.oid = tgrelid and relnamespace = current_schema()::regnamespace
    where not tgisinternal and starts_with(tgname, ${PREFIX})`.execute(db);
  const found = Map.groupBy(rows, (row) => row.of);
  const made = WATCHED_TABLES.filter((table) => present.has(snakeCase(table)));
  const wanted = new Map(made.map((table) => [snakeCase(table), triggersOf(table)]));
  const statements = [...wanted].flatMap(([table, triggers]) => {
    const names = new Set((found.get(table) ?? []).map(({ name }) => name));
    const extra = [...names].filter((name) => !triggers.has(name));
    return [
      ...[...triggers].flatMap(([name, text]) => (names.has(name) ? [] : [text])),
      ...extra.map((name) => `drop trigger ${name} on "${table}"`),
    ];
  });
  const unwatched = rows.filter((row) => !wanted.has(row.of)).map((row) => `drop trigger ${row.name} on "${row.of}"`);
  if (statements.length + unwatched.length > 0) {
    await db.transaction().execute(async (tx) => {
      for (const statement of [FUNCTION, ...statements, ...unwatched]) await sql.raw(statement).execute(tx);
    });
  }
  return made.length === WATCHED_TABLES.length;
}
