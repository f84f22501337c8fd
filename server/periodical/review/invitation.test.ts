import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import { journalOffice, type JournalOffice } from '../../../tests/support/journal-office.ts';
import { mailedSecrets } from '../../../tests/support/mailed-secrets.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { remindNextReview } from '../periodical-reminder.service.ts';

let town: TestContext;
let office: JournalOffice;
beforeAll(async () => {
  town = await testContext();
  office = await journalOffice(town);
});
afterAll(() => town.close());

/** The token of the newest invitation that was mailed to an address. */
async function tokenFor(email: string): Promise<string> {
  return (await mailedSecrets(town, { email })).at(-1) ?? '';
}
const visit = async (token: string, body?: object) =>
  (
    await town.app.inject({
      method: 'POST',
      url: `/prod-api/cms/journal/review/invitation/${body ? 'answer' : 'open'}`,
      payload: { token, ...body },
    })
  ).json<{ code: number; msg: string; data: { status: string; bound: boolean; title: string } }>();

async function sentOut(people: readonly object[], wanted = 2): Promise<number> {
  const id = await office.submitted();
  await office.confirm(id);
  await office.ask('editor', 'POST', '/cms/journal/review/invite', { submissionId: id, people, wanted });
  await office.fire('editor', 'passScreening', id);
  return id;
}

test('an invitation is answered from the mail without signing in, once, and names no author', async () => {
  const id = await sentOut([{ userId: office.ids.reviewer1 }, { userId: office.ids.reviewer2 }]);
  const token = await tokenFor('reviewer1@review.test');
  const shown = await visit(token);
  expect(shown.data).toMatchObject({ status: 'open', title: '小城出版怎样记录手艺', bound: true });
  expect(JSON.stringify(shown)).not.toContain('沈知远');
  expect((await visit(token, { answer: 'accept' })).data.status).toBe('accepted');
  expect((await office.reviewOf('reviewer1', id)).status).toBe('accepted');
  expect((await visit(token, { answer: 'decline', declineReason: '其他' })).code).toBe(404);
  expect((await visit('x'.repeat(32))).code).toBe(404);
});

test('somebody without an account accepts by mail and then gives the task to an account; no author may take it', async () => {
  await sentOut([{ name: '外请专家', email: 'outside@expert.test' }, { userId: office.ids.reviewer2 }]);
  const token = await tokenFor('outside@expert.test');
  expect((await visit(token, { answer: 'accept' })).data).toMatchObject({ status: 'accepted', bound: false });
  expect((await office.ask('author', 'POST', '/cms/journal/review/claim', { token })).msg).toContain('您是这篇稿件的作者');
  const claimed = await office.ask('reader', 'POST', '/cms/journal/review/claim', { token });
  expect(claimed.code).toBe(200);
  expect((await office.ask('reader', 'GET', `/cms/journal/review/detail/${claimed.data.reviewId}`)).data.files).toHaveLength(1);
  expect((await office.ask('reviewer4', 'POST', '/cms/journal/review/claim', { token })).code).toBe(404);
});

test('an alternate takes the place of somebody who declines, and of somebody silent for seven days', async () => {
  const all = [
    { userId: office.ids.reviewer1 },
    { userId: office.ids.reviewer2 },
    { userId: office.ids.reviewer3 },
    { userId: office.ids.reviewer4 },
  ];
  const id = await sentOut(all);
  expect((await office.reviewOf('reviewer3', id)).status).toBe('alternate');
  expect((await visit(await tokenFor('reviewer1@review.test'), { answer: 'decline', declineReason: '不熟悉这个领域' })).data.status).toBe('declined');
  expect((await office.reviewOf('reviewer3', id)).status).toBe('invited');
  const silent = await office.reviewOf('reviewer2', id);
  await town.context.db
    .updateTable('journalReview')
    .set({ answerBy: Date.now() - 1 })
    .where('id', '=', silent.reviewId)
    .execute();
  while (await remindNextReview(town.context));
  expect([(await office.reviewOf('reviewer2', id)).status, (await office.reviewOf('reviewer4', id)).status]).toEqual(['cancelled', 'invited']);
  expect((await visit(await tokenFor('reviewer2@review.test'))).code).toBe(404);
});

