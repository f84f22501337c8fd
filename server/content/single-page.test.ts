import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { buildApp } from '../app.ts';
import type { App } from '../http/serve.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';

const SHELL =
  '<!doctype html><html lang="zh-CN"><head><!--head--><title>书舟</title><!--/head--></head><body><div id="root"></div><!--data--></body></html>';
const EDIT = ['list', 'query', 'edit'].map((action) => `cms:page:${action}`);

let t: TestContext;
let app: App;
const who: Record<string, Bearer> = {};

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'writer', permissions: EDIT });
  await t.addUser({ userName: 'both', permissions: [...EDIT, 'cms:content:audit'] });
  await t.addUser({ userName: 'auditor', permissions: ['cms:page:list', 'cms:page:query', 'cms:content:audit'] });
  await t.addUser({ userName: 'reader' });
  for (const name of ['writer', 'both', 'auditor', 'reader']) who[name] = await t.as(name);
  const dist = join(t.context.settings.dataDir, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'index.html'), SHELL);
  await writeFile(join(dist, 'reader.html'), SHELL);
  app = await buildApp(t.context, dist);
});
afterAll(async () => {
  await app.close();
  await t.close();
});

// oxlint-disable-next-line no-explicit-any -- answers of many calls
type Answer = any;

async function ask(method: 'GET' | 'PUT', path: string, body?: object, as = 'writer'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/cms/page${path}`, headers: who[as] ?? {}, ...(body ? { payload: body } : {}) });
  return answer.json();
}

const pageOf = async (key: string): Promise<Answer> => {
  const { data } = await ask('GET', '/list');
  const id = data.find((one: Answer) => one.pageKey === key).pageId;
  return (await ask('GET', `/${id}`)).data;
};
const text = (html: string, id = 'a') => ({ kind: 'text', id, html });
const save = async (key: string, blocks: object[], more: object = {}, as = 'writer') => {
  const { pageId, version, title, description } = await pageOf(key);
  return ask('PUT', '', { pageId, version, title, description, blocks, ...more }, as);
};
const sendEvent = async (key: string, event: string, as: string, note = '') => ask('PUT', `/${event}/${(await pageOf(key)).pageId}`, { note }, as);
const shown = async (key: string) => (await ask('GET', `/getInfo/${key}`, undefined, 'nobody')).data;

async function publish(key: string, blocks: object[]): Promise<void> {
  await save(key, blocks);
  await sendEvent(key, 'submit', 'writer');
  expect(await sendEvent(key, 'approve', 'auditor')).toMatchObject({ code: 200 });
}

test('S2.1.6 #10 SM24 shows a page only after another user approved it, and keeps the published content while a new draft is written', async () => {
  expect(await shown('introduction')).toMatchObject({ title: '平台介绍', blocks: [], publishTime: '' });
  expect(await sendEvent('introduction', 'submit', 'writer')).toEqual({ code: 22403, msg: '请先填写页面内容再提交' });
  await save('introduction', [text('<p>第一版</p>')], {}, 'both');
  await sendEvent('introduction', 'submit', 'both');
  expect(await sendEvent('introduction', 'approve', 'both')).toEqual({ code: 22402, msg: '不能审核本人发布的内容' });
  expect((await sendEvent('introduction', 'approve', 'writer')).code).toBe(403);
  await sendEvent('introduction', 'approve', 'auditor');
  expect((await shown('introduction')).blocks).toEqual([text('<p>第一版</p>')]);

  await save('introduction', [text('<p>第二版</p>')]);
  expect(await pageOf('introduction')).toMatchObject({ state: 'draft', live: true });
  expect((await shown('introduction')).blocks).toEqual([text('<p>第一版</p>')]);
  await sendEvent('introduction', 'submit', 'writer');
  expect(await sendEvent('introduction', 'reject', 'auditor', '请补充团队')).toMatchObject({ code: 200 });
  expect((await shown('introduction')).blocks).toEqual([text('<p>第一版</p>')]);
  await sendEvent('introduction', 'submit', 'writer');
  await sendEvent('introduction', 'approve', 'auditor');
  expect((await shown('introduction')).blocks).toEqual([text('<p>第二版</p>')]);

  await sendEvent('introduction', 'offline', 'writer');
  expect((await shown('introduction')).blocks).toEqual([]);
  await sendEvent('introduction', 'publish', 'writer');
  expect((await shown('introduction')).blocks).toEqual([text('<p>第二版</p>')]);
});

test('restores an earlier version as a draft, and the version that readers see without a new approval', async () => {
  await publish('logo', [text('<p>甲</p>')]);
  await publish('logo', [text('<p>乙</p>')]);
  const { pageId, version } = await pageOf('logo');
  const { data: versions } = await ask('GET', `/version/list/${pageId}`);
  expect(versions.map((one: Answer) => [one.versionNo, one.live, one.publishTime !== ''])).toEqual([
    [2, true, true],
    [1, false, true],
  ]);
  expect((await ask('GET', `/version/${versions[1].versionId}`)).data.blocks).toEqual([text('<p>甲</p>')]);
  expect(await ask('PUT', `/restore/${versions[1].versionId}`, { version: version - 1 })).toMatchObject({ code: 409 });
  expect(await ask('PUT', `/restore/${versions[1].versionId}`, { version })).toMatchObject({
    data: { state: 'draft', blocks: [text('<p>甲</p>')] },
  });
  expect((await shown('logo')).blocks).toEqual([text('<p>乙</p>')]);
  const now = await pageOf('logo');
  expect(await ask('PUT', `/restore/${versions[0].versionId}`, { version: now.version })).toMatchObject({ data: { state: 'published', live: true } });
  expect((await shown('logo')).blocks).toEqual([text('<p>乙</p>')]);
});

test('cleans rich text, checks each kind of block and the version, and saves the same content only once', async () => {
  const saved = await save('about', [text('<p onclick="x()">好<script>alert(1)</script></p>')]);
  expect(saved.data.blocks[0].html).toBe('<p>好</p>');
  const { pageId, version } = await pageOf('about');
  expect((await save('about', [text('<p>好</p>')])).data.version).toBe(version);
  expect(await ask('PUT', '', { pageId, version: version - 1, title: '关于', blocks: [] })).toMatchObject({ code: 409 });
  const wrong: readonly (readonly [object, string])[] = [
    [{ kind: 'heading', id: 'a', text: ' ' }, '请填写标题'],
    [{ kind: 'text', id: 'a', html: '' }, '文字不能为空'],
    [{ kind: 'pictures', id: 'a', pictures: [] }, '请至少加一项图片'],
    [{ kind: 'pictures', id: 'a', pictures: [{ src: 'https://other.example/a.png', alt: '图' }] }, '请上传图片，不能填写外部地址'],
    [{ kind: 'people', id: 'a', people: [{ name: '' }] }, '请填写姓名'],
    [{ kind: 'video', id: 'a' }, '内容块的种类不正确'],
  ];
  for (const [block, msg] of wrong) expect(await save('about', [block])).toMatchObject({ code: 400, msg });
  expect((await ask('GET', '/list', undefined, 'reader')).code).toBe(403);
});

test('S2.1.9 #14 writes head, first data and schema.org data of the page into the HTML', async () => {
  const map = { kind: 'map', id: 'm', image: '/icons/map.svg', address: '江城市远山路8号', phone: '13800000000', hours: '', route: '' };
  await publish('about', [text('<p>联系我们</p>'), map]);
  const { body, statusCode } = await app.inject('/cms/main/cmsAbout');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>关于我们 - 书舟</title>');
  const thing = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '{}') as object;
  expect(thing).toMatchObject({
    '@type': 'AboutPage',
    mainEntity: { '@type': 'Organization', address: '江城市远山路8号', telephone: '13800000000' },
  });
  const data = JSON.parse(/<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(body)?.[1] ?? '[]') as [string][];
  expect(data.map(([key]) => key)).toEqual(['GET /cms/page/getInfo/{key}', 'GET /system/problem/queryProblem']);
});

test('S2.1.3 #8 the logo page is an Organization, and its film is left out when the work is not on sale', async () => {
  const now = Date.now();
  const work = {
    kind: 'video' as const,
    authorsText: '何语',
    edition: 1,
    isFree: '1' as const,
    salePriceFen: 0,
    listTime: now,
    createTime: now,
    updateTime: now,
  };
  const add = async (title: string, status: 'listed' | 'delisted') =>
    (
      await t.context.db
        .insertInto('publication')
        .values({ ...work, publishNo: title, title, status })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [on, off] = [await add('影片', 'listed'), await add('旧影片', 'delisted')];
  await publish('logo', [
    { kind: 'film', id: 'a', publishId: on, caption: '' },
    { kind: 'film', id: 'b', publishId: off, caption: '' },
  ]);
  expect((await shown('logo')).films.map((one: Answer) => one.title)).toEqual(['影片']);
  const { body } = await app.inject('/cms/main/cmsLogoPage');
  expect(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '{}')).toMatchObject({ '@type': 'Organization' });
});
