// Ten thousand people who read at the same time, on one server process and one core: it gets an eighth of them, because the model is an
// installation with eight cores for web servers. Every reader sends his place and his notes every 30 s, gets a chapter every six minutes (3 100
// characters) and opens a book every half hour: its page, the right to read, the place, the list of its files, the style and a chapter. Prints the
// cores and the memory that a thousand readers need. Usage: node tests/bench/readers.mjs [--readers 1250] [--seconds 120]
import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../server/db/database.ts';
import { addSession } from '../../server/identity/session.queries.ts';
import { sessionIdOf } from '../../server/identity/session.service.ts';
import { browserServer } from '../support/browser-server.ts';
import { makeBook } from './reader-book.ts';
import { percentile } from './teaching-school.mjs';

const option = (name, fallback) => (process.argv.includes(`--${name}`) ? Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) : fallback);
const MODEL = 10_000;
const MODEL_CORES = 8;
const READERS = option('readers', MODEL / MODEL_CORES);
const SECONDS = option('seconds', 120);
const WARM_SECONDS = 10;
const TARGET_MS = 300;
const SYNC_S = 30;
const CHAPTER_S = 360;
const OPEN_S = 1_800;
const CHAPTERS = 40;
const BOOKS = 4;
const DAY_MS = 86_400_000;
/** The first start makes the demo content. */
const START_MS = 300_000;

const server = await browserServer({}, undefined, START_MS);
const books = [];
const plain = { isFree: '1' };
for (let n = 0; n < BOOKS; n += 1) {
  const publishId = await server.publish((await makeBook({ title: `渡口之书${n}`, chapters: CHAPTERS, characters: 3_100 })).epub, plain);
  books.push(publishId);
}
const db = openDatabase({ dataDir: server.dataDir, databaseUrl: null, dbTimeoutMs: 30_000 });
const now = Date.now();
const readers = [];
for (let n = 0; n < READERS; n += 1) {
  const { id: userId } = await db
    .insertInto('user')
    .values({ userName: `bench${n}`, nickName: `读者${n}`, passwordHash: 'none', createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = randomBytes(32).toString('base64url');
  await addSession(db, { id: sessionIdOf(token), userId, now, expiresAt: now + DAY_MS, ip: '127.0.0.1', userAgent: 'bench' });
  readers.push({
    token,
    publishId: books[n % BOOKS],
    editionId: 0,
    chapter: n % CHAPTERS,
    cursor: 0,
    seconds: 0,
    clock: now,
    grant: '',
    deviceId: `device-${n}`,
  });
}
await db.destroy();

const times = new Map();
const errors = [];
let measuring = false;

/** Sends one request and notes its time; returns the answer of an API call. */
async function ask(kind, reader, method, path, body) {
  const started = performance.now();
  const headers = { authorization: `Bearer ${reader.token}`, cookie: reader.grant, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(server.origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }).catch((error) => error);
  const text = answer instanceof Error ? '' : await answer.text();
  const api = path.startsWith('/prod-api/') && text !== '' ? JSON.parse(text) : null;
  if (measuring) times.set(kind, [...(times.get(kind) ?? []), performance.now() - started]);
  if (answer instanceof Error || answer.status !== 200 || (api && api.code !== 200))
    errors.push(`${kind}: ${answer.status ?? answer.message} ${api?.msg ?? ''}`);
  return { data: api?.data, headers: answer.headers };
}
const chapterOf = (reader) => `/books/${reader.publishId}/${reader.editionId}/OPS/c${String(reader.chapter + 1).padStart(4, '0')}.xhtml`;

async function open(reader) {
  await ask('page of the book', reader, 'GET', `/cms/main/bookDetail/${reader.publishId}`);
  const { data, headers } = await ask('right to read', reader, 'POST', '/prod-api/info/grant', { publishId: reader.publishId });
  reader.editionId = data?.editionId ?? 0;
  reader.grant =
    headers
      ?.getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ') ?? '';
  await ask('place', reader, 'GET', `/prod-api/info/progress?publishId=${reader.publishId}`);
  for (const file of ['book.json', 'OPS/book.css'])
    await ask('files of the book', reader, 'GET', `/books/${reader.publishId}/${reader.editionId}/${file}`);
  await ask('chapter', reader, 'GET', chapterOf(reader));
}

async function nextChapter(reader) {
  reader.chapter = (reader.chapter + 1) % CHAPTERS;
  await ask('chapter', reader, 'GET', chapterOf(reader));
}

async function sync(reader) {
  reader.clock = Math.max(reader.clock + 1, Date.now());
  reader.seconds += SYNC_S;
  const day = {
    kind: 'day',
    clientId: `day-${reader.deviceId}`,
    base: 0,
    clock: reader.clock,
    deleted: false,
    day: new Date().toISOString().slice(0, 10),
    seconds: reader.seconds,
    pages: 1,
    finished: [],
  };
  const { data } = await ask('notes', reader, 'POST', '/prod-api/info/annotation/sync', {
    deviceId: reader.deviceId,
    device: '手机',
    cursor: reader.cursor,
    objects: [day],
  });
  reader.cursor = data?.cursor ?? reader.cursor;
  await ask('place written', reader, 'PUT', '/prod-api/info/progress', {
    publishId: reader.publishId,
    editionId: reader.editionId,
    cfi: `epubcfi(/6/${(reader.chapter + 1) * 2}!/4/2)`,
    percent: (reader.chapter * 100) / CHAPTERS,
    documentIndex: reader.chapter,
    device: '手机',
    clock: reader.clock,
  });
}

/** Does `work` for the readers in turn, each once in `everyS` seconds, at even distances, whether earlier work has ended or not. */
function spread(everyS, work, until) {
  const running = [];
  let done = 0;
  const started = performance.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started;
      while (done < (elapsed / 1000 / everyS) * READERS) {
        running.push(work(readers[done % READERS]));
        done += 1;
      }
      if (elapsed < until * 1000) return;
      clearInterval(timer);
      resolve(Promise.all(running));
    }, 10);
  });
}

// Everybody has a book open before the measurement, ten at a time.
for (let from = 0; from < READERS; from += 10) await Promise.all(readers.slice(from, from + 10).map(open));
const steady = (seconds) => Promise.all([spread(SYNC_S, sync, seconds), spread(CHAPTER_S, nextChapter, seconds), spread(OPEN_S, open, seconds)]);
await steady(WARM_SECONDS);
measuring = true;
const before = await server.usage();
const started = performance.now();
await steady(SECONDS);
const elapsedMs = performance.now() - started;
const after = await server.usage();
await server.close();

const all = [...times.values()].flat();
for (const [kind, some] of times)
  console.log(`${kind}: ${some.length} requests, p50 ${percentile(some, 0.5).toFixed(0)} ms, p95 ${percentile(some, 0.95).toFixed(0)} ms`);
const cores = (after.cpuMs - before.cpuMs) / elapsedMs;
console.log(
  `${READERS} readers, ${(all.length / (elapsedMs / 1000)).toFixed(0)} requests a second, p95 ${percentile(all, 0.95).toFixed(0)} ms, ${errors.length} errors`,
);
console.log(
  `for 1 000 readers: ${((cores * 1000) / READERS).toFixed(2)} cores; the process uses ${cores.toFixed(2)} cores and ${(after.residentBytes / 2 ** 20).toFixed(0)} MB`,
);
for (const error of errors.slice(0, 5)) console.log(error);
process.exit(errors.length > 0 || percentile(all, 0.95) > TARGET_MS ? 1 : 0);
