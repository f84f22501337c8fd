import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classroom, Device, minuteOf, type Classroom } from '../../../tests/support/classroom.ts';
import { advanceAssignment } from './assignment-step.service.ts';
import { expireAttempt } from './attempt.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let room: Classroom;
beforeAll(async () => {
  room = await classroom(['lin', 'zhou', 'chen', 'wu', 'he', 'song']);
});
afterAll(() => room.t.close());

const info = (who: string, id: number) => room.ask(who, 'GET', `/cms/assignment/getInfo/${id}`);
const result = (who: string, key: string) => room.ask(who, 'GET', `/cms/attempt/${key}`);
/** Moves the times of an assignment back, as if that much time had passed. */
const passed = (id: number, ms: number) =>
  room.t.context.db
    .updateTable('assignment')
    .set((eb) => ({ openAt: eb('openAt', '-', ms), dueAt: eb('dueAt', '-', ms), nextAt: 0 }))
    .where('id', '=', id)
    .execute();
const advance = async () => {
  while (await advanceAssignment(room.t.context));
};

describe('T2 answering an assignment', () => {
  test('answers are taken once, judged at the hand-in, and the score follows the marks', async () => {
    const id = await room.published();
    const phone = new Device(room, 'lin');
    expect((await phone.start(id)).code).toBe(200);
    expect(JSON.stringify(phone.paper)).not.toMatch(/老周|见第一段|right|rubric|explanation/);
    phone.answer('q1', 'bbbbbbbb');
    phone.answer('q2', { b1: ' 老周。' });
    phone.answer('q3', '我想人情在渡口。');
    expect((await phone.send()).data[0]).toMatchObject({ acknowledged: 4, status: 'doing', rejected: '' });
    phone.submit();
    const sent = await phone.send();
    expect(sent.data[0]).toMatchObject({ acknowledged: 5, status: 'submitted' });
    // Everything again, as after a lost answer.
    expect((await phone.send()).data[0]).toMatchObject({ acknowledged: 5, status: 'submitted' });
    expect(await room.t.context.db.selectFrom('attempt').select('id').where('attemptKey', '=', phone.attemptKey).execute()).toHaveLength(1);
    const seen = (await result('teacher', phone.attemptKey)).data;
    expect(seen).toMatchObject({ rawScore: 600, full: 1000, status: 'submitted' });
    const marked = await room.ask('teacher', 'PUT', '/teaching/mark', { attemptId: seen.attemptId, itemId: 'q3', points: 350, feedback: '有见地' });
    expect(marked).toMatchObject({ code: 200, data: { score: 950, status: 'graded' } });
    expect(await room.ask('teacher', 'PUT', '/teaching/mark', { attemptId: seen.attemptId, itemId: 'q3', points: 401 })).toMatchObject({
      msg: '分数不能超过本题的4.00分',
    });
    // Made without a network before another teacher marked it: theirs stays, and the words say so. The own mark is replaced.
    await room.join('helper');
    await room.t.context.db
      .updateTable('classMember')
      .set({ role: 'assistant' })
      .where('userId', '=', room.ids['helper'] ?? 0)
      .execute();
    const late = { attemptId: seen.attemptId, itemId: 'q3', points: 100, feedback: '有见地', seen: null };
    expect(await room.ask('helper', 'PUT', '/teaching/mark', late)).toMatchObject({ code: 409, msg: '另一位老师已把这份改为3.50分，请看过后再保存' });
    const { answers } = (await room.ask('helper', 'GET', `/teaching/marking/${id}`)).data as { answers: { manual: number; markedAt: number }[] };
    expect(answers[0]).toMatchObject({ manual: 350, markedAt: expect.any(Number) });
    expect((await room.ask('teacher', 'PUT', '/teaching/mark', { ...late, points: 350 })).code).toBe(200);
    expect((await info('lin', id)).data).toMatchObject({ grade: 'scored', score: 950, own: [{ score: 950 }] });
  });

  test('a second attempt needs a chance; a running one goes on instead', async () => {
    const id = await room.published({ attempts: 1 });
    const phone = new Device(room, 'zhou');
    await phone.start(id);
    const tablet = new Device(room, 'zhou', 'tablet');
    await tablet.start(id);
    expect(tablet.attemptKey).toBe(phone.attemptKey);
    phone.submit();
    await phone.send();
    expect(await new Device(room, 'zhou').start(id)).toMatchObject({ code: 23502, msg: '答题机会已用完' });
    expect((await info('zhou', id)).data.fault).toBe('答题机会已用完');
  });

  test('it does not begin before its time, after its end, or for somebody who is no student of the class', async () => {
    const later = await room.published({ openAt: minuteOf(Date.now() + HOUR) });
    expect(await new Device(room, 'lin').start(later)).toMatchObject({ code: 23503, msg: '作业还没有开始' });
    const over = await room.published();
    await passed(over, 2 * DAY);
    expect(await new Device(room, 'lin').start(over)).toMatchObject({ code: 23504, msg: '作业已截止' });
    expect((await new Device(room, 'outsider').start(over)).code).toBe(404);
    expect((await new Device(room, 'teacher').start(over)).code).toBe(403);
    const draft = await room.draft();
    expect((await info('lin', draft)).code).toBe(404);
  });

  test('23506: an answer that cannot belong to its question is kept, and counts as unanswered', async () => {
    const id = await room.published();
    const phone = new Device(room, 'chen');
    await phone.start(id);
    phone.answer('q1', 'no-such-option');
    phone.answer('q2', { b1: '老周' });
    phone.submit();
    const { words } = (await phone.send()).data[0];
    expect(words).toBe('答案与题目不符：第1题，按未答处理');
    expect((await result('teacher', phone.attemptKey)).data).toMatchObject({
      rawScore: 400,
      items: [{ answer: 'no-such-option', verdict: 'empty' }, {}, {}],
    });
  });

  test('events of another account, of an unknown attempt and with a gap are rejected or wait, never lost', async () => {
    const id = await room.published();
    const phone = new Device(room, 'wu');
    await phone.start(id);
    const thief = new Device(room, 'he');
    thief.attemptKey = phone.attemptKey;
    thief.answer('q1', 'aaaaaaaa');
    expect((await thief.send()).data[0].rejected).toBe('这次作答不属于当前账号，请用作答时的账号登录');
    phone.answer('q1', 'bbbbbbbb');
    phone.answer('q2', { b1: '老周' });
    const [first, second, third] = phone.events;
    if (!first || !second || !third) throw new Error('three events');
    expect((await phone.send([third])).data[0].acknowledged).toBe(0);
    expect((await phone.send([first])).data[0].acknowledged).toBe(1);
    expect((await phone.send([second])).data[0].acknowledged).toBe(3);
    expect(await room.ask('wu', 'POST', '/cms/attempt/sync', { deviceId: 'x', clocks: {}, attempts: [] })).toMatchObject({ code: 400 });
  });
});

