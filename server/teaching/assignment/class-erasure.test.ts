import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import { classroom, Device, type Classroom } from '../../../tests/support/classroom.ts';
import { eraseOldClass } from './class-erasure.service.ts';
import { withoutText } from './erased-answer.rule.ts';

let room: Classroom;
let assignmentId = 0;
let other: { classId: number; assignmentId: number };
let kept: { file: number; shared: number; keyed: number; sound: number; sharedSound: number };
const fileKey = randomUUID();

const db = () => room.t.context.db;

async function upload(who: string): Promise<number> {
  const payload = Buffer.from(
    `--b\r\ncontent-disposition: form-data; name="file"; filename="作文.txt"\r\ncontent-type: text/plain\r\n\r\n渡口\r\n--b--\r\n`,
  );
  const headers = { ...(await room.t.as(who)), 'content-type': 'multipart/form-data; boundary=b' };
  return (await room.t.app.inject({ method: 'POST', url: '/prod-api/common/upload', headers, payload })).json<{ fileId: number }>().fileId;
}

const UPLOAD = { kind: 'upload', stem: '<p>写一篇。</p>', photos: 0, recording: false, files: 3 };

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  room = await classroom(['lin', 'zhou']);
  const bankId = (await room.ask('teacher', 'GET', '/textbook/questionBank/list')).rows[0].bankId as number;
  const key = { kind: 'upload', explanation: '', rubric: [], hint: '' };
  const made = await room.ask('teacher', 'POST', '/textbook/question/save', { bankId, ready: true, points: 400, shown: UPLOAD, key });
  const items = [...room.questions, { ...made.data, points: 400 }].map(({ questionId, versionId, points }, at) => ({
    itemId: `q${at + 1}`,
    points,
    versions: [{ questionId, versionId }],
  }));
  kept = {
    file: await upload('lin'),
    shared: await upload('lin'),
    keyed: await upload('lin'),
    sound: await upload('teacher'),
    sharedSound: await upload('teacher'),
  };
  const answered = async (id: number, files: (number | string)[]): Promise<string> => {
    const phone = new Device(room, 'lin');
    await phone.start(id);
    phone.answer('q1', 'bbbbbbbb');
    phone.answer('q2', { b1: '老周' });
    phone.answer('q3', '林的看法');
    phone.answer('q4', { photos: [], recording: null, files });
    phone.submit();
    expect((await phone.send()).code).toBe(200);
    return phone.attemptKey;
  };
  assignmentId = await room.published({ items });
  const attemptKey = await answered(assignmentId, [kept.file, kept.shared, fileKey]);
  await db().insertInto('answerFile').values({ userId: room.ids['lin']!, fileKey, attemptKey, fileId: kept.keyed, at: Date.now() }).execute();
  await db()
    .insertInto('assignmentExtension')
    .values({
      assignmentId,
      userId: room.ids['zhou']!,
      dueAt: Date.now() + DAY_MS,
      extraTimeBp: 10_000,
      reason: '周生病了',
      byId: room.ids['teacher']!,
      createTime: Date.now(),
      updateTime: Date.now(),
    })
    .execute();
  const attempt = await db().selectFrom('attempt').select('id').where('assignmentId', '=', assignmentId).executeTakeFirstOrThrow();
  const asked = {
    assignmentId,
    attemptId: attempt.id,
    itemId: 'q3',
    userId: room.ids['lin']!,
    content: '为什么扣分',
    reply: '请看要点',
    at: Date.now(),
  };
  await db()
    .insertInto('studentQuestion')
    .values({ ...asked, classId: room.classId })
    .execute();
  await db().updateTable('attemptItem').set({ feedback: '写得真好，林' }).where('attemptId', '=', attempt.id).where('itemId', '=', 'q3').execute();

  const courseId = room.courseId;
  const classId = (await room.ask('teacher', 'POST', '/teaching/class', { courseId, className: '2班' })).data.classId as number;
  await room.ask('teacher', 'PUT', `/cms/courseClass/open/${classId}`);
  const code = (await room.ask('teacher', 'GET', `/cms/courseClass/${classId}`)).data.joinCode as string;
  await room.join('lin', { code });
  other = { classId, assignmentId: await room.published({ items, classId }) };
  await answered(other.assignmentId, [kept.shared]);
  for (const [of, audioFileId] of [
    [room.classId, kept.sound],
    [room.classId, kept.sharedSound],
    [classId, kept.sharedSound],
  ] as const)
    await db()
      .insertInto('classNote')
      .values({
        classId: of,
        audioFileId,
        publishId: 1,
        editionId: 1,
        placeEditionId: 1,
        documentIndex: 0,
        cfi: '',
        text: '渡口',
        note: '听一听',
        colour: 'green',
        authorId: room.ids['teacher']!,
        createTime: Date.now(),
        updateTime: Date.now(),
      })
      .execute();
  await db().updateTable('courseClass').set({ status: 'ended', endedAt: Date.now() }).where('id', '=', room.classId).execute();
});
afterAll(async () => {
  vi.useRealTimers();
  await room.t.close();
});

