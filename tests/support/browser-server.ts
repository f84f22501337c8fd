import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PASSWORD = 'journey-2026';
const START_MS = 60_000;

export interface BrowserServer {
  readonly origin: string;
  /** The password of every demo account. */
  readonly password: string;
  /** Its data folder, for benches that fill the database. */
  readonly dataDir: string;
  /** CPU time used so far and memory, of the process that runs now (Linux). */
  usage(): Promise<{ readonly cpuMs: number; readonly residentBytes: number }>;
  /** Signs in as a demo account and returns the token. */
  logIn(userName: string): Promise<string>;
  /** Sends a call under the prefix; throws unless the response is 200. */
  call(token: string | null, method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Uploads, prepares and lists an EPUB as staff would; returns its id. */
  publish(epub: Uint8Array, fields?: Record<string, unknown>): Promise<number>;
  /** Publishes the next edition of a work that is on sale. */
  correct(publishId: number, epub: Uint8Array): Promise<void>;
  /** Kills the process: nothing answers on its port. */
  stop(): Promise<void>;
  /** Shuts down properly and keeps the data folder, whose content is consistent. */
  leave(): Promise<string>;
  /** Starts the same server on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Environment variable with the folder of a server after its first start: further servers start as copies of it. */
export const READY_SERVER = 'JOURNEY_READY_HOUSE';

/**
 * Starts the complete product in its own process, on a free port and in a temporary folder. `{port}` in a setting is replaced by that
 * port. `recorded` is a data folder of an earlier version and the port that its browser profile belongs to. `startMs`: how long the
 * first start may take.
 */
export async function browserServer(
  settings: Record<string, string> = {},
  recorded?: { data: string; port: number },
  startMs = START_MS,
): Promise<BrowserServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-journey-'));
  const ready = recorded?.data ?? process.env[READY_SERVER];
  if (ready) await cp(ready, dataDir, { recursive: true });
  const port = recorded?.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      CAPTCHA: 'off',
      DEMO: '1',
      DEMO_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
      FFMPEG: 'off',
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.replace('{port}', String(port))])),
    };
    const started = spawn(join(ROOT, 'node_modules/.bin/node'), ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child = started;
    const healthy = async (): Promise<true | undefined> => {
      if (started.exitCode !== null) throw new Error(`server ended with ${started.exitCode}`);
      const answer = await fetch(`${origin}/prod-api/health`).catch(() => null);
      return answer?.ok ? true : undefined;
    };
    await until(healthy, startMs, () => 'server did not start');
  };

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const going = child;
    child = null;
    if (!going || going.exitCode !== null) return;
    const gone = new Promise((resolve) => going.once('exit', resolve));
    going.kill(signal);
    await gone;
  };
  const stop = () => end('SIGKILL');

  const call = async (token: string | null, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const response = await fetch(`${origin}/prod-api${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (answer['code'] !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };

  const logIn = async (userName: string): Promise<string> =>
    String((await call(null, 'POST', '/login', { username: userName, password: PASSWORD, code: '', uuid: '' }))['token']);

  await start();
  return {
    origin,
    password: PASSWORD,
    dataDir,
    usage: () => usageOf(child?.pid ?? 0),
    logIn,
    call,
    publish: async (epub, fields = {}) => publish(origin, call, { editor: await logIn('admin'), chief: await logIn('chief') }, epub, fields),
    correct: async (publishId, epub) => {
      await prepare(origin, call, await logIn('admin'), epub, publishId);
      await confirmEdition(call, await logIn('chief'), publishId);
    },
    stop,
    leave: async () => {
      await end('SIGTERM');
      return dataDir;
    },
    start,
    close: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const TICKS_PER_S = 100;
const PAGE_BYTES = 4096;

async function usageOf(pid: number): Promise<{ cpuMs: number; residentBytes: number }> {
  // The fields after the name, which is in brackets: user and system time are the 14th and 15th of all, the resident pages the 24th.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  const [user, system, pages] = [11, 12, 21].map((at) => Number(fields[at]));
  return { cpuMs: (((user ?? NaN) + (system ?? NaN)) * 1_000) / TICKS_PER_S, residentBytes: (pages ?? NaN) * PAGE_BYTES };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Uploads an EPUB and waits until it is readable; returns the id of its work. */
async function prepare(origin: string, call: BrowserServer['call'], token: string, epub: Uint8Array, work?: number): Promise<number> {
  const head = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const name = Buffer.from('book.epub').toString('base64');
  const created = await fetch(`${origin}/prod-api/publication-uploads`, {
    method: 'POST',
    headers: { ...head, 'upload-length': String(epub.byteLength), 'upload-metadata': `filename ${name}` },
  });
  const location = new URL(created.headers.get('location') ?? '', `${origin}/prod-api/publication-uploads/`);
  await fetch(location, {
    method: 'PATCH',
    headers: { ...head, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: Buffer.from(epub),
  });
  const uploadId = location.pathname.split('/').at(-1);
  const { data } = (await call(token, 'POST', '/cms/publish/preparation', { uploadId, publishId: work })) as { data: { preparationId: number } };
  let last = '';
  const prepared = async (): Promise<number | undefined> => {
    const { data: now } = (await call(token, 'GET', `/cms/publish/preparation/${data.preparationId}`)) as {
      data: { state: string; message: string; publishId: number | null };
    };
    last = `preparation: ${now.state} ${now.message}`;
    if (now.state === 'failed') throw new Error(last);
    return now.state === 'ready' ? (now.publishId ?? undefined) : undefined;
  };
  return until(prepared, START_MS, () => last);
}

/** The new file of a work on sale waits for a second person. */
async function confirmEdition(call: BrowserServer['call'], token: string, publishId: number): Promise<void> {
  const { data } = (await call(token, 'GET', `/cms/publish/replacement/${publishId}`)) as { data: { changeId: number } | null };
  if (data) await call(token, 'PUT', `/cms/publish/replacement/confirm/${data.changeId}`, {});
}

async function publish(
  origin: string,
  call: BrowserServer['call'],
  staff: { editor: string; chief: string },
  epub: Uint8Array,
  fields: Record<string, unknown>,
): Promise<number> {
  const token = staff.editor;
  const publishId = await prepare(origin, call, token, epub);
  const { data: row } = (await call(token, 'GET', `/cms/publish/${publishId}`)) as { data: Record<string, unknown> };
  const { data: tree } = (await call(null, 'GET', '/cms/archiveType/queryTree')) as {
    data: { archiveTypeId: number; children: { archiveTypeId: number }[] }[];
  };
  const archiveTypeId = row['archiveTypeId'] ?? tree[0]?.children[0]?.archiveTypeId ?? tree[0]?.archiveTypeId;
  const cover = (row['cover'] ?? {}) as Record<string, unknown>;
  const words = {
    isFree: '1',
    brief: '试验用书',
    intro: '<p>试验用书</p>',
    publishDate: '2026-11-21',
    listPriceFen: 9900,
    authorsText: row['authorsText'] || '佚名',
  };
  const draft = { ...row, ...cover, archiveTypeId, ...words, ...fields };
  await call(token, 'PUT', '/cms/publish', draft);
  await call(token, 'PUT', `/cms/publish/submit/${publishId}`, { reason: '' });
  await call(staff.chief, 'PUT', `/cms/publish/approve/${publishId}`, { reason: '' });
  return publishId;
}
