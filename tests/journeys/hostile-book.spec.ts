import { expect, roundTrip, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

let server: BrowserServer;
let book = 0;

const RUN = "parent.hacked=1;top.hacked=1;document.cookie='hacked=1';localStorage.setItem('hacked','1');fetch('https://evil.test/f')";
const HOSTILE = `<h1 onclick="${RUN}" onmouseover="${RUN}">险</h1>
<script>${RUN}</script><script src="https://evil.test/a.js"></script>
<p id="text">正文 <a id="js" href="javascript:${RUN}">甲</a> <a id="data" href="data:text/html,&lt;script&gt;${RUN}&lt;/script&gt;">乙</a> <a id="file" href="file:///etc/passwd">丙</a> <a id="api" href="/prod-api/logout">丁</a></p>
<img src="x" onerror="${RUN}" alt=""/><img src="https://evil.test/i.png" alt=""/><iframe src="https://evil.test/"></iframe><iframe srcdoc="&lt;script&gt;${RUN}&lt;/script&gt;"></iframe>
<object data="https://evil.test/o"><p>替代文字</p></object><embed src="https://evil.test/e"/><video src="https://evil.test/v.mp4" poster="https://evil.test/p.png" autoplay="autoplay"></video>
<form action="https://evil.test/post"><button type="submit" id="send">送</button></form>
<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="${RUN}"><script>${RUN}</script><image href="https://evil.test/s.png" width="9" height="9"/><set attributeName="onmouseover" to="${RUN}"/><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" onload="${RUN}"></body></foreignObject></svg>
<style>@import url(https://evil.test/i.css);p{background:url(https://evil.test/b.png)}body{cursor:url("https://evil.test/c.cur"),auto}@font-face{font-family:E;src:url(https://evil.test/f.woff)}h1{font-family:E}</style>
<style>p{}<style>q{}</style>@import url(https://evil.test/n.css);#text{background:url(/prod-api/captchaImage?from=book)}</style>
<img srcset="p.png 1x,/prod-api/captchaImage?from=book 1.5x,/prod-api/captchaImage?from=book 3x" src="p.png" alt=""/><iframe src="f.xhtml"></iframe>`;
const BROKEN_OUT = `&lt;/style&gt;&lt;img id="planted" src="/prod-api/captchaImage?from=book" onerror="${RUN}"&gt;`;
const FRAMED = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>框</title><style>p{}<style>q{}</style>${BROKEN_OUT}</style></head><body><p>框里</p></body></html>`;

test.beforeAll(async () => {
  server = await browserServer();
  book = await server.publish(
    await makeEpub({
      title: '险书',
      chapters: { 'c1.xhtml': HOSTILE, 'c2.xhtml': '<p>二</p>' },
      head: '<base href="https://evil.test/"/><meta http-equiv="refresh" content="0;url=https://evil.test/m"/><link rel="stylesheet" href="https://evil.test/x.css"/><link rel="prefetch" href="https://evil.test/y"/>',
      files: {
        'f.xhtml': FRAMED,
        'pic.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script><rect width="9" height="9"/></svg>`,
      },
      manifest: '<item id="f" href="f.xhtml" media-type="application/xhtml+xml"/><item id="s" href="pic.svg" media-type="image/svg+xml"/>',
    }),
  );
});
test.afterAll(() => server?.close());

