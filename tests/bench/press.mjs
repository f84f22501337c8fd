// The editorial pipeline with 2 000 live manuscripts: the board and the queues; 20 people who step 200 manuscripts at once; and steps and saves
// while the server is killed with SIGKILL. No acknowledged step or character may be lost, and no step taken twice.
// Usage: node tests/bench/press.mjs [manuscripts] [people] [stepped] [kills]
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import { addSession } from '../../server/identity/session.queries.ts';
import { sessionIdOf } from '../../server/identity/session.service.ts';

const [MANUSCRIPTS, PEOPLE, STEPPED, KILLS] = [2000, 20, 200, 30].map((usual, index) => Number(process.argv[index + 2] ?? usual));
const ROOT = join(import.meta.dirname, '..', '..');
const DAY_MS = 86_400_000;
const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-press-'));
const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address();
    server.close(() => resolve(free));
  });
});
const origin = `http://127.0.0.1:${port}/prod-api`;
let child = null;
async function start() {
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', CAPTCHA: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    const answer = await fetch(`${origin}/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
async function kill() {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

await start();
await kill();
const db = openDatabase({ dataDir, databaseUrl: null, dbTimeoutMs: 30_000 });
const now = Date.now();
const base = { createTime: now, updateTime: now };
const roles = new Map((await db.selectFrom('role').select(['id', 'roleKey']).execute()).map((role) => [role.roleKey, role.id]));
async function person(userName, roleKeys) {
  const values = { userName, nickName: userName, passwordHash: 'none', ...base };
  const { id } = await db.insertInto('user').values(values).returning('id').executeTakeFirstOrThrow();
  for (const key of roleKeys)
    await db
      .insertInto('userRole')
      .values({ userId: id, roleId: roles.get(key) })
      .execute();
  const token = randomBytes(32).toString('base64url');
  await addSession(db, { id: sessionIdOf(token), userId: id, now, expiresAt: now + DAY_MS, ip: '127.0.0.1', userAgent: 'bench' });
  return { id, token };
}
const managers = [];
for (let n = 0; n < PEOPLE; n += 1) managers.push(await person(`manager${n}`, ['works_admin', 'press_manager']));
const editor = await person('editor', ['works_admin', 'editor']);
const author = await person('author', ['author']);
const STATES = [
  'submitted',
  'topic',
  'assigned',
  'audit_one',
  'audit_two',
  'audit_last',
  'contracting',
  'editing',
  'composing',
  'proof_one',
  'ready',
];
const TURNS = { submitted: 'manager', topic: 'manager', assigned: 'editor', editing: 'editor' };
const rows = Array.from({ length: MANUSCRIPTS }, (_, n) => {
  // The manuscripts that are stepped are all in editing; the others are spread over the states.
  const status = n < STEPPED ? 'editing' : STATES[n % STATES.length];
  const turn = TURNS[status] ?? 'reviewer';
  return {
    title: `稿件${n}`,
    archiveNo: `GJ2026${String(n).padStart(6, '0')}`,
    ownerId: author.id,
    status,
    turn,
    turnUserId: turn === 'editor' ? editor.id : null,
    editorId: editor.id,
    archiveTypeId: null,
    topicId: null,
    typesetterId: null,
    publicationId: null,
    publishedAt: null,
    restoreAskedAt: null,
    stageSince: now - (n % 90) * DAY_MS,
    dueAt: now + ((n % 40) - 10) * DAY_MS,
    ...base,
  };
});
for (let from = 0; from < rows.length; from += 200)
  await db
    .insertInto('manuscript')
    .values(rows.slice(from, from + 200))
    .execute();
const ids = (await db.selectFrom('manuscript').select('id').orderBy('id').execute()).map(({ id }) => id);
await start();

const call = (who, method, path, body) =>
  fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${who.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).then((response) => response.json());
const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
async function timed(label, work, times = 20) {
  const found = [];
  for (let n = 0; n < times; n += 1) {
    const begun = performance.now();
    await work();
    found.push(performance.now() - begun);
  }
  console.log(`${label}: p50 ${percentile(found, 0.5).toFixed(0)} ms, p95 ${percentile(found, 0.95).toFixed(0)} ms`);
}

console.log(`${MANUSCRIPTS} live manuscripts`);
await timed('board', () => call(managers[0], 'GET', '/press/board/list'));
await timed('queue 等我处理 of an editor', () => call(editor, 'GET', '/press/board/list?queue=mine'));
await timed('to-do of an editor', () => call(editor, 'GET', '/flowable/task/todoList?pageNum=1&pageSize=20'));

const stepTimes = [];
const accepted = new Map();
const other = new Set();
async function stepAll(event, body) {
  accepted.clear();
  await Promise.all(
    managers.map(async (who) => {
      for (const id of ids.slice(0, STEPPED)) {
        const begun = performance.now();
        const { code } = await call(who, 'PUT', `/cms/archive/${event}/${id}`, body);
        stepTimes.push(performance.now() - begun);
        if (code === 200) accepted.set(id, (accepted.get(id) ?? 0) + 1);
        else other.add(code);
      }
    }),
  );
  const doubled = [...accepted.values()].filter((times) => times !== 1).length;
  const log = await db.selectFrom('flowLog').select('entityId').where('entityType', '=', 'manuscript').where('event', '=', event).execute();
  console.log(
    `${event} by ${PEOPLE} people: accepted ${accepted.size} of ${STEPPED}, accepted twice ${doubled}, log rows ${log.length}, other answers ${[...other].join(', ')}`,
  );
}
await stepAll('hold', { reason: '等授权书', reasonType: '版权' });
await stepAll('resume', {});
console.log(
  `steps: p50 ${percentile(stepTimes, 0.5).toFixed(0)} ms, p95 ${percentile(stepTimes, 0.95).toFixed(0)} ms of ${stepTimes.length} requests`,
);

// An author writes without a pause, and one manager holds and resumes; the server is killed again and again.
await db.updateTable('manuscript').set({ status: 'draft', turn: 'author', turnUserId: author.id }).where('id', '=', ids[0]).execute();
const run = { stopped: false };
let saved = { content: '', revision: 0 };
const state = { held: false, acknowledged: 0 };
async function write() {
  for (let n = 0; !run.stopped; n += 1) {
    const content = `<p>${'字'.repeat(n % 500)}${n}</p>`;
    const answer = await call(author, 'PUT', '/cms/archive/content', { archiveId: ids[0], content, revision: saved.revision }).catch(() => null);
    if (answer?.code === 200) saved = { content, revision: answer.data.revision };
    else if (answer?.code === 409) {
      // The answer of an accepted save was lost: continue from what is stored.
      const { data } = await call(author, 'GET', `/cms/archive/getInfo/${ids[0]}`).catch(() => ({ data: null }));
      if (data) saved = { content: data.content, revision: data.revision };
    } else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
async function holdAndResume() {
  while (!run.stopped) {
    const answer = await call(managers[0], 'PUT', `/cms/archive/${state.held ? 'resume' : 'hold'}/${ids[1]}`, {
      reason: '等授权书',
      reasonType: '版权',
    }).catch(() => null);
    // 20101: the step was taken, and its answer lost.
    if (answer?.code === 200 || answer?.code === 20_101) {
      state.held = !state.held;
      state.acknowledged += answer.code === 200 ? 1 : 0;
    } else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const going = [write(), holdAndResume()];
let lostText = 0;
let lostSteps = 0;
for (let killed = 0; killed < KILLS; killed += 1) {
  await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 200));
  const [text, held] = [saved, state.held];
  await kill();
  const stored = await db.selectFrom('manuscriptText').select(['content', 'revision']).where('archiveId', '=', ids[0]).executeTakeFirst();
  if (text.revision > 0 && ((stored?.revision ?? 0) < text.revision || (stored?.revision === text.revision && stored.content !== text.content)))
    lostText += 1;
  const { status } = await db.selectFrom('manuscript').select('status').where('id', '=', ids[1]).executeTakeFirstOrThrow();
  // One step more than the acknowledged ones may have been stored.
  const log = await db.selectFrom('flowLog').select('id').where('entityId', '=', ids[1]).where('event', 'in', ['hold', 'resume']).execute();
  if ((status === 'held') !== held && log.length < state.acknowledged) lostSteps += 1;
  await start();
}
run.stopped = true;
await Promise.all(going);
const log = await db
  .selectFrom('flowLog')
  .select(['event'])
  .where('entityType', '=', 'manuscript')
  .where('entityId', '=', ids[1])
  .where('event', 'in', ['hold', 'resume'])
  .orderBy('id')
  .execute();
const doubled = log.filter(({ event }, index) => index > 0 && log[index - 1].event === event).length;
console.log(
  `${KILLS} kills: lost texts ${lostText}, lost steps ${lostSteps}, steps taken twice ${doubled}, ${state.acknowledged} steps and ${saved.revision} saves`,
);
await kill();
await db.destroy();
await rm(dataDir, { recursive: true, force: true });
