import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { buildApp } from '../app.ts';
import type { App } from '../http/serve.ts';

const SHELL =
  '<!doctype html><html lang="zh-CN"><head><!--head--><title>书舟</title><!--/head--></head><body><div id="root"></div><!--data--></body></html>';

let town: TestContext;
let app: App;
let publishId: number;
beforeAll(async () => {
  town = await testContext();
  const dist = join(town.context.settings.dataDir, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), SHELL);
  await writeFile(join(dist, 'reader.html'), SHELL);
  await writeFile(join(dist, 'assets', 'main-abc.js'), 'x'.repeat(2000));
  await writeFile(join(dist, 'assets', 'main-abc.js.br'), 'brotli bytes');
  app = await buildApp(town.context, dist);
  const now = Date.now();
  const row = {
    publishNo: '1',
    kind: 'book' as const,
    authorsText: '何语',
    edition: 1,
    isFree: '0' as const,
    salePriceFen: 3200,
    listTime: now,
    createTime: now,
    updateTime: now,
  };
  publishId = (
    await town.context.db
      .insertInto('publication')
      .values({ ...row, title: '灯</script><script>alert(1)</script>', intro: '<p>一座"桥"</p>', status: 'listed' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  await town.context.db
    .insertInto('publication')
    .values({ ...row, publishNo: '2', title: '草稿', status: 'draft' })
    .execute();
});
afterAll(async () => {
  await app.close();
  await town.close();
});

const page = async (url: string) => {
  const answer = await app.inject(url);
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
};
const firstData = (body: string): [string, unknown, unknown][] =>
  JSON.parse(/<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(body)?.[1] ?? '[]') as [string, unknown, unknown][];

test('S2.1 renders title, keywords, description, address and the first data of a public page into the HTML', async () => {
  const { status, body, headers } = await page('/cms/main/cmsHomeIndex');
  expect(status).toBe(200);
  expect(body).toContain('<title>书舟 · 翻开就读，断网也能接着读</title>');
  expect(body).toMatch(/<meta name="keywords" content="[^"]+" \/>/);
  expect(body).toMatch(/<meta name="description" content="[^"]+" \/>/);
  expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:8080/" />');
  expect(firstData(body).map(([key]) => key)).toContain('GET /cms/block/queryBlocks');
  expect(headers['cache-control']).toBe('no-cache');
});

test('S2.1.25 gives a book schema.org data, and escapes a title that would end a script', async () => {
  const { body } = await page(`/cms/main/bookDetail/${publishId}`);
  expect(body).not.toContain('<script>alert(1)');
  const thing = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '{}') as object;
  expect(thing).toMatchObject({ '@type': 'Book', name: '灯</script><script>alert(1)</script>', offers: { price: '32.00' } });
  expect(firstData(body)[0]).toMatchObject(['GET /cms/publish/getInfo/{publishId}', { params: { publishId } }, { publishId, salePriceFen: 3200 }]);
});

test('gives a work one canonical address, whichever address was requested', async () => {
  const { status, body } = await page(`/cms/main/collectedVideoDetail/${publishId}`);
  expect(status).toBe(200);
  expect(body).toContain(`<link rel="canonical" href="http://127.0.0.1:8080/cms/main/bookDetail/${publishId}" />`);
});

test('returns 304 for an unchanged page', async () => {
  expect((await app.inject('/cms')).headers.location).toBe('/cms/main/cmsHomeIndex');
  const { headers } = await page('/cms/main/cmsHomeIndex');
  const again = (path: string) => app.inject({ url: path, headers: { 'if-none-match': String(headers['etag']) } });
  const same = await again('/cms/main/cmsHomeIndex');
  expect([same.statusCode, same.body]).toEqual([304, '']);
  expect((await again('/cmsLogin')).statusCode).toBe(200);
});

test.each([
  '/nobody-knows',
  '/cms/main/bookDetail/999999',
  '/cms/main/bookDetail/2',
  '/cms/main/noticeDetail?noticeId=7',
  '/404',
  '/cms/main/bookDetail/x',
  '/cms/main/bookDetail/0',
  '/cms/main/bookDetail/01',
  '/cms/main/bookDetail',
  '/cms/main/collectedVideoDetail',
  '/cms/main/bookDetail/12345678901234567890',
  '/cms/main/collectedVideoDetail/12345678901234567890',
  '/cms/main/collectedVideoPlay?publishId=12345678901234567890',
  '/cms/main/collectedVideoPlay',
  '/cms/main/epubRead?publishId=12345678901234567890',
  '/cms/main/epubRead?publishId=x',
  '/cms/main/epubRead',
  '/cms/main/noticeDetail?noticeId=12345678901234567890',
])('S2.1 returns HTTP 404 with the not-found page for %s', async (path) => {
  const { status, body } = await page(path);
  expect(status).toBe(404);
  expect(body).toContain('<title>页面不存在 - 书舟</title>');
  expect(body).toContain('noindex');
});

test('leaves the check for a work that is not on sale to the reader client', async () => {
  for (const number of [2, 999_999]) expect((await page(`/cms/main/epubRead?publishId=${number}`)).status).toBe(200);
});

test.each(['/personalCenter/profile', '/personalCenter/favorite', '/publication/publicationList', '/user/profile'])(
  'excludes %s from search engines',
  async (path) => {
    const { status, body } = await page(path);
    expect(status).toBe(200);
    expect(body).toContain('<meta name="robots" content="noindex" />');
  },
);

test('sends hashed assets compressed and immutable, and returns no page for a missing one', async () => {
  const answer = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
  expect(answer.body).toBe('brotli bytes');
  expect((await app.inject('/assets/gone-abc.js')).statusCode).toBe(404);
});

test.each(['/assets/..%2f..%2fsecret', '/%2e%2e/secret', '/assets%2F..%2F..%2Fsecret', '/covers/..%2f..%2fsecret'])(
  'A9 serves no file outside the folder for %s',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer.body).not.toMatch(/^[0-9a-f]{64}$/);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  },
);

