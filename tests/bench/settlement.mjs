// `npm run bench:settlement -- [lines]`: a month of 20 000 lines in a new database (SQLite, or DATABASE_URL) is calculated, published, settled and closed
// by a server, while staff and payees ask it over HTTP; then the statement of a payee as PDF. Ratios of one run: the machine may be shared.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { verifyEarnings } from '../../server/earnings/verify.service.ts';
import { addSession } from '../../server/identity/session.queries.ts';
import { sessionIdOf } from '../../server/identity/session.service.ts';
import { ledgerFaults } from '../../server/ledger/ledger.service.ts';
import { earningsTown } from './money-services.mjs';
import { percentile } from './money-servers.mjs';

const LINES = Number(process.argv[2] ?? 20_000);
const AUTHORS = 2;
const AGREEMENTS = Math.max(1, Math.ceil(LINES / AUTHORS));
/** Agreements of one payee. */
const PER_PAYEE = 5;
const PERIOD = '2026-01';
const MOST_MS = 60_000;
const PDF_MS = 2_000;
const CHUNK = 500;
const TERMS = {
  paperTiers: [
    { fromCopies: 1, bp: 800 },
    { fromCopies: 101, bp: 1_000 },
  ],
  ebookShareBp: 5_000,
  audioShareBp: 5_000,
  leastCopies: 0,
  advanceFen: 0,
  recoup: true,
  reserveBp: 1_000,
  period: 'month',
  authorDiscountBp: 7_000,
};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const p95 = (times) => percentile(times, 0.95);
const timed = async (work) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

const dataDir = mkdtempSync(join(tmpdir(), 'shuzhou-settlement-'));
const town = await earningsTown(dataDir);
const { db } = town;
const stamps = { createTime: 1, updateTime: 1 };
const clerks = [await town.clerk('clerk0'), await town.clerk('clerk1'), await town.clerk('clerk2')];
/** Inserts a row for each number, and returns the id of the first; the ids follow each other. */
async function many(table, count, rowOf) {
  for (let from = 0; from < count; from += CHUNK)
    await db
      .insertInto(table)
      .values(Array.from({ length: Math.min(CHUNK, count - from) }, (_row, at) => rowOf(from + at)))
      .execute();
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last) - count + 1;
}
const payees = Math.max(AUTHORS, Math.ceil(AGREEMENTS / PER_PAYEE));
const person = (n) => ({
  userName: `author${n}`,
  nickName: `作者${n}`,
  realName: `作者${n}`,
  realNameStatus: 'verified',
  passwordHash: 'none',
  ...stamps,
});
const user = await many('user', payees, person);
const listed = { kind: 'book', authorsText: '', edition: 1, status: 'listed', isFree: '0', salePriceFen: 5_800, listPriceFen: 5_800, listTime: 1 };
const work = await many('publication', AGREEMENTS, (n) => ({
  publishNo: `B${n}`,
  title: `灯塔${n}`,
  publishDate: '2020-01-01',
  ...listed,
  ...stamps,
}));
const authorOf = (n, at) => user + ((n + at) % payees);
const nobody = { topicId: null, editorId: null, typesetterId: null, archiveTypeId: null, turnUserId: null, dueAt: null, restoreAskedAt: null };
const archive = await many('manuscript', AGREEMENTS, (n) => ({
  title: `灯塔${n}`,
  authors: JSON.stringify(
    Array.from({ length: AUTHORS }, (_author, at) => ({ name: '', role: '著', share: 10_000 / AUTHORS, userId: authorOf(n, at) })),
  ),
  ownerId: authorOf(n, 0),
  publicationId: work + n,
  publishedAt: null,
  ...nobody,
  ...stamps,
}));
const signed = { status: 'effective', signers: '[]', signedByB: 1, signerB: null, dissolutionFileId: null, remindedDays: null };
const protocol = await many('protocol', AGREEMENTS, (n) => ({ archiveId: archive + n, protocolNo: `HT-${n}`, ...signed, ...stamps }));
const held = { amendNo: 0, validFrom: '2020-01-01', terms: JSON.stringify(TERMS), ...stamps };
await many('protocolTerm', AGREEMENTS, (n) => ({ protocolId: protocol + n, ...held }));
const sales = Array.from({ length: 2 * AGREEMENTS }, (_sale, n) => ({
  saleDate: `${PERIOD}-${String(1 + (n % 28)).padStart(2, '0')}`,
  channel: n % 3 === 0 ? '网店' : '书店',
  form: n % 2 === 0 ? 'paper' : 'ebook',
  publicationId: work + Math.floor(n / 2),
  copies: 1 + (n % 300),
  priceFen: 1_000 + (n % 5_000),
}));
await town.channelSales(PERIOD, clerks[0].userId, sales);
await sql`analyze`.execute(db);

await town.close();

