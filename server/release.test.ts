import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase } from '../tests/support/test-database.ts';
import { testContext, type TestContext } from '../tests/support/test-context.ts';
import { loadRows } from './backup/rows/load-rows.ts';
import type { Snapshot } from './backup/rows/snapshot.ts';
import { sqliteSnapshot } from './backup/rows/sqlite-snapshot.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { nextRelease, noteRelease, rejectOldServers } from './db/records/release-record.ts';
import { prepareStart } from './open-context.ts';
import { isLater, PREVIOUS_RELEASE, RELEASE } from './release.ts';

test('versions are compared by their numbers', () => {
  expect([isLater('0.10.0', '0.9.9'), isLater('1.0.0', '0.99.0'), isLater('0.3.1', '0.3.0')]).toEqual([true, true, true]);
  expect([isLater('0.3.0', '0.3.0'), isLater('0.9.9', '0.10.0'), isLater(PREVIOUS_RELEASE, RELEASE)]).toEqual([false, false, false]);
});

describe('a database that the version before made', () => {
  let folder: string;
  let snapshot: Snapshot;
  let db: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shuzhou-release-'));
    const recorded = join(import.meta.dirname, '..', 'tests', 'fixtures', `release-${PREVIOUS_RELEASE}.db.br`);
    await writeFile(join(folder, 'before.db'), brotliDecompressSync(await readFile(recorded)));
    snapshot = sqliteSnapshot(join(folder, 'before.db'));
  });
  beforeEach(() => {
    db = emptyDatabase(folder);
  });
  afterEach(async () => {
    await db.destroy();
    await rm(join(folder, 'shuzhou.db'), { force: true });
  });
  afterAll(async () => {
    await snapshot.close();
    await rm(folder, { recursive: true, force: true });
  });

  const columns = async (): Promise<Map<string, { type: string; optional: boolean }>> =>
    new Map(
      (await db.introspection.getTables()).flatMap(({ name: table, columns: all }) =>
        all.map((one) => [`${table}.${one.name}`, { type: one.dataType, optional: one.isNullable || one.hasDefaultValue || one.isAutoIncrementing }]),
      ),
    );
  const rowsOf = async (table: string): Promise<number> =>
    Number((await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)).rows[0]?.count);

  test('#53.1 keeps every row and every column, and gets only columns that its program may leave out', async () => {
    const loaded = await loadRows(db, snapshot, Date.now(), () => {});
    const before = await columns();
    await migrate(db);
    const after = await columns();
    const lost = [...before].filter(([name, { type, optional }]) => after.get(name)?.type !== type || (optional && !after.get(name)?.optional));
    expect(lost).toEqual([]);
    const tables = new Set([...before.keys()].map((name) => name.split('.')[0]));
    const demanded = [...after].filter(([name, { optional }]) => !before.has(name) && tables.has(name.split('.')[0]) && !optional);
    expect(demanded).toEqual([]);
    const kept = await Promise.all(loaded.map(async ({ name, rows }) => [name, (await rowsOf(name)) >= rows] as const));
    expect(kept.length).toBeGreaterThan(200);
    expect(kept.filter(([, all]) => !all)).toEqual([]);
  });

  test('#53.1 a server of the version before may write all of its rows into the tables of this version', async () => {
    await migrate(db);
    let written = 0;
    for (const table of snapshot.tables) {
      await sql`delete from ${sql.table(table.name)}`.execute(db);
      const head = sql`insert into ${sql.table(table.name)} (${sql.join(table.columns.map((column) => sql.ref(column)))}) values `;
      for await (const some of snapshot.rows(table))
        for (let from = 0; from < some.length; from += 20) {
          const part = some.slice(from, from + 20);
          await sql`${head}${sql.join(part.map((row) => sql`(${sql.join(row)})`))}`.execute(db);
          written += part.length;
        }
    }
    expect(written).toBeGreaterThan(10_000);
  });
});

describe('the start of a server', () => {
  let t: TestContext;
  beforeEach(async () => {
    t = await testContext();
  });
  afterEach(() => t.close());

  const madeBy = async (release: string, previous: string) => {
    await noteRelease(t.context.db);
    await sql`update schema_release set release = ${release}, previous = ${previous}`.execute(t.context.db);
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2099-01-01T00:00:00.000Z')`.execute(t.context.db);
  };

  test('#53.1 a server runs beside servers of the next version without changing the database', async () => {
    await madeBy('99.1.0', RELEASE);
    await t.context.db.deleteFrom('planted').execute();
    expect(await prepareStart(t.context)).toBe(`  数据库已升级到 99.1.0，这台服务器仍是 ${RELEASE}：可以暂时一起运行，请尽快换上 99.1.0\n`);
    expect(await t.context.db.selectFrom('planted').selectAll().execute()).toEqual([]);
    expect(await nextRelease(t.context.db)).toBe('99.1.0');
  });

  test('#53.1 a server does not start two versions apart, in either direction', async () => {
    await madeBy('99.2.0', '99.1.0');
    await expect(prepareStart(t.context)).rejects.toThrow(`数据库由更新的版本（99.2.0）建立，与这个程序（${RELEASE}）相隔不止一个版本`);
    const beat = { name: 'web1:7', role: 'web', startedAt: 1, state: '{"down":[],"failures":0}' };
    const now = Date.now();
    await t.context.db
      .insertInto('serverBeat')
      .values({ ...beat, release: '0.0.9', seenAt: now - 20_000 })
      .execute();
    await expect(rejectOldServers(t.context.db, now)).rejects.toThrow('还有更早版本的服务器在运行：web1:7（0.0.9）');
    await t.context.db.updateTable('serverBeat').set({ release: PREVIOUS_RELEASE }).execute();
    await rejectOldServers(t.context.db, now);
    // One that was stopped more than a minute ago is no obstacle.
    await t.context.db
      .updateTable('serverBeat')
      .set({ release: '0.0.9', seenAt: now - 61_000 })
      .execute();
    await rejectOldServers(t.context.db, now);
  });
});
