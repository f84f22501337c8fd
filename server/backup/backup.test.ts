import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reservePort } from '../http/reserve-port.ts';
import { resetAdmin } from '../identity/reset-admin.service.ts';
import { passwordMatches } from '../identity/password.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { verifyChain } from '../audit/audit-chain.ts';
import { embeddedDatabase, makeBackup, restored } from '../../tests/support/backups.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const WRITERS = 6;
let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-backup-'));
  dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'files', 'a'), { recursive: true });
  await writeFile(join(dataDir, 'secret'), 'f'.repeat(64));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens the embedded database of the data directory with the current schema and default rows. */
async function opened() {
  const db = await embeddedDatabase(dataDir);
  await db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  return db;
}

/** A thread that inserts rows with its own number; `acknowledged` is the number of its committed rows. */
function writer(number: number) {
  const worker = new Worker(
    `const { DatabaseSync } = require('node:sqlite');
     const { workerData, parentPort } = require('node:worker_threads');
     const db = new DatabaseSync(workerData.path);
     db.exec('pragma busy_timeout=60000');
     const insert = db.prepare('insert into backup_probe (writer, seq, note) values (?, ?, ?)');
     let seq = 0;
     const step = () => { for (let n = 0; n < 5; n += 1) { seq += 1; insert.run(workerData.number, seq, 'x'.repeat(2000)); } parentPort.postMessage(seq); setImmediate(step); };
     step();`,
    { eval: true, workerData: { path: join(dataDir, 'shuzhou.db'), number } },
  );
  const state = { acknowledged: 0, stop: () => worker.terminate() };
  worker.on('message', (seq: number) => (state.acknowledged = seq));
  return state;
}

test('#43.4 a backup under six writers opens, passes the check, and has every row acknowledged before it began', async () => {
  const db = await opened();
  new DatabaseSync(join(dataDir, 'shuzhou.db')).exec('create table backup_probe (writer integer, seq integer, note text)');
  const writers = Array.from({ length: WRITERS }, (_, number) => writer(number));
  try {
    for (let round = 0; round < 3; round += 1) {
      await writeFile(join(dataDir, 'files', 'a', `${round}.bin`), `file ${round}`);
      await vi.waitFor(() => expect(writers.every((one) => one.acknowledged > round * 50)).toBe(true));
      const before = writers.map((one) => one.acknowledged);
      const to = join(folder, `backup-${round}`);
      await makeBackup(dataDir, to);
      const target = join(folder, `restored-${round}`);
      await restored(to, target);
      const copy = new DatabaseSync(join(target, 'shuzhou.db'));
      for (const [number, acknowledged] of before.entries()) {
        const { n, most } = copy.prepare('select count(*) as n, max(seq) as most from backup_probe where writer = ?').get(number) as {
          n: number;
          most: number;
        };
        expect(most).toBeGreaterThanOrEqual(acknowledged);
        expect(n).toBe(most);
      }
      copy.close();
      expect(await readFile(join(target, 'files', 'a', `${round}.bin`), 'utf8')).toBe(`file ${round}`);
      for (const name of ['shuzhou.db', 'secret']) expect((await stat(join(target, name))).mode & 0o077).toBe(0);
    }
  } finally {
    for (const one of writers) await one.stop();
    await db.destroy();
  }
});

