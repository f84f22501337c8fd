// 200 judges score at once, 30 of them after an hour without a network, while the server is killed with SIGKILL twice. Each score must be stored
// once, with the values that were sent, and none may be lost. Usage: node tests/bench/contest-kill.mjs [judges] [tasks each]
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { addSession } from '../../server/identity/session.queries.ts';
import { sessionIdOf } from '../../server/identity/session.service.ts';

const JUDGES = Number(process.argv[2] ?? 200);
const EACH = Number(process.argv[3] ?? 5);
const OFFLINE = Math.round(JUDGES * 0.15);
const KILLS = 2;
const ROOT = join(import.meta.dirname, '..', '..');
const CRITERIA = [
  { key: 'a', name: '内容', weight: 6000, max: 100 },
  { key: 'b', name: '语言', weight: 4000, max: 100 },
];

const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-contest-'));
const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address();
    server.close(() => resolve(free));
  });
});
let child = null;
async function start() {
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', CAPTCHA: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/prod-api/health`).catch(() => null);
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
await migrate(db);
const now = Date.now();
const base = { createTime: now, updateTime: now };
const insert = async (table, values) =>
  (
    await db
      .insertInto(table)
      .values({ ...values, ...base })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const contestId = await insert('contest', {
  title: '并发',
  organizer: '社',
  groups: '["甲"]',
  submitStart: now - 9e6,
  submitEnd: now - 8e6,
  status: 'judging',
});
const roundId = await insert('contestRound', {
  contestId,
  roundType: 2,
  mode: 'score',
  startTime: now - 1e6,
  endTime: now + 9e8,
  judgesPerSubmit: 3,
  criteria: JSON.stringify(CRITERIA),
  formLockedAt: now,
  status: 'open',
});
const writer = await insert('user', { userName: 'writer', nickName: 'writer', passwordHash: 'none' });
const submits = [];
for (let n = 0; n < EACH; n += 1)
  submits.push(
    await insert('contestSubmit', { contestId, userId: writer, title: `作品${n}`, groupName: '甲', submittedAt: now, status: 'in_review' }),
  );
const judges = [];
for (let n = 0; n < JUDGES; n += 1) {
  const userId = await insert('user', { userName: `judge${n}`, nickName: `judge${n}`, passwordHash: 'none' });
  const token = randomBytes(32).toString('base64url');
  await addSession(db, { id: sessionIdOf(token), userId, now, expiresAt: now + 9e8, ip: '127.0.0.1', userAgent: 'bench' });
  for (const [at, submitId] of submits.entries()) await insert('judgeTask', { roundId, contestId, submitId, judgeId: userId, orderNum: at + 1 });
  judges.push({ userId, token, n });
}
await start();

const sent = new Map();
const counter = { answered: 0, repeated: 0 };
async function answersReach(number) {
  for (;;) {
    if (counter.answered >= number) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
async function submit({ userId, token, n }, submitId) {
  const items = CRITERIA.map(({ key }, at) => ({ key, score: 400 + ((n * 13 + submitId * 7 + at * 31) % 600) }));
  sent.set(`${userId} ${submitId}`, JSON.stringify(items));
  const body = JSON.stringify({ contestId, roundType: 2, submitId, items, comment: '语言有自己的节奏，细节可信。', key: `${userId}-${submitId}` });
  // As a device does: the same score with the same key, until an answer arrives.
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/prod-api/cms/contest/judgeTask/submit`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    })
      .then((response) => response.json())
      .catch(() => null);
    if (answer?.code === 200) {
      counter.answered += 1;
      if (attempt > 0) counter.repeated += 1;
      return;
    }
    if (answer && answer.code > 20_000) throw new Error(`${userId} ${submitId}: ${answer.code} ${answer.msg}`);
    await new Promise((resolve) => setTimeout(resolve, 100 + 40 * attempt));
  }
}
const begun = performance.now();
const all = JUDGES * EACH;
const work = async (judge) => {
  for (const submitId of submits) await submit(judge, submitId);
};
const online = judges.slice(OFFLINE).map(work);
for (let killed = 0; killed < KILLS; killed += 1) {
  await answersReach(counter.answered + all / 5);
  await kill();
  await start();
}
// The others come back an hour later, all at once: their scores and keys are the same as they were.
await Promise.all([...online, ...judges.slice(0, OFFLINE).map(work)]);
const seconds = (performance.now() - begun) / 1000;

const tasks = await db.selectFrom('judgeTask').selectAll().where('roundId', '=', roundId).execute();
const logs = await db.selectFrom('flowLog').select(['entityId', 'event']).where('entityType', '=', 'judgeTask').execute();
const lost = tasks.filter(({ status }) => status !== 'submitted').length;
const changed = tasks.filter((task) => task.items !== sent.get(`${task.judgeId} ${task.submitId}`)).length;
const twice = logs.length - new Set(logs.map(({ entityId }) => entityId)).size;
console.log(`${JUDGES} judges × ${EACH} scores, ${OFFLINE} of them offline, ${KILLS} kills: ${seconds.toFixed(1)} s, ${counter.repeated} sent again`);
console.log(`lost ${lost}, changed ${changed}, stored twice ${twice}, log rows ${logs.length} of ${all}`);
await kill();
await db.destroy();
await rm(dataDir, { recursive: true, force: true });
const good = lost === 0 && changed === 0 && twice === 0 && logs.length === all;
console.log(good ? '✓ each score once, none lost' : '✗ failed');
process.exit(good ? 0 : 1);
