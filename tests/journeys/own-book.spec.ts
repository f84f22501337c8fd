import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';
import { expect, limit, test } from '../support/journey.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server?.close());

test('44.18 an EPUB of one’s own is read, opens again without a network, and is deleted', async ({ context, page }) => {
  test.setTimeout(limit(120_000));
  await context.addCookies([
    { name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 },
  ]);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`));
  await page.goto(`${server.origin}/personalCenter/favorite?tab=own`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByText('文件只在服务器上整理，整理完即删除；书只保存在这台设备上。')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '打开自己的EPUB' }).click();
  const text = '江上起了雾，船都不出港。'.repeat(60);
  const buffer = await makeEpub({ title: '雾江', creators: ['沈舟'], chapters: { 'c1.xhtml': `<h1>第一章</h1><p>${text}</p>` } });
  await (await chooser).setFiles({ name: '雾江.epub', mimeType: 'application/epub+zip', buffer });
  await expect(page).toHaveURL(/epubRead\?publishId=9\d{14}$/, { timeout: limit(30_000) });
  const shown = page.frameLocator('iframe').first().getByText('江上起了雾').first();
  await expect(shown.or(page.getByText('江上起了雾').first()).first()).toBeVisible({ timeout: limit(20_000) });
  await page.keyboard.press('ArrowRight');

  await context.setOffline(true);
  await page.reload();
  await expect(shown.or(page.getByText('江上起了雾').first()).first()).toBeVisible({ timeout: limit(20_000) });
  await context.setOffline(false);

  await page.goto(`${server.origin}/personalCenter/favorite?tab=own`);
  await expect(page.getByRole('link', { name: /雾江/ })).toBeVisible();
  await page.getByRole('button', { name: '删除《雾江》' }).click();
  await page.getByRole('dialog').getByText('删除', { exact: true }).last().click();
  await expect(page.getByText('还没有本机图书')).toBeVisible();
  // Neither the position nor anything else about the book went to the server.
  const own = calls.filter((call) => /9\d{14}/.test(call) && !call.startsWith('GET /books/') && !call.startsWith('GET /cms/main/'));
  expect(own.filter((call) => !call.startsWith('GET /prod-api/cms/publish/getInfo/'))).toEqual([]);
});
