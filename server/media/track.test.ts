import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEDIA } from '../../contract/limits.ts';
import { type AdminTrack, MEDIA_UPLOAD_PATH } from '../../contract/media/track.ts';
import { makeMp4 } from '../../tests/support/media-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { upload } from '../../tests/support/upload.ts';
import { wavTune } from '../seed/demo/wav-tune.ts';
import { webmSlides } from '../seed/demo/webm-slides.ts';

let t: TestContext;
let editor: Bearer;
let chief: Bearer;
const PERMISSIONS = ['add', 'edit', 'remove', 'query', 'list'].map((action) => `publish:audio:${action}`);
const LISTING = ['publish:publication:edit', 'publish:publication:query', 'publish:publication:publish', 'recycle:publication:restore'];

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'editor', permissions: [...PERMISSIONS, ...LISTING] });
  await t.addUser({ userName: 'chief', permissions: LISTING });
  await t.addUser({ userName: 'other', permissions: PERMISSIONS });
  editor = await t.as('editor');
  chief = await t.as('chief');
});
afterAll(() => t.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function ask<T = unknown>(
  method: Method,
  path: string,
  payload?: object,
  headers: Bearer = editor,
): Promise<{ code: number; msg: string; data: T; rows: T[] }> {
  const answer = await t.app.inject({ method, url: `/prod-api${path}`, headers, ...(payload ? { payload } : {}) });
  return answer.json();
}
const newWork = async (kind: 'audio' | 'video', title: string): Promise<number> =>
  (await ask<{ publishId: number }>('POST', '/cms/publish/audio', { kind, title, authorsText: '何语' })).data.publishId;
async function put(publishId: number, bytes: Buffer, title: string): Promise<AdminTrack> {
  const uploadId = await upload(t, editor, bytes, `${title}.bin`, MEDIA_UPLOAD_PATH);
  const added = await ask<AdminTrack>('POST', '/cms/media', { publishId, uploadId, title });
  expect(added).toMatchObject({ code: 200, data: { state: 'queued' } });
  await t.context.jobs.settled();
  expect(t.jobErrors).toEqual([]);
  return (await tracks(publishId)).find((track) => track.mediaId === added.data.mediaId) as AdminTrack;
}
const tracks = async (publishId: number): Promise<AdminTrack[]> => (await ask<AdminTrack>('GET', `/cms/media/list?publishId=${publishId}`)).rows;
const read = async (key: string): Promise<Buffer> => Buffer.concat(await (await t.context.files.read(key)).toArray());

test('checks, stores and verifies a track part by part, and adds it once when submitted twice', async () => {
  const publishId = await newWork('audio', '听灯');
  const bytes = wavTune('1 3 5', 300);
  const track = await put(publishId, bytes, '第一段');
  expect(track).toMatchObject({
    state: 'ready',
    message: '',
    mediaType: 'audio',
    durationSec: 300,
    bytes: bytes.length,
    codecs: 'PCM',
    fileName: '第一段.bin',
  });
  const row = await t.context.db.selectFrom('media').selectAll().where('id', '=', track.mediaId).executeTakeFirstOrThrow();
  expect(await read(`${row.fileKey}/file`)).toEqual(bytes);
  const hashes = [0, 1].map((part) =>
    createHash('sha256')
      .update(bytes.subarray(part * MEDIA.partBytes, (part + 1) * MEDIA.partBytes))
      .digest('hex'),
  );
  expect([row.sha256, JSON.parse(row.partHashes)]).toEqual([createHash('sha256').update(bytes).digest('hex'), hashes]);
  const again = await ask<AdminTrack>('POST', '/cms/media', { publishId, uploadId: row.uploadId, title: '再说一次' });
  expect(again.data).toMatchObject({ mediaId: track.mediaId, title: '第一段' });
  expect(await tracks(publishId)).toHaveLength(1);
});

test('stores an MP4 with its index at the end with the index first', async () => {
  const publishId = await newWork('video', '看灯');
  const bytes = makeMp4({ seconds: 12, indexLast: true });
  const track = await put(publishId, bytes, '第一集');
  expect(track).toMatchObject({ state: 'ready', mediaType: 'video', width: 1280, height: 720, bytes: bytes.length });
  const { fileKey } = await t.context.db.selectFrom('media').select('fileKey').where('id', '=', track.mediaId).executeTakeFirstOrThrow();
  expect(await read(`${fileKey}/file`)).toEqual(makeMp4({ seconds: 12 }));
});

test('reports why a file cannot be played and leaves no data', async () => {
  const publishId = await newWork('audio', '坏文件');
  expect(await put(publishId, Buffer.from('这不是声音'), '一')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('这不是能播放的音视频文件'),
  });
  expect(await put(publishId, await webmSlides(['lamp'], 5), '二')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('这是视频文件'),
  });
  const rows = await t.context.db.selectFrom('media').select('fileKey').where('publicationId', '=', publishId).execute();
  expect(rows).toEqual([{ fileKey: '' }, { fileKey: '' }]);
  expect(await ask('PUT', `/cms/publish/submit/${publishId}`, {})).toMatchObject({ code: 20805, msg: expect.stringContaining('可以播放的曲目') });
  const film = await newWork('video', '没有分集');
  expect(await ask('PUT', `/cms/publish/submit/${film}`, {})).toMatchObject({ code: 20805, msg: expect.stringContaining('可以播放的分集') });
});