test('#43.4 a restore refuses a damaged backup and a folder that is not empty, and leaves nothing half restored', async () => {
  await (await opened()).destroy();
  await writeFile(join(dataDir, 'files', 'a', 'cover.jpg'), 'picture');
  const to = join(folder, 'backup');
  await makeBackup(dataDir, to);
  await expect(makeBackup(dataDir, to)).rejects.toThrow('不是空目录');
  await expect(makeBackup(dataDir, join(dataDir, 'inside'))).rejects.toThrow('不能在数据目录里');
  await expect(restored(to, dataDir)).rejects.toThrow('不会覆盖已有的数据');
  await expect(restored(join(folder, 'nothing'), join(folder, 'new'))).rejects.toThrow('没有 backup.json');

  const damaged = async (change: () => Promise<void>, words: string) => {
    await change();
    const target = join(folder, 'target');
    await expect(restored(to, target)).rejects.toThrow(words);
    expect(existsSync(join(target, 'shuzhou.db'))).toBe(false);
    expect(existsSync(join(target, 'secret'))).toBe(false);
  };
  await damaged(() => writeFile(join(to, 'files', 'a', 'cover.jpg'), 'Picture'), '已损坏（校验值不同）');
  await damaged(() => rm(join(to, 'files', 'a', 'cover.jpg')), '读不出来');
  await writeFile(join(to, 'files', 'a', 'cover.jpg'), 'picture');
  await damaged(() => truncate(join(to, 'shuzhou.db'), 8192), '已损坏（校验值不同）');
  const manifest = await readFile(join(to, 'backup.json'), 'utf8');
  await damaged(() => writeFile(join(to, 'backup.json'), manifest.replace(/"migration": "\d+/, '"migration": "999')), '更新的版本');
  await damaged(() => writeFile(join(to, 'backup.json'), manifest.replace('files/a/cover.jpg', '../../escaped')), '无法识别');
});

test('#43.4 the database file is readable by its owner only, also one made by an earlier version', async () => {
  await writeFile(join(dataDir, 'shuzhou.db'), '', { mode: 0o644 });
  const db = await opened();
  for (const name of ['shuzhou.db', 'shuzhou.db-wal', 'shuzhou.db-shm'])
    expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0]);
  await db.destroy();
});

test('#43.4 a taken port stops the first start before an account is created', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as AddressInfo;
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'first'), DEMO: '0', DATABASE_URL: '' };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, 'server', 'main.ts')], { env });
  let said = '';
  child.stderr.on('data', (part) => (said += String(part)));
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
  expect(said).toContain(`端口 ${port} 已被占用`);
  expect(existsSync(join(folder, 'first', 'shuzhou.db'))).toBe(false);
  await new Promise((resolve) => blocker.close(resolve));

  const reserved = await reservePort(port, '127.0.0.1');
  const answer = await fetch(`http://127.0.0.1:${port}/prod-api/ready`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  await reserved.release();
  await (await reservePort(port, '127.0.0.1')).release();
});

test('#43.4 reset-admin gives an administrator a one-time password, ends sessions, removes the lock, and is logged', async () => {
  const db = await opened();
  const user = () => db.selectFrom('user').selectAll().where('userName', '=', 'admin').executeTakeFirstOrThrow();
  const first = await resetAdmin(db, 'admin', false);
  const { id, passwordHash } = await user();
  expect(await passwordMatches(first, passwordHash)).toBe(true);
  await db.updateTable('user').set({ status: '1', pwdUpdateDate: 5 }).where('id', '=', id).execute();
  await db
    .updateTable('account')
    .set({ failCount: 9, lockedUntil: Date.now() + 60_000 })
    .where('userId', '=', id)
    .execute();
  const second = await resetAdmin(db, 'admin', true);
  expect(second).not.toBe(first);
  expect(await user()).toMatchObject({ id, status: '0', delFlag: '0', pwdUpdateDate: null });
  expect(await passwordMatches(second, (await user()).passwordHash)).toBe(true);
  expect(await db.selectFrom('account').select('lockedUntil').where('userId', '=', id).executeTakeFirst()).toEqual({ lockedUntil: null });
  const logged = await db.selectFrom('operLog').selectAll().where('title', '=', '重置管理员密码').execute();
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain(second);
  expect(await verifyChain(db, 'operLog')).toMatchObject({ ok: true });
  await expect(resetAdmin(db, 'nobody', false)).rejects.toThrow('没有名为 nobody 的账号');
  await db.insertInto('user').values({ userName: 'plain', nickName: 'x', passwordHash: 'kept', createTime: 1, updateTime: 1 }).execute();
  await expect(resetAdmin(db, 'plain', false)).rejects.toThrow('不是平台管理员');
  expect(await db.selectFrom('user').select('passwordHash').where('userName', '=', 'plain').executeTakeFirst()).toEqual({ passwordHash: 'kept' });
  await db.destroy();
});
