import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { keptExercises } from '../../contract/textbook/kept-exercise.ts';
import { classroom, Device, type Classroom } from '../../tests/support/classroom.ts';
import { addExercise, missedRow, type ExerciseFixture } from '../../tests/support/exercise-fixture.ts';

/** Words that stand in keys, explanations and marking guides of the questions only. */
const SECRETS = ['老周', '见第一段', '见第二段', '可从人情谈起', '言之有理即可', '"right":[', '"rubric":[', '"pairs":', '"explanation"'];

let room: Classroom;
let book: ExerciseFixture;
beforeAll(async () => {
  room = await classroom(['lin', 'zhou']);
  // The same content as a question of the assignment: this student missed it in practice.
  book = await addExercise(room.t, '渡口教材', [
    {
      shown: { kind: 'fill', stem: '<p>摆渡的人叫[[b1]]。</p>', blanks: [{ id: 'b1', type: 'text' }] },
      key: {
        kind: 'fill',
        blanks: [{ id: 'b1', keys: [{ share: 10_000, text: '老周' }] }],
        policy: 'each',
        language: 'zh',
        explanation: '<p>见第二段</p>',
      },
      points: 400,
    },
  ]);
  await room.t.context.db
    .updateTable('course')
    .set({ publishIds: JSON.stringify([book.publishId]) })
    .where('id', '=', room.courseId)
    .execute();
  await room.ask('lin', 'POST', '/cms/review/sync', { sentAt: Date.now(), cursor: 0, rows: book.questions.map((one) => missedRow(book, one)) });
});
afterAll(() => room.t.close());

const leaksIn = (text: string): string[] => SECRETS.filter((secret) => text.includes(secret));

/** Calls that end the session, the membership or the account: tried after all others. */
const ENDS = /logout|leave|remove|delete|cancel|withdraw|session|password|token/i;
const rank = ({ method, path }: Endpoint): number => (method === 'GET' ? 0 : method === 'DELETE' || ENDS.test(path) ? 2 : 1);

/** Every call that a signed-in user without permissions may make, and those of teaching with a permission: of the contract, so that a new one is tried too. */
const calls = (ids: Readonly<Record<string, string | number>>): { readonly endpoint: Endpoint; readonly url: string }[] =>
  room.t.app.endpoints
    .filter(
      ({ access, path, multipart }) =>
        !multipart &&
        (access === 'public' || access === 'signed-in' || /^\/(?:cms\/(?:course|assignment|attempt|exercise)|teaching|textbook)/.test(path)),
    )
    .toSorted((one, two) => rank(one) - rank(two))
    .map((endpoint) => ({
      endpoint,
      url: API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => String(ids[name] ?? 1)),
    }));

test('§8 no call of a student tells a key, an explanation or a marking guide before the release', async () => {
  const items = [
    ...room.questions.map(({ questionId, versionId, points }, at) => ({ itemId: `q${at + 1}`, points, versions: [{ questionId, versionId }] })),
    ...book.questions.map(({ questionId, versionId, points }, at) => ({ itemId: `b${at + 1}`, points, versions: [{ questionId, versionId }] })),
  ];
  const assignmentId = await room.published({ items, showScore: 'submit', showKey: 'due' });
  const phone = new Device(room, 'lin');
  await phone.start(assignmentId);
  phone.answer('q1', 'aaaaaaaa');
  phone.answer('q3', '看法');
  await phone.send();
  const ids = {
    classId: room.classId,
    assignmentId,
    attemptKey: phone.attemptKey,
    attemptId: 1,
    courseId: room.courseId,
    questionId: room.questions[0]?.questionId ?? 0,
    questionIds: [...room.questions, ...book.questions].map(({ questionId }) => questionId).join(','),
    id: room.questions[0]?.questionId ?? 0,
    publishId: book.publishId,
    setId: book.setId,
    event: 'publish',
  };
  const found: string[] = [];
  const answered = new Set<string>();
  const walk = async (last: boolean): Promise<void> => {
    const bearer = await room.t.as('lin');
    for (const { endpoint, url } of calls(ids)) {
      if (!last && rank(endpoint) === 2) continue;
      const body = {
        assignmentId,
        classId: room.classId,
        deviceId: phone.deviceId,
        attempts: [{ attemptKey: phone.attemptKey, events: [] }],
        clocks: { bootId: 'b', wallMs: 1, monoMs: 1 },
      };
      const reply = await room.t.app.inject({
        method: endpoint.method,
        url,
        headers: bearer,
        ...(endpoint.method === 'GET' ? {} : { payload: body }),
      });
      if (/"code":200\b/.test(reply.body.slice(0, 200))) answered.add(endpoint.key);
      // The key of an exercise that the student holds a right to is in the copy of the book: it says nothing of assignments.
      if (endpoint.key !== keptExercises.key) found.push(...leaksIn(reply.body).map((secret) => `${endpoint.key}: ${secret}`));
    }
  };
  await walk(false);
  phone.submit();
  await phone.send();
  await walk(true);
  expect([...new Set(found)]).toEqual([]);
  // The walk reached the class, its assignments, the paper, the pack, the result, the review and the notes.
  for (const key of [
    'GET /cms/courseClass/{classId}',
    'GET /cms/courseClass/{classId}/pack',
    'GET /cms/assignment/getInfo/{assignmentId}',
    'GET /cms/attempt/{attemptKey}',
    'GET /cms/review/questions/{questionIds}',
    'GET /cms/review/daily',
    'GET /cms/exercise/getInfo/{setId}',
    'GET /cms/classNote/list/{classId}',
  ])
    expect([...answered]).toContain(key);
  expect(answered.size).toBeGreaterThan(100);
}, 120_000);

test('the search for keys finds one: after the release the result tells them', async () => {
  const assignmentId = await room.published({ showKey: 'submit', holdUntilLast: '0' });
  const phone = new Device(room, 'zhou');
  await phone.start(assignmentId);
  phone.answer('q1', 'aaaaaaaa');
  phone.submit();
  await phone.send();
  const reply = await room.ask('zhou', 'GET', `/cms/attempt/${phone.attemptKey}`);
  expect(leaksIn(JSON.stringify(reply))).toEqual(expect.arrayContaining(['老周', '见第一段', '言之有理即可']));
});
