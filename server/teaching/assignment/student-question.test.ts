import { afterAll, beforeAll, expect, test } from 'vitest';
import { classroom, Device, type Classroom } from '../../../tests/support/classroom.ts';

let room: Classroom;
beforeAll(async () => {
  room = await classroom(['lin', 'song']);
});
afterAll(() => room.t.close());

const result = (who: string, key: string) => room.ask(who, 'GET', `/cms/attempt/${key}`);

test('T2 a student asks about an item; the teachers of the class answer into the inbox', async () => {
  const id = await room.published();
  const phone = new Device(room, 'song');
  await phone.start(id);
  const early = (await room.t.context.db.selectFrom('attempt').select('id').where('attemptKey', '=', phone.attemptKey).executeTakeFirstOrThrow()).id;
  expect((await room.ask('song', 'POST', '/cms/studentQuestion', { attemptId: early, itemId: 'q1', content: '为什么？' })).msg).toBe(
    '交了以后才能问老师',
  );
  phone.submit();
  await phone.send();
  const { attemptId } = (await result('song', phone.attemptKey)).data;
  expect((await room.ask('lin', 'POST', '/cms/studentQuestion', { attemptId, itemId: 'q1', content: '替人问' })).code).toBe(404);
  const { questionId } = (await room.ask('song', 'POST', '/cms/studentQuestion', { attemptId, itemId: 'q1', content: '为什么不是江北？' })).data;
  expect((await room.ask('lin', 'GET', `/teaching/studentQuestion/${room.classId}`)).code).toBe(403);
  expect((await room.ask('teacher', 'GET', `/teaching/studentQuestion/${room.classId}`)).data).toMatchObject([
    { questionId, stem: '渡口在哪里？', memberName: 'song同学' },
  ]);
  expect((await room.ask('lin', 'PUT', `/teaching/studentQuestion/${questionId}`, { reply: '我来答' })).code).toBe(403);
  expect((await room.ask('teacher', 'PUT', `/teaching/studentQuestion/${questionId}`, { reply: '看第一段第二句。' })).code).toBe(200);
  expect((await room.ask('song', 'GET', `/cms/studentQuestion/mine/${attemptId}`)).data).toMatchObject([{ reply: '看第一段第二句。' }]);
  const { rows } = (await room.ask('song', 'GET', '/info/message/mine')).data;
  expect(rows[0]).toMatchObject({ type: 'reply', title: '老师回答了您在《第一次作业》里的提问' });
});
