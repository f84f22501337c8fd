import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttemptPaper } from '../../../contract/teaching/attempt.ts';
import { addTextbook } from '../../../tests/support/textbook-fixture.ts';
import { classroom, Device, minuteOf, type Classroom } from '../../../tests/support/classroom.ts';

let room: Classroom;
beforeAll(async () => {
  room = await classroom(['lin', 'zhou']);
});
afterAll(() => room.t.close());

const pack = async (who: string) => (await room.ask(who, 'GET', `/cms/courseClass/${room.classId}/pack`)).data;

test('§8 a pack holds tickets for the attempts that are left, the same at every call, and only for its student', async () => {
  const id = await room.published({ attempts: 2 });
  const later = await room.published({ openAt: minuteOf(Date.now() + 3 * 86_400_000), dueAt: minuteOf(Date.now() + 5 * 86_400_000), attempts: 1 });
  const far = await room.published({ openAt: minuteOf(Date.now() + 20 * 86_400_000), dueAt: minuteOf(Date.now() + 25 * 86_400_000) });
  const first = await pack('lin');
  const of = (one: { assignments: { assignmentId: number; papers: AttemptPaper[] }[] }, assignmentId: number) =>
    one.assignments.find((each) => each.assignmentId === assignmentId)?.papers ?? [];
  expect(of(first, id).map(({ no }) => no)).toEqual([1, 2]);
  expect(of(first, later)).toHaveLength(1);
  expect(of(first, far)).toEqual([]);
  const again = await pack('lin');
  expect(again.version).toBe(first.version);
  expect(of(again, id).map(({ attemptKey }) => attemptKey)).toEqual(of(first, id).map(({ attemptKey }) => attemptKey));
  expect(of(await pack('zhou'), id).map(({ attemptKey }) => attemptKey)).not.toEqual(of(first, id).map(({ attemptKey }) => attemptKey));
  expect((await room.ask('outsider', 'GET', `/cms/courseClass/${room.classId}/pack`)).code).toBe(404);
});

test('§9 an attempt that began from a ticket without a network counts from its own beginning', async () => {
  const id = await room.published({ attempts: 1 });
  const { assignments } = await pack('zhou');
  const paper = assignments.find((one: { assignmentId: number }) => one.assignmentId === id).papers[0] as AttemptPaper;
  const phone = new Device(room, 'zhou');
  const began = Date.now() - 20 * 60_000;
  phone.attemptKey = paper.attemptKey;
  phone.write({ kind: 'resume' }, began);
  phone.answer('q1', 'bbbbbbbb', began + 60_000);
  phone.submit(began + 120_000);
  expect((await phone.send()).data[0]).toMatchObject({ status: 'graded', flags: ['offline'] });
  const attempt = await room.t.context.db.selectFrom('attempt').selectAll().where('attemptKey', '=', paper.attemptKey).executeTakeFirstOrThrow();
  expect(Math.abs(attempt.begunAt - began)).toBeLessThan(5_000);
  expect(await new Device(room, 'zhou').start(id)).toMatchObject({ code: 23502 });
});

test('§8 a pack names the files of the textbooks that its member may read', async () => {
  const { t } = room;
  const { publishId } = await addTextbook(t, { title: '有资料的教材' });
  await room.ask('teacher', 'PUT', '/teaching/course', { courseId: room.courseId, name: '英语听说', publishIds: [publishId] });
  await t.addUser({ userName: 'placer', permissions: ['textbook:textbook:list', 'textbook:textbook:query', 'textbook:textbook:edit'] });
  const placer = await t.as('placer');
  const payload = Buffer.from(
    `--b\r\ncontent-disposition: form-data; name="file"; filename="词表.txt"\r\ncontent-type: text/plain\r\n\r\nferry\r\n--b--\r\n`,
  );
  const headers = { ...placer, 'content-type': 'multipart/form-data; boundary=b' };
  const { fileId } = (await t.app.inject({ method: 'POST', url: '/prod-api/common/upload', headers, payload })).json<{ fileId: number }>();
  for (const documentIndex of [0, 2])
    await t.app.inject({
      method: 'POST',
      url: '/prod-api/textbook/placed',
      headers: placer,
      payload: { publishId, kind: 'file', label: `词表${documentIndex}`, fileId, documentIndex, quote: '' },
    });
  // The first chapter is free; the third needs the right.
  expect((await pack('lin')).materials).toMatchObject([{ publishId, label: '词表0', name: '词表.txt', bytes: 5, until: null }]);
  const validTo = Date.now() + 86_400_000;
  await t.context.db
    .insertInto('entitlement')
    .values({ userId: room.ids['lin'] ?? 0, publicationId: publishId, source: 'order', validFrom: 0, validTo, createBy: 'x', createTime: 1 })
    .execute();
  expect((await pack('lin')).materials).toMatchObject([
    { label: '词表0', until: null },
    { label: '词表2', until: validTo },
  ]);
});
