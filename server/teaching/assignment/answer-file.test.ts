import { afterAll, beforeAll, expect, test } from 'vitest';
import { classroom, Device, type Classroom } from '../../../tests/support/classroom.ts';

let room: Classroom;
beforeAll(async () => {
  room = await classroom(['lin', 'zhou']);
});
afterAll(() => room.t.close());

async function upload(who: string): Promise<{ fileId: number; fileName: string }> {
  const payload = Buffer.from(
    `--b\r\ncontent-disposition: form-data; name="file"; filename="作文.txt"\r\ncontent-type: text/plain\r\n\r\n渡口\r\n--b--\r\n`,
  );
  const headers = { ...(await room.t.as(who)), 'content-type': 'multipart/form-data; boundary=b' };
  return (await room.t.app.inject({ method: 'POST', url: '/prod-api/common/upload', headers, payload })).json();
}

test('§16 teachers and assistants of the class read the files of an answer, and nobody else does', async () => {
  await room.join('helper');
  await room.t.context.db
    .updateTable('classMember')
    .set({ role: 'assistant' })
    .where('userId', '=', room.ids['helper'] ?? 0)
    .execute();
  const file = await upload('lin');
  const other = await upload('lin');
  const read = async (who: string, { fileName }: { fileName: string }): Promise<boolean> => {
    const url = `/prod-api/common/download/resource?resource=${encodeURIComponent(fileName)}`;
    return (await room.t.app.inject({ url, headers: await room.t.as(who) })).body === '渡口';
  };
  expect(await read('teacher', file)).toBe(false);
  const id = await room.published();
  const phone = new Device(room, 'lin');
  await phone.start(id);
  phone.answer('q3', { photos: [], recording: null, files: [file.fileId] });
  await phone.send();
  const may = Object.fromEntries(
    await Promise.all(['lin', 'teacher', 'helper', 'zhou', 'outsider', 'colleague'].map(async (who) => [who, await read(who, file)] as const)),
  );
  expect(may).toEqual({ lin: true, teacher: true, helper: true, zhou: false, outsider: false, colleague: false });
  const attemptId = (await room.t.context.db.selectFrom('attempt').select('id').where('attemptKey', '=', phone.attemptKey).executeTakeFirstOrThrow())
    .id;
  const got = async (who: string, fileId: number) =>
    (await room.t.app.inject({ url: `/prod-api/cms/attempt/${attemptId}/file/${fileId}`, headers: await room.t.as(who) })).headers['content-type'];
  expect(await got('teacher', file.fileId)).not.toContain('json');
  expect(await got('lin', file.fileId)).not.toContain('json');
  expect(await got('zhou', file.fileId)).toContain('json');
  expect(await got('teacher', other.fileId)).toContain('json');
  expect(await read('teacher', other)).toBe(false);
  // Naming the file of somebody else in an answer gives nobody anything.
  const thief = new Device(room, 'zhou');
  await thief.start(id);
  thief.answer('q3', { photos: [], recording: null, files: [other.fileId] });
  await thief.send();
  expect(await read('teacher', other)).toBe(false);
  expect(await read('zhou', other)).toBe(false);
});
