import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEDIA_UPLOAD_PATH, type AdminTrack } from '../../contract/media/track.ts';
import { makeMp4 } from '../../tests/support/media-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { upload } from '../../tests/support/upload.ts';
import { streamState } from './stream-state.ts';

let t: TestContext;
let editor: Bearer;
beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'editor', permissions: ['add', 'edit', 'query', 'list'].map((action) => `publish:audio:${action}`) });
  await t.addUser({ userName: 'looker', permissions: ['publish:audio:query', 'publish:audio:list'] });
  editor = await t.as('editor');
});
afterAll(() => t.close());

type Answer<T> = { code: number; msg: string; data: T; rows: T[] };
const ask = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, headers = editor): Promise<Answer<T>> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers, ...(payload ? { payload } : {}) })).json();
const retry = (mediaId: number, headers = editor) => ask<AdminTrack>('PUT', `/cms/media/retry/${mediaId}`, {}, headers);
const shown = async (mediaId: number): Promise<AdminTrack> => (await ask<AdminTrack>('GET', `/cms/media/${mediaId}`)).data;

async function sent(bytes: Buffer): Promise<{ publishId: number; mediaId: number }> {
  const { data } = await ask<{ publishId: number }>('POST', '/cms/publish/audio', { kind: 'video', title: '看灯', authorsText: '何语' });
  const uploadId = await upload(t, editor, bytes, '一.mp4', MEDIA_UPLOAD_PATH);
  const track = await ask<AdminTrack>('POST', '/cms/media', { publishId: data.publishId, uploadId, title: '一' });
  await t.context.jobs.settled();
  return { publishId: data.publishId, mediaId: track.data.mediaId };
}

test("describes the state of a video's streams in words, with advice for failed ones", () => {
  const film = { mediaType: 'video', state: 'ready' } as const;
  const row = (state: 'running' | 'ready' | 'failed', message = '', leaseUntil = 0) => ({
    state,
    message,
    leaseUntil,
    levels: '[{"size":360},{"size":720}]',
  });
  const of = (...[stream, makes = true]: [Parameters<typeof streamState>[1], boolean?]) => streamState(film, stream, makes, 100);
  expect([of(undefined).state, of(undefined, false).state, of(row('running', '', 200)).state, of(row('running', '', 50)).state]).toEqual([
    'waiting',
    'none',
    'running',
    'waiting',
  ]);
  expect(of(row('ready'))).toEqual({ state: 'ready', message: '', sizes: [360, 720] });
  expect(streamState({ ...film, mediaType: 'audio' }, undefined, true, 100).state).toBe('none');
  const words = [
    'took longer than 3 ms',
    'wrote more than 3 bytes',
    'was interrupted again and again',
    'ENOSPC: no space',
    '[mov] moov atom not found',
  ];
  const said = words.map((message) => of(row('failed', message)).message);
  expect(new Set(said).size).toBe(5);
  for (const one of said) expect(one).toMatch(/^[^a-z]*(H\.264|AAC)?[^a-z]*$/);
});

test('shows failed streams in the back office, at the track and in the list, and retries them from there', async () => {
  const { publishId, mediaId } = await sent(makeMp4({ seconds: 12 }));
  const { db } = t.context;
  const failed = {
    mediaId,
    state: 'failed',
    message: 'took longer than 9 ms',
    fileKey: '',
    levels: '',
    attempts: 5,
    leaseUntil: 7,
    leaseBy: 'x',
    updateTime: 1,
  } as const;
  await db.insertInto('mediaStream').values(failed).execute();
  expect(await shown(mediaId)).toMatchObject({
    state: 'ready',
    stream: { state: 'failed', message: expect.stringContaining('超过了时限') },
    mayRetry: true,
  });
  const listed = await ask<{ publishId: number; failedCount: number }>('GET', '/cms/publish/audio/list?kind=video');
  expect(listed.rows.find((row) => row.publishId === publishId)?.failedCount).toBe(1);
  expect(await retry(mediaId, await t.as('looker'))).toMatchObject({ code: 403 });
  expect(await retry(mediaId)).toMatchObject({ code: 200, data: { mayRetry: false } });
  expect(await db.selectFrom('mediaStream').selectAll().where('mediaId', '=', mediaId).executeTakeFirst()).toMatchObject({
    state: 'running',
    attempts: 0,
    leaseUntil: 0,
    leaseBy: '',
  });
  expect(await retry(mediaId)).toMatchObject({ code: 601, msg: '这一集没有失败的处理，请刷新后查看' });
});

test('keeps and retries a file after a server fault, but not a faulty file', async () => {
  const { files } = t.context;
  const { putFolder } = files;
  files.putFolder = async () => {
    throw new Error('the store is full');
  };
  const { mediaId } = await sent(makeMp4({ seconds: 4 }));
  expect(await shown(mediaId)).toMatchObject({ state: 'failed', message: '处理时出现意外错误，请重试；如仍失败请联系管理员', mayRetry: true });
  expect(t.jobErrors.splice(0)).toHaveLength(1);
  files.putFolder = putFolder;
  expect(await retry(mediaId)).toMatchObject({ code: 200 });
  await t.context.jobs.settled();
  expect(await shown(mediaId)).toMatchObject({ state: 'ready', message: '', mayRetry: false });

  const broken = await sent(Buffer.from('这不是视频'));
  expect(await shown(broken.mediaId)).toMatchObject({ state: 'failed', mayRetry: false });
  expect(await retry(broken.mediaId)).toMatchObject({ code: 601, msg: expect.stringContaining('修正文件后重新上传') });
});
