import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import type { ClassLearning } from '../../../contract/teaching/learning.ts';
import { classroom, type Classroom } from '../../../tests/support/classroom.ts';
import { addTextbook } from '../../../tests/support/textbook-fixture.ts';

const MINUTE = 60_000;
let room: Classroom;
let publishId = 0;

beforeAll(async () => {
  room = await classroom(['lin', 'zhou', 'leaver']);
  publishId = (await addTextbook(room.t)).publishId;
  await room.ask('teacher', 'PUT', '/teaching/course', { courseId: room.courseId, name: '英语听说', publishIds: [publishId] });
  await joinedAgo('lin', DAY_MS);
  await joinedAgo('zhou', DAY_MS);
});
afterAll(() => room.t.close());

const userId = (who: string): number => room.ids[who] ?? 0;
const joinedAgo = (who: string, ms: number) =>
  room.t.context.db
    .updateTable('classMember')
    .set({ consentAt: Date.now() - ms })
    .where('userId', '=', userId(who))
    .execute();

interface Session {
  readonly sessionId: string;
  readonly ago?: number;
  readonly minutes?: number;
  readonly chapters: readonly { readonly documentIndex: number; readonly seconds: number; readonly reached: number }[];
  readonly publishId?: number;
}
const send = (who: string, sessions: readonly Session[], more: object = {}) => {
  const now = Date.now();
  return room.ask(who, 'POST', '/cms/learningRecord', {
    deviceId: `${who}-device`,
    now,
    sessions: sessions.map(({ ago = 30 * MINUTE, minutes = 20, ...one }) => ({
      publishId,
      startedAt: now - ago,
      lastAt: now - ago + minutes * MINUTE,
      ...one,
    })),
    ...more,
  });
};
const learning = async (who: string): Promise<ClassLearning> =>
  (await room.ask(who, 'GET', `/cms/learningRecord/${room.classId}`)).data as ClassLearning;
const bookOf = async (who: string, name = who, by = 'teacher') =>
  (await learning(by)).rows.find(({ memberName }) => memberName === `${name}同学`)?.books[0];
const one = (documentIndex: number, seconds: number, reached = 50) => ({ documentIndex, seconds, reached });

test('E36 a session that is reported again, in any order, counts once', async () => {
  expect((await send('lin', [{ sessionId: 'session-a1', chapters: [one(0, 120, 40)] }])).code).toBe(200);
  await send('lin', [{ sessionId: 'session-a1', chapters: [one(0, 300, 80), one(1, 60, 10)] }]);
  await send('lin', [{ sessionId: 'session-a1', chapters: [one(0, 120, 40)] }]);
  await send('lin', [{ sessionId: 'session-a1', chapters: [one(0, 300, 80), one(1, 60, 10)] }]);
  expect(await bookOf('lin')).toMatchObject({
    seconds: 360,
    chapters: [
      { documentIndex: 0, seconds: 300, reached: 80 },
      { documentIndex: 1, seconds: 60, reached: 10 },
    ],
  });
  await send('lin', [{ sessionId: 'session-a2', chapters: [one(0, 30, 20)] }]);
  expect(await bookOf('lin')).toMatchObject({ seconds: 390, chapters: [{ seconds: 330, reached: 80 }, {}] });
});

test('§16 reading before the consent, in another book or after leaving is neither stored nor shown', async () => {
  const before = await bookOf('zhou');
  expect(before).toMatchObject({ seconds: 0, percent: null, lastAt: '' });
  await send('zhou', [{ sessionId: 'session-b1', ago: 2 * DAY_MS, chapters: [one(0, 600)] }]);
  await send('zhou', [{ sessionId: 'session-b2', publishId: publishId + 99, chapters: [one(0, 600)] }]);
  await send('outsider', [{ sessionId: 'session-b3', chapters: [one(0, 600)] }]);
  await send('teacher', [{ sessionId: 'session-b4', chapters: [one(0, 600)] }]);
  await joinedAgo('leaver', DAY_MS);
  await room.ask('leaver', 'POST', `/cms/courseClass/leave/${room.classId}`);
  await send('leaver', [{ sessionId: 'session-b5', chapters: [one(0, 600)] }]);
  const stored = await room.t.context.db.selectFrom('learningRecord').select('userId').where('userId', '<>', userId('lin')).execute();
  expect(stored).toEqual([]);
  expect((await learning('teacher')).rows.map(({ memberName }) => memberName).toSorted()).toEqual(['lin同学', 'zhou同学']);
});

