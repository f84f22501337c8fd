// Every GET of the OpenAPI description as visitor, reader, editor and administrator of an installation with many works, and `/live` meanwhile. Fills a
// copy of the demo content with original rows. Compare the sizes of one run; milliseconds differ between machines.
// Usage: node tests/bench/grow.mjs [--works 10000,100000] [--only words of a path] [--engine postgres] [--calls 5]
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { browserServer } from '../support/browser-server.ts';
import { getCalls } from '../support/get-calls.ts';
import { growDatabase, sizeOf } from '../support/grown-database.ts';
import { realPostgres } from '../support/real-postgres.ts';

const option = (name, fallback) => (process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : fallback);
const SIZES = option('works', '10000,100000').split(',').map(Number);
const ONLY = option('only', '');
const CALLS = Number(option('calls', '5'));
const ON_POSTGRES = option('engine', 'sqlite') === 'postgres';
const CACHE = join(import.meta.dirname, '..', '..', '.cache', 'grow');
const ROLES = { visitor: null, reader: 'reader1', editor: 'worksadmin', admin: 'admin' };
/** Limits in milliseconds: for lists and public pages, for searches, for everything else, and for `/live` during any call. */
const [LIST_MS, SEARCH_MS, OTHER_MS, LIVE_MS] = [50, 300, 200, 100];
const GROWTH = 3;
/** A call below this time is not compared with the smaller installation: its time is that of the transport. */
const SMALL_MS = 15;
const GIVE_UP_MS = 60_000;
/** The demo content is written in many statements, each with its way to PostgreSQL. */
const SEED_MS = 600_000;
/** Pages that anybody may open, beside the calls. */
const PAGES = ['/', '/cms/main/cmsReadingCenter', '/cms/main/bookDetail/1', '/cms/main/cmsScholarHouse', '/cms/main/information', '/sitemap.xml'];