test('a hostile book runs no scripts, sends no requests and reads no data, in the reader and at its direct address', async ({ page, context }) => {
  const asked: string[] = [];
  const dialogs: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}`);
  const inside = page.frameLocator('iframe[data-shown]');
  await expect(inside.locator('#text')).toContainText('正文');
  await expect(inside.locator('body')).toContainText('替代文字');
  await expect(inside.frameLocator('iframe').locator('p')).toHaveText('框里');
  expect(await inside.frameLocator('iframe').locator('#planted').count()).toBe(0);
  await inside.locator('h1').hover();
  for (const id of ['js', 'data', 'file', 'api']) {
    await expect(inside.locator(`#${id}`)).not.toHaveAttribute('href');
    await inside.locator(`#${id}`).click({ force: true });
    await page.keyboard.press('Escape');
  }
  await inside.locator('#send').click({ force: true });
  await roundTrip(page);
  const reader = page.url();
  expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
  const { data } = (await server.call(null, 'GET', `/cms/publish/getInfo/${book}`)) as { data: { editionId: number } };
  for (const path of ['OPS/c1.xhtml', 'OPS/pic.svg']) {
    expect((await page.goto(`${server.origin}/books/${book}/${data.editionId}/${path}`))?.status()).toBe(200);
    await page.waitForLoadState('networkidle');
  }
  expect(asked.filter((url) => url.includes('from=book'))).toEqual([]);
  expect(reader).toContain('/cms/main/epubRead');
  expect(asked.filter((url) => !url.startsWith(server.origin) && !/^(data|blob|about):/.test(url))).toEqual([]);
  expect(asked.filter((url) => url.includes('/logout'))).toEqual([]);
  expect(dialogs).toEqual([]);
  await page.goto(server.origin);
  expect(await page.evaluate(() => [localStorage.getItem('hacked'), document.cookie.includes('hacked')])).toEqual([null, false]);
});

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="50"';
const BOX = '<rect width="90" height="50"/>';
const DRAWN_LINKS = `<p><svg ${SVG} id="old"><a xlink:href="https://evil.test/old">${BOX}</a></svg></p>
<p><svg ${SVG} id="copy"><defs><a id="leads" href="https://evil.test/copy">${BOX}</a></defs><use href="#leads"/></svg></p>
<p><svg ${SVG} id="deep"><defs><a id="deeper" xlink:href="https://evil.test/deep">${BOX}</a><use id="between" xlink:href="#deeper"/></defs><use xlink:href="#between"/></svg></p>
<p><a id="out" href="https://evil.test/out">外</a> <a id="posing" href="https://shuzhou.test%2Flogin@evil.test/x">装</a> <a id="asking" href="c2.xhtml?x=1#y">内</a></p><p><svg ${SVG} id="in"><a xlink:href="c2.xhtml">${BOX}</a></svg></p>`;

test('a link in a drawing, in a copy of one and with the middle button leaves the book only after confirmation, as with a tap', async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  context.on('request', (request) => request.url().includes('evil.test') && asked.push(request.url()));
  const drawn = await server.publish(await makeEpub({ title: '画里的路', chapters: { 'c1.xhtml': DRAWN_LINKS, 'c2.xhtml': '<p>画的另一边</p>' } }));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${drawn}`);
  const inside = page.frameLocator('iframe[data-shown]');
  const question = page.getByRole('dialog', { name: '离开这本书？' });
  // The application asks for confirmation.
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
  for (const [id, button, asks] of [
    ['old', 'left', true],
    ['old', 'middle', true],
    ['copy', 'left', true],
    ['copy', 'middle', true],
    ['deep', 'left', false],
    ['deep', 'middle', false],
    ['out', 'middle', true],
  ] as const) {
    await inside.locator(`#${id}`).click({ button });
    // A hidden link does not count: the tap opens the drawing, like every other drawing.
    await expect(asks ? question : page.getByRole('dialog', { name: '图片' })).toBeVisible({ visible: asks || button === 'left' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await inside.locator('#posing').click();
  await expect(question.locator('.reader-address')).toHaveText('https://evil.test/x');
  await page.keyboard.press('Escape');
  await inside.locator('#asking').click();
  await expect(inside.locator('body')).toContainText('画的另一边');
  await page.keyboard.press('ArrowLeft');
  expect(asked).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  await inside.locator('#in').click();
  await expect(inside.locator('body')).toContainText('画的另一边');
  await page.keyboard.press('ArrowLeft');
  await expect(inside.locator('#out')).toBeVisible();
});