describe('§9 two devices', () => {
  test('both answers are kept; what came after the hand-in waits for the teacher', async () => {
    const id = await room.published();
    const phone = new Device(room, 'wu', 'phone');
    await phone.start(id);
    const tablet = new Device(room, 'wu', 'tablet');
    await tablet.start(id);
    phone.answer('q2', { b1: '老王' }, Date.now() - 2 * MINUTE);
    tablet.answer('q2', { b1: '老周' }, Date.now() - MINUTE);
    await phone.send();
    const other = (await tablet.send()).data[0].others as { itemId?: string; answer?: unknown }[];
    expect(other).toContainEqual(expect.objectContaining({ itemId: 'q2', answer: { b1: '老王' } }));
    tablet.write({ kind: 'submit', seen: { [phone.deviceId]: phone.events.length } });
    await tablet.send();
    phone.answer('q1', 'bbbbbbbb');
    expect((await phone.send()).data[0]).toMatchObject({ flags: ['afterSubmit'], words: '这台设备上有1题没来得及交' });
    const seen = (await result('teacher', tablet.attemptKey)).data;
    expect(seen.items[1]).toMatchObject({ answer: { b1: '老周' }, others: [{ answer: { b1: '老王' } }] });
    expect(seen.afterSubmit).toEqual([{ itemId: 'q1', answer: 'bbbbbbbb', by: phone.deviceId }]);
  });
});

