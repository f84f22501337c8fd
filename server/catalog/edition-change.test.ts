import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { prepareFile } from '../../tests/support/upload.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { unneededEditions } from './edition-sweep.queries.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};
const bearer = (name: string): Bearer => who[name] ?? { authorization: '' };
const ids: Record<string, number> = {};
const ALL = ['list', 'query', 'add', 'edit', 'remove', 'publish', 'delist'].map((action) => `publish:publication:${action}`);

beforeAll(async () => {
  t = await testContext();
  for (const userName of ['editor', 'chief', 'third']) ids[userName] = await t.addUser({ userName, permissions: ALL, roles: ['works_admin'] });
  ids['writer'] = await t.addUser({ userName: 'writer', permissions: ALL.filter((one) => !one.endsWith(':publish')) });
  for (const userName of Object.keys(ids)) who[userName] = await t.as(userName);
});
afterAll(() => t.close());

interface Answer {
  readonly code: number;
  readonly msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of several endpoints
  readonly data: any;
}
const ask = async (method: 'GET' | 'PUT', path: string, as: string, payload?: object): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers: who[as] ?? {}, ...(payload ? { payload } : {}) })).json<Answer>();

let count = 0;
const book = (title: string) => makeEpub({ title, metadata: `<dc:source>${(count += 1)}</dc:source>` });

/** A work with a file of the editor, which the chief put on sale. */
async function listed(title: string): Promise<number> {
  const { db } = t.context;
  const { publishId } = await prepareFile(t, bearer('editor'), await book(title));
  const type = { parentId: 0, typeName: title, orderNum: 1, createTime: 1, updateTime: 1 };
  const { id: archiveTypeId } = await db.insertInto('archiveType').values(type).returning('id').executeTakeFirstOrThrow();
  const id = publishId ?? 0;
  await db.updateTable('publication').set({ archiveTypeId, isFree: '1', intro: '一座桥和五盏灯' }).where('id', '=', id).execute();
  expect(await ask('PUT', `/cms/publish/submit/${id}`, 'editor', {})).toMatchObject({ code: 200 });
  expect(await ask('PUT', `/cms/publish/approve/${id}`, 'chief', {})).toMatchObject({ code: 200 });
  await db.deleteFrom('message').execute();
  return id;
}

const replace = async (as: string, publishId: number) => prepareFile(t, bearer(as), await book('新版'), { publishId, waits: true });
const change = async (id: number, as: string) => (await ask('GET', `/cms/publish/replacement/${id}`, as)).data;
const decide = (event: string, changeId: number, as: string, reason = '') =>
  ask('PUT', `/cms/publish/replacement/${event}/${changeId}`, as, { reason });
const editionOf = async (id: number) =>
  (await t.context.db.selectFrom('publication').select('editionId').where('id', '=', id).executeTakeFirstOrThrow()).editionId;
const inbox = async () =>
  (
    await t.context.db
      .selectFrom('message')
      .innerJoin('user', 'user.id', 'message.userId')
      .select(['userName', 'title'])
      .orderBy('message.id')
      .execute()
  ).map(({ userName, title }) => [userName, title]);

test('SM68 readers of a work on sale keep the present file until a second person confirms the new one', async () => {
  const id = await listed('灯塔');
  const before = await editionOf(id);
  const ended = await replace('editor', id);
  expect(ended).toMatchObject({ state: 'ready', waits: true, message: expect.stringContaining('由另一位作品管理员确认后换上') });
  expect(await editionOf(id)).toBe(before);
  expect(await inbox()).toEqual([['chief', '《灯塔》的新文件等待确认']]);
  const waiting = await change(id, 'editor');
  expect(waiting).toMatchObject({ proposerId: ids['editor'], can: ['withdraw'], next: { fileName: '书.epub' }, now: { fileName: '书.epub' } });
  expect((await change(id, 'chief')).can).toEqual(['confirm', 'decline']);
  expect((await decide('confirm', waiting.changeId, 'editor')).msg).toContain('不能确认或驳回本人上传的文件');
  expect((await decide('decline', waiting.changeId, 'editor', '不好')).code).toBe(403);
  expect((await decide('confirm', waiting.changeId, 'writer')).code).toBe(403);
  expect((await decide('withdraw', waiting.changeId, 'chief')).code).toBe(403);
  // A second account of the same person is no second person.
  const setPerson = (identityKey: string) =>
    t.context.db.updateTable('user').set({ identityKey }).where('userName', 'in', ['editor', 'chief']).execute();
  await setPerson('same');
  expect((await decide('confirm', waiting.changeId, 'chief')).msg).toContain('不能确认或驳回本人上传的文件');
  await setPerson('');
  const file = await t.app.inject({ url: `/prod-api/cms/publish/replacement/file/${waiting.changeId}`, headers: who['chief'] ?? {} });
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect(await decide('confirm', waiting.changeId, 'chief')).toMatchObject({ code: 200 });
  expect(await editionOf(id)).not.toBe(before);
  expect(await change(id, 'chief')).toBeNull();
  expect((await inbox()).at(-1)).toEqual(['editor', '《灯塔》的新文件已换上']);
  expect((await decide('confirm', waiting.changeId, 'third')).code).toBe(20808);
  const flow = await ask('GET', `/cms/publish/flow/${id}`, 'third');
  expect(flow.data.map((row: { event: string }) => row.event).slice(0, 2)).toEqual(['确认换文件', '上传新文件']);
});