test('#43.10 a review runs from its acceptance: an alternate who is promoted late has all the days of the invitation', async () => {
  const id = await sentOut([{ userId: office.ids.reviewer1 }, { userId: office.ids.reviewer2 }, { userId: office.ids.reviewer3 }]);
  const { db } = town.context;
  // Twenty-nine days and some hours have gone since the invitations were written.
  await db
    .updateTable('journalReview')
    .set((eb) => ({ createTime: eb('createTime', '-', 29.9 * DAY_MS) }))
    .where('submissionId', '=', id)
    .execute();
  expect((await visit(await tokenFor('reviewer1@review.test'), { answer: 'decline', declineReason: '不熟悉这个领域' })).code).toBe(200);
  const promoted = await office.reviewOf('reviewer3', id);
  const row = () => db.selectFrom('journalReview').selectAll().where('id', '=', promoted.reviewId).executeTakeFirstOrThrow();
  expect(await row()).toMatchObject({ status: 'invited', dueAt: null, days: 30 });
  expect(Math.round((Number((await row()).answerBy) - Date.now()) / DAY_MS)).toBe(7);
  expect((await office.ask('reviewer3', 'PUT', `/cms/journal/review/own/accept/${promoted.reviewId}`, {})).code).toBe(200);
  expect(Math.round((Number((await row()).dueAt) - Date.now()) / DAY_MS)).toBe(30);
});

test('pkp-lib#4789 E42 somebody who declined is invited again, with the next attempt', async () => {
  const id = await sentOut([{ userId: office.ids.reviewer1 }, { userId: office.ids.reviewer2 }]);
  const { reviewId } = await office.reviewOf('reviewer1', id);
  await office.ask('reviewer1', 'PUT', `/cms/journal/review/own/decline/${reviewId}`, { declineReason: '时间不够', reason: '时间不够' });
  expect((await office.ask('editor', 'PUT', `/cms/journal/review/reinvite/${reviewId}`, {})).code).toBe(200);
  const { data } = await office.ask('editor', 'GET', `/cms/journal/submission/detail/${id}`);
  const mine = (data.reviews as { reviewerId: number; attempt: number; status: string; seat: number }[]).filter(
    (one) => one.reviewerId === office.ids.reviewer1,
  );
  expect(mine.map(({ attempt, status, seat }) => [attempt, status, seat])).toEqual([
    [1, 'declined', 1],
    [2, 'invited', 1],
  ]);
  expect((await office.ask('editor', 'PUT', `/cms/journal/review/reinvite/${reviewId}`, {})).code).toBe(500);
});

test('invitations name who was left out and why: authors, colleagues, and those whom the author excluded', async () => {
  const id = await office.submitted({ excluded: [{ name: '欧阳评二', unit: '', mail: '', reason: '有争议' }] });
  const people = [
    { userId: office.ids.author },
    { userId: office.ids.reviewer2 },
    { userId: office.ids.reviewer1 },
    { name: '陆一苇', email: 'x@y.test' },
  ];
  const answer = await office.ask('editor', 'POST', '/cms/journal/review/invite', { submissionId: id, people });
  expect(answer.data.done).toHaveLength(1);
  expect(answer.data.skipped).toEqual([
    { name: '沈知远', reason: '是投稿人本人' },
    { name: '欧阳评二', reason: '作者请求回避，仍要邀请请填写说明' },
    { name: '陆一苇', reason: '是作者之一' },
  ]);
  const again = await office.ask('editor', 'POST', '/cms/journal/review/invite', {
    submissionId: id,
    people: [{ userId: office.ids.reviewer2 }, { userId: office.ids.reviewer1 }],
    mayConflict: '只有他熟悉这个题目',
  });
  expect(again.data).toMatchObject({ done: [expect.any(Number)], skipped: [{ name: '欧阳评一', reason: '本轮已邀请' }] });
});

test('a job reminds three days before a review is due, marks it as late, and tells the editor', async () => {
  const id = await sentOut([{ userId: office.ids.reviewer1 }, { userId: office.ids.reviewer2 }]);
  const { reviewId } = await office.reviewOf('reviewer1', id);
  await office.ask('reviewer1', 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  const { db } = town.context;
  const titles = async (userId: number) =>
    (await db.selectFrom('message').select('title').where('userId', '=', userId).orderBy('id', 'desc').limit(3).execute()).map(({ title }) => title);
  await db
    .updateTable('journalReview')
    .set({ dueAt: Date.now() + 2 * DAY_MS })
    .where('id', '=', reviewId)
    .execute();
  while (await remindNextReview(town.context));
  expect((await titles(office.ids.reviewer1))[0]).toMatch(/的审稿将于\d{4}-\d\d-\d\d \d\d:\d\d到期$/);
  await db
    .updateTable('journalReview')
    .set({ dueAt: Date.now() - 1000 })
    .where('id', '=', reviewId)
    .execute();
  while (await remindNextReview(town.context));
  expect((await office.reviewOf('reviewer1', id)).status).toBe('overdue');
  expect((await titles(office.ids.editor))[0]).toBe('《小城出版怎样记录手艺》有审稿逾期');
  expect((await office.ask('editor', 'PUT', `/cms/journal/review/extend/${reviewId}`, { reason: '同意延期', days: 10 })).code).toBe(200);
  expect((await office.reviewOf('reviewer1', id)).status).toBe('accepted');
});