describe('§9, §10 due times', () => {
  test('answered in time without a network and received within the grace is on time', async () => {
    const id = await room.published({ showKey: 'manual' });
    const phone = new Device(room, 'he');
    await phone.start(id);
    phone.answer('q1', 'bbbbbbbb', Date.now() - 3 * HOUR);
    phone.submit(Date.now() - 3 * HOUR);
    await passed(id, DAY + HOUR);
    expect((await phone.send()).data[0]).toMatchObject({ status: 'graded', flags: ['offline'] });
    expect((await info('he', id)).data).toMatchObject({ grade: 'scored', lateBy: 0 });
  });

  test('received after the grace it is kept and waits for the teacher, who adopts it', async () => {
    const id = await room.published({ showKey: 'manual' });
    const phone = new Device(room, 'song');
    await phone.start(id);
    phone.answer('q1', 'bbbbbbbb', Date.now() - 60 * HOUR);
    phone.submit(Date.now() - 60 * HOUR);
    await passed(id, 3 * DAY);
    const sent = (await phone.send()).data[0];
    expect(sent.flags).toContain('held');
    expect((await info('song', id)).data).toMatchObject({ grade: 'waiting' });
    const { attemptId, can } = (await result('teacher', phone.attemptKey)).data;
    expect(can).toContain('adopt');
    expect((await room.ask('song', 'POST', `/cms/attempt/decide/${attemptId}`, { decision: 'adopt' })).code).not.toBe(200);
    expect((await room.ask('teacher', 'POST', `/cms/attempt/decide/${attemptId}`, { decision: 'adopt' })).code).toBe(200);
    expect((await info('song', id)).data).toMatchObject({ grade: 'scored' });
  });

  test('late work loses a part of the full points for each started day', async () => {
    const id = await room.published({ lateDays: 3, latePenaltyBp: 1000 });
    const phone = new Device(room, 'lin');
    await phone.start(id);
    await passed(id, DAY + 30 * HOUR);
    phone.answer('q1', 'bbbbbbbb');
    phone.answer('q2', { b1: '老周' });
    phone.submit();
    expect((await phone.send()).data[0]).toMatchObject({ status: 'graded', flags: ['late'] });
    expect((await result('lin', phone.attemptKey)).data).toMatchObject({ rawScore: 600, score: 400, lateDays: 2 });
  });

  test('an extended student is late nowhere, and keeps the assignment open for herself only', async () => {
    const id = await room.published();
    const dueAt = minuteOf(Date.now() + 3 * DAY);
    expect((await room.ask('teacher', 'PUT', `/teaching/extension/${id}`, { userIds: [room.ids['zhou']], dueAt, reason: '生病' })).code).toBe(200);
    await passed(id, 2 * DAY);
    await room.t.context.db
      .updateTable('assignmentExtension')
      .set({ dueAt: Date.now() + DAY })
      .where('assignmentId', '=', id)
      .execute();
    await advance();
    expect((await info('zhou', id)).data).toMatchObject({ status: 'open', extended: true, fault: '' });
    expect((await info('lin', id)).data).toMatchObject({ grade: 'missing', fault: '作业已截止' });
    const phone = new Device(room, 'zhou');
    await phone.start(id);
    phone.answer('q1', 'bbbbbbbb');
    phone.submit();
    expect((await phone.send()).data[0].flags).toEqual([]);
    const board = (await room.ask('teacher', 'GET', `/cms/assignment/${id}/board`)).data;
    expect(board.rows.find(({ userId }: { userId: number }) => userId === room.ids['zhou'])).toMatchObject({ lateDays: 0, state: 'scored' });
  });

  test('a time limit ends an attempt on the server with what was saved; a hand-in from the device replaces it', async () => {
    const id = await room.published({ limitMin: 30 });
    const phone = new Device(room, 'chen');
    await phone.start(id);
    phone.answer('q1', 'bbbbbbbb', Date.now() - 20 * MINUTE);
    await phone.send();
    await room.t.context.db
      .updateTable('attempt')
      .set((eb) => ({ begunAt: eb('begunAt', '-', 40 * MINUTE), expiresAt: eb('expiresAt', '-', 40 * MINUTE) }))
      .where('attemptKey', '=', phone.attemptKey)
      .execute();
    expect(await expireAttempt(room.t.context)).toBe(true);
    expect(await expireAttempt(room.t.context)).toBe(false);
    expect((await result('chen', phone.attemptKey)).data).toMatchObject({ status: 'graded', rawScore: 200 });
    phone.answer('q2', { b1: '老周' }, Date.now() - 15 * MINUTE);
    phone.submit(Date.now() - 15 * MINUTE);
    await phone.send();
    expect((await result('chen', phone.attemptKey)).data).toMatchObject({ status: 'graded', rawScore: 600 });
  });
});

