import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { accessSync, chownSync, constants, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect } from 'vitest';
import type { Database, Tx } from '../../server/db/database.ts';
import { until } from './until.ts';

const DEBIAN = '/usr/lib/postgresql';
const START_MS = 30_000;
/** User id of the system account `nobody`: PostgreSQL does not start as root. */
const NO_USER = 65_534;

/** The folder of the PostgreSQL programs; null where none is installed. */
const POSTGRES_PROGRAMS: string | null = programs();

function programs(): string | null {
  const versions = (() => {
    try {
      return readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin'));
    } catch {
      return [];
    }
  })();
  const has = (folder: string): boolean => {
    try {
      for (const program of ['initdb', 'postgres']) accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return [...(process.env['PATH'] ?? '').split(delimiter), ...versions].find(has) ?? null;
}

/**
 * Tests that need a PostgreSQL with more than one connection: they run once, with the other tests on PostgreSQL; elsewhere the title shows
 * that they are skipped.
 */
export function onRealPostgres(title: string, tests: () => void): void {
  const turn = process.env['TEST_ENGINE'] === 'postgres';
  const said = turn ? `WITHOUT PostgreSQL on this machine not run: ${title}` : `${title} (with the tests on PostgreSQL)`;
  describe.skipIf(!turn || !POSTGRES_PROGRAMS)(turn && POSTGRES_PROGRAMS ? title : said, tests);
}

/**
 * Starts a separate PostgreSQL on a socket in a temporary folder: the in-memory one has a single connection, so that two
 * of its transactions never overlap. Returns its address and a function that stops it.
 */
export async function realPostgres(): Promise<{ url: string; freeze: () => void; thaw: () => void; close: () => Promise<void> }> {
  if (!POSTGRES_PROGRAMS) throw new Error('no PostgreSQL on this machine');
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-postgres-'));
  const root = process.getuid?.() === 0;
  if (root) chownSync(folder, NO_USER, NO_USER);
  const as = { cwd: folder, ...(root ? { uid: NO_USER, gid: NO_USER } : {}) };
  const data = join(folder, 'data');
  execFileSync(join(POSTGRES_PROGRAMS, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'house', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    stdio: 'ignore',
  });
  const settings = ['listen_addresses=', 'fsync=off', 'max_connections=50', `unix_socket_directories=${folder}`].flatMap((one) => ['-c', one]);
  const server = spawn(join(POSTGRES_PROGRAMS, 'postgres'), ['-D', data, ...settings], { ...as, stdio: 'ignore' });
  const url = `postgresql://house@/postgres?host=${folder}`;
  await answers(url, server);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]) process.kill(pid, name);
  };
  return {
    url,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async close() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The processes of the server that serve its connections. */
const childrenOf = (pid: number): number[] => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

async function answers(url: string, server: ChildProcess): Promise<void> {
  const connects = async (): Promise<true | undefined> => {
    if (server.exitCode !== null) throw new Error('PostgreSQL did not start');
    const client = new Client({ connectionString: url });
    const came = await client.connect().then(
      () => true as const,
      () => undefined,
    );
    await client.end().catch(() => undefined);
    return came;
  };
  await until(connects, START_MS, () => 'PostgreSQL did not start');
}

/** Runs `others` in an open transaction, starts `mine`, which has to wait for it, and then commits. Returns the result of `mine`. */
export async function meanwhile<T>(db: Database, others: (tx: Tx) => Promise<unknown>, mine: () => Promise<T>): Promise<T> {
  let asked: Promise<T> | undefined;
  const waiting = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)).rows[0]?.n ?? 0;
  await db.transaction().execute(async (tx) => {
    await others(tx);
    asked = mine();
    await expect.poll(waiting, { interval: 20, timeout: 20_000 }).toBe(1);
  });
  return asked as Promise<T>;
}
