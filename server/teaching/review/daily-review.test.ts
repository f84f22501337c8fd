import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import type { QuestionKey, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import type { DailyReview } from '../../../contract/teaching/daily-review.ts';
import { classroom, type Classroom } from '../../../tests/support/classroom.ts';
import { addTextbook } from '../../../tests/support/textbook-fixture.ts';
import type { Bearer } from '../../../tests/support/test-context.ts';
import { wireDate } from '../../db/clock.ts';

const students = ['lin', 'zhou', 'chen', 'wang'];
/** Noon in Beijing, so long ago that the sessions of the test are valid at all its times. */
const NOON = (Math.floor(Date.now() / DAY_MS) - 70) * DAY_MS + 4 * 3_600_000;
const MOST = 24;

let room: Classroom;
let editor: Bearer;
let publishId = 0;
let setId = 0;
let questions: { questionId: number; versionId: number }[] = [];
/** An answer that a teacher marks. */
let written: { questionId: number; versionId: number };

const choice = (id: string) => ({ id, html: `选项${id}` });
const single = (name: string): ShownQuestion => ({ kind: 'single', stem: `<p>${name}</p>`, options: [choice('aaaaaaaa'), choice('bbbbbbbb')] });
const KEY: QuestionKey = { kind: 'single', right: ['bbbbbbbb'], explanation: '<p>秘密的解析</p>' };

async function asEditor(method: 'POST' | 'PUT', path: string, payload: object) {
  // oxlint-disable-next-line no-explicit-any -- answers of many endpoints
  return (await room.t.app.inject({ method, url: `/prod-api${path}`, headers: { ...editor }, payload })).json<any>().data;
}

beforeAll(async () => {
  room = await classroom(students);
  const { t } = room;
  await t.addUser({
    userName: 'editor',
    permissions: ['textbook:exercise:list', 'textbook:exercise:query', 'textbook:exercise:add', 'textbook:exercise:edit', 'textbook:exercise:submit'],
  });
  await t.addUser({ userName: 'approver', permissions: ['cms:content:audit', 'textbook:exercise:query'] });
  editor = await t.as('editor');
  ({ publishId } = await addTextbook(t, { title: '复习教材' }));
  const { bankId } = await asEditor('POST', '/textbook/questionBank', { name: '复习题库', publishId });
  const saved: { questionId: number; versionId: number }[] = [];
  for (let at = 0; at < MOST; at += 1)
    saved.push(await asEditor('POST', '/textbook/question/save', { bankId, ready: true, points: 200, shown: single(`第${at}题`), key: KEY }));
  const short = { shown: { kind: 'short', stem: '<p>谈谈</p>', maxLength: 200 }, key: { kind: 'short', rubric: [], hint: '', explanation: '' } };
  const { questionId, versionId } = await asEditor('POST', '/textbook/question/save', { bankId, ready: true, points: 200, ...short });
  written = { questionId, versionId };
  questions = saved.map((one) => ({ questionId: one.questionId, versionId: one.versionId }));
  ({ setId } = await asEditor('POST', '/textbook/exerciseSet', {
    publishId,
    title: '试读的练习',
    documentIndex: 0,
    questionIds: [...questions, written].map((one) => one.questionId),
    shuffle: '0',
  }));
  await asEditor('PUT', `/textbook/exerciseSet/submit/${setId}`, {});
  const approver = await t.as('approver');
  await t.app.inject({ method: 'PUT', url: `/prod-api/textbook/exerciseSet/approve/${setId}`, headers: { ...approver }, payload: {} });
  for (const who of students) await room.join(who);
}, 120_000);
afterAll(() => room.t.close());
afterEach(() => void vi.useRealTimers());

const at = (time: number): void => void vi.useFakeTimers({ toFake: ['Date'], now: time });
let made = 0;
const row = (one: { questionId: number; versionId: number }, kind: string, rating: number, tries = rating === 2 ? 2 : 1) => ({
  id: `70000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
  ...one,
  setId,
  publishId,
  at: Date.now(),
  rating,
  verdict: rating === 0 ? '' : rating === 1 ? 'wrong' : 'right',
  tries: rating === 0 ? 0 : tries,
  ms: 1_000,
  deviceId: 'device-00001',
  kind,
});
async function write(who: string, rows: readonly object[]): Promise<void> {
  const { data } = await room.ask(who, 'POST', '/cms/review/sync', { sentAt: Date.now(), cursor: 0, rows });
  expect(data.rejected).toEqual([]);
}
const daily = async (who: string): Promise<DailyReview> => (await room.ask(who, 'GET', '/cms/review/daily')).data as DailyReview;
const idsOf = ({ items }: DailyReview): number[] => items.map(({ questionId }) => questionId);

test('T4 a question that was missed is due on the next day of review, at four in Beijing, without its key', async () => {
  at(NOON);
  const [missed, known] = [questions[0]!, questions[1]!];
  await write('lin', [row(missed, 'practice', 1), row(known, 'practice', 3), row(written, 'practice', 1)]);
  expect(await daily('lin')).toMatchObject({ items: [], cards: 2, tomorrow: 1, closed: 0 });
  // 03:59 and 04:00 of the next day.
  at(NOON + 16 * 3_600_000 - 60_000);
  expect(idsOf(await daily('lin'))).toEqual([]);
  at(NOON + 16 * 3_600_000);
  const found = await daily('lin');
  expect(found.items).toEqual([{ ...missed, setId, publishId, fresh: true }]);
  expect((await room.ask('lin', 'GET', '/cms/review/dailyCount')).data).toEqual({ total: 1 });
  expect(JSON.stringify(found)).not.toMatch(/秘密|"right"|keyPart/);
  // Nobody else sees it.
  expect(await daily('zhou')).toMatchObject({ items: [], cards: 0 });
});

test('§12 two right reviews in a row take it out of the wrong book, and the review goes on', async () => {
  at(NOON + DAY_MS);
  const [missed] = [questions[0]!];
  const wrong = async (): Promise<number> => (await room.ask('lin', 'GET', '/cms/review/wrongCount')).data.total as number;
  const before = await wrong();
  await write('lin', [row(missed, 'review', 3)]);
  expect(await daily('lin')).toMatchObject({ items: [], doneNew: 1, doneReviews: 0, cards: 2 });
  expect(await wrong()).toBe(before);
  at(NOON + 5 * DAY_MS);
  expect(await daily('lin')).toMatchObject({ items: [{ questionId: missed.questionId, fresh: false }] });
  await write('lin', [row(missed, 'review', 3)]);
  expect(await wrong()).toBe(before - 1);
  expect(await daily('lin')).toMatchObject({ items: [], doneReviews: 1, cards: 2 });
  at(NOON + 60 * DAY_MS);
  expect(idsOf(await daily('lin'))).toEqual([missed.questionId]);
  await write('lin', [row(missed, 'remove', 0)]);
  expect(await daily('lin')).toMatchObject({ items: [], cards: 1 });
});

test('T4 at most 20 new questions a day, as many as the user has set; bad limits are rejected with words', async () => {
  at(NOON);
  await write(
    'zhou',
    questions.map((one) => row(one, 'practice', 1)),
  );
  at(NOON + DAY_MS);
  expect(await daily('zhou')).toMatchObject({ limits: { newMost: 20, reviewMost: 100 }, held: MOST - 20 });
  expect((await daily('zhou')).items).toHaveLength(20);
  const save = (body: object) => room.ask('zhou', 'PUT', '/cms/review/limits', body);
  expect((await save({ newMost: 3, reviewMost: 50 })).data).toEqual({ newMost: 3, reviewMost: 50 });
  await write('zhou', [row(questions[0]!, 'review', 3)]);
  expect(await daily('zhou')).toMatchObject({ doneNew: 1, held: MOST - 3, limits: { newMost: 3, reviewMost: 50 } });
  expect((await daily('zhou')).items).toHaveLength(2);
  expect((await daily('chen')).limits).toEqual({ newMost: 20, reviewMost: 100 });
  expect((await save({ newMost: 4, reviewMost: 50 })).code).toBe(200);
  for (const [body, words] of [
    [{ newMost: 101, reviewMost: 50 }, '每天的新题不能超过100'],
    [{ newMost: -1, reviewMost: 50 }, '每天的新题不能小于0'],
    [{ newMost: 1.5, reviewMost: 50 }, '每天的新题须为整数'],
    [{ newMost: 5, reviewMost: '多' }, '每天的复习须为整数'],
  ] as const)
    expect(await save(body)).toMatchObject({ code: 400, msg: words });
  expect((await daily('zhou')).limits).toEqual({ newMost: 4, reviewMost: 50 });
});

test('§12 never later than the end of a running class with the book', async () => {
  at(NOON);
  const [one] = questions;
  await write('chen', [row(one!, 'practice', 1)]);
  for (const [days, rating] of [
    [1, 4],
    [10, 4],
  ] as const) {
    at(NOON + days * DAY_MS);
    await write('chen', [row(one!, 'review', rating)]);
  }
  at(NOON + 20 * DAY_MS);
  expect(idsOf(await daily('chen'))).toEqual([]);
  const endDate = wireDate(NOON + 15 * DAY_MS);
  await room.t.context.db
    .updateTable('course')
    .set({ publishIds: JSON.stringify([publishId]) })
    .where('id', '=', room.courseId)
    .execute();
  await room.t.context.db.updateTable('courseClass').set({ endDate }).where('id', '=', room.classId).execute();
  expect(await daily('chen')).toMatchObject({ items: [{ questionId: one!.questionId }], ends: [{ publishId, endDate }] });
  at(NOON + 14 * DAY_MS);
  expect(idsOf(await daily('chen'))).toEqual([]);
  // Who has left the class has no end of it.
  await room.ask('chen', 'DELETE', `/cms/courseClass/leave/${room.classId}`);
  await room.t.context.db
    .updateTable('classMember')
    .set({ status: 'left' })
    .where('classId', '=', room.classId)
    .where('userId', '=', room.ids['chen'] ?? 0)
    .execute();
  at(NOON + 20 * DAY_MS);
  expect(await daily('chen')).toMatchObject({ items: [], ends: [] });
});

test('T4 a question that may not be practised now waits and is counted', async () => {
  at(NOON);
  const [one] = questions;
  await write('wang', [row(one!, 'practice', 1)]);
  at(NOON + DAY_MS);
  const { live } = await room.t.context.db.selectFrom('exerciseSet').select('live').where('id', '=', setId).executeTakeFirstOrThrow();
  await room.t.context.db.updateTable('exerciseSet').set({ live: '', status: 'draft' }).where('id', '=', setId).execute();
  expect(await daily('wang')).toMatchObject({ items: [], closed: 1, cards: 1 });
  await room.t.context.db.updateTable('exerciseSet').set({ live, status: 'published' }).where('id', '=', setId).execute();
  expect(await daily('wang')).toMatchObject({ items: [{ questionId: one!.questionId }], closed: 0 });
});

test('T4 needs a sign-in', async () => {
  for (const [method, path] of [
    ['GET', '/cms/review/daily'],
    ['GET', '/cms/review/dailyCount'],
    ['PUT', '/cms/review/limits'],
  ] as const)
    expect((await room.t.app.inject({ method, url: `/prod-api${path}`, payload: { newMost: 1, reviewMost: 1 } })).json()).toMatchObject({
      code: 401,
    });
});
