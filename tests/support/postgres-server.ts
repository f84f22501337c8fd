import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { accessSync, chownSync, constants, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { until } from './until.ts';

const DEBIAN = '/usr/lib/postgresql';
const START_MS = 30_000;
/** User id of the system account `nobody`, which runs the server when the tests run as root: PostgreSQL rejects root. */
const NO_USER = 65_534;

/** The folder of the PostgreSQL programs; null where none is installed. */
export const POSTGRES_PROGRAMS: string | null = programs();

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
  execFileSync(join(POSTGRES_PROGRAMS, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'tester', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    stdio: 'ignore',
  });
  const settings = [
    'listen_addresses=',
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'autovacuum=off',
    'jit=off',
    'max_connections=50',
    `unix_socket_directories=${folder}`,
  ].flatMap((one) => ['-c', one]);
  const server = spawn(join(POSTGRES_PROGRAMS, 'postgres'), ['-D', data, ...settings], { ...as, stdio: 'ignore' });
  const url = `postgresql://tester@/postgres?host=${folder}`;
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
