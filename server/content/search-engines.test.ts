import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { buildApp } from '../app.ts';
import { storeCover } from '../catalog/cover.service.ts';
import type { App } from '../http/serve.ts';
import { siteMap, siteMapFile } from './site-map.ts';

const SHELL =
  '<!doctype html><html lang="zh-CN"><head><!--head--><title>书舟</title><!--/head--></head><body><div id="root"></div><!--data--></body></html>';
const ORIGIN = 'http://127.0.0.1:8080';
const CHANGED = Date.parse('2026-05-04T03:02:01Z');
const RED = { r: 200, g: 20, b: 30 };

let t: TestContext;
let app: App;
let bookId: number;
let plainId: number;
let noticeId: number;
beforeAll(async () => {
  t = await testContext();
  const dist = join(t.context.settings.dataDir, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'index.html'), SHELL);
  app = await buildApp(t.context, dist);
  const { db } = t.context;
  const now = Date.now();
  const cover = await storeCover(
    t.context,
    await sharp({ create: { width: 600, height: 800, channels: 3, background: RED } })
      .png()
      .toBuffer(),
  );
  const book = {
    kind: 'book' as const,
    authorsText: '何语',
    edition: 1,
    isFree: '0' as const,
    salePriceFen: 3200,
    status: 'listed',
    listTime: now,
    createTime: now,
    updateTime: CHANGED,
  };
  const add = async (row: object): Promise<number> =>
    (
      await db
        .insertInto('publication')
        .values({ ...book, ...row } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  bookId = await add({
    publishNo: '1',
    title: '桥上的灯',
    intro: '<p>第一段<script>x()</script>说桥。</p><p>第二段 &lt;说&gt; 灯。</p>',
    coverUrl: cover,
  });
  plainId = await add({ publishNo: '2', title: '没有封面的书', intro: '' });
  noticeId = (
    await db
      .insertInto('notice')
      .values({
        noticeTitle: '五月的书展',
        noticeType: '1',
        noticeContent: '<p>在河边的广场。</p>',
        status: 'published',
        publishTime: CHANGED,
        createTime: now,
        updateTime: CHANGED,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(async () => {
  await app.close();
  await t.close();
});

const body = async (url: string): Promise<string> => (await app.inject(url)).body;
const metas = (html: string, property: string): string[] =>
  [...html.matchAll(new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)" />`, 'g'))].map(([, content]) =>
    (content ?? '').replaceAll('&amp;', '&'),
  );
const root = (html: string): string => /<div id="root">(.*?)<\/div>/s.exec(html)?.[1] ?? '';

test('#43.12 a page has a wide and a square picture of its subject, drawn once and stored', async () => {
  const html = await body(`/cms/main/bookDetail/${bookId}`);
  const [wide = '', square = ''] = metas(html, 'og:image');
  expect(metas(html, 'og:image:width')).toEqual(['1200', '1200']);
  expect(metas(html, 'og:image:height')).toEqual(['630', '1200']);
  expect(metas(html, 'og:image:alt')).toEqual(['桥上的灯（何语）', '桥上的灯（何语）']);
  expect(metas(html, 'twitter:card')).toEqual(['summary_large_image']);
  for (const [address, width, height] of [
    [wide, 1200, 630],
    [square, 1200, 1200],
  ] as const) {
    expect(address.startsWith(`${ORIGIN}/share/`)).toBe(true);
    const answer = await app.inject(address.slice(ORIGIN.length));
    expect(answer.headers['content-type']).toBe('image/jpeg');
    const info = await sharp(answer.rawPayload).metadata();
    expect([info.width, info.height]).toEqual([width, height]);
    // The cover is in the middle.
    const [r = 0, g = 0, b = 0] = await sharp(answer.rawPayload)
      .extract({ left: width / 2, top: height / 2, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(Math.abs(r - RED.r) + Math.abs(g - RED.g) + Math.abs(b - RED.b)).toBeLessThan(40);
  }
  const stored = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const some of t.context.files.list('share')) keys.push(...some.map(({ key }) => key));
    return keys;
  };
  const before = await stored();
  expect(before).toHaveLength(2);
  await app.inject(wide.slice(ORIGIN.length));
  expect(await stored()).toEqual(before);
});

test('#43.12 pages without a picture get a drawn one; keywords of searches do not fill the store', async () => {
  for (const path of ['/', '/cms/main/notice', '/cms/main/contest', `/cms/main/bookDetail/${plainId}`]) {
    const [wide = ''] = metas(await body(path), 'og:image');
    expect(wide).toContain('/share/wide.jpg?page=');
    expect((await app.inject(wide.slice(ORIGIN.length))).headers['content-type']).toBe('image/jpeg');
  }
  for (let n = 0; n < 100; n += 1) await app.inject(`/share/wide.jpg?page=${encodeURIComponent(`/cms/main/search?keyword=k${n}`)}`);
  let count = 0;
  for await (const some of t.context.files.list('share')) count += some.length;
  expect(count).toBeLessThanOrEqual(2 + 32);
});

test.each([
  '/personalCenter/default',
  '/admin',
  '/cms/main/bookDetail/999999',
  '//evil.test/x',
  '/\\evil.test',
  'http://evil.test/',
  '/prod-api/captchaImage',
  '',
])('#43.12 there is no picture of %j', async (page) => {
  expect((await app.inject(`/share/wide.jpg?page=${encodeURIComponent(page)}`)).statusCode).toBe(404);
  expect((await app.inject(`/share/other.jpg?page=/`)).statusCode).toBe(404);
});

test('#43.12 the canonical address and the title of a search keep its keyword', async () => {
  const html = await body(`/cms/main/search?keyword=${encodeURIComponent(' 守灯<人> ')}&type=works`);
  expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/cms/main/search?keyword=${encodeURIComponent(' 守灯<人> ')}" />`);
  expect(html).toContain('<title>搜索“守灯&lt;人&gt;” - 书舟</title>');
  expect(await body('/cms/main/search')).toContain('<title>搜索 - 书舟</title>');
});

test('#43.12 the sitemap has the time of the last change and the notices, and no page to sign in', async () => {
  const map = await body('/sitemap.xml');
  expect(map).toContain(`<loc>${ORIGIN}/cms/main/bookDetail/${bookId}</loc><lastmod>2026-05-04T03:02:01Z</lastmod>`);
  expect(map).toContain(`<loc>${ORIGIN}/cms/main/noticeDetail?noticeId=${noticeId}</loc><lastmod>2026-05-04T03:02:01Z</lastmod>`);
  expect(map).not.toMatch(/cmsLogin|cmsRegister|findPassword|personalCenter/);
});

test('#46.4 beyond one file the sitemap is an index of files that together have every page once', async () => {
  const parts = app.siteParts;
  expect(await siteMap(t.context, parts, 2)).toContain(`<sitemap><loc>${ORIGIN}/sitemaps/publication-2.xml</loc></sitemap>`);
  const index = await siteMap(t.context, parts, 2);
  const names = [...index.matchAll(/sitemaps\/([\w-]+)\.xml/g)].map(([, name]) => name ?? '');
  const files = await Promise.all(names.map((name) => siteMapFile(t.context, parts, name, 2)));
  const locations = (xml: string) => [...xml.matchAll(/<url><loc>([^<]+)/g)].map(([, path]) => path).toSorted();
  const whole = locations(await siteMap(t.context, parts));
  expect(whole.length).toBeGreaterThan(10);
  expect(locations(files.join(''))).toEqual(whole);
  expect(await siteMapFile(t.context, parts, 'publication-9', 2)).toBeNull();
  expect((await app.inject('/sitemaps/user-1.xml')).statusCode).toBe(404);
  expect((await app.inject('/sitemaps/pages.xml')).body).toContain('<urlset');
});

test('#43.12 public pages name the feeds', async () => {
  for (const path of ['/', '/cms/main/notice', `/cms/main/bookDetail/${bookId}`]) {
    const html = await body(path);
    expect(html).toContain('<link rel="alternate" type="application/atom+xml" title="通知公告" href="/feed/notice.xml" />');
    expect(html).toContain('<link rel="alternate" type="application/atom+xml" title="资讯" href="/feed/information.xml" />');
  }
  expect(await body('/personalCenter/default')).not.toContain('rel="alternate"');
});

test('#43.12 the first text of a page is in its HTML, as plain text that cannot end an element', async () => {
  const book = root(await body(`/cms/main/bookDetail/${bookId}`));
  expect(book).toContain('<h1>桥上的灯（何语）</h1>');
  expect(book).toContain('<p>第一段说桥。</p><p>第二段 &lt;说&gt; 灯。</p>');
  expect(book).not.toContain('<script');
  expect(root(await body(`/cms/main/noticeDetail?noticeId=${noticeId}`))).toContain('<h1>五月的书展</h1><p>2026-05-04</p><p>在河边的广场。</p>');
  expect(root(await body('/cms/main/notice'))).toContain(`<li><a href="/cms/main/noticeDetail?noticeId=${noticeId}">五月的书展</a></li>`);
  expect(root(await body('/cms/main/collectedWorks'))).toContain(`<a href="/cms/main/bookDetail/${bookId}">桥上的灯</a>`);
  expect(root(await body('/'))).toMatch(/<h1>书舟<\/h1><p>.{10,}<\/p>/);
  expect(root(await body('/personalCenter/default'))).toBe('');
});

test('#43.14 an address below /redirect gets the page of the app, which search engines do not index', async () => {
  const answer = await app.inject('/redirect/cms/main/notice?x=1');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('<meta name="robots" content="noindex" />');
  expect((await app.inject('/redirect')).statusCode).toBe(404);
});