/** Everything of a class, as text. */
async function everything(classId: number, id: number): Promise<string> {
  const attempts = await db().selectFrom('attempt').selectAll().where('assignmentId', '=', id).execute();
  const keys = attempts.map(({ attemptKey }) => attemptKey);
  return JSON.stringify([
    attempts,
    await db().selectFrom('classMember').selectAll().where('classId', '=', classId).orderBy('id').execute(),
    await db().selectFrom('attemptEvent').selectAll().where('attemptKey', 'in', keys).orderBy('seq').execute(),
    await db()
      .selectFrom('attemptItem')
      .selectAll()
      .where(
        'attemptId',
        'in',
        attempts.map((one) => one.id),
      )
      .orderBy('itemId')
      .execute(),
    await db().selectFrom('assignmentExtension').selectAll().where('assignmentId', '=', id).execute(),
    await db().selectFrom('studentQuestion').selectAll().where('classId', '=', classId).execute(),
    await db().selectFrom('grade').selectAll().where('assignmentId', '=', id).execute(),
  ]);
}
const scores = async (id: number) => [
  await db().selectFrom('attempt').select(['rawScore', 'score', 'full', 'status']).where('assignmentId', '=', id).execute(),
  await db().selectFrom('grade').selectAll().where('assignmentId', '=', id).execute(),
  await db()
    .selectFrom('attemptItem')
    .innerJoin('attempt', 'attempt.id', 'attemptItem.attemptId')
    .select(['itemId', 'verdict', 'auto', 'manual', 'parts', 'points'])
    .where('assignmentId', '=', id)
    .orderBy('itemId')
    .execute(),
];
const fileRow = (id: number) => db().selectFrom('file').select('fileName').where('id', '=', id).executeTakeFirst();

test('§16 nothing is erased before three years after the end', async () => {
  const before = await everything(room.classId, assignmentId);
  vi.setSystemTime(Date.now() + 3 * 365 * DAY_MS - DAY_MS);
  expect(await eraseOldClass(room.t.context)).toBe(false);
  expect(await everything(room.classId, assignmentId)).toBe(before);
});

test('§16 three years after the end names, numbers, uploads and texts are erased, and scores stay', async () => {
  const foreign = await everything(other.classId, other.assignmentId);
  const sums = await scores(assignmentId);
  const key = (await fileRow(kept.file))!.fileName.slice(1);
  expect(await room.t.context.files.size(key)).not.toBeNull();
  vi.setSystemTime(Date.now() + 3 * DAY_MS);
  // A server that is stopped in the middle leaves the rest to the next time.
  const remove = vi.spyOn(room.t.context.files, 'remove').mockRejectedValueOnce(new Error('stopped'));
  await expect(eraseOldClass(room.t.context)).rejects.toThrow('stopped');
  remove.mockRestore();
  expect(await eraseOldClass(room.t.context)).toBe(true);
  const after = await everything(room.classId, assignmentId);
  expect(after).not.toMatch(/同学|老周|林的看法|周生病了|为什么扣分|请看要点|写得真好/);
  expect(after).toContain('bbbbbbbb');
  expect(await scores(assignmentId)).toEqual(sums);
  expect(await fileRow(kept.file)).toBeUndefined();
  expect(await fileRow(kept.keyed)).toBeUndefined();
  expect(await db().selectFrom('answerFile').selectAll().execute()).toEqual([]);
  expect(await room.t.context.files.size(key)).toBeNull();
  // A file that an answer in another class names stays with this answer.
  expect(await fileRow(kept.shared)).toBeDefined();
  expect(await everything(other.classId, other.assignmentId)).toBe(foreign);
  expect(await eraseOldClass(room.t.context)).toBe(false);
  expect(await everything(room.classId, assignmentId)).toBe(after);
  expect(await fileRow(kept.sound)).toBeUndefined();
  expect(await fileRow(kept.sharedSound)).toBeDefined();
});

test('§16 the board, the results and the sheet of an erased class open and say 已清除', async () => {
  await db()
    .updateTable('session')
    .set({ expiresAt: Date.now() + 2 * DAY_MS })
    .execute();
  const board = await room.ask('teacher', 'GET', `/cms/assignment/${assignmentId}/board`);
  expect(board).toMatchObject({ code: 200 });
  expect(JSON.stringify(board.data)).toContain('"memberName":"已清除"');
  const attempt = await db().selectFrom('attempt').select('attemptKey').where('assignmentId', '=', assignmentId).executeTakeFirstOrThrow();
  const result = await room.ask('lin', 'GET', `/cms/attempt/${attempt.attemptKey}`);
  expect(result.code).toBe(200);
  expect(await room.ask('teacher', 'PUT', `/cms/courseClass/reopen/${room.classId}`, { reason: '还要上课的' })).not.toMatchObject({ code: 200 });
});

test('words are erased by the kind of the question, what was chosen stays', () => {
  const choices = [{ id: 'a', html: '甲' }];
  const fill = { kind: 'fill', stem: '', blanks: [{ id: 'x', type: 'text' }, { id: 'y', type: 'choice', choices }] } as const; // prettier-ignore
  expect(withoutText(fill, { x: '字', y: 'a' })).toEqual({ x: '已清除', y: 'a' });
  expect(withoutText({ kind: 'short', stem: '', maxLength: 9 }, '字')).toBe('已清除');
  expect(withoutText({ kind: 'judge', stem: '' }, true)).toBe(true);
  expect(withoutText(undefined, '字')).toBeNull();
  const passage = { kind: 'passage', stem: '', plays: 0, parts: [{ kind: 'short', stem: '', maxLength: 9, id: 'p', points: 1 }] } as const;
  const once = withoutText(passage, { p: '字', q: '别的' });
  expect(once).toEqual({ p: '已清除', q: null });
  expect(withoutText(passage, once)).toEqual(once);
});
