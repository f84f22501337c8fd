import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { pageAt } from './page.service.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'writer', roles: ['ops_admin'] });
  await t.addUser({ userName: 'auditor', roles: ['works_admin'] });
});
afterAll(() => t.close());

interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  data: any;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  rows: any[];
  total: number;
}
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'writer'): Promise<Answer> {
  const headers = as === 'nobody' ? {} : await t.as(as);
  const answer = await t.app.inject({ method, url: `/prod-api/cms${path}`, headers, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json<Answer>();
}
const draft = (title: string, more: object = {}) => ({ title, category: 'scholar', content: `<p>${title}的正文</p>`, ...more });
const add = async (title: string, more: object = {}): Promise<number> => (await ask('POST', '/information', draft(title, more))).data.informationId;
const sendEvent = (event: string, id: number, as = 'writer', body: object = {}) => ask('PUT', `/information/${event}/${id}`, body, as);
async function publish(title: string, more: object = {}): Promise<number> {
  const id = await add(title, more);
  expect((await sendEvent('submit', id)).code).toBe(200);
  expect((await sendEvent('approve', id, 'auditor')).code).toBe(200);
  return id;
}
const shown = async (query = '') =>
  (await ask('GET', `/information/queryInformation?${query}`, undefined, 'nobody')).rows.map((row) => row.title as string);

test('SM24 news are written, submitted and approved by another user, and then public', async () => {
  const id = await add('讲座预告');
  expect((await sendEvent('approve', id, 'auditor')).code).toBe(22401);
  expect((await sendEvent('submit', id)).code).toBe(200);
  expect(await shown()).toEqual([]);
  expect(await sendEvent('approve', id)).toMatchObject({ code: 22402 });
  expect((await sendEvent('reject', id, 'auditor')).msg).toBe('请填写退回的原因');
  expect((await sendEvent('approve', id, 'auditor')).code).toBe(200);
  expect(await shown()).toEqual(['讲座预告']);
  expect((await sendEvent('offline', id)).code).toBe(200);
  expect((await ask('GET', `/information/getInfo/${id}`, undefined, 'nobody')).code).toBe(404);
  await sendEvent('publish', id);
  const row = (await ask('GET', `/information/${id}`)).data;
  expect((await ask('PUT', '/information', { ...row, remark: '只改备注' })).data.status).toBe('published');
  const again = (await ask('GET', `/information/${id}`)).data;
  expect((await ask('PUT', '/information', { ...again, content: '<p>换了</p>' })).data.status).toBe('pending');
  expect(await shown()).toEqual([]);
  expect((await sendEvent('submit', await add('空的', { content: '<p></p>' }))).code).toBe(22403);
});

test('SM24 news with a later publish time are scheduled, and filtered as such', async () => {
  const id = await publish('明天再发', { publishTime: '2099-01-01 08:00:00' });
  expect((await ask('GET', `/information/${id}`)).data.status).toBe('scheduled');
  expect((await ask('GET', '/information/list?status=scheduled')).rows.map((row) => row.title)).toEqual(['明天再发']);
  expect(await shown()).not.toContain('明天再发');
});

test('#24 one article names its scholar and works, and leads to the articles before and after it', async () => {
  const { id: scholarId } = await t.context.db
    .insertInto('scholar')
    .values({ scholarName: '严见山', researchField: '写作', userId: null, collegeId: null, status: 'published', createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const book = await addListedWork(t.context, { title: '写作的十二个下午' });
  const [first, second, third] = [
    await publish('一', { publishTime: '2026-01-01 08:00:00', category: 'book' }),
    await publish('二', { publishTime: '2026-01-02 08:00:00', scholarId, publishIds: [book] }),
    await publish('三', { publishTime: '2026-01-03 08:00:00', topFlag: '1' }),
  ];
  const { data } = await ask('GET', `/information/getInfo/${second}`, undefined, 'nobody');
  expect(data).toMatchObject({
    categoryName: '学者动态',
    scholar: { scholarId, scholarName: '严见山' },
    books: [{ title: '写作的十二个下午' }],
    previous: { informationId: first },
    next: { informationId: third },
  });
  await t.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', '=', book).execute();
  expect((await ask('GET', `/information/getInfo/${second}`, undefined, 'nobody')).data.books).toEqual([]);
  expect((await shown())[0]).toBe('三');
  expect(await shown(`scholarId=${scholarId}`)).toEqual(['二']);
  expect(await shown('category=book')).toEqual(['一']);
  expect(await shown(`keyword=${encodeURIComponent('二的正文')}`)).toEqual(['二']);
  const page = await pageAt(t.app, new URL(`http://127.0.0.1:8080/cms/main/information?id=${second}&from=x`));
  expect(page).toMatchObject({
    status: 200,
    canonical: `http://127.0.0.1:8080/cms/main/information?id=${second}`,
    thing: { '@type': 'NewsArticle', headline: '二' },
  });
  expect((await pageAt(t.app, new URL('http://127.0.0.1:8080/cms/main/information?id=999999'))).status).toBe(404);
  const feed = (await t.app.inject('/feed/information.xml')).body;
  expect(feed).toContain('<title>二</title>');
  expect((await t.app.inject('/sitemap.xml')).body).toContain(`/cms/main/information?id=${second}</loc><lastmod>`);
  expect((await ask('POST', '/information', draft('坏', { publishIds: [999_999] }))).msg).toContain('有的相关作品不存在');
});

test('A6 a collection shows its listed works in the chosen order, on its own and in a block', async () => {
  const [one, two] = [await addListedWork(t.context, { title: '上册' }), await addListedWork(t.context, { title: '下册' })];
  await t.addUser({ userName: 'works', roles: ['archivist', 'works_admin'] });
  const body = { collectionName: '语言之旅', kind: 'series', intro: '两册', publishIds: [two, one] };
  const { data } = await ask('POST', '/collection', body, 'works');
  expect(data.books.map((book: { title: string }) => book.title)).toEqual(['下册', '上册']);
  const query = async (more = '') => (await ask('GET', `/collection/queryCollection?${more}`, undefined, 'nobody')).rows;
  expect((await query(`publishId=${one}`)).map((row) => [row.collectionName, row.books.map((book: { title: string }) => book.title)])).toEqual([
    ['语言之旅', ['下册', '上册']],
  ]);
  expect(await query('publishId=999999')).toEqual([]);
  expect((await ask('POST', '/collection', body, 'works')).msg).toContain('丛书专题名称已存在');
  const headers = await t.as('writer');
  const block = { page: 'home', blockKey: 'journey', title: '语言之旅', source: 'collection', style: 'grid', limit: 6 };
  const refused = await t.app.inject({ method: 'POST', url: '/prod-api/program/block', headers, payload: block });
  expect(refused.json<Answer>().msg).toBe('请选择要显示的丛书专题');
  const made = await t.app.inject({
    method: 'POST',
    url: '/prod-api/program/block',
    headers,
    payload: { ...block, collectionId: data.collectionId },
  });
  expect(made.json<Answer>().code).toBe(200);
  const blocks = (await ask('GET', '/block/queryBlocks?page=home', undefined, 'nobody')).data;
  expect(blocks.find((shownBlock: { blockKey: string }) => shownBlock.blockKey === 'journey')).toMatchObject({
    source: 'collection',
    intro: '两册',
    books: [{ title: '下册' }, { title: '上册' }],
  });
  await t.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', 'in', [one, two]).execute();
  expect(await query()).toEqual([]);
});