const port = 20_000 + Math.floor(Math.random() * 20_000);
const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
  cwd: join(import.meta.dirname, '..', '..'),
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', CAPTCHA: 'off', LOG_LEVEL: 'error', FFMPEG: 'off' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.on('exit', () => server.kill('SIGKILL'));
while (!(await fetch(`http://127.0.0.1:${port}/prod-api/health`).catch(() => null))?.ok) await pause(100);
const books = openDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL ?? null, dbTimeoutMs: 30_000 });
const { id: adminRole } = await books.selectFrom('role').select('id').where('roleKey', '=', 'admin').executeTakeFirstOrThrow();
async function signedIn(userId) {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await addSession(books, { id: sessionIdOf(token), userId, now, expiresAt: now + 86_400_000, ip: '127.0.0.1', userAgent: 'bench' });
  return token;
}
const [calculator, publisher, settler] = await Promise.all(
  clerks.map(async ({ userId }) => {
    await books.insertInto('userRole').values({ userId, roleId: adminRole }).execute();
    return signedIn(userId);
  }),
);
const readers = await Promise.all(Array.from({ length: 20 }, (_reader, n) => signedIn(user + n)));
const agent = new Agent({ keepAlive: true });
const send = (token, method, path, body = '') =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-length': Buffer.byteLength(body),
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const out = request({ port, host: '127.0.0.1', agent, method, path: `/prod-api${path}`, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve(Buffer.concat(parts)));
    });
    out.on('error', reject);
    out.end(body);
  });
const ask = async (...asked) => JSON.parse(await send(...asked));
let asked = 0;
/** What others ask meanwhile: the first page of all earnings, and an own account. */
async function askedBy(over) {
  const times = [];
  while (!over(times.length)) {
    asked += 1;
    const reader = readers[asked % readers.length];
    times.push(
      await timed(() => (asked % 2 === 0 ? send(settler, 'GET', '/earnings/yield/list?pageSize=20') : send(reader, 'GET', '/earnings/wallet'))),
    );
    await pause(20);
  }
  return times;
}
/** Starts a step and waits for the end of its run, as the page does. */
async function step(who, method, path) {
  const { code, msg, data } = await ask(who, method, path, method === 'PUT' ? '{"reason":""}' : '');
  if (code !== 200) throw new Error(`${path}: ${msg}`);
  for (;;) {
    const run = (await ask(settler, 'GET', `/earnings/settlement/run/${data.runId}`)).data;
    if (run.finished) {
      if (run.error || run.skippedRows > 0) faults.push(`${run.step}: ${run.error || `${run.skippedRows} skipped`}`);
      return;
    }
    await pause(500);
  }
}
const steps = {
  calculate: () => step(calculator, 'PUT', `/earnings/settlement/calculate/${PERIOD}`),
  publish: () => step(publisher, 'PUT', `/earnings/settlement/publish/${PERIOD}`),
  settle: () => step(settler, 'POST', `/earnings/settlement/settle/${PERIOD}`),
  close: () => step(publisher, 'PUT', `/earnings/settlement/close/${PERIOD}`),
};
let total = 0;
const faults = [];
await askedBy((n) => n >= 100);
for (const [name, work] of Object.entries(steps)) {
  const alone = await askedBy((n) => n >= 100);
  const run = { over: false };
  const others = askedBy(() => run.over);
  const ms = await timed(work);
  run.over = true;
  const during = await others;
  alone.push(...(await askedBy((n) => n >= 100)));
  total += ms;
  const ratio = p95(during) / p95(alone);
  console.log(
    `${name}: ${(ms / 1000).toFixed(1)} s; others: p95 ${p95(alone).toFixed(1)} ms alone, ${p95(during).toFixed(1)} ms and at most ${Math.max(...during).toFixed(0)} ms meanwhile (${during.length} asked): ${ratio.toFixed(1)} times`,
  );
  if (ratio > 2) faults.push(`others wait ${ratio.toFixed(1)} times as long during ${name}`);
}
const { n } = await books
  .selectFrom('earning')
  .select((eb) => eb.fn.countAll().as('n'))
  .where('status', '=', 'settled')
  .executeTakeFirstOrThrow();
console.log(`${Number(n)} lines settled in ${(total / 1000).toFixed(1)} s`);
if (total > MOST_MS) faults.push(`the settlement took ${(total / 1000).toFixed(1)} s`);
const statements = await books.selectFrom('statement').select('id').limit(20).execute();
const pdf = [];
for (const { id } of statements) pdf.push(await timed(() => send(settler, 'GET', `/earnings/statement/file/${id}?format=pdf`)));
console.log(`statement PDF: the first ${pdf[0].toFixed(0)} ms, at most ${Math.max(...pdf).toFixed(0)} ms`);
if (Math.max(...pdf) > PDF_MS) faults.push('a statement took longer than 2 s');
faults.push(...(await ledgerFaults(books)), ...(await verifyEarnings(books)));
for (const fault of faults) console.log(`✗ ${fault}`);
console.log(faults.length === 0 ? '✓ settled within 60 s, a statement within 2 s, others within twice their time' : '✗ failed');
await books.destroy();
server.kill('SIGTERM');
await new Promise((resolve) => server.once('exit', resolve));
rmSync(dataDir, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
