import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embeddedDatabase } from '../../tests/support/backups.ts';
import { objectStore } from '../../tests/support/object-store.ts';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { database, openDatabase } from '../db/database.ts';
import { sqlite } from '../db/dialects/sqlite.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { backUp } from './backup.ts';
import { sourceOf } from './installation.ts';
import { moveDatabase, moveFiles } from './move.ts';
import { diskPlace } from './place/disk-place.ts';
import { s3Place } from './place/s3-place.ts';
import { restore } from './restore.ts';
import { assertNotLoading, loadRows } from './rows/load-rows.ts';
import { postgresSnapshot } from './rows/postgres-snapshot.ts';
import { countRows, type Snapshot } from './rows/snapshot.ts';
import { sqliteSnapshot } from './rows/sqlite-snapshot.ts';
import { diskFiles, objectFiles } from './source-files.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-move-'));
  dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'files', 'a'), { recursive: true });
  await writeFile(join(dataDir, 'secret'), 'f'.repeat(64));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Texts that a format could damage: every kind of line end, quotes, a lone surrogate's neighbours, and a long one. */
const TEXTS = ['一行\n两行\r\n三行', 'line\u2028paragraph\u2029end', '"quoted" \\ and \t', '🖋️𠮷', 'x'.repeat(100_000), ''];

