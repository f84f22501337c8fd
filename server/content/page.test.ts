import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('S2.1 a public page says its title, keywords, description and address in the HTML, with the first data', async () => {
  const { status, body, headers } = await page('/cms/main/cmsHomeIndex');
  expect(status).toBe(200);
  expect(body).toContain('<title>书舟 · 翻开就读，断网也能接着读</title>');
  expect(body).toMatch(/<meta name="keywords" content="[^"]+" \/>/);
  expect(body).toMatch(/<meta name="description" content="[^"]+" \/>/);
  expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:8080/" />');
  expect(firstData(body).map(([key]) => key)).toContain('GET /cms/block/queryBlocks');
  expect(headers['cache-control']).toBe('no-cache');
});

test('S2.1.25 a book has schema.org data, and its title cannot end a script', async () => {
  const { body } = await page(`/cms/main/bookDetail/${publishId}`);
  expect(body).not.toContain('<script>alert(1)');
  const thing = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '{}') as object;
  expect(thing).toMatchObject({ '@type': 'Book', name: '灯</script><script>alert(1)</script>', offers: { price: '32.00' } });
  expect(firstData(body)[0]).toMatchObject(['GET /cms/publish/getInfo/{publishId}', { params: { publishId } }, { publishId, salePriceFen: 3200 }]);
});

test('a work has one address, by whichever it was asked for', async () => {
  const { status, body } = await page(`/cms/main/collectedVideoDetail/${publishId}`);
  expect(status).toBe(200);
  expect(body).toContain(`<link rel="canonical" href="http://127.0.0.1:8080/cms/main/bookDetail/${publishId}" />`);
});

test('a page that has not changed since is not sent again', async () => {
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
])('S2.1 %s is HTTP 404 with the page for it', async (path) => {
  const { status, body } = await page(path);
  expect(status).toBe(404);
  expect(body).toContain('<title>页面不存在 - 书舟</title>');
  expect(body).toContain('noindex');
});

test('the reader is left to find out of a work that is not on sale', async () => {
  for (const number of [2, 999_999]) expect((await page(`/cms/main/epubRead?publishId=${number}`)).status).toBe(200);
});

test.each(['/personalCenter/profile', '/personalCenter/favorite', '/publication/publicationList', '/user/profile'])(
  '%s is a page nobody lists',
  async (path) => {
    const { status, body } = await page(path);
    expect(status).toBe(200);
    expect(body).toContain('<meta name="robots" content="noindex" />');
  },
);

test('hashed assets are sent compressed and never asked again; a missing one is no page', async () => {
  const answer = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
  expect(answer.body).toBe('brotli bytes');
  expect((await app.inject('/assets/gone-abc.js')).statusCode).toBe(404);
});

test.each(['/assets/..%2f..%2fsecret', '/%2e%2e/secret', '/assets%2F..%2F..%2Fsecret', '/covers/..%2f..%2fsecret'])(
  'A9 %s leaves no folder',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer.body).not.toMatch(/^[0-9a-f]{64}$/);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  },
);

test('an uncompressed answer of some size is compressed on its way', async () => {
  const answer = await app.inject({ url: '/cms/main/cmsHomeIndex', headers: { 'accept-encoding': 'br' } });
  expect(answer.headers['content-encoding']).toBe('br');
});

test('the map of the site names works on sale and no drafts', async () => {
  const { body } = await page('/sitemap.xml');
  expect(body).toContain(`/cms/main/bookDetail/${publishId}<`);
  expect(body).not.toContain('/cms/main/bookDetail/2<');
  expect((await page('/robots.txt')).body).toContain('Sitemap: http://127.0.0.1:8080/sitemap.xml');
});

test('S2.5.8 the desk may frame an address its menu names, and no other page may', async () => {
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

test('a book is opened in the process that is there; every other page is parted from who opened it', async () => {
  const openerOf = async (path: string) => (await page(path)).headers['cross-origin-opener-policy'];
  expect(await openerOf(`/cms/main/epubRead?publishId=${publishId}`)).toBeUndefined();
  for (const path of ['/', '/index', '/cmsLogin', '/reader.html']) expect(await openerOf(path)).toBe('same-origin');
});

test('an address that no parser reads is a missing page and no fault', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (const target of ['//', '//[', '//a:b:c/', `//x/cms/main/bookDetail/${publishId}`, '/\\x/cms/main/cmsHomeIndex']) {
    const socket = connect(port, '127.0.0.1').end(`GET ${target} HTTP/1.1\r\nhost: house.test\r\nconnection: close\r\n\r\n`);
    expect([target, (await text(socket)).slice(0, 12)]).toEqual([target, 'HTTP/1.1 404']);
  }
});

test('a page asked for ahead of the worker is left to it where it has the book, and written for everybody else', async () => {
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

test('where the house has called its worker back, every page says that nothing is kept', async () => {
  const { settings } = town.context;
  const quiet = await buildApp({ ...town.context, settings: { ...settings, serviceWorker: false } }, join(settings.dataDir, 'dist'));
  for (const url of ['/', '/index.html', `/cms/main/epubRead?publishId=${publishId}`]) {
    expect((await quiet.inject(url)).body).toContain('<html data-keeps="nothing" lang="zh-CN">');
    expect((await app.inject(url)).body).not.toContain('data-keeps');
  }
  await quiet.close();
});
