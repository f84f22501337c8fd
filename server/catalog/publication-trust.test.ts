import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Publication } from '../../contract/catalog/publication.ts';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { prepareFile } from '../../tests/support/upload.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { saveTrack } from '../media/track.service.ts';
import { draftPublication } from './publication.service.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
const ALL = ['list', 'query', 'add', 'edit', 'remove', 'publish', 'delist'].map((action) => `publish:publication:${action}`);

beforeAll(async () => {
  t = await testContext();
  for (const userName of ['editor', 'chief', 'third']) {
    ids[userName] = await t.addUser({ userName, permissions: ALL, ...(userName === 'editor' ? { roles: ['works_admin'] } : {}) });
  }
  ids['writer'] = await t.addUser({ userName: 'writer', permissions: ALL.filter((one) => !one.endsWith(':publish')) });
  for (const userName of Object.keys(ids)) who[userName] = await t.as(userName);
});
afterAll(() => t.close());

interface Answer {
  code: number;
  msg: string;
  data: Publication;
}
const ask = async (method: 'GET' | 'PUT', path: string, as: string, payload?: object): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api/cms/publish${path}`, headers: who[as] ?? {}, ...(payload ? { payload } : {}) })).json();

/** Returns a paid work that the editor submitted and the chief put on sale. */
async function listed(title: string): Promise<number> {
  const { db } = t.context;
  const draft = { title, authorsText: '何语', language: 'zh', intro: '一座桥和五盏灯', isbn: '' };
  const id = await db.transaction().execute((tx) => draftPublication(tx, draft, { userName: 'editor' }));
  const edition = { folder: `books/${id}`, sourceName: 'a.epub', sourceSha256: String(id), sourceBytes: 1, bytes: 1, files: 1, documents: 9 };
  const row = { ...edition, publicationId: id, characters: 10, createBy: 'editor', createTime: 0 };
  const { id: editionId } = await db.insertInto('edition').values(row).returning('id').executeTakeFirstOrThrow();
  const type = { parentId: 0, typeName: title, orderNum: 1, createTime: 1, updateTime: 1 };
  const { id: archiveTypeId } = await db.insertInto('archiveType').values(type).returning('id').executeTakeFirstOrThrow();
  await db
    .updateTable('publication')
    .set({ editionId, archiveTypeId, isFree: '0', listPriceFen: 2900, salePriceFen: 1900, trialChapters: 1 })
    .where('id', '=', id)
    .execute();
  expect((await ask('PUT', `/submit/${id}`, 'editor', {})).code).toBe(200);
  expect((await ask('PUT', `/approve/${id}`, 'chief', {})).code).toBe(200);
  await db.deleteFrom('message').execute();
  return id;
}
const get = async (id: number) => (await ask('GET', `/${id}`, 'third')).data;
const save = async (id: number, as: string, more: object) => {
  const { cover, ...rest } = await get(id);
  return ask('PUT', '', as, { ...rest, drawing: cover.drawing, colour: cover.colour, format: cover.format, ...more });
};
const decide = async (event: string, id: number, as: string, version?: number) =>
  ask('PUT', `/price/${event}/${id}`, as, { version: version ?? (await get(id)).version });
const inbox = async () =>
  (
    await t.context.db
      .selectFrom('message')
      .innerJoin('user', 'user.id', 'message.userId')
      .select(['userName', 'title', 'content'])
      .orderBy('message.id')
      .execute()
  ).map((row) => [row.userName, row.title, row.content] as const);

test('#33.31 applies a new price of a listed work only after a second user confirms it', async () => {
  const id = await listed('灯塔');
  const saved = await save(id, 'chief', { salePriceFen: 100 });
  expect(saved.data).toMatchObject({
    salePriceFen: 1900,
    proposedPrice: { listPriceFen: 2900, salePriceFen: 100, isFree: '0', proposerId: ids['chief'] },
  });
  const shop = (await t.app.inject({ url: `/prod-api/cms/publish/getInfo/${id}` })).json<Answer>();
  expect(shop.data).toMatchObject({ salePriceFen: 1900 });
  expect(await inbox()).toEqual([['editor', '《灯塔》的新价格等待确认', expect.stringContaining('售价19.00元改为定价29.00元、售价1.00元')]]);
  expect((await decide('confirm', id, 'chief')).msg).toContain('不能确认或驳回本人提出的价格');
  expect((await decide('decline', id, 'chief')).code).toBe(403);
  expect((await decide('confirm', id, 'writer')).code).toBe(403);
  expect((await decide('withdraw', id, 'editor')).code).toBe(403);
  // A second account of the same person is no second person.
  const setPerson = (identityKey: string) =>
    t.context.db.updateTable('user').set({ identityKey }).where('userName', 'in', ['editor', 'chief']).execute();
  await setPerson('same');
  expect((await decide('confirm', id, 'editor')).msg).toContain('不能确认或驳回本人提出的价格');
  await setPerson('');
  expect((await get(id)).salePriceFen).toBe(1900);
  expect((await decide('confirm', id, 'editor')).data).toMatchObject({ salePriceFen: 100, proposedPrice: null });
  expect((await inbox()).at(-1)).toEqual(['chief', '《灯塔》的新价格已确认', expect.any(String)]);
  expect((await decide('confirm', id, 'editor')).msg).toBe('没有等待确认的价格，请刷新后重试');
  const flow = await ask('GET', `/flow/${id}`, 'third');
  expect((flow.data as unknown as { event: string }[]).map((row) => row.event).slice(0, 2)).toEqual(['确认新价格', '提出新价格']);
});

test('#33.31 confirms only the price version that was looked at, and lets neither delisting nor other saves bypass it', async () => {
  const id = await listed('渡口');
  const first = await save(id, 'chief', { isFree: '1' });
  expect(first.data).toMatchObject({ isFree: '0', proposedPrice: { isFree: '1' } });
  // Another proposal replaces it meanwhile: the user who looked at the first one must look again.
  expect((await save(id, 'chief', { salePriceFen: 1 })).data.proposedPrice).toMatchObject({ salePriceFen: 1, isFree: '0' });
  expect((await decide('confirm', id, 'editor', first.data.version)).code).toBe(409);
  // A form that was opened with the current price does not withdraw the proposal.
  expect((await save(id, 'third', { subtitle: '新版' })).data).toMatchObject({ salePriceFen: 1900, proposedPrice: { salePriceFen: 1 } });
  await ask('PUT', `/delist/${id}`, 'chief', { reason: '改价' });
  // Off sale a price is written at once, and a second user must relist the work.
  expect((await save(id, 'chief', { salePriceFen: 2 })).data).toMatchObject({ salePriceFen: 2, proposedPrice: null });
  await save(id, 'chief', { subtitle: '再改' });
  expect((await ask('PUT', `/relist/${id}`, 'chief', {})).msg).toBe('您在下架期间改了价格，请由另一位作品管理员重新上架');
  expect((await ask('PUT', `/relist/${id}`, 'third', {})).code).toBe(200);
  expect((await save(id, 'chief', { salePriceFen: 1900 })).data).toMatchObject({ salePriceFen: 2 });
  expect((await decide('confirm', id, 'third')).data.salePriceFen).toBe(1900);
  await save(id, 'chief', { salePriceFen: 1 });
  expect((await save(id, 'third', { isFree: '0', salePriceFen: 0 })).msg).toContain('不能没有售价');
  expect((await decide('decline', id, 'third')).data).toMatchObject({ salePriceFen: 1900, proposedPrice: null });
  await save(id, 'chief', { salePriceFen: 3 });
  expect((await decide('withdraw', id, 'chief')).data).toMatchObject({ salePriceFen: 1900, proposedPrice: null });
});

test('#33.31 lists a proposed price as a task for everybody who may decide on it except its proposer', async () => {
  const id = await listed('石桥');
  await save(id, 'chief', { salePriceFen: 200 });
  const { userRole, role } = { userRole: 'userRole', role: 'role' } as const;
  const works = await t.context.db.selectFrom(role).select('id').where('roleKey', '=', 'works_admin').executeTakeFirstOrThrow();
  await t.context.db
    .insertInto(userRole)
    .values({ userId: ids['chief'] ?? 0, roleId: works.id })
    .execute();
  const todos = async (as: string) => {
    const answer = await t.app.inject({ url: '/prod-api/report/dashboard', headers: await t.as(as) });
    return answer.json<{ data: { todos: { key: string; count: number }[] } }>().data.todos.filter((one) => one.key === 'price');
  };
  expect(await todos('editor')).toMatchObject([{ key: 'price', count: 1 }]);
  expect(await todos('chief')).toEqual([]);
});

test('#33.31 notifies the other user who changed a listed work and what was changed', async () => {
  const id = await listed('山中');
  await save(id, 'editor', { title: '山中夜雨', intro: '<p>改过的简介</p>' });
  expect(await inbox()).toEqual([['chief', '已上架的《山中》有改动', expect.stringContaining('editor修改了书名、内容简介')]]);
  await save(id, 'chief', { brief: '一句话' });
  expect((await inbox()).at(-1)).toEqual(['editor', '已上架的《山中夜雨》有改动', expect.stringContaining('chief修改了一句话推荐')]);
  await save(id, 'third', { brief: '另一句' });
  expect(
    (await inbox())
      .slice(-2)
      .map(([userName]) => userName)
      .sort(),
  ).toEqual(['chief', 'editor']);
  const before = (await inbox()).length;
  await save(id, 'third', {});
  await ask('PUT', `/delist/${id}`, 'chief', { reason: '改版' });
  await save(id, 'third', { brief: '下架以后' });
  expect((await inbox()).length).toBe(before);
});

test('#33.31 notifies the other user of a changed track of a listed work', async () => {
  const { db } = t.context;
  const id = await listed('夜曲');
  await db.updateTable('publication').set({ kind: 'audio' }).where('id', '=', id).execute();
  const track = {
    publicationId: id,
    mediaType: 'audio' as const,
    title: '第一段',
    uploadId: 'x',
    fileName: 'a.mp3',
    size: 1,
    userId: 1,
    orderNum: 1,
  };
  const row = { ...track, createBy: 'editor', createTime: 1, updateBy: '', updateTime: 1 };
  const { id: mediaId } = await db.insertInto('media').values(row).returning('id').executeTakeFirstOrThrow();
  const draft = { mediaId, version: 0, title: '第一段', isFree: '1' as const, trialSec: 0, captions: '', isrc: '' };
  await saveTrack(t.context, { userId: ids['chief'] ?? 0, userName: 'chief', nickName: 'chief' } as never, draft as never);
  expect(await inbox()).toEqual([['editor', '已上架的《夜曲》有改动', expect.stringContaining('修改了“第一段”')]]);
});

test('#33.31 notifies the other user of a new file of a listed work', async () => {
  const id = await listed('新版');
  const chapters = { 'c1.xhtml': '<p>第一章的新文字</p>', 'c2.xhtml': '<p>第二章的新文字</p>' };
  const made = await prepareFile(t, who['editor'] ?? ({} as Bearer), await makeEpub({ title: '新版', chapters }), { publishId: id });
  expect(made).toMatchObject({ state: 'ready', publishId: id });
  expect((await inbox())[0]).toEqual(['chief', '《新版》的新文件等待确认', expect.stringContaining('editor上传了“书.epub”')]);
});
