import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { draftPublication } from './publication.service.ts';

let town: TestContext;
let editor: Bearer;
let chief: Bearer;
let reader: Bearer;
let typeId: number;

const EDITOR = ['list', 'query', 'add', 'edit', 'remove', 'publish', 'delist'].map((action) => `publish:publication:${action}`);

beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'editor', permissions: EDITOR });
  await town.addUser({ userName: 'chief', permissions: EDITOR });
  await town.addUser({ userName: 'reader' });
  [editor, chief, reader] = [await town.as('editor'), await town.as('chief'), await town.as('reader')];
  const now = Date.now();
  typeId = (
    await town.context.db
      .insertInto('archiveType')
      .values({ parentId: 0, typeName: '小说', orderNum: 1, createTime: now, updateTime: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => town.close());

interface Answer {
  code: number;
  msg: string;
  data: { version: number; status: string; isbn: string; intro: string };
}

const put = async (url: string, payload: object, headers: Bearer): Promise<Answer> =>
  (await town.app.inject({ method: 'PUT', url: `/prod-api/cms/publish${url}`, payload, headers })).json();
const sendEvent = (event: string, id: number, headers: Bearer, reason = '') => put(`/${event}/${id}`, { reason }, headers);

async function work(title: string, facts: object = {}): Promise<number> {
  const { db } = town.context;
  const id = await db
    .transaction()
    .execute((tx) => draftPublication(tx, { title, authorsText: '何语', language: 'zh', intro: '一座桥和五盏灯', isbn: '' }, { userName: 'editor' }));
  const edition = await db
    .insertInto('edition')
    .values({
      publicationId: id,
      folder: `books/${id}`,
      sourceName: 'a.epub',
      sourceSha256: String(id),
      sourceBytes: 1,
      bytes: 1,
      files: 1,
      characters: 10,
      documents: 3,
      createBy: 'editor',
      createTime: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('publication')
    .set({ editionId: edition.id, archiveTypeId: typeId, isFree: '1', ...facts })
    .where('id', '=', id)
    .execute();
  return id;
}

const draft = (publishId: number, version: number, facts: object = {}) => ({
  publishId,
  version,
  title: '新名',
  authorsText: '何语',
  isFree: '1',
  archiveTypeId: typeId,
  ...facts,
});
const statusOf = async (id: number) =>
  (await town.context.db.selectFrom('publication').select(['status', 'listTime']).where('id', '=', id).executeTakeFirstOrThrow()).status;

test('SM08 takes a work from draft to sale with two users and logs every step', async () => {
  const id = await work('桥上的灯');
  expect(await sendEvent('submit', id, editor)).toMatchObject({ code: 200, data: { status: 'checking' } });
  expect(await sendEvent('approve', id, editor)).toEqual({ code: 20804, msg: '不能审核本人提交的上架，请由另一位作品管理员审核' });
  // A second account of the same person is no second person.
  const setPerson = (identityKey: string) =>
    town.context.db.updateTable('user').set({ identityKey }).where('userName', 'in', ['editor', 'chief']).execute();
  await setPerson('same');
  expect(await sendEvent('approve', id, chief)).toMatchObject({ code: 20804 });
  await setPerson('');
  expect(await sendEvent('approve', id, chief)).toMatchObject({ code: 200, data: { status: 'listed' } });
  expect(await sendEvent('approve', id, chief)).toEqual({ code: 20801, msg: '出版物当前状态为「已上架」，不能上架' });
  expect(await sendEvent('delist', id, editor)).toEqual({ code: 400, msg: '请填写下架原因' });
  expect(await sendEvent('delist', id, editor, '版权到期')).toMatchObject({ data: { status: 'delisted' } });
  expect(await sendEvent('relist', id, editor)).toMatchObject({ data: { status: 'listed' } });
  const { data } = (await town.app.inject({ url: `/prod-api/cms/publish/flow/${id}`, headers: editor })).json<{
    data: { event: string; note: string; operatorName: string }[];
  }>();
  expect(data.map((row) => row.event)).toEqual(['重新上架', '下架', '上架', '提交上架']);
  expect(data[1]).toMatchObject({ note: '版权到期', operatorName: 'editor' });
});

test('SM08 lists the missing requirements before a work is submitted', async () => {
  const id = await work('未完成', { intro: '', archiveTypeId: null, isFree: '0', editionId: null });
  expect(await sendEvent('submit', id, editor)).toEqual({ code: 20805, msg: '请先完善电子书文件、内容简介、分类、售价（或设为免费），再提交上架' });
  expect(await statusOf(id)).toBe('draft');
});

test('SM08 keeps the required data of a work on sale, and requires it again for relisting', async () => {
  const id = await work('已上架的书', { isFree: '0', listPriceFen: 2900, salePriceFen: 2900 });
  await sendEvent('submit', id, editor);
  const { data } = await sendEvent('approve', id, chief);
  const bare = { intro: '<p> </p>', archiveTypeId: null, isFree: '0' };
  const refused = { code: 20805, msg: '已上架的作品不能没有内容简介、分类、售价（或设为免费），请补上再保存，或先下架' };
  expect(await put('', draft(id, data.version, bare), editor)).toEqual(refused);
  const delisted = await sendEvent('delist', id, editor, '改版');
  expect(await put('', draft(id, delisted.data.version, bare), editor)).toMatchObject({ code: 200 });
  expect(await sendEvent('relist', id, editor)).toEqual({ code: 20805, msg: '请先完善内容简介、分类、售价（或设为免费），再重新上架' });
  expect(await statusOf(id)).toBe('delisted');
});

test('SM08 requires an opinion for a rejection, and accepts the work again afterwards', async () => {
  const id = await work('再来一次');
  await sendEvent('submit', id, editor);
  expect(await sendEvent('reject', id, chief)).toEqual({ code: 400, msg: '请填写驳回意见' });
  expect(await sendEvent('reject', id, chief, '简介太短')).toMatchObject({ data: { status: 'rejected' } });
  expect(await sendEvent('submit', id, editor)).toMatchObject({ code: 200 });
});

test('F27 notifies the second of two editors who save the same version', async () => {
  const id = await work('两人同改');
  const [first, second] = await Promise.all([put('', draft(id, 0, { title: '甲改' }), editor), put('', draft(id, 0, { title: '乙改' }), chief)]);
  expect([first.code, second.code].sort()).toEqual([200, 409]);
  expect([first, second].find((one) => one.code === 409)?.msg).toBe('数据已被他人修改，请刷新后重试');
  const row = await town.context.db.selectFrom('publication').select(['title', 'version']).where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.version).toBe(1);
  expect(row.title).toBe(first.code === 200 ? '甲改' : '乙改');
});

test.each([
  [{ title: '' }, 400, '请输入书名'],
  [{ title: '长'.repeat(121) }, 400, '书名不能超过120个字'],
  [{ isbn: '978-7-02-000220-8' }, 20802, 'ISBN校验失败，请核对书号'],
  [{ salePriceFen: -1 }, 400, '价格不能为负'],
  [{ salePriceFen: 12.5 }, 400, '价格须精确到分'],
  [{ isFree: '0', listPriceFen: 100, salePriceFen: 200 }, 400, '售价不能高于定价'],
  [{ publishDate: '2026-13-40' }, 400, '出版日期格式为yyyy-MM-dd'],
  [{ archiveTypeId: 99_999 }, 400, '分类不存在，请重新选择'],
  [{ trialChapters: '多' }, 400, '试读章数不正确'],
])('rejects %o and writes nothing', async (facts, code, msg) => {
  const id = await work('不变');
  expect(await put('', draft(id, 0, facts), editor)).toEqual({ code, msg });
  expect((await town.context.db.selectFrom('publication').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title).toBe('不变');
});

test('rejects an ISBN of another work with a message, and stores an ISBN with hyphens', async () => {
  const [first, second] = [await work('甲书'), await work('乙书')];
  expect(await put('', draft(first, 0, { isbn: '9787999999003', title: '甲书' }), editor)).toMatchObject({ data: { isbn: '978-7-999999-00-3' } });
  expect(await put('', draft(second, 0, { isbn: '978-7-999999-00-3' }), editor)).toEqual({ code: 20802, msg: '书号已用于《甲书》，请核对' });
});

test('advisories 12, 13: removes scripts from a blurb and keeps its text', async () => {
  const id = await work('简介');
  const answer = await put(
    '',
    draft(id, 0, { intro: '<p onclick="x()">好<script>alert(1)</script><img src=x onerror=alert(1)>书</p><a href="javascript:x()">去</a>' }),
    editor,
  );
  expect(answer.data.intro).toBe('<p>好<img src="x" />书</p><a rel="noopener noreferrer">去</a>');
});

test('rejects a search term that is too long with a message', async () => {
  const ask = async (title: string): Promise<Answer> =>
    (await town.app.inject({ url: '/prod-api/cms/publish/list', query: { title }, headers: editor })).json();
  expect(await ask('长'.repeat(121))).toEqual({ code: 400, msg: '查询条件不能超过120个字符' });
  expect(await ask('长'.repeat(120))).toMatchObject({ code: 200, total: 0 });
});

test('measures the length of an introduction as it is stored', async () => {
  const id = await work('长简介');
  const grows = draft(id, 0, { intro: `<p>${'a>b'.repeat(5_000)}</p>` });
  expect(await put('', grows, editor)).toEqual({ code: 400, msg: '内容简介不能超过20000个字' });
  const kept = await put('', draft(id, 0, { intro: `<p>${'a>b'.repeat(3_000)}</p>` }), editor);
  expect(await put('', draft(id, 1, { intro: kept.data.intro }), editor)).toMatchObject({ code: 200 });
});

test('cuts metadata of a file to lengths that an editor may save unchanged', async () => {
  const authors = Array.from({ length: 60 }, (_none, at) => `作者${at}号`);
  const id = await work('甲');
  const drafted = await town.context.db
    .transaction()
    .execute((tx) =>
      draftPublication(
        tx,
        { title: `${'书'.repeat(119)}😀😀`, authorsText: authors.join('、'), language: 'zh', intro: '', isbn: '' },
        { userName: 'editor' },
      ),
    );
  const row = await town.context.db.selectFrom('publication').select(['title', 'authorsText']).where('id', '=', drafted).executeTakeFirstOrThrow();
  expect(row.title).toBe(`${'书'.repeat(119)}😀`);
  expect(authors).toContain(row.authorsText.split('、').at(-1));
  expect(await put('', draft(id, 0, row), editor)).toMatchObject({ code: 200 });
});

test('A15 ignores status, owner and counters in a save', async () => {
  const id = await work('越权');
  await put('', { ...draft(id, 0), status: 'listed', viewNum: 999, submitBy: 1, createBy: 'x' }, editor);
  const row = await town.context.db
    .selectFrom('publication')
    .select(['status', 'viewNum', 'createBy'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'draft', viewNum: 0, createBy: 'editor' });
});

test('rejects a reader at every back-office endpoint', async () => {
  const id = await work('门');
  expect(await put('', draft(id, 0), reader)).toEqual({ code: 403, msg: '当前操作没有权限' });
  expect(await sendEvent('submit', id, reader)).toMatchObject({ code: 403 });
  expect((await town.app.inject({ url: '/prod-api/cms/publish/list', headers: reader })).json()).toMatchObject({ code: 403 });
});

test('A2 sorts a list only by allowed columns', async () => {
  const list = async (query: string) =>
    (await town.app.inject({ url: `/prod-api/cms/publish/list?${query}`, headers: editor })).json<{ code: number; msg: string }>();
  expect(await list('orderByColumn=title&isAsc=desc')).toMatchObject({ code: 200 });
  expect(await list('orderByColumn=(case when 1=1 then title else id end)&isAsc=asc')).toEqual({ code: 400, msg: '参数不符合规范，不能进行查询' });
  expect(await list('orderByColumn=title&isAsc=asc,sleep(1)')).toEqual({ code: 400, msg: '参数不符合规范，不能进行查询' });
});

test('matches the percent sign of a search literally', async () => {
  await work('百分之100%好');
  const titles = async (title: string) =>
    (await town.app.inject({ url: `/prod-api/cms/publish/list?title=${encodeURIComponent(title)}`, headers: editor }))
      .json<{ rows: { title: string }[] }>()
      .rows.map((row) => row.title);
  expect(await titles('0%好')).toEqual(['百分之100%好']);
  expect(await titles('百%好')).toEqual([]);
});

test('ignores surrounding blanks, case and hyphens of a number in a list search', async () => {
  await put('', draft(await work('查得到'), 0, { isbn: '978-7-999999-01-0', title: '查得到' }), editor);
  await put('', draft(await work('A Lamp'), 0, { title: 'A Lamp' }), editor);
  const titles = async (query: Record<string, string>) =>
    (await town.app.inject({ url: '/prod-api/cms/publish/list', query, headers: editor }))
      .json<{ rows: { title: string }[] }>()
      .rows.map((row) => row.title);
  expect(await titles({ title: '  查得到\t' })).toEqual(['查得到']);
  expect(await titles({ title: 'a lAMP' })).toEqual(['A Lamp']);
  for (const isbn of ['978-7-999999-01-0', '9787999999010', '99999901', ' 978 7 999999 ', 'ISBN 978-7-999999-01-0'])
    expect(await titles({ isbn })).toContain('查得到');
  for (const isbn of ['9787999999019', '查得到']) expect(await titles({ isbn })).toEqual([]);
});

test('A7 rejects invalid ids', async () => {
  const remove = async (ids: string) =>
    (await town.app.inject({ method: 'DELETE', url: `/prod-api/cms/publish/${encodeURIComponent(ids)}`, headers: editor })).json<{ code: number }>();
  expect(await remove('1,2,3) or 1=1')).toMatchObject({ code: 400 });
  expect(await remove('-1')).toMatchObject({ code: 400 });
});

test('rejects deleting a work on sale, and moves a draft to the recycle bin', async () => {
  const [onSale, plain] = [await work('在售'), await work('草稿')];
  await sendEvent('submit', onSale, editor);
  await sendEvent('approve', onSale, chief);
  const remove = async (id: number) =>
    (await town.app.inject({ method: 'DELETE', url: `/prod-api/cms/publish/${id}`, headers: editor })).json<{ code: number; msg: string }>();
  expect(await remove(onSale)).toEqual({ code: 601, msg: '《在售》已上架，请先下架或驳回再删除' });
  expect(await remove(plain)).toMatchObject({ code: 200 });
  expect((await town.context.db.selectFrom('publication').select('delFlag').where('id', '=', plain).executeTakeFirstOrThrow()).delFlag).toBe('1');
});

test('rejects an unsuitable cover picture with a message, and lets a valid one be removed again', async () => {
  const id = await work('有封面的书');
  const ask = async (method: 'POST' | 'DELETE', picture?: Buffer) => {
    const edge = 'edge';
    const part = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const answer = await town.app.inject({
      method,
      url: `/prod-api/cms/publish/cover/${id}`,
      headers: { ...editor, ...(picture ? { 'content-type': `multipart/form-data; boundary=${edge}` } : {}) },
      ...(picture ? { payload: Buffer.concat([Buffer.from(part), picture, Buffer.from(`\r\n--${edge}--\r\n`)]) } : {}),
    });
    return answer.json<{ code: number; msg: string; data: { cover: { url: string } } }>();
  };
  const picture = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#456' } })
      .png()
      .toBuffer();
  expect(await ask('POST', await picture(1, 1))).toMatchObject({ code: 500, msg: '图片只有1×1像素，请换一张短边不少于100像素的图片' });
  expect(await ask('POST', await picture(4000, 120))).toMatchObject({ code: 500, msg: '图片太窄长，请换一张长边不超过短边3倍的图片' });
  expect((await ask('POST', await picture(300, 400))).data.cover.url).toMatch(/^\/covers\//);
  expect((await ask('DELETE')).data.cover.url).toBe('');
});

test('requires a trial that is shorter than its book', async () => {
  const id = await work('试读的书');
  const { version } = (await town.app.inject({ url: `/prod-api/cms/publish/${id}`, headers: editor })).json<Answer>().data;
  const { chapterCount, ...row } = (await town.app.inject({ url: `/prod-api/cms/publish/${id}`, headers: editor })).json<{
    data: { chapterCount: number };
  }>().data;
  const save = (trialChapters: number, isFree = '0') => put('', { ...row, drawing: 'lit', publishId: id, version, isFree, trialChapters }, editor);
  expect(chapterCount).toBeGreaterThan(1);
  expect(await save(chapterCount)).toMatchObject({ code: 400, msg: `试读章数要少于全书的${chapterCount}章；要全书可读，请设为免费` });
  expect(await save(chapterCount - 1)).toMatchObject({ code: 200 });
});
