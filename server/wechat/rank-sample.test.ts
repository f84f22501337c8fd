import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRankSample, referenceWci, SAMPLE_WEEK } from '../../tests/support/rank-sample.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { buildDraft } from './rank.service.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
});
afterAll(() => t.close());

test('F19 a ranking of 3,000 articles equals an independent calculation, in order and to the hundredth', async () => {
  const sample = await addRankSample(t, 60, 3_000);
  const { db } = t.context;
  await db.transaction().execute((tx) => buildDraft(tx, { periodType: 'week', periodStart: SAMPLE_WEEK, by: 'test', now: Date.now() }));
  const rows = await db.selectFrom('wechatRank').select(['accountId', 'wci', 'rank']).orderBy('rank').execute();
  expect(rows).toHaveLength(60);
  expect(new Map(rows.map((row) => [row.accountId, (row.wci / 100).toFixed(2)]))).toEqual(referenceWci(sample, 7));
  expect(rows.map((row) => row.wci)).toEqual(rows.map((row) => row.wci).toSorted((one, other) => other - one));
  expect(rows.map((row) => row.rank)).toEqual(rows.map((_, index) => index + 1));
});
