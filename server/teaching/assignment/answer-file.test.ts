import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeUploadFile } from '../../files/resumable-upload.ts';
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
  const got = async (who: string, fileId: number) =>
    (await room.t.app.inject({ url: `/prod-api/cms/attempt/${phone.attemptKey}/file/${fileId}`, headers: await room.t.as(who) })).headers[
      'content-type'
    ];
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

describe('§9 a file by the key of the device', () => {
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const uploaded = async (who: string, fileName: string, bytes: Buffer): Promise<string> => {
    const uploadId = randomBytes(16).toString('hex');
    await storeUploadFile(room.t.context, { uploadId, ownerId: room.ids[who] ?? 0, fileName, bytes });
    return uploadId;
  };
  const store = (who: string, body: object) => room.ask(who, 'POST', '/cms/attempt/file', body);
  const got = async (who: string, attemptKey: string, ref: string) => {
    const said = await room.t.app.inject({ url: `/prod-api/cms/attempt/${attemptKey}/file/${ref}`, headers: await room.t.as(who) });
    return String(said.headers['content-type']).includes('json') ? said.json<{ msg: string }>().msg : said.headers['content-type'];
  };

  test('an answer may name it before it arrives; it is stored once, and only students of the attempt and its teachers read it', async () => {
    const id = await room.published({ title: '照片作业' });
    const phone = new Device(room, 'lin', 'camera');
    await phone.start(id);
    const fileKey = randomUUID();
    phone.answer('q3', { photos: [fileKey], recording: null, files: [] });
    phone.submit();
    expect((await phone.send()).code).toBe(200);
    expect(await got('teacher', phone.attemptKey, fileKey)).toBe('这个文件还在学生的设备上，联网后会自动上传');
    const body = { attemptKey: phone.attemptKey, fileKey, kind: 'photo', uploadId: await uploaded('lin', '渡口.png', Buffer.from(PNG, 'base64')) };
    expect((await store('zhou', body)).msg).toBe('作答不存在，请刷新后重试');
    expect((await store('lin', body)).code).toBe(200);
    // The answer of the server was lost: the device sends it again, and once more from the other tab.
    expect((await store('lin', body)).code).toBe(200);
    expect((await store('lin', { ...body, uploadId: await uploaded('lin', '渡口.png', Buffer.from(PNG, 'base64')) })).code).toBe(200);
    const { db } = room.t.context;
    expect(await db.selectFrom('answerFile').select('fileKey').where('attemptKey', '=', phone.attemptKey).execute()).toEqual([{ fileKey }]);
    for (const who of ['lin', 'teacher', 'helper']) expect([who, await got(who, phone.attemptKey, fileKey)]).toEqual([who, 'image/png']);
    for (const who of ['zhou', 'outsider', 'colleague']) expect([who, await got(who, phone.attemptKey, fileKey)]).not.toEqual([who, 'image/png']);
    const other = new Device(room, 'zhou', 'camera');
    await other.start(id);
    other.answer('q3', { photos: [fileKey], recording: null, files: [] });
    await other.send();
    expect(await got('zhou', other.attemptKey, fileKey)).toBe('这个文件还在学生的设备上，联网后会自动上传');
  });

  test('what is no photo, no recording or not complete is rejected with what to do', async () => {
    const phone = new Device(room, 'lin', 'faults');
    await phone.start(await room.published({ title: '照片作业二' }));
    const body = async (fileName: string, bytes: Buffer, kind: string) => ({
      attemptKey: phone.attemptKey,
      fileKey: randomUUID(),
      kind,
      uploadId: await uploaded('lin', fileName, bytes),
    });
    const png = Buffer.from(PNG, 'base64');
    const faults = {
      html: (await store('lin', await body('a.html', Buffer.from('<p>'), 'file'))).msg,
      renamed: (await store('lin', await body('a.png', Buffer.from('GIF89a'), 'photo'))).msg,
      kind: (await store('lin', await body('a.png', png, 'recording'))).msg,
      heic: (await store('lin', await body('IMG_1.HEIC', Buffer.from('x'), 'photo'))).msg,
      foreign: (await store('lin', { ...(await body('a.png', png, 'photo')), uploadId: await uploaded('zhou', 'a.png', png) })).msg,
      none: (await store('lin', { ...(await body('a.png', png, 'photo')), uploadId: 'f'.repeat(32) })).msg,
    };
    expect(faults).toEqual({
      html: expect.stringContaining('文件格式不正确'),
      renamed: '文件内容与扩展名png不符，请检查后重新上传',
      kind: expect.stringContaining('文件格式不正确'),
      heic: '服务器打不开HEIC照片，请用JPG或PNG再拍一次',
      foreign: '上传已过期，请重新选择文件上传',
      none: '上传已过期，请重新选择文件上传',
    });
  });

  test('every user who is signed in may begin an upload for an answer, nobody else', async () => {
    const begin = async (headers: object) =>
      (
        await room.t.app.inject({
          method: 'POST',
          url: '/prod-api/cms/attempt/upload',
          headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': '3' },
        })
      ).statusCode;
    expect(await begin(await room.t.as('lin'))).toBe(201);
    expect(await begin({})).toBe(401);
  });
});
