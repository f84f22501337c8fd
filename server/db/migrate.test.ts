import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyDatabase } from '../../tests/support/test-database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { up } from './migrations/001-foundation.ts';

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

test('changes nothing when migrations run twice', async () => {
  await migrate(db);
  const before = await tables();
  await migrate(db);
  expect(await tables()).toEqual(before);
});
