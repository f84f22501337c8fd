// Builds the ranking of one week with 30 000 articles and three snapshots each, and compares it with an independent calculation.
// Usage: node tests/bench/rank.mjs (SQLite), with DATABASE_URL for a PostgreSQL, or TEST_ENGINE=postgres for one in memory.
import { buildDraft } from '../../server/wechat/rank.service.ts';
import { addRankSample, referenceWci, SAMPLE_WEEK } from '../support/rank-sample.ts';
import { testContext } from '../support/test-context.ts';

const ARTICLES = 30_000;
const ACCOUNTS = 1_500;
const RUNS = 5;
const TARGET_MS = 2_000;

const t = await testContext(process.env.DATABASE_URL ? { databaseUrl: process.env.DATABASE_URL } : {});
const { db } = t.context;
const sample = await addRankSample(t, ACCOUNTS, ARTICLES);
const times = [];
for (let run = 0; run < RUNS; run++) {
  const before = performance.now();
  await db.transaction().execute((tx) => buildDraft(tx, { periodType: 'week', periodStart: SAMPLE_WEEK, by: 'bench', now: Date.now() }));
  times.push(performance.now() - before);
}
const rows = await db.selectFrom('wechatRank').select(['accountId', 'wci']).execute();
const expected = referenceWci(sample, 7);
const wrong = rows.filter((row) => expected.get(row.accountId) !== (row.wci / 100).toFixed(2)).length + Math.abs(rows.length - expected.size);
const most = Math.max(...times);
console.log(
  `${process.env.DATABASE_URL ? 'postgresql' : (process.env.TEST_ENGINE ?? 'sqlite')}: ${ARTICLES} articles of ${rows.length} accounts ranked in ${times.map((one) => one.toFixed(0)).join(', ')} ms, ${wrong} differ from the independent calculation`,
);
await t.close();
if (most > TARGET_MS || wrong > 0) process.exit(1);
