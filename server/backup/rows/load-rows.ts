import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { isKnownMigration, migrate } from '../../db/migrate.ts';
import { SettingError } from '../../setting-values.ts';
import { BackupError } from '../backup-manifest.ts';
import { type Counted, countRows, type Row, RowCount, type Snapshot, type TableShape } from './snapshot.ts';

/** Parameters of one insert; SQLite accepts 32 766. */
const PARAMETERS = 15_000;

export interface LoadedTable extends Counted {
  readonly name: string;
  /** True when an earlier attempt had already loaded it. */
  readonly before: boolean;
}

/**
 * Creates the tables of the snapshot's version in an empty database and loads every row, one transaction for each table; what an interrupted
 * attempt loaded is kept. A start rejects the database until the last table is there. Throws `BackupError` when the database is in use by an
 * installation, or when a table is not the product's.
 */
export async function loadRows(db: Database, snapshot: Snapshot, now: number, onTable: (table: LoadedTable) => void): Promise<LoadedTable[]> {
  if (!isKnownMigration(snapshot.migration)) throw new BackupError(`数据由更新的版本（${snapshot.migration}）建立，请使用新版程序`);
  const names = (await db.introspection.getTables()).map(({ name }) => name);
  if (names.length > 0 && !names.includes('moveProgress') && !names.includes('move_progress'))
    throw new BackupError('目标数据库不是空的，不会覆盖已有的数据；请换一个空的数据库');
  await db.schema
    .createTable('moveProgress')
    .ifNotExists()
    .addColumn('tableName', 'text', (column) => column.primaryKey())
    .addColumn('rowCount', 'bigint', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'bigint', (column) => column.notNull())
    .execute();
  await migrate(db, snapshot.migration);
  const known = new Set((await db.introspection.getTables()).map(({ name }) => snake(name)));
  const strange = snapshot.tables.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (strange.length > 0) throw new BackupError(`源数据库里有不属于书舟的表：${strange.join('、')}，请先移走它们`);

  const done = new Map((await db.selectFrom('moveProgress').selectAll().execute()).map((row) => [row.tableName, row]));
  const loaded: LoadedTable[] = [];
  for (const table of snapshot.tables) {
    const earlier = done.get(table.name);
    // Rows of another source, or of the same one before it changed, are loaded again.
    const before = earlier !== undefined && isSame(await countRows(snapshot, table), { rows: earlier.rowCount, checksum: earlier.checksum });
    const counted = before ? { rows: earlier.rowCount, checksum: earlier.checksum } : await loadTable(db, snapshot, table, now);
    const result = { name: table.name, ...counted, before };
    loaded.push(result);
    onTable(result);
  }
  for (const [table, last] of Object.entries(snapshot.identities)) await db.engine.continueIdentity(db, table, last);
  return loaded;
}

/** Ends a move: the database may be started. */
export async function endLoad(db: Database): Promise<void> {
  await db.schema.dropTable('moveProgress').execute();
}

/** Throws `SettingError` while a database holds only a part of what is being moved to it. */
export async function assertNotLoading(db: Database): Promise<void> {
  const unfinished = (await db.introspection.getTables()).some(({ name }) => snake(name) === 'move_progress');
  if (unfinished) throw new SettingError('这个数据库的搬迁或恢复还没有完成，请再次运行同一条命令，它会接着做');
}

async function loadTable(db: Database, snapshot: Snapshot, table: TableShape, now: number): Promise<Counted> {
  const count = new RowCount();
  await db.transaction().execute(async (tx) => {
    // Migrations insert default rows into some tables.
    await sql`delete from ${sql.table(table.name)}`.execute(tx);
    await tx.deleteFrom('moveProgress').where('tableName', '=', table.name).execute();
    for await (const some of snapshot.rows(table)) await insert(tx, table, some, count);
    const { rows, checksum } = count.result();
    await tx.insertInto('moveProgress').values({ tableName: table.name, rowCount: rows, checksum, endedAt: now }).execute();
  });
  return count.result();
}

async function insert(tx: Tx, { name, columns }: TableShape, rows: readonly Row[], count: RowCount): Promise<void> {
  const atOnce = Math.max(1, Math.floor(PARAMETERS / columns.length));
  const head = sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) values `;
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce);
    for (const row of some) count.add(row);
    const values = sql.join(some.map((row) => sql`(${sql.join(row)})`));
    await sql`${head}${values}`.execute(tx).catch((error: Error) => {
      const { rows: before } = count.result();
      throw new BackupError(`表 ${name} 第${before - some.length + 1}到${before}行写不进目标数据库：${error.message}`);
    });
  }
}

const isSame = (one: Counted, other: Counted): boolean => one.rows === other.rows && one.checksum === other.checksum;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
