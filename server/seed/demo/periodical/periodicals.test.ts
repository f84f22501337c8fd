import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBMISSION_STATES } from '../../../../contract/periodical/journal-submission.machine.ts';
import { isIssn, cnKind } from '../../../../contract/periodical/issn.ts';
import { jatsProblems } from '../../../../tests/support/jats-check.ts';
import { testContext, type TestContext } from '../../../../tests/support/test-context.ts';
import { seedDefaults } from '../../defaults/seed-defaults.ts';
import { PEOPLE } from '../people.ts';
import { addPeriodicalFiles } from './periodical-files.ts';
import { addPeriodicals } from './periodicals.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
  for (const { userName, roleKeys } of PEOPLE) await t.addUser({ userName, roles: roleKeys });
  await t.context.db.transaction().execute(async (tx) => {
    await seedDefaults(tx, Date.now());
    await addPeriodicals(tx, Date.now());
  });
  await addPeriodicalFiles(t.context);
});
afterAll(() => t.close());

test('the demo has three journals with four issues each, and submissions in every state of SM09', async () => {
  const { db } = t.context;
  const journals = await db.selectFrom('journal').selectAll().execute();
  expect(journals.map(({ issn, cn }) => [isIssn(issn), cnKind(cn)])).toEqual(Array.from({ length: 3 }, () => [true, 'print']));
  const issues = await db.selectFrom('journalIssue').selectAll().execute();
  for (const { id } of journals) expect(issues.filter(({ journalId }) => journalId === id)).toHaveLength(4);
  const rows = await db.selectFrom('journalSubmission').selectAll().execute();
  expect([...new Set(rows.map(({ status }) => status))].toSorted()).toEqual([...SUBMISSION_STATES].toSorted());
  for (const issue of issues) {
    const articles = rows.filter(({ issueId }) => issueId === issue.id).toSorted((one, other) => one.pageStart - other.pageStart);
    expect((JSON.parse(issue.articleIds) as number[]).toSorted()).toEqual(articles.map(({ id }) => id).toSorted());
    for (const [index, { pageStart }] of articles.entries()) expect(pageStart).toBeGreaterThan(articles[index - 1]?.pageEnd ?? 0);
    if (issue.status === 'published') expect(articles.length).toBeGreaterThan(0);
  }
  const reviews = await db.selectFrom('journalReview').selectAll().execute();
  expect(reviews.length).toBeGreaterThanOrEqual(22);
});

test('JATS of every demo article has the required structure, and its PDF opens', async () => {
  const rows = await t.context.db.selectFrom('journalSubmission').select('id').where('status', '=', 'published').execute();
  expect(rows.length).toBeGreaterThanOrEqual(10);
  for (const { id } of rows) {
    const jats = await t.app.inject({ url: `/prod-api/cms/journal/article/export/${id}/jats` });
    expect([id, jatsProblems(jats.payload)]).toEqual([id, []]);
    const pdf = await t.app.inject({ url: `/prod-api/cms/journal/article/pdf/${id}` });
    expect([id, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([id, '%PDF-']);
  }
});

test('the files of the demo are added once', async () => {
  const count = async () => (await t.context.db.selectFrom('journalFile').select('id').execute()).length;
  const before = await count();
  await addPeriodicalFiles(t.context);
  expect(await count()).toBe(before);
});
