import { afterAll, beforeAll, expect, test } from 'vitest';
import { classroom, Device, type Classroom } from '../../../tests/support/classroom.ts';

let room: Classroom;
beforeAll(async () => {
  room = await classroom(['lin', 'zhou', 'chen', 'wu']);
});
afterAll(() => room.t.close());

const hand = async (who: string, id: number, answers: Record<string, string | Record<string, string>>): Promise<Device> => {
  const phone = new Device(room, who);
  await phone.start(id);
  for (const [itemId, answer] of Object.entries(answers)) phone.answer(itemId, answer);
  phone.submit();
  await phone.send();
  return phone;
};
const scores = async (id: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await room.ask('teacher', 'GET', `/cms/assignment/${id}/board`)).data.rows.map((row: { memberName: string; score: number }) => [
      row.memberName.replace('同学', ''),
      row.score,
    ]),
  );
const two = () => ({
  items: room.questions
    .slice(0, 2)
    .map(({ questionId, versionId, points }, at) => ({ itemId: `q${at + 1}`, points, versions: [{ questionId, versionId }] })),
});
const preview = (id: number, itemId: string, change: object, more: object = {}) =>
  room.ask('teacher', 'POST', '/cms/regrade/preview', { assignmentId: id, itemId, change, ...more });

test('§11 an answer that counts too raises those who gave it, is shown with its key, and is undone', async () => {
  const id = await room.published(two());
  const lin = await hand('lin', id, { q1: 'bbbbbbbb', q2: { b1: '周师傅' } });
  await hand('zhou', id, { q1: 'aaaaaaaa', q2: { b1: '老周' } });
  expect(await scores(id)).toMatchObject({ lin: 200, zhou: 400 });
  const seen = await preview(id, 'q2', { kind: 'accept', answer: '周师傅', blankId: 'b1' });
  expect(seen.data).toMatchObject({ up: 1, same: 1, down: 0 });
  expect(seen.data.lines.find(({ memberName }: { memberName: string }) => memberName === 'lin同学')).toMatchObject({
    before: 0,
    after: 400,
    totalBefore: 200,
    totalAfter: 600,
  });
  expect((await room.ask('lin', 'POST', '/cms/regrade/apply', { regradeId: seen.data.regradeId })).code).toBe(403);
  expect((await room.ask('outsider', 'POST', '/cms/regrade/apply', { regradeId: seen.data.regradeId })).code).toBe(404);
  expect((await room.ask('teacher', 'POST', '/cms/regrade/apply', { regradeId: seen.data.regradeId })).code).toBe(200);
  expect(await scores(id)).toMatchObject({ lin: 600, zhou: 400 });
  // A late arrival is judged by the new key.
  await hand('chen', id, { q2: { b1: '周师傅' } });
  expect(await scores(id)).toMatchObject({ chen: 400 });
  const shown = (await room.ask('teacher', 'GET', `/cms/attempt/${lin.attemptKey}`)).data.items[1];
  expect(JSON.stringify(shown.key)).toContain('周师傅');
  expect((await room.ask('teacher', 'POST', '/cms/regrade/undo', { regradeId: seen.data.regradeId })).code).toBe(200);
  expect(await scores(id)).toMatchObject({ lin: 200, zhou: 400 });
});

test('§11 a new key lowers nobody unless the teacher says so; marks by hand stay', async () => {
  const id = await room.published(two());
  await hand('lin', id, { q1: 'bbbbbbbb' });
  await hand('zhou', id, { q1: 'aaaaaaaa' });
  const change = { kind: 'key', key: { kind: 'single', right: ['aaaaaaaa'], explanation: '' } };
  const kind = await preview(id, 'q1', change);
  expect(kind.data).toMatchObject({ up: 1, same: 1, down: 0 });
  const strict = await preview(id, 'q1', change, { onlyUp: '0' });
  expect(strict.data).toMatchObject({ up: 1, same: 0, down: 1 });
  await room.ask('teacher', 'POST', '/cms/regrade/apply', { regradeId: strict.data.regradeId });
  expect(await scores(id)).toMatchObject({ lin: 0, zhou: 200 });
  expect(await preview(id, 'q1', { kind: 'key', key: { kind: 'single', right: [], explanation: '' } })).toMatchObject({ code: 23801 });
});

test('§11 an item that falls leaves the points of everybody, full points raise those who answered', async () => {
  const id = await room.published(two());
  const lin = await hand('lin', id, { q1: 'aaaaaaaa', q2: { b1: '老周' } });
  await hand('zhou', id, { q2: { b1: '老周' } });
  const full = await preview(id, 'q1', { kind: 'full', who: 'answered' });
  await room.ask('teacher', 'POST', '/cms/regrade/apply', { regradeId: full.data.regradeId });
  expect(await scores(id)).toMatchObject({ lin: 600, zhou: 400 });
  const drop = await preview(id, 'q1', { kind: 'drop' });
  await room.ask('teacher', 'POST', '/cms/regrade/apply', { regradeId: drop.data.regradeId });
  expect(await scores(id)).toMatchObject({ lin: 400, zhou: 400 });
  expect((await room.ask('teacher', 'GET', `/cms/attempt/${lin.attemptKey}`)).data).toMatchObject({ full: 400, score: 400 });
});

test('23602, 23603: a preview that is out of date and one without effect are rejected', async () => {
  const id = await room.published(two());
  await hand('lin', id, { q1: 'aaaaaaaa' });
  const seen = await preview(id, 'q1', { kind: 'full', who: 'all' });
  await hand('zhou', id, { q1: 'aaaaaaaa' });
  expect(await room.ask('teacher', 'POST', '/cms/regrade/apply', { regradeId: seen.data.regradeId })).toMatchObject({
    code: 23602,
    msg: '预览后又有1份作答变化，请重新预览',
  });
  const none = await preview(id, 'q1', { kind: 'points', points: 200 });
  expect(await room.ask('teacher', 'POST', '/cms/regrade/apply', { regradeId: none.data.regradeId })).toMatchObject({
    code: 23603,
    msg: '没有变化，不用重新评分',
  });
  expect((await preview(id, 'q2', { kind: 'accept', answer: 'x' })).code).toBe(200);
  expect((await preview(id, 'q1', { kind: 'accept', answer: 'nosuchid' })).msg).toBe('这种题型不能这样改，请改答案或给满分');
});
