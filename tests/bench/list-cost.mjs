// CPU per list request on PostgreSQL, as a ratio to bare Fastify with pg that runs the same statements and serialises the same JSON. Our server
// runs in production mode in a process of its own; neither writes a log of requests (LOG_LEVEL=info lets ours do it). Rounds of both alternate,
// and the median of the ratios counts. Every statement of a list and its total is run by the bare server at each request; statements about
// sessions and rights are not. Limits: 1.5 for a public list, with another address each time and with the same one, and 2.5 for lists of a
// signed-in user.
// Usage: node tests/bench/list-cost.mjs [rounds]
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { buildApp } from '../../server/app.ts';
import { openSession } from '../../server/identity/session.service.ts';
import { closeContext, openContext, prepareStart } from '../../server/open-context.ts';
import { readSettings } from '../../server/settings.ts';
import { node, root } from '../../scripts/install.mjs';
import { realPostgres } from '../support/real-postgres.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const REQUESTS = 600;
const WARM_UP = 2_000;
const CONNECTIONS = 10;
const POOL = 20;
const WORKS = 8_000;
const USERS = 4_000;
const DEPTS = 20;
/** Clock ticks in a second of `/proc/…/stat`. */
const TICKS = 100;
const START_MS = 600_000;

const postgres = await realPostgres();
// The host in the query (the folder of a socket) is the one that is used; a URL with an empty host is invalid.
const url = postgres.url.replace('@/', '@localhost/');
const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-cost-'));
await writeFile(join(dataDir, 'secret'), randomBytes(32).toString('hex'), { mode: 0o600 });
const env = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  DATABASE_URL: url,
  DEMO: '0',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  FFMPEG: 'off',
  ROLE: 'web',
};
const context = openContext(readSettings({ ...env, NODE_ENV: 'test', LOG_LEVEL: 'silent' }));
await prepareStart(context);
const headers = { authorization: `Bearer ${await fill()}` };

