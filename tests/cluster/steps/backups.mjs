// The cluster is backed up twenty times while six people write, and each backup is restored: into PostgreSQL at first, then embedded.
import { rm } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { node, root } from '../../../scripts/install.mjs';
import { signIn } from '../client.mjs';
import { freeBook } from './journeys.mjs';

const TIMES = 20;
const QUICK_TIMES = 3;
const WRITERS = 6;

/** Runs a command of the operator with the settings of an installation; returns its words. Throws when it fails. */
export async function operate(args, settings) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], { cwd: root, env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')}: ${said.slice(-800)}`);
  return said;
}
export const BACKUP = ['server/backup/backup.command.ts', 'backup'];
export const RESTORE = ['server/backup/backup.command.ts', 'restore'];

export async function backups(cluster, { check, figure, quick }) {
  const times = quick ? QUICK_TIMES : TIMES;
  const book = await freeBook(cluster);
  const settings = cluster.servers[0].settings;
  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => signIn(cluster, `reader${20 + n}`)));
  const life = { going: true };
  const acknowledged = writers.map(() => 0);
  let clock = Date.now();
  const writing = writers.map(async (writer, at) => {
    while (life.going) {
      const mine = (clock += 1);
      const { json } = await writer.send('PUT', '/prod-api/info/progress', {
        body: { ...book, cfi: 'epubcfi(/6/2!/4/2)', percent: 1, documentIndex: 0, device: 'x', clock: mine },
      });
      if (json?.code === 200) acknowledged[at] = mine;
      await pause(10);
    }
  });
  const ids = await Promise.all(writers.map(async (writer) => (await writer.call('GET', '/getInfo')).user.userId));
  const into = join(cluster.folder, 'backups');
  let good = 0;
  const faults = [];
  const took = [];
  try {
    for (let turn = 0; turn < times; turn += 1) {
      const before = [...acknowledged];
      const from = performance.now();
      const to = `${into}-${turn}`;
      await operate([...BACKUP, '--to', to], settings);
      took.push(performance.now() - from);
      const dataDir = join(cluster.folder, `restored-${turn}`);
      const target = { ...settings, DATA_DIR: dataDir };
      for (const name of ['DATABASE_URL', 'REDIS_URL', ...Object.keys(cluster.store.env)]) delete target[name];
      await operate([...RESTORE, '--from', to], target);
      const db = new DatabaseSync(join(dataDir, 'shuzhou.db'));
      const whole = db.prepare('pragma integrity_check').get().integrity_check;
      const clocks = ids.map(
        (id) => db.prepare('select clock from reading_progress where user_id = ? and publication_id = ?').get(id, book.publishId)?.clock ?? 0,
      );
      db.close();
      const missing = before.filter((mine, at) => clocks[at] < mine).length;
      if (whole === 'ok' && missing === 0) good += 1;
      else faults.push(`${turn}: ${whole}, ${missing} writers lost a row`);
      for (const folder of [to, dataDir]) await rm(folder, { recursive: true, force: true });
    }
  } finally {
    life.going = false;
    await Promise.all(writing);
  }
  check(
    `backup of PostgreSQL and the store under ${WRITERS} writers, restored: integrity ok, every row acknowledged before its start is there`,
    good === times,
    `${good} of ${times} ${faults.slice(0, 3).join('; ')}`,
  );
  const sorted = took.toSorted((a, b) => a - b);
  figure(`backup under ${WRITERS} writers`, `${good} of ${times} good, median ${(sorted[Math.floor(sorted.length / 2)] / 1000).toFixed(1)} s`);
}
