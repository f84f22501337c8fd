import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpub } from '../../../tests/support/epub-maker.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { prepareFile } from '../../../tests/support/upload.ts';
import { buildApp } from '../../app.ts';
import type { App } from '../../http/serve.ts';
import { startOf } from './first-reader-page.ts';

const STYLE = '<link rel="stylesheet" crossorigin href="/assets/index.css">';
const SHELL = `<!doctype html><html><head><!--head--><!--/head-->${STYLE}</head><body><div id="root"></div><!--data--></body></html>`;
const READER =
  '<!doctype html><html><head><!--head--><!--/head--><script type="module" blocking="render" src="/assets/reader.js"></script></head><body><div class="reader-stage"><iframe></iframe></div><!--data--></body></html>';
let town: TestContext;
let app: App;
let publishId = 0;

beforeAll(async () => {
  town = await testContext();
  const dist = join(town.context.settings.dataDir, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'index.html'), SHELL);
  await writeFile(join(dist, 'reader.html'), READER);
  app = await buildApp(town.context, dist);
  await town.addUser({ userName: 'editor', permissions: ['publish:publication:add', 'publish:publication:query'] });
  const bytes = await makeEpub({ chapters: { 'c1.xhtml': '<h1>一</h1><p>开头的<ruby>一<rt>yi</rt></ruby>句 &lt;b&gt;。</p>' } });
  publishId = (await prepareFile(town, await town.as('editor'), bytes)).publishId ?? 0;
  await town.context.db
    .updateTable('publication')
    .set({ status: 'listed', isFree: '1', title: '桥 <b> 灯', authorsText: '何语' })
    .where('id', '=', publishId)
    .execute();
});
afterAll(async () => {
  await app.close();
  await town.close();
});

const pageOf = async (url: string, headers: Record<string, string> = {}): Promise<string> => (await app.inject({ url, headers })).body;
const bodyOf = (html: string): string => html.slice(html.indexOf('<body>'));
/** The header with which a browser asks in parallel with the start of the service worker. */
const WITH_WORKER = { 'service-worker-navigation-preload': 'true' };

test('44.16 home has a skeleton that no assistive technology reads, before any style sheet and without a script of its own', async () => {
  const html = await pageOf('/');
  const body = bodyOf(html);
  const skeleton = /<div class="fs" aria-hidden="true">/.exec(body);
  expect(skeleton).not.toBeNull();
  expect(body.indexOf(STYLE)).toBeGreaterThan(skeleton?.index ?? 0);
  expect(html.slice(0, html.indexOf('<body>'))).not.toContain('rel="stylesheet"');
  expect(body.match(/<script(?! type="application)/g)).toBeNull();
  expect(body.slice(skeleton?.index)).not.toMatch(/<(button|input|h1)\b/);
  // A tap on the search field is followed, and the keyboard does not stop at it.
  const links = body.slice(skeleton?.index).match(/<a\b[^>]*>/g);
  expect(new Set(links)).toEqual(new Set(['<a class="fs-search" href="/cms/main/search" tabindex="-1">']));
  // Dark devices, and browsers that run no scripts and show the plain text.
  expect(body).toMatch(/@media\s?\(prefers-color-scheme:dark\)/);
  expect(body).toContain('@media(scripting:none){.fs{display:none}}');
});

test('44.16 pages without the bars of the site, and browsers with the service worker, get no skeleton', async () => {
  for (const path of ['/cmsLogin', '/cmsRegister', '/system/user', '/404', '/no-such-page'])
    expect(await pageOf(path), path).not.toContain('class="fs"');
  const html = await pageOf('/', WITH_WORKER);
  expect(html).not.toContain('class="fs"');
  expect(html.slice(0, html.indexOf('<body>'))).toContain(STYLE);
  expect(await pageOf(`/cms/main/epubRead?publishId=${publishId}`, WITH_WORKER)).toContain('blocking="render"');
});

test('44.16 the continue card is in the skeleton of home only for a browser with a session', async () => {
  expect(await pageOf('/')).not.toContain('fs-first fs-in');
  expect(await pageOf('/', { cookie: 'one=1; Admin-Token=a.b.c' })).toContain('fs-first fs-in');
});

test('44.16 the detail and the reader of a book have its escaped title, and the reader its first text, before the script', async () => {
  const detail = bodyOf(await pageOf(`/cms/main/bookDetail/${publishId}`));
  expect(detail).toContain('桥 &lt;b&gt; 灯</b><p>何语</p>');
  const html = await pageOf(`/cms/main/epubRead?publishId=${publishId}`);
  expect(html).not.toContain('blocking="render"');
  const body = bodyOf(html);
  expect(body).toContain(
    '<div class="first-read" aria-hidden="true" inert><span>桥 &lt;b&gt; 灯</span><div><h2>一</h2><p>开头的一句 &lt;b&gt;。</p></div></div>',
  );
  expect(body.indexOf('first-read')).toBeLessThan(body.indexOf('id="first-page"'));
});

test('44.16 a book that is not free shows its title and author and none of its text', async () => {
  await town.context.db.updateTable('publication').set({ isFree: '0', trialChapters: 0 }).where('id', '=', publishId).execute();
  const body = bodyOf(await pageOf(`/cms/main/epubRead?publishId=${publishId}`));
  expect(body).toContain('<div class="alone"><h2>桥 &lt;b&gt; 灯</h2><p>何语</p></div>');
  expect(body).not.toContain('开头的');
});

test('44.16 the first text of a document has no markup, whatever its attributes contain, and ends after a page', () => {
  expect(
    startOf('<html><body class="a>b"><p title="1 > 2" onclick="x()">甲<img alt="&lt;"/>乙</p><!-- <p>丙</p> --><script>丁</script></body></html>'),
  ).toBe('<p>甲乙</p>');
  expect(startOf('<html><body><p><![CDATA[<b>]]></p></body></html>')).toBe('');
  expect(startOf('<html><head/></html>')).toBe('');
  const long = startOf(`<html><body>${`<p>${'字'.repeat(100)}</p>`.repeat(200)}</body></html>`);
  expect(long.length).toBeLessThan(3_000);
  expect(long.endsWith('</p>')).toBe(true);
});

test('44.18 only Safari gets the start pictures of the installed application, and each of them exists', async () => {
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const html = await pageOf('/', { 'user-agent': phone });
  expect(html).toContain('<meta name="apple-mobile-web-app-capable" content="yes">');
  const pictures = [...html.matchAll(/rel="apple-touch-startup-image"[^>]*href="([^"]+)"/g)].map(([, path = '']) => path);
  expect(pictures.length).toBeGreaterThan(30);
  for (const path of pictures) expect(existsSync(join(import.meta.dirname, '../../../public', path)), path).toBe(true);
  const chrome = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(await pageOf('/', { 'user-agent': chrome })).not.toContain('apple-mobile');
});
