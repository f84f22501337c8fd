import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { counts, wechatFixture } from '../../tests/support/wechat-fixture.ts';
import { buildApp } from '../app.ts';
import type { App } from '../http/serve.ts';
import { buildDraft } from './rank.service.ts';

const SHELL =
  '<!doctype html><html lang="zh-CN"><head><!--head--><title>书舟</title><!--/head--></head><body><div id="root"></div><!--data--></body></html>';

let t: TestContext;
let app: App;
let articleId = 0;

beforeAll(async () => {
  t = await testContext();
  const dist = join(t.context.settings.dataDir, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'index.html'), SHELL);
  await writeFile(join(dist, 'reader.html'), SHELL);
  app = await buildApp(t.context, dist);
  const make = wechatFixture(t);
  const accountId = await make.addAccount('甲社', await make.addDomain('出版'));
  articleId = await make.addArticle(accountId, '2025-11-18', 1, counts(3000, 10, 40, 50));
  const { db } = t.context;
  const rank = { periodType: 'week', periodStart: '2025-11-16', by: 'test', now: Date.now() } as const;
  const id = await db.transaction().execute((tx) => buildDraft(tx, rank));
  await db.updateTable('wechatRankList').set({ status: 'published', publishTime: 1 }).where('id', '=', id).execute();
});
afterAll(async () => {
  await app.close();
  await t.close();
});

const thingOf = (body: string): unknown => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '{}');
const keysOf = (body: string): string[] =>
  (JSON.parse(/<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(body)?.[1] ?? '[]') as [string][]).map(([key]) => key);

test('S2.1.12 #18 the page of the ranking has its first data, an ItemList, and the selected period in its canonical address', async () => {
  const { body, statusCode } = await app.inject('/cms/main/wechatAccount?periodStart=2025-11-16&accountId=1');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>公众号排行 - 书舟</title>');
  expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:8080/cms/main/wechatAccount?periodStart=2025-11-16" />');
  expect(thingOf(body)).toMatchObject({ '@type': 'ItemList', itemListElement: [{ position: 1, name: '甲社' }] });
  expect(keysOf(body)).toEqual(['GET /cms/wechat/queryRank', 'GET /cms/wechat/queryDomain', 'GET /cms/wechat/queryPeriods']);
});

test('S2.1.22 #28 the page of an article has its title and schema.org data; a missing one answers 404', async () => {
  const { body } = await app.inject(`/cms/main/wechatArticle/${articleId}`);
  expect(body).toContain('<title>文章2025-11-18 - 书舟</title>');
  expect(thingOf(body)).toMatchObject({ '@type': 'Article', headline: '文章2025-11-18', author: { name: '甲社' } });
  for (const id of ['999999', 'any-value']) expect((await app.inject(`/cms/main/wechatArticle/${id}`)).statusCode).toBe(404);
  expect((await app.inject('/sitemap.xml')).body).toContain(`/cms/main/wechatArticle/${articleId}</loc>`);
});
