import { expect, inputPause, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { chapterDocument, makeEpub } from '../support/epub-maker.ts';
import { drag } from '../support/touch.ts';

// The service worker has its own tests; here it would only fetch the shell for every context.
test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;

const LINE = '<p>江上起了雾，船都不出港。</p>';

test.beforeAll(async () => {
  server = await browserServer();
  const framed = (name: string): string => `<iframe id="frame" src="${name}" style="width:100%;height:440px"></iframe>`;
  book = await server.publish(
    await makeEpub({
      title: '页中之页',
      chapters: {
        'c1.xhtml': `<h1>短的</h1>${framed('short.xhtml')}`,
        'c2.xhtml': `<h1>长的</h1>${framed('long.xhtml')}`,
        'c3.xhtml': '<h1>末章</h1>',
      },
      files: { 'short.xhtml': chapterDocument('短', LINE), 'long.xhtml': chapterDocument('长', LINE.repeat(60)) },
      manifest:
        '<item id="s" href="short.xhtml" media-type="application/xhtml+xml"/><item id="l" href="long.xhtml" media-type="application/xhtml+xml"/>',
    }),
  );
});
test.afterAll(() => server?.close());

const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();
async function open(page: Page, at: number): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=${at}`);
  await expect(page.frameLocator('iframe[data-shown]').frameLocator('#frame').locator('p').first()).toBeVisible();
  await expect.poll(() => where(page)).toContain('页');
}

test('swipes, taps, keys and the wheel work in a frame on a page as on the page itself: they turn it and show the toolbars', async ({ page }) => {
  await open(page, 0);
  expect(await where(page)).toContain('共 1 页');
  await drag(page, [320, 420], [60, 420]);
  await expect.poll(() => where(page)).toMatch(/^长的/);
  await drag(page, [60, 420], [320, 420]);
  await expect.poll(() => where(page)).toMatch(/^短的/);
  await page.touchscreen.tap(340, 420);
  await expect.poll(() => where(page)).toMatch(/^长的/);
  await page.touchscreen.tap(50, 420);
  await expect.poll(() => where(page)).toMatch(/^短的/);
  await page.touchscreen.tap(195, 420);
  await expect(page.getByRole('button', { name: '目录' })).toBeVisible();
  await page.touchscreen.tap(195, 420);
  await expect(page.getByRole('button', { name: '目录' })).toBeHidden();
  await page.frameLocator('iframe[data-shown]').frameLocator('#frame').locator('body').focus();
  await page.mouse.click(195, 420);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => where(page)).toMatch(/^长的/);
  await open(page, 0);
  await page.mouse.move(195, 420);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => where(page)).toMatch(/^长的/);
});

test('content longer than its frame scrolls first, and the page turns at its end', async ({ page }) => {
  await open(page, 1);
  const frame = page.frameLocator('iframe[data-shown]').frameLocator('#frame').locator('html');
  await drag(page, [195, 520], [195, 250]);
  await expect.poll(() => frame.evaluate((root) => root.scrollTop)).toBeGreaterThan(100);
  expect(await where(page)).toMatch(/^长的/);
  await open(page, 1);
  await page.mouse.move(195, 420);
  await page.mouse.wheel(0, 5000);
  await expect.poll(() => frame.evaluate((root) => root.scrollTop + root.clientHeight >= root.scrollHeight - 1)).toBe(true);
  await inputPause(page, 400);
  expect(await where(page)).toMatch(/^长的/);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => where(page)).toMatch(/^末章/);
});
