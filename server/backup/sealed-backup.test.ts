import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embeddedDatabase, makeBackup, restored } from '../../tests/support/backups.ts';
import { objectStore } from '../../tests/support/object-store.ts';
import { completeBackups, stampOf, thinOut } from './backup-folder.ts';
import { diskPlace } from './place/disk-place.ts';
import { below } from './place/place.ts';
import { s3Place } from './place/s3-place.ts';
import { restore } from './restore.ts';
import { readKeep } from './thinning.rule.ts';

const PASSPHRASE = '八个字以上的口令 2026';
const DAY = 86_400_000;
let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-sealed-'));
  dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'files'), { recursive: true });
  await writeFile(join(dataDir, 'secret'), 'f'.repeat(64));
  await writeFile(join(dataDir, 'files', 'cover.jpg'), 'a picture of a boat');
  const db = await embeddedDatabase(dataDir);
  await db.insertInto('sequence').values({ name: 'spoken words', value: 42 }).execute();
  await db.destroy();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const valueIn = (path: string): unknown => new DatabaseSync(path).prepare('select value from sequence where name = ?').get('spoken words')?.['value'];

test('#53.1 an encrypted backup is readable with its passphrase only, and shows nothing without it', async () => {
  const to = join(folder, 'sealed');
  await makeBackup(dataDir, to, { passphrase: PASSPHRASE, scratch: dataDir });
  for (const name of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = await readFile(join(name.parentPath, name.name));
    for (const plain of ['SQLite format', 'a picture', 'spoken words', 'ffffffff']) expect(bytes.includes(plain)).toBe(false);
  }
  expect((await readdir(dataDir)).filter((name) => name.startsWith('.backup'))).toEqual([]);
  await expect(restored(to, join(folder, 'none'))).rejects.toThrow('请用 BACKUP_PASSPHRASE 写明口令');
  await expect(restored(to, join(folder, 'none'), 'another passphrase')).rejects.toThrow('口令不对');
  await restored(to, join(folder, 'again'), PASSPHRASE);
  expect(valueIn(join(folder, 'again', 'shuzhou.db'))).toBe(42);
  expect(await readFile(join(folder, 'again', 'files', 'cover.jpg'), 'utf8')).toBe('a picture of a boat');
  // One changed byte, and two files of the same backup exchanged.
  const cover = await readFile(join(to, 'files', 'cover.jpg'));
  cover[20] = (cover[20] ?? 0) ^ 1;
  await writeFile(join(to, 'files', 'cover.jpg'), cover);
  await expect(restored(to, join(folder, 'changed'), PASSPHRASE)).rejects.toThrow('解不开');
  await writeFile(join(to, 'files', 'cover.jpg'), await readFile(join(to, 'secret')));
  await expect(restored(to, join(folder, 'changed'), PASSPHRASE)).rejects.toThrow('解不开');
});

test('#53.1 a backup without the key is restored only beside the same key', async () => {
  const to = join(folder, 'keyless');
  await makeBackup(dataDir, to, { withKey: false });
  expect(await readdir(to)).not.toContain('secret');
  const target = join(folder, 'target');
  await expect(restored(to, target)).rejects.toThrow('请先把原来的 secret 文件放进');
  await mkdir(target);
  await writeFile(join(target, 'secret'), 'e'.repeat(64));
  await expect(restored(to, target)).rejects.toThrow('不是这份备份的密钥');
  await writeFile(join(target, 'secret'), 'f'.repeat(64));
  await restored(to, target);
  expect(valueIn(join(target, 'shuzhou.db'))).toBe(42);
  expect(await readFile(join(target, 'secret'), 'utf8')).toBe('f'.repeat(64));
});

test('#53.1 a folder of backups shares unchanged files, is thinned by its rule, and keeps its newest', async () => {
  const place = diskPlace(join(folder, 'backups'));
  const start = Date.UTC(2026, 10, 1, 2);
  let previous: string | null = null;
  for (const day of [0, 1, 2]) {
    const stamp = stampOf(start + day * DAY);
    if (day === 2) await writeFile(join(dataDir, 'files', 'cover.jpg'), 'a picture of a ship');
    await makeBackup(dataDir, join(folder, 'backups'), { folder: stamp, previous, scratch: folder });
    previous = stamp;
  }
  await mkdir(join(folder, 'backups', stampOf(start - DAY)));
  const inodes = await Promise.all(
    ['20261101', '20261102', '20261103'].map((day) => stat(join(folder, 'backups', `${day}-020000`, 'files/cover.jpg'))),
  );
  expect(inodes[0]?.ino).toBe(inodes[1]?.ino);
  expect(inodes[1]?.ino).not.toBe(inodes[2]?.ino);
  expect(await completeBackups(place)).toEqual(['20261101-020000', '20261102-020000', '20261103-020000']);
  expect(await thinOut(place, readKeep('2d'), start + 2 * DAY)).toEqual(['20261031-020000', '20261101-020000']);
  await restored(join(folder, 'backups', '20261102-020000'), join(folder, 'older'));
  expect(await readFile(join(folder, 'older', 'files', 'cover.jpg'), 'utf8')).toBe('a picture of a boat');
});

test('#53.1 a backup in an object store is written, restored and thinned there', async () => {
  const store = await objectStore();
  try {
    const place = s3Place(store.settings, 'house/backups');
    const target = { place, scratch: folder };
    await makeBackup(dataDir, join(folder, 'unused'), { ...target, folder: stampOf(DAY), previous: null });
    await makeBackup(dataDir, join(folder, 'unused2'), { ...target, folder: stampOf(2 * DAY), previous: stampOf(DAY) });
    expect([...store.objects.keys()]).toContain('house/backups/19700102-000000/files/cover.jpg');
    expect(await completeBackups(place)).toEqual(['19700102-000000', '19700103-000000']);
    expect(await thinOut(place, readKeep('1d'), 2 * DAY)).toEqual(['19700102-000000']);
    expect([...store.objects.keys()].some((key) => key.includes('19700102'))).toBe(false);
    const installation = { dataDir: join(folder, 'from-store'), databaseUrl: null, s3: null };
    await restore(below(place, '19700103-000000'), installation, null, DAY);
    expect(valueIn(join(folder, 'from-store', 'shuzhou.db'))).toBe(42);
    // A damaged backup leaves no object in the bucket to which it was restored.
    const other = await objectStore();
    const key = 'house/backups/19700103-000000/files/cover.jpg';
    store.objects.set(key, Buffer.from('damaged'));
    const toBucket = { dataDir: join(folder, 'damaged'), databaseUrl: null, s3: other.settings };
    await expect(restore(below(place, '19700103-000000'), toBucket, null, DAY)).rejects.toThrow('已损坏');
    expect([...other.objects.keys()]).toEqual([]);
    await other.close();
  } finally {
    await store.close();
  }
});
