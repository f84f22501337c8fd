import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../../../tests/support/test-context.ts';
import { addContestFiles } from './contest-files.ts';
import { addContests } from './contests.ts';

let t: TestContext;
const NOW = Date.parse('2026-11-27T12:00:00+08:00');

beforeAll(async () => {
  t = await testContext();
  for (const userName of [
    'opsadmin',
    'admin',
    ...Array.from({ length: 9 }, (_one, at) => `judge${at + 1}`),
    ...Array.from({ length: 24 }, (_one, at) => `reader${at + 1}`),
  ])
    await t.addUser({ userName });
  await t.context.db.transaction().execute((tx) => addContests(tx, NOW));
  await addContestFiles(t.context);
});
afterAll(() => t.close());

test('the demo has 4 contests, 40 entries and 180 judge tasks, one recused and 5 open for the demo judge', async () => {
  const { db } = t.context;
  const contests = await db.selectFrom('contest').select('status').orderBy('id').execute();
  expect(contests.map(({ status }) => status)).toEqual(['collecting', 'judging', 'publicity', 'finished']);
  expect((await db.selectFrom('contestSubmit').select('id').execute()).length).toBe(40);
  const tasks = await db
    .selectFrom('judgeTask')
    .innerJoin('user', 'user.id', 'judgeTask.judgeId')
    .select(['judgeTask.status', 'user.userName'])
    .execute();
  expect(tasks.length).toBe(180);
  expect(tasks.filter(({ status }) => status === 'recused').length).toBe(1);
  expect(tasks.filter(({ status, userName }) => userName === 'judge1' && (status === 'todo' || status === 'draft')).length).toBe(5);
});

test('the demo has a ranking in publicity, certificates after the end, and a copy for judges of every file', async () => {
  const { db } = t.context;
  const places = await db
    .selectFrom('contestSubmit')
    .innerJoin('contest', 'contest.id', 'contestSubmit.contestId')
    .select(['contest.status', 'contestSubmit.rank', 'contestSubmit.awardName'])
    .where('rank', '>', 0)
    .execute();
  expect(places.filter(({ status }) => status === 'publicity').length).toBe(6);
  expect(places.filter(({ status, awardName }) => status === 'finished' && awardName !== '').length).toBe(3);
  expect((await db.selectFrom('contestCertificate').select('id').execute()).length).toBe(3);
  const files = await db.selectFrom('contestFile').select(['blindKey', 'blindName', 'blindState']).execute();
  expect(files.length).toBe(39);
  expect(files.every(({ blindKey, blindName }) => blindKey !== '' && /^作品文件\d+\.\w+$/.test(blindName))).toBe(true);
  expect(files.filter(({ blindState }) => blindState === 'found').length).toBe(1);
});