test('§16 who joins again shows only what comes after the new consent', async () => {
  await send('zhou', [{ sessionId: 'session-c1', chapters: [one(0, 600)] }]);
  expect(await bookOf('zhou')).toMatchObject({ seconds: 600 });
  await room.ask('zhou', 'POST', `/cms/courseClass/leave/${room.classId}`);
  expect((await learning('teacher')).rows).toHaveLength(1);
  await room.join('zhou');
  expect(await bookOf('zhou')).toMatchObject({ seconds: 0, chapters: [] });
  await joinedAgo('zhou', DAY_MS);
});

test('E36 seconds are at most the time of the session, and a device with a wrong clock counts from the time of its call', async () => {
  await room.t.context.db.deleteFrom('learningRecord').where('userId', '=', userId('zhou')).execute();
  await send('zhou', [{ sessionId: 'session-d1', minutes: 1, chapters: [one(0, 1800), one(1, 1800)] }]);
  expect(await bookOf('zhou')).toMatchObject({ seconds: 60 });
  const wrong = Date.now() + 400 * DAY_MS;
  const said = await room.ask('zhou', 'POST', '/cms/learningRecord', {
    deviceId: 'zhou-other',
    now: wrong,
    sessions: [{ sessionId: 'session-d2', publishId, startedAt: wrong - 10 * MINUTE, lastAt: wrong, chapters: [one(2, 600, 100)] }],
  });
  expect(said.code).toBe(200);
  const row = await room.t.context.db.selectFrom('learningRecord').selectAll().where('sessionId', '=', 'session-d2').executeTakeFirstOrThrow();
  expect(row.lastAt).toBeLessThanOrEqual(Date.now());
  expect(Date.now() - row.startedAt).toBeGreaterThan(9 * MINUTE);
});

test('T1 the tab shows position, time, practice and hand-ins: all students to the teacher, the own row to a student', async () => {
  const { db } = room.t.context;
  const edition = await db.selectFrom('publication').select('editionId').where('id', '=', publishId).executeTakeFirstOrThrow();
  await db
    .insertInto('readingProgress')
    .values({
      userId: userId('lin'),
      publicationId: publishId,
      editionId: edition.editionId ?? 0,
      cfi: 'epubcfi(/6/4!/4/2)',
      percent: 4_250,
      documentIndex: 1,
      device: '',
      clock: 1,
      updateTime: Date.now(),
      beganAt: Date.now(),
    })
    .execute();
  expect(await bookOf('lin')).toMatchObject({ percent: 42.5 });
  expect(await bookOf('zhou')).toMatchObject({ percent: null });
  const own = await learning('lin');
  expect(own.rows).toMatchObject([{ memberName: 'lin同学', own: true, handedIn: 0 }]);
  expect(own.books[0]?.chapters.map(({ title }) => title)).toEqual(['Unit 1', 'Unit 2', 'Unit 3']);
  // A position from before the consent is not shown.
  await db
    .updateTable('readingProgress')
    .set({ updateTime: Date.now() - 2 * DAY_MS })
    .where('userId', '=', userId('lin'))
    .execute();
  expect(await bookOf('lin')).toMatchObject({ percent: null });
});

test.each([
  ['teacher', 200, 200],
  ['lin', 200, 403],
  ['leaver', 404, 404],
  ['outsider', 404, 404],
  ['colleague', 404, 404],
] as const)('§16 learning of a class for %s: %d, and its spreadsheet: %d', async (who, seen, sheet) => {
  expect((await room.ask(who, 'GET', `/cms/learningRecord/${room.classId}`)).code).toBe(seen);
  if (sheet !== 200) expect((await room.ask(who, 'GET', `/teaching/learning/sheet/${room.classId}`)).code).toBe(sheet);
});

test('§15 the spreadsheet has typed numbers, numbers of students as text, and no formula', async () => {
  await room.t.context.db.updateTable('classMember').set({ memberName: '=1+1', studentNo: '00123' }).where('userId', '=', userId('zhou')).execute();
  const answer = await room.t.app.inject({
    method: 'GET',
    url: `/prod-api/teaching/learning/sheet/${room.classId}`,
    headers: { ...(await room.t.as('teacher')) },
  });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  expect(book.worksheets.map(({ name }) => name)).toEqual(['学习进度', '各章分钟']);
  const sheet = book.worksheets[0];
  const rows = [2, 3].map((at) => (sheet?.getRow(at).values ?? []) as unknown[]);
  const zhou = rows.find(([, no]) => no === '00123');
  expect(zhou?.slice(1, 5)).toEqual(['00123', '=1+1', undefined, 11]);
  for (const cells of book.worksheets.flatMap((one) => [one.getRow(2), one.getRow(3)]))
    cells.eachCell((cell) => expect(cell.formula).toBeUndefined());
});
