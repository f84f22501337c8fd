import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
let editor: Bearer;
const MAY = ['add', 'edit', 'query', 'list'].map((action) => `publish:audio:${action}`);

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'editor', permissions: MAY });
  await t.addUser({ userName: 'viewer', permissions: ['publish:audio:query'] });
  editor = await t.as('editor');
});
afterAll(() => t.close());

async function ask<T>(method: 'GET' | 'PUT' | 'POST', path: string, payload?: object, headers: Bearer | null = editor) {
  const answer = await t.app.inject({ method, url: `/prod-api${path}`, ...(headers ? { headers } : {}), ...(payload ? { payload } : {}) });
  return answer.json<{ code: number; msg: string; data: T }>();
}
const newWork = async (kind: 'audio' | 'video'): Promise<number> =>
  (await ask<{ publishId: number }>('POST', '/cms/publish/audio', { kind, title: `${kind}作品`, authorsText: '何语' })).data.publishId;
const become = (id: number, set: { status?: 'listed' | 'checking' | 'draft'; kind?: 'book' | 'audio' }) =>
  t.context.db.updateTable('publication').set(set).where('id', '=', id).execute();
const pair = async (publishId: number) =>
  (await ask<unknown>('GET', `/cms/publish/pair/${publishId}`, undefined, null)) as { code: number; data: unknown };

test('44.11 an editor connects a recording with its book, and visitors see the connection while both are on sale', async () => {
  const [recording, text] = [await newWork('audio'), await newWork('audio')];
  await become(text, { kind: 'book' });
  expect(await ask('PUT', '/cms/media/text', { publishId: recording, textPublishId: text })).toMatchObject({ code: 200, data: { publishId: text } });
  expect(await ask('GET', `/cms/media/text/${recording}`)).toMatchObject({ data: { publishId: text, kind: 'book' } });
  expect((await pair(recording)).code).toBe(404);
  await become(recording, { status: 'listed' });
  expect((await pair(recording)).data).toEqual({ text: null, recordings: [] });
  await become(text, { status: 'listed' });
  expect((await pair(recording)).data).toMatchObject({ text: { publishId: text } });
  expect((await pair(text)).data).toMatchObject({ text: null, recordings: [{ publishId: recording, kind: 'audio' }] });
  await become(recording, { status: 'draft' });
  expect((await pair(text)).data).toEqual({ text: null, recordings: [] });
  expect(await ask('PUT', '/cms/media/text', { publishId: recording, textPublishId: null })).toMatchObject({ code: 200, data: null });
  expect(await ask('GET', `/cms/media/text/${recording}`)).toMatchObject({ data: null });
});

test('44.11 only a book can be connected, only by an editor, and not while the recording is under review', async () => {
  const [recording, other] = [await newWork('audio'), await newWork('video')];
  const set = (textPublishId: number | null, headers: Bearer = editor) =>
    ask('PUT', '/cms/media/text', { publishId: recording, textPublishId }, headers);
  expect(await set(other)).toMatchObject({ msg: '请选择图书或数字教材' });
  expect(await set(recording)).toMatchObject({ msg: '请选择图书或数字教材' });
  expect(await set(999_999)).toMatchObject({ msg: '这本图书不存在或已删除，请重新选择' });
  expect(await set(null, await t.as('viewer'))).toMatchObject({ code: 403 });
  await become(recording, { status: 'checking' });
  expect(await set(null)).toMatchObject({ msg: '上架审核中的作品不能修改，请先驳回' });
  // A book has no text of its own to be set.
  await become(other, { kind: 'book' });
  expect(await ask('PUT', '/cms/media/text', { publishId: other, textPublishId: other })).toMatchObject({
    msg: '只有音频、视频作品和数字教材可以上传音视频文件',
  });
});
