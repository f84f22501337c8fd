// An embedded installation with the demonstration content moves to PostgreSQL and an object store and back: equal by row and checksum.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countRows } from '../../../server/backup/rows/snapshot.ts';
import { sqliteSnapshot } from '../../../server/backup/rows/sqlite-snapshot.ts';
import { postgresSnapshot } from '../../../server/backup/rows/postgres-snapshot.ts';
import { BACKUP, operate, RESTORE } from './backups.mjs';

const MB = 1024 ** 2;
const LARGE_FILES = 16;
const LARGE_BYTES = 64 * MB;

export async function moves(cluster, { check, figure, large }) {
  // The content of the cluster, restored into an embedded installation.
  const settings = cluster.servers[0].settings;
  const backup = join(cluster.folder, 'to-move');
  const dataDir = join(cluster.folder, 'moving');
  await operate([...BACKUP, '--to', backup], settings);
  const embedded = without(settings, ['DATABASE_URL', 'REDIS_URL', ...Object.keys(cluster.store.env)]);
  embedded.DATA_DIR = dataDir;
  await operate([...RESTORE, '--from', backup], embedded);
  await rm(backup, { recursive: true });
  if (large) {
    await mkdir(join(dataDir, 'files', 'large'), { recursive: true });
    for (let n = 0; n < LARGE_FILES; n += 1) await writeFile(join(dataDir, 'files', 'large', `${n}.bin`), randomBytes(LARGE_BYTES));
  }
  const file = join(dataDir, 'shuzhou.db');
  const rows = await rowsOf(sqliteSnapshot(file));
  const files = await filesOf(join(dataDir, 'files'));
  // The store of the tests has one bucket: without Ceph the files stay on the disk.
  const bucket = (await cluster.store.addBucket?.('moved')) ?? null;
  const there = {
    ...(bucket ? settings : without(settings, Object.keys(cluster.store.env))),
    ...(bucket ? { S3_BUCKET: bucket } : {}),
    DATABASE_URL: await cluster.postgres.another('moved'),
    DATA_DIR: dataDir,
  };
  const from = performance.now();
  await operate(['server/backup/move.command.ts', 'to-postgres'], there);
  const away = (performance.now() - from) / 1000;
  check(
    'move to PostgreSQL: equal by row and checksum',
    same(rows, await rowsOf(await postgresSnapshot(there.DATABASE_URL))),
    `${rows.size} tables, ${total(rows)} rows`,
  );
  await rename(file, `${file}.before`);
  if (bucket) await rename(join(dataDir, 'files'), join(dataDir, 'files.before'));
  const back = performance.now();
  await operate(['server/backup/move.command.ts', 'to-sqlite'], there);
  const home = (performance.now() - back) / 1000;
  check('move back: equal by row and checksum', same(rows, await rowsOf(sqliteSnapshot(file))));
  check('move there and back: every file is equal by checksum', same(files, await filesOf(join(dataDir, 'files'))), `${files.size} files`);
  const bytes = [...files.values()].reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);
  figure(
    'move to PostgreSQL and S3, and back',
    `${away.toFixed(1)} s and ${home.toFixed(1)} s, ${total(rows)} rows, ${(bytes / MB).toFixed(0)} MB of files`,
  );
  await rm(dataDir, { recursive: true });
}

const without = (settings, names) => Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
const total = (rows) => [...rows.values()].reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);
const same = (one, other) => one.size === other.size && one.size > 0 && [...one].filter(([name, value]) => other.get(name) !== value).length === 0;

/** Rows and checksum of each table. */
async function rowsOf(snapshot) {
  const found = new Map();
  for (const table of snapshot.tables) {
    const { rows, checksum } = await countRows(snapshot, table);
    found.set(table.name, `${rows} ${checksum}`);
  }
  await snapshot.close();
  return found;
}

/** Bytes and hash of each file of a folder. */
async function filesOf(folder) {
  const found = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of createReadStream(path)) {
      bytes += part.length;
      hash.update(part);
    }
    found.set(path.slice(folder.length), `${bytes} ${hash.digest('hex')}`);
  }
  return found;
}
