import { MINUTE_MS } from '../../../contract/clock.ts';
import { isLater, PREVIOUS_RELEASE, RELEASE } from '../../release.ts';
import { SettingError } from '../../setting-values.ts';
import type { Database } from '../database.ts';

/** One row. The table belongs to the migrator, like `migration_hash`. */
type Recorded = Record<'schemaRelease', { id: number; release: string; previous: string }>;

/** A server without a beat for this time has stopped. */
export const SILENT_MS = MINUTE_MS;

async function has(db: Database, table: string): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === table);
}

/** Notes that the database was migrated by this version. */
export async function noteRelease(db: Database): Promise<void> {
  await db.schema
    .createTable('schemaRelease')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('previous', 'text', (column) => column.notNull())
    .execute();
  const noted = { release: RELEASE, previous: PREVIOUS_RELEASE };
  await db
    .withTables<Recorded>()
    .insertInto('schemaRelease')
    .values({ id: 1, ...noted })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(noted))
    .execute();
}

/**
 * Returns the version that migrated the database when it is the one after this version: this server may run beside its servers, and neither
 * migrates nor seeds. Returns null when the database is of this version or an earlier one. Throws `SettingError` when it is of a later one.
 */
export async function nextRelease(db: Database): Promise<string | null> {
  if (!(await has(db, 'schema_release'))) return null;
  const noted = await db.withTables<Recorded>().selectFrom('schemaRelease').selectAll().executeTakeFirst();
  if (!noted || !isLater(noted.release, RELEASE)) return null;
  if (noted.previous === RELEASE) return noted.release;
  throw new SettingError(
    `数据库由更新的版本（${noted.release}）建立，与这个程序（${RELEASE}）相隔不止一个版本；请使用新版程序打开，或恢复升级前的备份`,
  );
}

/** Throws `SettingError` while a server runs that is older than the version before this one: it would meet tables that it does not know. */
export async function rejectOldServers(db: Database, now: number): Promise<void> {
  if (!(await has(db, 'server_beat'))) return;
  const beats = await db
    .selectFrom('serverBeat')
    .select(['name', 'release'])
    .where('seenAt', '>', now - SILENT_MS)
    .orderBy('name')
    .execute();
  const old = beats.filter(({ release }) => isLater(PREVIOUS_RELEASE, release));
  if (old.length > 0)
    throw new SettingError(
      `还有更早版本的服务器在运行：${old.map(({ name, release }) => `${name}（${release}）`).join('、')}，与 ${RELEASE} 相隔不止一个版本；请先停止它们，一分钟后再启动`,
    );
}