test('an extension that comes after the beginning holds for the attempt that goes on', async () => {
  const id = await room.published({ limitMin: 30 });
  const phone = new Device(room, 'wu');
  await phone.start(id);
  const end = async () =>
    (await room.t.context.db.selectFrom('attempt').select('expiresAt').where('attemptKey', '=', phone.attemptKey).executeTakeFirstOrThrow())
      .expiresAt ?? 0;
  const before = await end();
  await room.ask('teacher', 'PUT', `/teaching/extension/${id}`, { userIds: [room.ids['wu']], extraTimeBp: 20_000, reason: '读题慢' });
  expect((await end()) - before).toBe(30 * MINUTE);
});

test('questions that change before anybody answered change in the tickets that are out, whose keys stay', async () => {
  const id = await room.published({ attempts: 1 });
  const pack = async () =>
    (await room.ask('he', 'GET', `/cms/courseClass/${room.classId}/pack`)).data.assignments.find(
      (one: { assignmentId: number }) => one.assignmentId === id,
    ).papers[0];
  const first = await pack();
  const {
    assignmentId: _id,
    classId: _class,
    status: _status,
    answered: _answered,
    can: _can,
    ...body
  } = (await room.ask('teacher', 'GET', `/teaching/assignment/${id}`)).data;
  expect((await room.ask('teacher', 'PUT', '/teaching/assignment', { ...body, assignmentId: id, items: body.items.slice(1) })).code).toBe(200);
  const second = await pack();
  expect(second.attemptKey).toBe(first.attemptKey);
  expect(second.items.map(({ itemId }: { itemId: string }) => itemId)).toEqual(['q2', 'q3']);
});

describe('§10 release', () => {
  test('keys reach a student at the release and not before; held while anybody may still hand in', async () => {
    const id = await room.published({ showScore: 'due', showKey: 'submit' });
    const phone = new Device(room, 'song');
    await phone.start(id);
    phone.answer('q1', 'aaaaaaaa');
    phone.submit();
    await phone.send();
    const before = (await result('song', phone.attemptKey)).data;
    expect(before.items).toHaveLength(3);
    expect(before.items.every(({ key, score }: { key: unknown; score: unknown }) => key === null && score === null)).toBe(true);
    expect(before.score).toBeNull();
    await passed(id, 2 * DAY);
    await advance();
    const after = (await result('song', phone.attemptKey)).data;
    expect(after).toMatchObject({ score: 0 });
    expect(after.items[0].key).toMatchObject({ right: ['bbbbbbbb'] });
    expect((await info('song', id)).data.status).toBe('released');
  });

  test('the teacher is warned of answers that wait for marks, and releases nevertheless', async () => {
    const id = await room.published({ showScore: 'manual', showKey: 'manual' });
    const phone = new Device(room, 'he');
    await phone.start(id);
    phone.answer('q3', '看法');
    phone.submit();
    await phone.send();
    await room.ask('teacher', 'PUT', `/cms/assignment/closeNow/${id}`, { reason: '提前收作业了' });
    expect(await room.ask('teacher', 'PUT', `/cms/assignment/release/${id}`, {})).toMatchObject({
      code: 23405,
      msg: '还有1份待批改，公布后学生只看到已批改的部分',
    });
    expect((await room.ask('teacher', 'PUT', `/cms/assignment/release/${id}`, { confirmed: '1' })).code).toBe(200);
    expect(await room.ask('teacher', 'PUT', `/cms/assignment/publish/${id}`, {})).toMatchObject({ code: 23401 });
  });
});