/** Adds the rows of `works` works to a database with demo content. */
async function fill(works, settings) {
  const started = performance.now();
  if (works > 0) {
    const db = openDatabase({ ...settings, dbTimeoutMs: 0 });
    await growDatabase(db, sizeOf(works));
    await db.destroy();
  }
  console.log(`filled ${works} works in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** Starts a PostgreSQL with demo content and `works` works. */
async function filledPostgres(works) {
  const { url, close } = await realPostgres();
  // The socket is the parameter: the settings want a host in the address.
  const settings = { DATABASE_URL: url.replace('@/', '@localhost/') };
  const data = await (await browserServer(settings, undefined, SEED_MS)).leave();
  await fill(works, { dataDir: data, databaseUrl: url });
  // As autovacuum does within a minute: without it no query reads an index alone.
  const db = openDatabase({ dataDir: data, databaseUrl: url, dbTimeoutMs: 0 });
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
  return { data, settings, close };
}

/** Returns a data folder with demo content and `works` works; filled once, and copied afterwards. */
async function filledFolder(works) {
  const kept = join(CACHE, String(works));
  if (!existsSync(join(kept, 'done'))) {
    await rm(kept, { recursive: true, force: true });
    await mkdir(CACHE, { recursive: true });
    const server = await browserServer();
    const folder = await server.leave();
    await fill(works, { dataDir: folder, databaseUrl: null });
    await cp(folder, kept, { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await writeFile(join(kept, 'done'), '');
  }
  const data = await mkdtemp(join(tmpdir(), 'shuzhou-grow-'));
  await cp(kept, data, { recursive: true });
  return { data, settings: {}, close: async () => {} };
}

/** Measures the time of some calls of `path`, and the longest answer of `/live` to a second visitor during them. */
async function timed(origin, path, token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const live = { most: 0, going: true };
  const watching = (async () => {
    while (live.going) {
      const started = performance.now();
      await fetch(`${origin}/prod-api/live`).then((answer) => answer.text());
      live.most = Math.max(live.most, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  })();
  const times = [];
  let code = 0;
  let answer = null;
  for (let call = 0; call < CALLS; call += 1) {
    const started = performance.now();
    try {
      const response = await fetch(`${origin}${path}`, { headers, signal: AbortSignal.timeout(GIVE_UP_MS) });
      const text = await response.text();
      code = response.status;
      if (response.headers.get('content-type')?.startsWith('application/json')) ({ code } = answer = JSON.parse(text));
    } catch (error) {
      code = error.name;
    }
    times.push(performance.now() - started);
    // Errors cost nothing, and slow calls are known after two.
    if (code !== 200 || (call > 0 && times.at(-1) > 5_000)) break;
  }
  live.going = false;
  await watching;
  times.sort((one, other) => one - other);
  return { code, ms: times[Math.floor(times.length / 2)], most: times.at(-1), live: live.most, answer };
}

/** Collects ids of rows from an answer, by their names. */
function collect(answer, ids) {
  const rows = [answer?.rows, answer?.data?.rows, answer?.data].find(Array.isArray) ?? [answer?.data];
  for (const row of rows.slice(0, 1))
    for (const [name, value] of Object.entries(row ?? {})) if (name.endsWith('Id') && Number.isInteger(value)) ids[name] ??= value;
}

async function measure(works) {
  const { data, settings, close } = await (ON_POSTGRES ? filledPostgres(works) : filledFolder(works));
  const server = await browserServer({ ...settings, DEMO: '0' }, { data, port: await freePort() });
  const tokens = Object.fromEntries(await Promise.all(Object.entries(ROLES).map(async ([role, name]) => [role, name && (await server.logIn(name))])));
  const docs = await (await fetch(`${server.origin}/prod-api/v3/api-docs`, { headers: { authorization: `Bearer ${tokens.admin}` } })).json();
  const calls = getCalls(docs);
  const ids = {};
  const results = {};
  const run = async (name, path, role, list) => {
    const { answer, ...result } = await timed(server.origin, path, tokens[role]);
    if (answer?.code === 200) collect(answer, ids);
    results[`${role} ${name}`] = { ...result, list };
  };
  for (const path of PAGES) if (path.includes(ONLY)) await run(path, path, 'visitor', true);
  for (const { path, isPublic, isPaged, address } of calls) {
    // Other calls of the same run need the ids of lists.
    if (!path.includes(ONLY) && !path.includes('list')) continue;
    for (const role of isPublic ? ['visitor', 'admin'] : ['reader', 'editor', 'admin']) await run(path, address(ids), role, isPublic || isPaged);
  }
  for (const [name, word] of [
    ['a common word', '渡口'],
    ['a rare word', '塔尺'],
    ['a title', '灯塔'],
  ])
    for (const path of ['/cms/search', '/cms/search/across'])
      if (path.includes(ONLY)) await run(`${path} ${name}`, `/prod-api${path}?keyword=${encodeURIComponent(word)}`, 'visitor', false);
  const home = await autocannon({ url: `${server.origin}/`, connections: 20, duration: 8 });
  await server.close();
  await close();
  return { results, home: home.requests.average };
}

const freePort = async () => {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
};

await mkdir(CACHE, { recursive: true });
const measured = [];
for (const works of [0, ...SIZES]) {
  measured.push({ works, ...(await measure(works)) });
  await writeFile(join(CACHE, `results-${ON_POSTGRES ? 'postgres-' : ''}${works}.json`), JSON.stringify(measured.at(-1), null, 1));
}
const [demo, small, large = small] = measured;
const faults = [];
for (const [name, { ms, most, live, code, list }] of Object.entries(large.results)) {
  if (code !== 200) continue;
  const before = small.results[name]?.ms ?? ms;
  const limit = name.includes('/cms/search') ? SEARCH_MS : list ? LIST_MS : OTHER_MS;
  const why = [
    ms > limit && `above ${limit} ms`,
    ms > SMALL_MS && ms > before * GROWTH && large !== small && `${(ms / before).toFixed(1)} times that of ${small.works} works`,
    live > LIVE_MS && `/live waited ${live.toFixed(0)} ms`,
  ].filter(Boolean);
  if (why.length > 0) faults.push({ name, ms, line: `${ms.toFixed(0).padStart(6)} ms (most ${most.toFixed(0)}) ${name}: ${why.join(', ')}` });
}
const good = Object.values(large.results).filter(({ code }) => code === 200).length;
for (const { line } of faults.toSorted((one, other) => other.ms - one.ms)) console.log(line);
console.log(`${good} calls answered at ${large.works} works, ${faults.length} outside the limits`);
console.log(
  `GET / with 20 connections: demo ${demo.home} /s, ${large.works} works ${large.home} /s, ratio ${(large.home / demo.home).toFixed(2)} (limit 0.8)`,
);
process.exit(faults.length === 0 ? 0 : 1);
