import { Client, TypeOverrides } from 'pg';
import { BackupError } from '../backup-manifest.ts';
import { isCarried, ROWS_AT_ONCE, type Snapshot, type TableShape, type Value } from './snapshot.ts';

const INT8 = 20;
const CONNECT_MS = 10_000;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The schema `public` of a PostgreSQL database as it is now: one read-only transaction, which sees one moment, until `close`. */
export async function postgresSnapshot(url: string): Promise<Snapshot> {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  const client = new Client({ connectionString: url, types, connectionTimeoutMillis: CONNECT_MS });
  await client.connect().catch((error: Error) => {
    throw new BackupError(`连不上 PostgreSQL：${error.message}`);
  });
  try {
    await client.query('begin isolation level repeatable read, read only');
    const tables = await tablesOf(client);
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1');
    return {
      migration: rows[0]?.name ?? '',
      tables,
      identities: await identitiesOf(client, tables),
      async *rows({ name, columns }) {
        await client.query(`declare part no scroll cursor for select ${columns.map(quoted).join(', ')} from ${quoted(name)}`);
        for (;;) {
          const { rows: some } = await client.query<Value[]>({ text: `fetch ${ROWS_AT_ONCE} from part`, rowMode: 'array' });
          if (some.length === 0) break;
          yield some;
        }
        await client.query('close part');
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    if ((error as { code?: string }).code === '42P01') throw new BackupError('这个 PostgreSQL 数据库里没有书舟的表，请检查 DATABASE_URL');
    throw error;
  }
}

/** The tables without those of word indexes, which have a column of type tsvector. */
async function tablesOf(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() and table_name in (select tablename from pg_tables where schemaname = current_schema())
    group by table_name having not bool_or(data_type = 'tsvector') order by table_name`);
  return rows.filter(({ name }) => isCarried(name)).map(({ name, columns }) => ({ name, columns: columns.toSorted() }));
}

async function identitiesOf(client: Client, tables: readonly TableShape[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name, columns } of tables) {
    if (!columns.includes('id')) continue;
    const { rows } = await client.query<{ sequence: string | null }>('select pg_get_serial_sequence($1, $2) as sequence', [quoted(name), 'id']);
    const sequence = rows[0]?.sequence;
    if (!sequence) continue;
    const { rows: state } = await client.query<{ last: number; used: boolean }>(`select last_value as last, is_called as used from ${sequence}`);
    if (state[0]?.used) found[name] = state[0].last;
  }
  return found;
}

/** Throws `BackupError` while another session uses the database: a server that writes would be left behind. */
export async function assertUnused(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect().catch((error: Error) => {
    throw new BackupError(`连不上 PostgreSQL：${error.message}`);
  });
  try {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if ((rows[0]?.others ?? 0) > 0) throw new BackupError('这个 PostgreSQL 数据库还有别的连接，请先停止所有书舟服务器再搬');
  } finally {
    await client.end();
  }
}