test('renames, captions and orders tracks, and rejects an outdated version and an invalid caption', async () => {
  const publishId = await newWork('audio', '排队');
  const one = await put(publishId, wavTune('1', 6), '一');
  const two = await put(publishId, wavTune('2', 6), '二');
  const draft = {
    mediaId: one.mediaId,
    version: one.version,
    title: '第一段 灯',
    isrc: 'CN-A01-26-00001',
    trialSec: 5,
    captions: 'WEBVTT\n\n00:00.000 --> 00:02.000\n灯亮了\n',
  };
  expect(await ask('PUT', '/cms/media', draft)).toMatchObject({
    code: 200,
    data: { title: '第一段 灯', hasCaptions: true, trialSec: 5, version: one.version + 1 },
  });
  expect(await ask('PUT', '/cms/media', draft)).toMatchObject({ code: 409 });
  expect(
    await ask('PUT', '/cms/media', { ...draft, version: one.version + 1, captions: 'WEBVTT\n\n00:00.000 --> 00:02.000\n\ufffd\ufffd' }),
  ).toMatchObject({ msg: '字幕里有没能认出的字（\ufffd），请把字幕文件另存为UTF-8编码后再读入' });
  expect(await ask('PUT', '/cms/media', { ...draft, version: one.version + 1, captions: 'WEBVTT\n\n00:03.000 --> 00:02.000\n反了' })).toMatchObject({
    code: 400,
    msg: '字幕第3行的结束时间不晚于开始时间，请改正后再保存',
  });
  // #33.18 SRT is stored as WebVTT, which players read.
  const srt = await ask('PUT', '/cms/media', { ...draft, version: one.version + 1, captions: '1\n00:00:00,000 --> 00:00:02,000\n灯亮了' });
  expect(srt).toMatchObject({ code: 200, data: { hasCaptions: true, version: one.version + 2 } });
  expect(await t.context.db.selectFrom('media').select('captions').where('id', '=', one.mediaId).execute()).toEqual([
    { captions: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n灯亮了\n' },
  ]);
  expect(await ask('PUT', '/cms/media', { ...draft, version: one.version + 1, isrc: '123' })).toMatchObject({
    code: 400,
    msg: 'ISRC格式为CN-XXX-YY-NNNNN',
  });
  await ask('PUT', '/cms/media/order', { publishId, mediaIds: [two.mediaId, one.mediaId] });
  expect((await tracks(publishId)).map((track) => track.title)).toEqual(['二', '第一段 灯']);
  expect(await ask('PUT', '/cms/media/order', { publishId, mediaIds: [two.mediaId] })).toMatchObject({ code: 409 });
});

test('lists a work with two users, keeps a playable track, and restores removed tracks from the bin', async () => {
  const publishId = await newWork('audio', '上架');
  const one = await put(publishId, wavTune('1', 6), '一');
  const { data } = await ask<{ version: number }>('GET', `/cms/publish/${publishId}`);
  await ask('PUT', '/cms/publish', {
    publishId,
    version: data.version,
    title: '上架',
    authorsText: '何语',
    intro: '<p>简介</p>',
    isFree: '1',
    archiveTypeId: await category(),
  });
  expect(await ask('PUT', `/cms/publish/submit/${publishId}`, {})).toMatchObject({ code: 200 });
  expect(await ask('DELETE', `/cms/media/${one.mediaId}`)).toMatchObject({ code: 601, msg: expect.stringContaining('上架审核中') });
  expect(await ask('PUT', `/cms/publish/approve/${publishId}`, {}, chief)).toMatchObject({ code: 200, data: { status: 'listed' } });
  expect(await ask('DELETE', `/cms/media/${one.mediaId}`)).toMatchObject({ code: 601, msg: expect.stringContaining('至少要留一段') });
  const two = await put(publishId, wavTune('2', 6), '二');
  expect(await ask('DELETE', `/cms/media/${one.mediaId}`)).toMatchObject({ code: 200 });
  const open = (await t.app.inject(`/prod-api/cms/publish/tracks/${publishId}`)).json<{ data: { mediaId: number; isFree: boolean }[] }>();
  expect(open.data).toMatchObject([{ mediaId: two.mediaId, isFree: true }]);
  const bin = await t.context.db
    .selectFrom('recycleItem')
    .select('id')
    .where('entityType', '=', 'media')
    .where('entityId', '=', one.mediaId)
    .executeTakeFirstOrThrow();
  expect(await ask('PUT', `/recycle/restore/${bin.id}`)).toMatchObject({ code: 200 });
  expect((await tracks(publishId)).map((track) => track.mediaId)).toEqual([one.mediaId, two.mediaId]);
  const listed = await ask<{ publishId: number; trackCount: number; durationSec: number }>('GET', '/cms/publish/audio/list?kind=audio&status=listed');
  expect(listed.rows).toMatchObject([{ publishId, trackCount: 2, readyCount: 2, durationSec: 12 }]);
  expect((await ask('GET', '/cms/publish/list', undefined, await staffOfBooks())).rows).toEqual([]);
});

test('rejects restoring a track into a work under review', async () => {
  const publishId = await newWork('audio', '回来');
  await put(publishId, wavTune('1', 6), '一');
  const thrown = await put(publishId, wavTune('2', 6), '二');
  expect(await ask('DELETE', `/cms/media/${thrown.mediaId}`)).toMatchObject({ code: 200 });
  await t.context.db.updateTable('publication').set({ status: 'checking' }).where('id', '=', publishId).execute();
  const bin = await t.context.db.selectFrom('recycleItem').select('id').where('entityId', '=', thrown.mediaId).executeTakeFirstOrThrow();
  expect(await ask('PUT', `/recycle/restore/${bin.id}`)).toEqual({ code: 601, msg: '上架审核中的作品不能修改，请先驳回' });
  expect(await tracks(publishId)).toHaveLength(1);
  await t.context.db.updateTable('publication').set({ status: 'rejected' }).where('id', '=', publishId).execute();
  expect(await ask('PUT', `/recycle/restore/${bin.id}`)).toMatchObject({ code: 200 });
  expect(await tracks(publishId)).toHaveLength(2);
});

async function category(): Promise<number> {
  const now = Date.now();
  const row = await t.context.db
    .insertInto('archiveType')
    .values({ parentId: 0, typeName: '小说', orderNum: 1, createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
async function staffOfBooks(): Promise<Bearer> {
  await t.addUser({ userName: 'books', permissions: ['publish:publication:list'] });
  return t.as('books');
}

test("rejects another user's upload, and an upload without the permission", async () => {
  const publishId = await newWork('audio', '别人的');
  const uploadId = await upload(t, editor, wavTune('1', 2), 'a.wav', MEDIA_UPLOAD_PATH);
  expect(await ask('POST', '/cms/media', { publishId, uploadId, title: '偷' }, await t.as('other'))).toMatchObject({ code: 403 });
  await expect(upload(t, chief, wavTune('1', 2), 'a.wav', MEDIA_UPLOAD_PATH)).rejects.toThrow('403');
});