test('SM68 a declined or withdrawn file never reaches readers, and its uploader reads why', async () => {
  const id = await listed('渡口');
  const before = await editionOf(id);
  await replace('editor', id);
  const first = await change(id, 'chief');
  expect((await decide('decline', first.changeId, 'chief')).msg).toContain('不同意的理由');
  expect(await decide('decline', first.changeId, 'chief', '缺了第二章')).toMatchObject({ code: 200 });
  expect((await inbox()).at(-1)).toEqual(['editor', '《渡口》的新文件未被同意']);
  await replace('third', id);
  expect(await decide('withdraw', (await change(id, 'third')).changeId, 'third')).toMatchObject({ code: 200 });
  expect(await editionOf(id)).toBe(before);
});

test('SM68 a newer file takes the place of the one that waits', async () => {
  const id = await listed('石桥');
  await replace('editor', id);
  const first = await change(id, 'chief');
  await replace('third', id);
  const second = await change(id, 'chief');
  expect(second.changeId).not.toBe(first.changeId);
  expect((await decide('confirm', first.changeId, 'chief')).code).toBe(20808);
  expect(await decide('confirm', second.changeId, 'editor')).toMatchObject({ code: 200 });
});

test('SM68 a file that was put on off sale needs another person to list the work again', async () => {
  const id = await listed('风车');
  expect(await ask('PUT', `/cms/publish/delist/${id}`, 'chief', { reason: '换文件' })).toMatchObject({ code: 200 });
  const before = await editionOf(id);
  await replace('editor', id);
  expect(await editionOf(id)).not.toBe(before);
  expect((await ask('PUT', `/cms/publish/relist/${id}`, 'editor', {})).msg).toBe('您在下架期间换了文件，请由另一位作品管理员重新上架');
  expect(await ask('PUT', `/cms/publish/relist/${id}`, 'third', {})).toMatchObject({ code: 200 });
  expect(await ask('PUT', `/cms/publish/delist/${id}`, 'chief', { reason: '校对' })).toMatchObject({ code: 200 });
  // The file was listed by a second person meanwhile.
  expect(await ask('PUT', `/cms/publish/relist/${id}`, 'editor', {})).toMatchObject({ code: 200 });
});

test('the sweep of superseded editions keeps a file that waits for its confirmation', async () => {
  const id = await listed('海图');
  await replace('editor', id);
  const { editionId } = await t.context.db
    .selectFrom('editionChange')
    .select('editionId')
    .where('publicationId', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const swept = async () => (await unneededEditions(t.context.db, Date.now() + DAY_MS, 100)).map((one) => one.id);
  expect(await swept()).not.toContain(editionId);
  await decide('decline', (await change(id, 'chief')).changeId, 'chief', '不完整');
  expect(await swept()).toContain(editionId);
});

test('a file that waits is a task of everybody who may confirm it, except its uploader', async () => {
  const id = await listed('山路');
  await replace('editor', id);
  const todos = async (as: string) => (await ask('GET', '/report/dashboard', as)).data.todos.filter((one: { key: string }) => one.key === 'edition');
  const waiting = await t.context.db.selectFrom('editionChange').select('id').where('status', '=', 'waiting').execute();
  expect(await todos('chief')).toMatchObject([{ label: '新文件等待确认', count: waiting.length }]);
  expect(await todos('editor')).toEqual([]);
});