async function filled() {
  const db = await embeddedDatabase(dataDir);
  await db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  for (const [number, text] of TEXTS.entries()) {
    const row = { key: `move ${number}`, value: text, expiresAt: 2 ** 52 + number };
    await db
      .insertInto('cacheEntry')
      .values(row as never)
      .execute();
  }
  const last = await db
    .insertInto('role')
    .values({ roleName: 'gone', roleKey: 'gone', roleSort: 1, createTime: 1, updateTime: 1 } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('role').where('id', '=', last.id).execute();
  await db.destroy();
  return last.id;
}

const counts = async (snapshot: Snapshot) => {
  const all: Record<string, unknown> = {};
  for (const table of snapshot.tables) all[table.name] = await countRows(snapshot, table);
  return all;
};

test('#53.1 rows loaded into another embedded database are the same, and a start rejects a part of them', async () => {
  const lastRole = await filled();
  const source = sqliteSnapshot(join(dataDir, 'shuzhou.db'));
  const other = join(folder, 'other.db');
  const db = database(sqlite(other));
  let tables = 0;
  // The first attempt is interrupted after some tables.
  await expect(
    loadRows(db, source, 1, (done) => {
      tables += 1;
      if (tables > 20 && done.name > 'cache_entry') throw new Error('interrupted');
    }),
  ).rejects.toThrow('interrupted');
  await expect(assertNotLoading(db)).rejects.toThrow('再次运行同一条命令');
  // A table that was loaded from another source: its rows and its checksum differ.
  await db.deleteFrom('cacheEntry').where('key', '=', 'move 0').execute();
  await db.updateTable('moveProgress').set({ checksum: 'another' }).where('tableName', '=', 'cache_entry').execute();
  let before = 0;
  await moveDatabase(
    source,
    db,
    async () => sqliteSnapshot(other),
    2,
    (table) => void (before += Number(table.before)),
  );
  expect(before).toBe(tables - 1);
  await assertNotLoading(db);
  const added = await db
    .insertInto('role')
    .values({ roleName: 'new', roleKey: 'new', roleSort: 1, createTime: 1, updateTime: 1 } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(added.id).toBe(lastRole + 1);
  await expect(loadRows(db, source, 3, () => undefined)).rejects.toThrow('目标数据库不是空的');
  await db.destroy();
  await source.close();
});

test('#53.1 a table that is not of the product stops a move before anything is loaded', async () => {
  const own = await embeddedDatabase(dataDir);
  await own.schema.createTable('own_notes').addColumn('note', 'text').execute();
  await own.destroy();
  const source = sqliteSnapshot(join(dataDir, 'shuzhou.db'));
  const db = database(sqlite(join(folder, 'other.db')));
  await expect(loadRows(db, source, 1, () => undefined)).rejects.toThrow('不属于书舟的表：own_notes');
  await db.destroy();
  await source.close();
});

test('#53.1 files move to an object store and back, a second run writes only what is missing', async () => {
  await writeFile(join(dataDir, 'files', 'a', '书 1.epub'), 'a book');
  await writeFile(join(dataDir, 'files', 'cover.jpg'), 'a cover');
  const store = await objectStore();
  const keyOf = (path: string): string | null => (path.startsWith('files/') ? path.slice(6) : null);
  try {
    const there = s3Place(store.settings, '');
    await moveFiles(diskFiles(dataDir, ['files']), there, keyOf);
    const written = store.written.get('cover.jpg');
    store.objects.set('a/书 1.epub', Buffer.from('a bo'));
    expect(await moveFiles(diskFiles(dataDir, ['files']), there, keyOf)).toEqual({ files: 2, bytes: 13 });
    expect(store.objects.get('a/书 1.epub')?.toString()).toBe('a book');
    expect(store.written.get('cover.jpg')).toBe(written);
    await moveFiles(objectFiles(store.settings, dataDir), diskPlace(join(folder, 'back')), keyOf);
    expect(await readFile(join(folder, 'back', 'a', '书 1.epub'), 'utf8')).toBe('a book');
  } finally {
    await store.close();
  }
});

test('#53.1 a file that arrives changed ends the move with its name, whichever of many it is', async () => {
  for (let n = 0; n < 30; n += 1) await writeFile(join(dataDir, 'files', 'a', `${n}.bin`), `file ${n}`);
  const there = diskPlace(join(folder, 'there'));
  const spoils = {
    ...there,
    write: (path: string, from: Readable) => there.write(path, path.endsWith('/17.bin') ? Readable.from(['another']) : from),
  };
  const keyOf = (path: string): string | null => path;
  await expect(moveFiles(diskFiles(dataDir, ['files']), spoils, keyOf)).rejects.toThrow('files/a/17.bin 写到');
  // The key file is the one more.
  expect(await moveFiles(diskFiles(dataDir, ['files']), there, keyOf)).toMatchObject({ files: 31 });
});

onRealPostgres('moves and backups with PostgreSQL', () => {
  test('#53.1 embedded to PostgreSQL and back, and a backup of it restored into both, are equal by row and checksum', async () => {
    await filled();
    const postgres = await realPostgres();
    const { url } = postgres;
    try {
      const file = join(dataDir, 'shuzhou.db');
      const source = sqliteSnapshot(file);
      const wanted = await counts(source);
      const there = openDatabase({ dataDir, databaseUrl: url, dbTimeoutMs: 0 });
      await moveDatabase(
        source,
        there,
        () => postgresSnapshot(url),
        1,
        () => undefined,
      );
      await source.close();

      const to = join(folder, 'backup');
      const from = await sourceOf({ dataDir, databaseUrl: url, s3: null }, true);
      await mkdir(to);
      const manifest = await backUp(from, { place: diskPlace(to), folder: '', previous: null, passphrase: null, scratch: to }, 1);
      expect(Object.fromEntries(manifest.rowFiles.map(({ name, rows, checksum }) => [name, { rows, checksum }]))).toEqual(wanted);
      await there.destroy();

      const embedded = { dataDir: join(folder, 'embedded'), databaseUrl: null, s3: null };
      await restore(diskPlace(to), embedded, null, 1);
      const restoredFile = sqliteSnapshot(join(embedded.dataDir, 'shuzhou.db'));
      expect(await counts(restoredFile)).toEqual(wanted);
      await restoredFile.close();

      const again = await realPostgres();
      try {
        await restore(diskPlace(to), { dataDir: join(folder, 'second'), databaseUrl: again.url, s3: null }, null, 1);
        const snapshot = await postgresSnapshot(again.url);
        expect(await counts(snapshot)).toEqual(wanted);
        await snapshot.close();
        const taken = restore(diskPlace(to), { dataDir: join(folder, 'third'), databaseUrl: again.url, s3: null }, null, 1);
        await expect(taken).rejects.toThrow('目标数据库不是空的');
      } finally {
        await again.close();
      }
    } finally {
      await postgres.close();
    }
  });
});
