// `npm run bench:settlement -- [lines]`: a month of 20 000 lines in a new database (SQLite, or DATABASE_URL) is calculated, published, settled and closed,
// while payees look at their accounts; then the statement of a payee as PDF. Ratios of one run: the machine may be shared.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { earningsFor } from '../../server/earnings/earning.service.ts';
import { statementFileOf } from '../../server/earnings/statement/statement-file.service.ts';
import { walletOf } from '../../server/earnings/wallet.service.ts';
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
const { context, db } = town;
const stamps = { createTime: 1, updateTime: 1 };
const [calculator, publisher, settler] = [await town.clerk('a'), await town.clerk('b'), await town.clerk('c')];
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
await town.channelSales(PERIOD, calculator.userId, sales);
await sql`analyze`.execute(db);

const page = { pageNum: 1, pageSize: 20, period: '', status: '' };
let asked = 0;
/** What others ask meanwhile: the first page of all earnings, and an own account. */
async function askedBy(over) {
  const times = [];
  while (!over(times.length)) {
    asked += 1;
    const userId = user + (asked % payees);
    times.push(await timed(() => (asked % 2 === 0 ? earningsFor(context, settler, page) : walletOf(context, { ...settler, userId }))));
    await pause(20);
  }
  return times;
}
const steps = {
  calculate: () => town.settlement(calculator, 'calculate', PERIOD),
  publish: () => town.settlement(publisher, 'publish', PERIOD),
  settle: async () => {
    const skipped = await town.lines(settler, 'confirm', await town.pending());
    for (const { earningNo, reason } of skipped.slice(0, 3)) console.log(`✗ earning ${earningNo}: ${reason}`);
  },
  close: () => town.settlement(publisher, 'close', PERIOD),
};
let total = 0;
const faults = [];
for (const [name, step] of Object.entries(steps)) {
  const alone = await askedBy((n) => n >= 60);
  const run = { over: false };
  const others = askedBy(() => run.over);
  const ms = await timed(step);
  run.over = true;
  const during = await others;
  alone.push(...(await askedBy((n) => n >= 60)));
  total += ms;
  const ratio = p95(during) / p95(alone);
  console.log(
    `${name}: ${(ms / 1000).toFixed(1)} s; others: p95 ${p95(alone).toFixed(1)} ms alone, ${p95(during).toFixed(1)} ms and at most ${Math.max(...during).toFixed(0)} ms meanwhile (${during.length} asked): ${ratio.toFixed(1)} times`,
  );
  if (ratio > 2) faults.push(`others wait ${ratio.toFixed(1)} times as long during ${name}`);
}
const { n } = await db
  .selectFrom('earning')
  .select((eb) => eb.fn.countAll().as('n'))
  .where('status', '=', 'settled')
  .executeTakeFirstOrThrow();
console.log(`${Number(n)} lines settled in ${(total / 1000).toFixed(1)} s`);
if (total > MOST_MS) faults.push(`the settlement took ${(total / 1000).toFixed(1)} s`);
const statements = await db.selectFrom('statement').select('id').limit(20).execute();
const pdf = [];
for (const { id } of statements) pdf.push(await timed(() => statementFileOf(context, settler, id, 'pdf')));
console.log(`statement PDF: the first ${pdf[0].toFixed(0)} ms, at most ${Math.max(...pdf).toFixed(0)} ms`);
if (Math.max(...pdf) > PDF_MS) faults.push('a statement took longer than 2 s');
faults.push(...(await town.books()));
for (const fault of faults) console.log(`✗ ${fault}`);
console.log(faults.length === 0 ? '✓ settled within 60 s, a statement within 2 s, others within twice their time' : '✗ failed');
await town.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
