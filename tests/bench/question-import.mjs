// Imports a Moodle XML of 20 MB with 2 000 questions and 300 pictures through a server in its own process: the time from the upload to the last
// question in the bank, and the longest stall of the event loop meanwhile. Usage: node tests/bench/question-import.mjs
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openDatabase } from '../../server/db/database.ts';
import { addSession } from '../../server/identity/session.queries.ts';
import { sessionIdOf } from '../../server/identity/session.service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const QUESTIONS = 2_000;
const PICTURES = 300;
const BYTES = 20 * 1024 * 1024 - 4_096;
const TARGETS = { allMs: 30_000, stallMs: 100 };
const DAY_MS = 86_400_000;
const ASK_MS = 200;

/** A JPEG of noise, because a plain one would be far too small. */
async function picture(at) {
  const [width, height] = [200, 150];
  const pixels = Buffer.alloc(width * height * 3);
  let state = at + 1;
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 26;
  return (
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer()
  ).toString('base64');
}

async function moodleXml() {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'];
  const heads = [];
  for (let n = 0; n < QUESTIONS; n += 1) {
    const hasPicture = n % Math.floor(QUESTIONS / PICTURES) === 0 && heads.length < PICTURES;
    const data = hasPicture ? await picture(n) : '';
    if (hasPicture) heads.push(n);
    const image = hasPicture ? `<img src="@@PLUGINFILE@@/%E5%9B%BE${n}.jpg" alt="图${n}">` : '';
    const file = hasPicture ? `<file name="图${n}.jpg" path="/" encoding="base64">${data}</file>` : '';
    const answers = ['江北', '江南', '渡口', '桥头']
      .map((text, at) => `<answer fraction="${at === n % 4 ? 100 : 0}" format="html"><text><![CDATA[<p>${text} ${n}</p>]]></text></answer>`)
      .join('');
    parts.push(
      `<question type="multichoice"><name><text>第${n}题</text></name><questiontext format="html"><text><![CDATA[<p>第${n}题：渡口在哪里？ $x_{${n}}^2$ ${image}</p>FILLER]]></text>${file}</questiontext><defaultgrade>2</defaultgrade><single>true</single>${answers}</question>\n`,
    );
  }
  parts.push('</quiz>');
  const size = Buffer.byteLength(parts.join('').replaceAll('FILLER', ''));
  const each = Math.max(0, Math.floor((BYTES - size) / QUESTIONS));
  const filler = `<p>${'早晨江上有雾，渡船慢慢离开北岸。'.repeat(200)}`;
  const text = Buffer.from(filler)
    .subarray(0, Math.max(0, each - 8))
    .toString('utf8')
    .replace(/\ufffd+$/, '');
  return Buffer.from(parts.join('').replaceAll('FILLER', text === '' ? '' : `${text}</p>`));
}

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address();
    server.close(() => resolve(free));
  });
});
const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-import-'));
const origin = `http://127.0.0.1:${port}/prod-api`;
const server = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--import', join(ROOT, 'tests/support/loop-delay.mjs'), 'server/main.ts'],
  {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', CAPTCHA: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  },
);
process.on('exit', () => server.kill('SIGKILL'));
const longestStall = () =>
  new Promise((resolve) => {
    server.once('message', ({ longestMs }) => resolve(longestMs));
    server.send('stall');
  });
while (!(await fetch(`${origin}/health`).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 50));

const db = openDatabase({ dataDir, databaseUrl: null, dbTimeoutMs: 30_000 });
const now = Date.now();
const { id: userId } = await db
  .insertInto('user')
  .values({ userName: 'bench', nickName: 'bench', passwordHash: 'none', createTime: now, updateTime: now })
  .returning('id')
  .executeTakeFirstOrThrow();
const token = randomBytes(32).toString('base64url');
await addSession(db, { id: sessionIdOf(token), userId, now, expiresAt: now + DAY_MS, ip: '127.0.0.1', userAgent: 'bench' });
const { id: roleId } = await db.selectFrom('role').select('id').where('roleKey', '=', 'teacher').executeTakeFirstOrThrow();
await db.insertInto('userRole').values({ userId, roleId }).execute();

async function call(method, path, body) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (answer.code !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

const { bankId } = await call('POST', '/textbook/questionBank', { name: '题库' });
const bytes = await moodleXml();
console.log(`${(bytes.length / 1024 / 1024).toFixed(1)} MB, ${QUESTIONS} questions, ${PICTURES} pictures`);
// The first call of each kind compiles.
await call('GET', `/textbook/question/import/runs/${bankId}`);
await longestStall();

const before = performance.now();
const stalls = {};
const form = new FormData();
form.append('file', new Blob([bytes]), 'bench.xml');
let run = await call('POST', `/textbook/question/import/preview/${bankId}`, form);
stalls.upload = await longestStall();
while (run.status === 'reading') {
  await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  run = await call('GET', `/textbook/question/import/run/${run.runId}`);
}
const readMs = performance.now() - before;
stalls.reading = await longestStall();
if (run.status !== 'preview') throw new Error(JSON.stringify(run).slice(0, 500));
const counts = await call('POST', `/textbook/question/import/${run.runId}`, { changed: false });
const allMs = performance.now() - before;
stalls.storing = await longestStall();
const stored = await db
  .selectFrom('question')
  .select((eb) => eb.fn.countAll().as('total'))
  .where('bankId', '=', bankId)
  .where('ready', '=', '1')
  .executeTakeFirstOrThrow();
const { total: pictures } = await db
  .selectFrom('file')
  .select((eb) => eb.fn.countAll().as('total'))
  .executeTakeFirstOrThrow();
console.log(`read ${(readMs / 1000).toFixed(1)} s, in the bank after ${(allMs / 1000).toFixed(1)} s: ${counts.made} questions, ${pictures} pictures`);
console.log(
  `longest stall: ${Object.entries(stalls)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(', ')}`,
);

const failures = [];
if (Number(stored.total) !== QUESTIONS || Number(pictures) !== PICTURES) failures.push('questions or pictures are missing');
if (allMs > TARGETS.allMs) failures.push(`the import took more than ${TARGETS.allMs / 1000} s`);
if (Math.max(...Object.values(stalls)) > TARGETS.stallMs) failures.push(`the event loop stood still for more than ${TARGETS.stallMs} ms`);
await db.destroy();
const gone = new Promise((resolve) => server.once('exit', resolve));
server.kill('SIGKILL');
await gone;
await rm(dataDir, { recursive: true, force: true });
for (const failure of failures) console.log(failure);
console.log(failures.length === 0 ? '✓ in time' : '✗ failed');
process.exit(failures.length === 0 ? 0 : 1);