/** Fills works, departments and users, and returns the token of a clerk who sees the users of half of the departments. */
async function fill() {
  const { db } = context;
  const now = Date.now();
  const stamps = { createTime: now, updateTime: now };
  for (let from = 0; from < WORKS; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const n = from + index;
      return {
        publishNo: `B${n}`,
        kind: 'book',
        title: `第${n}本书`,
        authorsText: `作者${n % 977}`,
        edition: 1,
        isFree: n % 3 === 0 ? '1' : '0',
        salePriceFen: n % 9000,
        status: n % 10 === 0 ? 'draft' : 'listed',
        listTime: now - n * 1000,
        viewNum: (n * 7919) % 100_003,
        createTime: now,
        updateTime: now - n,
      };
    });
    await db.insertInto('publication').values(rows).execute();
  }
  const dept = (deptName, parentId, ancestors) =>
    db
      .insertInto('dept')
      .values({ deptName, parentId, ancestors, orderNum: 1, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id: top } = await dept('总部', 0, '0');
  const { id: other } = await dept('分部', 0, '0');
  const depts = [];
  for (let n = 0; n < DEPTS; n += 1) depts.push((await dept(`部门${n}`, n % 2 ? other : top, `0,${n % 2 ? other : top}`)).id);
  for (let from = 0; from < USERS; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const n = from + index;
      return {
        userName: `u${n}`,
        nickName: `用户${n}`,
        passwordHash: 'none',
        deptId: depts[n % DEPTS],
        phonenumber: `138${String(n).padStart(8, '0')}`,
        ...stamps,
      };
    });
    await db.insertInto('user').values(rows).execute();
  }
  const { id: userId } = await db
    .insertInto('user')
    .values({ userName: 'clerk', nickName: '职员', passwordHash: 'none', deptId: top, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: roleId } = await db
    .insertInto('role')
    .values({ roleKey: 'clerk', roleName: '职员', roleSort: 1, dataScope: '4', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('userRole').values({ userId, roleId }).execute();
  const menus = await db.selectFrom('menu').select('id').where('perms', 'in', ['system:user:list', 'publish:publication:list']).execute();
  await db
    .insertInto('roleMenu')
    .values(menus.map(({ id }) => ({ roleId, menuId: id })))
    .execute();
  await db.engine.tidy(db);
  return openSession(db, userId, { ip: '127.0.0.1', headers: {} });
}

const PUBLIC = '/prod-api/cms/publish/queryPublishList?sort=new&pageSize=20';
const LISTED = (WORKS * 9) / 10;
/** The statements of a list, by a part of their text; the others read sessions, rights and settings. */
const LISTS = [
  {
    name: 'public list, another page each time',
    limit: 1.5,
    of: /"publication"/,
    paths: Array.from({ length: LISTED / 20 }, (_, n) => `${PUBLIC}&pageNum=${n + 1}`),
  },
  { name: 'public list, same page', limit: 1.5, of: /"publication"/, paths: [`${PUBLIC}&pageNum=1`] },
  {
    name: 'works for staff, signed in',
    limit: 2.5,
    of: /from "publication"/,
    signedIn: true,
    paths: Array.from({ length: 100 }, (_, n) => `/prod-api/cms/publish/list?pageSize=20&pageNum=${n + 1}`),
  },
  {
    name: 'users in a data scope, signed in',
    limit: 2.5,
    of: /from "user" where "del_flag"|"dept_name", "leader"|"role"\.\*/,
    signedIn: true,
    paths: Array.from({ length: 100 }, (_, n) => `/prod-api/system/user/list?pageSize=20&pageNum=${n + 1}`),
  },
];

/** Runs one request in this process and returns its statements and its answer. */
const app = await buildApp(context, null);
async function record(path, signedIn) {
  const statements = [];
  const real = Client.prototype.query;
  Client.prototype.query = function query(...given) {
    if (typeof given[0] === 'string') statements.push({ text: given[0], values: given[1] ?? [] });
    return real.apply(this, given);
  };
  const answer = await app.inject({ url: path, headers: signedIn ? headers : {} });
  Client.prototype.query = real;
  const body = answer.json();
  if (body.code !== 200 || !(body.rows?.length > 0)) throw new Error(`${path}: ${answer.body.slice(0, 200)}`);
  return { statements, body };
}

const routes = [];
for (const list of LISTS) {
  for (const path of list.paths.slice(0, 3)) await record(path, list.signedIn);
  // The total was counted within this second; the bare server counts at each request.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { statements, body } = await record(`${list.paths[0]}&recorded=${routes.length}`, list.signedIn);
  const kept = statements.filter(({ text }) => list.of.test(text));
  list.statements = { all: statements.length, kept: kept.length };
  if (process.env.SHOW) for (const one of statements) console.log(list.of.test(one.text) ? '  +' : '  -', one.text.slice(0, 200));
  if (!kept.some(({ text }) => text.includes('count(*)'))) throw new Error(`${list.name}: no total among its statements`);
  list.bare = `/bare/${routes.length}`;
  routes.push({ path: list.bare, statements: kept, answer: body });
}
await app.close();
await closeContext(context);

const freePort = () =>
  new Promise((resolve) => {
    const socket = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });

const bare = spawn(node, ['tests/bench/bare-list.mjs'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
bare.stdin.end(JSON.stringify({ url, connections: POOL, routes }));
const barePort = Number(await new Promise((resolve) => bare.stdout.once('data', (line) => resolve(String(line)))));
const port = await freePort();
const ours = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
  cwd: root,
  env: { ...process.env, ...env, PORT: String(port) },
  stdio: ['ignore', 'ignore', 'inherit'],
});
for (const until = Date.now() + START_MS; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
  const answer = await fetch(`http://127.0.0.1:${port}/prod-api/ready`).catch(() => null);
  if (answer?.ok) break;
  if (ours.exitCode !== null || Date.now() > until) throw new Error('the server did not start');
}

/** Milliseconds of CPU, user and system, that a process has used. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}

/** Milliseconds of CPU per request of one round. */
async function round(child, origin, paths, signedIn, amount = REQUESTS) {
  const requests = paths.map((path) => ({ path, headers: signedIn ? headers : {} }));
  const before = cpuOf(child.pid);
  // Each connection begins at another page, so that no two ask for the same page at the same time.
  let client = 0;
  const setupClient = (one) => {
    const from = Math.floor((client++ * requests.length) / CONNECTIONS);
    one.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
  };
  const result = await autocannon({ url: origin, connections: CONNECTIONS, amount, setupClient });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return (cpuOf(child.pid) - before) / result.requests.total;
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const [ourOrigin, bareOrigin] = [port, barePort].map((one) => `http://127.0.0.1:${one}`);

let failed = false;
for (const { name, limit, paths, signedIn, bare: path, statements } of LISTS) {
  // The first requests compile the code.
  await round(ours, ourOrigin, paths, signedIn, WARM_UP);
  await round(bare, bareOrigin, [path], false, WARM_UP);
  const rounds = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const one = { ours: await round(ours, ourOrigin, paths, signedIn), bare: await round(bare, bareOrigin, [path], false) };
    rounds.push({ ...one, ratio: one.ours / one.bare });
  }
  const ratio = median(rounds.map((one) => one.ratio));
  if (!(ratio <= limit)) failed = true;
  const [mine, floor] = ['ours', 'bare'].map((one) => median(rounds.map((each) => each[one])).toFixed(3));
  const span = rounds.map((one) => one.ratio.toFixed(2)).toSorted();
  console.log(
    `${ratio <= limit ? '✓' : '✗'} ${name}: ${ratio.toFixed(2)} × bare (at most ${limit}; rounds ${span.at(0)} to ${span.at(-1)}), ${mine} and ${floor} ms CPU per request, ${statements.all} statements, ${statements.kept} of them of the list`,
  );
}
const ended = [ours, bare].map((child) => new Promise((resolve) => child.once('exit', resolve)));
for (const child of [ours, bare]) child.kill('SIGTERM');
await Promise.all(ended);
await postgres.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