test('compresses a large uncompressed response', async () => {
  const answer = await app.inject({ url: '/cms/main/cmsHomeIndex', headers: { 'accept-encoding': 'br' } });
  expect(answer.headers['content-encoding']).toBe('br');
});

test('lists works on sale and no drafts in the sitemap', async () => {
  const { body } = await page('/sitemap.xml');
  expect(body).toContain(`/cms/main/bookDetail/${publishId}</loc><lastmod>`);
  expect(body).not.toContain('/cms/main/bookDetail/2<');
  expect((await page('/robots.txt')).body).toContain('Sitemap: http://127.0.0.1:8080/sitemap.xml');
});

test('S2.1.13 gives the notices a feed, the newest first, with texts that cannot end an element', async () => {
  const day = DAY_MS;
  const row = { noticeType: '1', status: 'published', audience: 'all', noticeContent: '<p>细则 & 说明</p>', createTime: 0, updateTime: 0 } as const;
  const values = [
    { ...row, noticeTitle: '旧公告', publishTime: Date.now() - 2 * day },
    { ...row, noticeTitle: '新公告 <b>', publishTime: Date.now() - day },
    { ...row, noticeTitle: '给同事的', audience: 'staff' as const, publishTime: Date.now() - day },
  ];
  await town.context.db.insertInto('notice').values(values).execute();
  const { body, headers } = await page('/feed/notice.xml');
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect([...body.matchAll(/<entry>.*?<title>(.*?)<\/title>/g)].map((found) => found[1])).toEqual(['新公告 &lt;b&gt;', '旧公告']);
  expect(body).toContain('<summary>细则 &amp; 说明</summary>');
});

test('S2.5.8 lets the back office frame an address from its menu, and lets no other page do it', async () => {
  const policyOf = async (path: string) => String((await page(path)).headers['content-security-policy']).match(/frame-src ([^;]*)/)?.[1];
  const own = "'self' blob:";
  expect(await policyOf('/tool/swagger')).toBe(own);
  const entry = { parentId: 0, orderNum: 90, isFrame: '1' as const, status: '0' as const, createTime: 0, updateTime: 0 };
  await town.context.db
    .insertInto('menu')
    .values([
      { ...entry, menuName: '文档', menuType: 'C', path: 'https://docs.example.com/a?b=c; script-src *' },
      { ...entry, menuName: '外链', menuType: 'C', path: 'https://out.example.com', isFrame: '0' },
      { ...entry, menuName: '停用', menuType: 'C', path: 'https://off.example.com', status: '1' },
      { ...entry, menuName: '别的', menuType: 'C', path: 'httpx:alert(1)' },
    ])
    .execute();
  expect(await policyOf('/tool/swagger')).toBe(`${own} https://docs.example.com`);
  expect(await policyOf('/cmsLogin?redirect=%2Ftool%2Fswagger')).toBe(`${own} https://docs.example.com`);
  expect(await policyOf('/')).toBe(own);
});

test('opens a book in the current browser process, and isolates every other page from its opener', async () => {
  const openerOf = async (path: string) => (await page(path)).headers['cross-origin-opener-policy'];
  expect(await openerOf(`/cms/main/epubRead?publishId=${publishId}`)).toBeUndefined();
  for (const path of ['/', '/index', '/cmsLogin', '/reader.html']) expect(await openerOf(path)).toBe('same-origin');
});

test('returns a missing page and no error for an address that cannot be parsed', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (const target of ['//', '//[', '//a:b:c/', `//x/cms/main/bookDetail/${publishId}`, '/\\x/cms/main/cmsHomeIndex']) {
    const socket = connect(port, '127.0.0.1').end(`GET ${target} HTTP/1.1\r\nhost: house.test\r\nconnection: close\r\n\r\n`);
    expect([target, (await text(socket)).slice(0, 12)]).toEqual([target, 'HTTP/1.1 404']);
  }
});

test('leaves a preloaded page to the service worker when the book is downloaded, and renders it otherwise', async () => {
  const ahead = (value: string) =>
    app.inject({
      url: `/cms/main/epubRead?publishId=${publishId}`,
      headers: { 'service-worker-navigation-preload': value, 'accept-encoding': 'br' },
    });
  const left = await ahead(`kept 99999 ${publishId}`);
  expect([left.statusCode, left.body, left.headers['cache-control']]).toEqual([204, '', 'no-store']);
  for (const value of ['true', 'kept 99999', `${publishId}`]) {
    const written = await ahead(value);
    expect(written.statusCode).toBe(200);
    expect(String(written.headers['vary'])).toMatch(/service-worker-navigation-preload/);
  }
  const other = await app.inject({
    url: `/cms/main/bookDetail/${publishId}`,
    headers: { 'service-worker-navigation-preload': `kept ${publishId}` },
  });
  expect(other.statusCode).toBe(200);
});

test('marks every page as unable to store downloads when the service worker is switched off', async () => {
  const { settings } = town.context;
  const quiet = await buildApp({ ...town.context, settings: { ...settings, serviceWorker: false } }, join(settings.dataDir, 'dist'));
  for (const url of ['/', '/index.html', `/cms/main/epubRead?publishId=${publishId}`]) {
    expect((await quiet.inject(url)).body).toContain('<html data-keeps="nothing" lang="zh-CN">');
    expect((await app.inject(url)).body).not.toContain('data-keeps');
  }
  await quiet.close();
});
