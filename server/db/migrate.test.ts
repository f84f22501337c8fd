import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyDatabase } from '../../tests/support/test-database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { editedWarning, hashOf } from './records/migration-hash.ts';
import { up } from './migrations/001-foundation.ts';
import { up as namesInParts } from './migrations/052-names-in-parts.ts';

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-migrate-'));
  db = emptyDatabase(folder);
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

const tables = async () => (await db.introspection.getTables()).map((table) => table.name);

test('F37 rolls back a migration that fails halfway, and completes it at the next start', async () => {
  const broken = db.transaction().execute(async (tx) => {
    await up(tx as never, db.engine);
    throw new Error('the power went');
  });
  await expect(broken).rejects.toThrow('the power went');
  expect(await tables()).toEqual([]);
  await migrate(db);
  expect(await tables()).toContain('publication');
});

test('F37 rejects a database of a newer version with a message', async () => {
  await migrate(db);
  await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2099-01-01T00:00:00.000Z')`.execute(db);
  await expect(migrate(db)).rejects.toThrow('数据库由更新的版本（999-future）建立，请使用新版程序打开');
});

test('#47.7 names the migrations that were edited after the database applied them', async () => {
  expect(await migrate(db)).toEqual([]);
  await sql`update migration_hash set hash = 'another' where name = '001-foundation'`.execute(db);
  expect(await migrate(db)).toEqual(['001-foundation']);
  expect(editedWarning(['001-foundation'])).toMatch(/警告：[^]*001-foundation[^]*npm run dev:reset/);
  expect(editedWarning([])).toBe('');
  // A database of a version that stored no hashes starts with those of today.
  await sql`drop table migration_hash`.execute(db);
  expect(await migrate(db)).toEqual([]);
});

test('#47.7 comments and spaces of a migration do not count as a change', () => {
  expect(hashOf('// why\nawait a();\n\n/* more */ await b();')).toBe(hashOf('await a(); await b();'));
  expect(hashOf('await a();')).not.toBe(hashOf('await b();'));
});

test('changes nothing when migrations run twice', async () => {
  await migrate(db);
  const before = await tables();
  await migrate(db);
  expect(await tables()).toEqual(before);
});

test('#43.11 054 gives the names of submissions that exist a family and a given part, and keeps parts that are written', async () => {
  await migrate(db);
  const names = ['沈知远', '欧阳修', 'Ludwig van Beethoven'].map((name) => ({ name, unit: '某大学' }));
  const authors = JSON.stringify([...names, { name: '王小明', family: '王小', given: '明' }]);
  const { columns } = (await db.introspection.getTables()).find(({ name }) => name === 'journal_submission') ?? { columns: [] };
  const needed = columns.filter(
    ({ isNullable, hasDefaultValue, isAutoIncrementing, name }) => !isNullable && !hasDefaultValue && !isAutoIncrementing && name !== 'id',
  );
  const row = Object.fromEntries(needed.map(({ name, dataType }) => [name, /int|numeric|double|real/i.test(dataType) ? 0 : '']));
  await db
    .insertInto('journal_submission' as never)
    .values({ ...row, authors } as never)
    .execute();
  await namesInParts(db as never);
  const [found] = (await sql<{ authors: string }>`select authors from journal_submission`.execute(db)).rows;
  expect(JSON.parse(found?.authors ?? '[]')).toMatchObject([
    { name: '沈知远', unit: '某大学', family: '沈', given: '知远' },
    { name: '欧阳修', family: '欧阳', given: '修' },
    { name: 'Ludwig van Beethoven', family: 'van Beethoven', given: 'Ludwig' },
    { name: '王小明', family: '王小' },
  ]);
});
