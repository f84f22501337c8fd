// Two servers on one PostgreSQL and one S3 store behind a round-robin proxy. Both start at the same time
// on an empty database. Ten books and ten tracks are uploaded in parts that alternate between the servers, and one server is killed
// (SIGKILL) in the middle. All twenty must be ready, none twice. S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY and S3_SECRET_KEY select
// a real store; without them the strict fake store of the tests is used.
// Usage: node tests/bench/two-servers.mjs
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, root } from '../../scripts/install.mjs';
import { makeEpub } from '../support/epub-maker.ts';
import { wavTune } from '../../server/seed/demo/wav-tune.ts';
import { objectStore } from '../support/object-store.ts';
import { realPostgres } from '../support/real-postgres.ts';

const EACH = 10;
const PART = 6_000_000;
const PASSWORD = 'two-servers-9';
const WAIT_MS = 5 * 60_000;

const fake = process.env.S3_ENDPOINT ? null : await objectStore();
const store = fake ? { S3_ENDPOINT: fake.endpoint, S3_BUCKET: 'books', S3_REGION: 'cn', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' } : {};
const database = await realPostgres();
const secret = randomBytes(32).toString('hex');

const freePort = () =>
  new Promise((resolve) => {
    const socket = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });

async function server() {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-two-'));
  await writeFile(join(dataDir, 'secret'), secret, { mode: 0o600 });
  const port = await freePort();
  const env = {
    ...process.env,
    ...store,
    PORT: String(port),
    DATA_DIR: dataDir,
    // The host in the query (the folder of a socket) is the one that is used; a URL with an empty host is invalid.
    DATABASE_URL: database.url.replace('@/', '@localhost/'),
    DEMO: '1',
    DEMO_PASSWORD: PASSWORD,
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    FFMPEG: 'off',
  };
  const one = { port, dataDir, up: false, child: null };
  one.start = async () => {
    one.child = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
    for (const until = Date.now() + WAIT_MS; Date.now() < until; await pause(200)) {
      const answer = await fetch(`http://127.0.0.1:${port}/prod-api/ready`).catch(() => null);
      if (answer?.ok) return (one.up = true);
      if (one.child.exitCode !== null) throw new Error(`a server exited with code ${one.child.exitCode}`);
    }
    throw new Error('a server did not start');
  };
  one.kill = (signal) =>
    new Promise((resolve) => {
      one.up = false;
      one.child.once('exit', resolve);
      one.child.kill(signal);
    });
  return one;
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const servers = [await server(), await server()];
await Promise.all(servers.map((one) => one.start()));
console.log('✓ two servers started at the same time on an empty database');

let turn = 0;
const proxy = createServer((request, response) => {
  const up = servers.filter((one) => one.up);
  const { port } = up[(turn += 1) % up.length];
  const out = forward({ port, host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  out.on('error', () => response.headersSent || response.writeHead(502).end());
  request.pipe(out);
});
await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${proxy.address().port}`;

/** A request that is retried while a server is being replaced. */
async function sure(path, init = {}) {
  for (const until = Date.now() + WAIT_MS; ; await pause(300)) {
    const answer = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(60_000) }).catch(() => null);
    if (answer && answer.status < 500) return answer;
    if (Date.now() > until) throw new Error(`no answer to ${path}`);
  }
}
async function call(token, method, path, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await (await sure(`/prod-api${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).json();
  if (answer.code !== 200) throw new Error(`${method} ${path}: ${answer.msg}`);
  return answer;
}
const { token } = await (
  await sure('/prod-api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'worksadmin', password: PASSWORD, code: '', uuid: '' }),
  })
).json();

async function upload(path, bytes, name) {
  const head = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const meta = `filename ${Buffer.from(name).toString('base64')}`;
  const created = await sure(`/prod-api${path}`, {
    method: 'POST',
    headers: { ...head, 'upload-length': String(bytes.length), 'upload-metadata': meta },
  });
  const place = new URL(created.headers.get('location'), origin).pathname;
  for (let offset = 0; offset < bytes.length; ) {
    const sent = await fetch(origin + place, {
      method: 'PATCH',
      headers: { ...head, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(offset, offset + PART),
    }).catch(() => null);
    if (sent?.status === 204) offset = Number(sent.headers.get('upload-offset'));
    else {
      await pause(500);
      offset = Number((await sure(place, { method: 'HEAD', headers: head })).headers.get('upload-offset'));
    }
  }
  return place.split('/').at(-1);
}

async function book(index) {
  const bytes = Buffer.from(
    await makeEpub({
      title: `两台${index}`,
      chapters: { 'c1.xhtml': `<p>第${index}本。</p>` },
      files: { 'noise.bin': randomBytes(9_000_000 + index * 500_000) },
    }),
  );
  const uploadId = await upload('/publication-uploads', bytes, `两台${index}.epub`);
  const { data } = await call(token, 'POST', '/cms/publish/preparation', { uploadId });
  return { kind: 'book', id: data.preparationId };
}
const { data: work } = await call(token, 'POST', '/cms/publish/audio', { kind: 'audio', title: '两台录音', authorsText: '测量' });
async function track(index) {
  const uploadId = await upload('/media-uploads', wavTune(String(index), 120), `两台${index}.wav`);
  const { data } = await call(token, 'POST', '/cms/media', { publishId: work.publishId, uploadId, title: `第${index}首` });
  return { kind: 'track', id: data.mediaId };
}

const orders = [];
const waiting = Array.from({ length: EACH }, (_, index) => [() => book(index), () => track(index)]).flat();
const killer = (async () => {
  while (orders.length < EACH / 2) await pause(50);
  await servers[0].kill('SIGKILL');
  console.log(`✓ one server killed after ${orders.length} uploads`);
  await pause(3_000);
  await servers[0].start();
})();
await Promise.all(
  Array.from({ length: 3 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) orders.push(await next());
  }),
);
await killer;

async function states() {
  const books = await Promise.all(
    orders.filter(({ kind }) => kind === 'book').map(async ({ id }) => (await call(token, 'GET', `/cms/publish/preparation/${id}`)).data),
  );
  const { rows } = await call(token, 'GET', `/cms/media/list?publishId=${work.publishId}&pageNum=1&pageSize=50`);
  return [...books, ...rows];
}
let ended = await states();
for (const until = Date.now() + WAIT_MS; ended.some((one) => !['ready', 'failed'].includes(one.state)) && Date.now() < until; ended = await states())
  await pause(1_000);
const ready = ended.filter((one) => one.state === 'ready').length;
const { rows: works } = await call(token, 'GET', `/cms/publish/list?title=${encodeURIComponent('两台')}&pageNum=1&pageSize=50`);
const doubled = works.length - new Set(works.map((one) => one.title)).size;
const good = ready === EACH * 2 && ended.length === EACH * 2 && doubled === 0;
console.log(`${good ? '✓' : '✗'} ${ready} of ${EACH * 2} ready, ${doubled} duplicated`);
for (const one of ended.filter((each) => each.state !== 'ready')) console.log(`  ${one.state}: ${one.message}`);

await Promise.all(servers.map((one) => one.kill('SIGTERM')));
proxy.closeAllConnections();
proxy.close();
await database.close();
await fake?.close();
for (const { dataDir } of servers) await rm(dataDir, { recursive: true, force: true });
process.exit(good ? 0 : 1);