describe('T5 the draft of an assignment', () => {
  test('is rejected with the words of the design', async () => {
    const empty = await room.draft({ items: [] });
    expect(await room.ask('teacher', 'PUT', `/cms/assignment/publish/${empty}`)).toMatchObject({ code: 23402, msg: '作业还没有题目' });
    expect(
      await room.ask('teacher', 'POST', '/teaching/assignment', {
        classId: room.classId,
        title: '反了',
        openAt: '2026-12-02 08:00',
        dueAt: '2026-12-01 08:00',
      }),
    ).toMatchObject({ code: 23403, msg: '截止时间须晚于开始时间' });
    const id = await room.published();
    const phone = new Device(room, 'lin');
    await phone.start(id);
    const {
      assignmentId: _id,
      classId: _class,
      status: _status,
      answered: _answered,
      can: _can,
      ...body
    } = (await room.ask('teacher', 'GET', `/teaching/assignment/${id}`)).data;
    expect(await room.ask('teacher', 'PUT', '/teaching/assignment', { ...body, assignmentId: id, items: body.items.slice(1) })).toMatchObject({
      code: 23404,
      msg: '已有1人作答，不能改题目，请用“重新评分”',
    });
    expect((await room.ask('teacher', 'PUT', '/teaching/assignment', { ...body, assignmentId: id, title: '改名' })).code).toBe(200);
  });

  test('takes only questions that the teacher may set', async () => {
    const bank = (await room.ask('colleague', 'POST', '/textbook/questionBank', { name: '别人的题库' })).data.bankId as number;
    const shown = { kind: 'judge', stem: '<p>对吗</p>' };
    const foreign = (
      await room.ask('colleague', 'POST', '/textbook/question/save', {
        bankId: bank,
        ready: true,
        points: 100,
        shown,
        key: { kind: 'judge', right: true, explanation: '' },
      })
    ).data;
    const items = [{ itemId: 'x', points: 100, versions: [{ questionId: foreign.questionId, versionId: foreign.versionId }] }];
    await expect(room.draft({ items })).rejects.toThrow('有的题目不能用在这个班级，或已停用，请重新选择');
    const { rows } = await room.ask('teacher', 'GET', `/teaching/question/pick/${room.classId}`);
    expect(rows.map(({ questionId }) => questionId)).not.toContain(foreign.questionId);
    expect(JSON.stringify(rows)).not.toContain('explanation');
  });

  test('questions that are drawn are fixed in the ticket of each student', async () => {
    const versions = room.questions.slice(0, 2).map(({ questionId, versionId }) => ({ questionId, versionId }));
    const id = await room.published({ items: [{ itemId: 'd', points: 300, take: 1, versions }] });
    const phone = new Device(room, 'lin');
    await phone.start(id);
    const again = new Device(room, 'lin', 'tablet');
    await again.start(id);
    expect(again.paper?.items).toEqual(phone.paper?.items);
    expect(phone.paper?.items).toHaveLength(1);
  });

  test('is copied to another class and with its course to the next term', async () => {
    const id = await room.published();
    const copied = await room.ask('teacher', 'POST', `/teaching/course/copy/${room.courseId}`, { name: '英语听说（春）', className: '春季班' });
    const { rows } = await room.ask('teacher', 'GET', `/cms/assignment/mine?classId=${copied.data.classId}`);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every(({ status, handedIn }) => status === 'draft' && handedIn === 0)).toBe(true);
    expect((await room.ask('teacher', 'POST', `/teaching/assignment/copy/${id}`, { classId: copied.data.classId })).code).toBe(200);
  });
});

test('T6 the board counts what its rows say, and the sheet of grades has words for what is no number', async () => {
  const id = await room.published({ weight: 2, showScore: 'due' });
  for (const [who, answer] of [
    ['lin', 'bbbbbbbb'],
    ['zhou', 'aaaaaaaa'],
    ['chen', 'aaaaaaaa'],
  ] as const) {
    const phone = new Device(room, who);
    await phone.start(id);
    phone.answer('q1', answer);
    phone.submit();
    await phone.send();
  }
  const board = (await room.ask('teacher', 'GET', `/cms/assignment/${id}/board`)).data;
  expect(board.items[0]).toMatchObject({ rightBp: 3333, wrong: [{ text: '江北', n: 2 }] });
  expect(board.rows.filter(({ state }: { state: string }) => state === 'scored')).toHaveLength(3);
  expect((await room.ask('lin', 'GET', `/cms/assignment/${id}/board`)).code).toBe(403);
  expect((await room.ask('outsider', 'GET', `/cms/assignment/${id}/board`)).code).toBe(404);
  expect((await room.ask('teacher', 'POST', `/teaching/assignment/remind/${id}`)).data.sent).toBe(3);
  expect((await room.ask('teacher', 'POST', `/teaching/assignment/remind/${id}`)).code).toBe(429);
});
