import { expect, layoutSettled, limit, type Page, roundTrip, slowServer, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { nightsShown, voyageBook } from '../support/voyage-book.ts';

// The service worker has its own tests; here it would only fetch the shell for every context.
test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
test.beforeAll(async () => void (server = await browserServer()));
test.afterAll(() => server?.close());

async function open(page: Page, publishId: number): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText('页');
}
const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();

test('a chapter that fails to load shows a message and loads on retry; a work that is no longer on sale says so', async ({ page }) => {
  const leaving = await server.publish((await makeBook({ title: '下架的书', chapters: 6, characters: 300 })).epub);
  const chapter = '**/books/**/c0002.xhtml';
  await page.route(chapter, (route) => route.abort());
  await open(page, leaving);
  const trouble = page.locator('.reader-trouble');
  const on = async (): Promise<void> => {
    await page.keyboard.press('ArrowRight');
    await roundTrip(page);
  };
  await expect.poll(() => on().then(() => trouble.isVisible())).toBe(true);
  await expect(trouble).toContainText('这一章没有取到');
  expect(await where(page)).toMatch(/^第1章/);
  await trouble.getByRole('button', { name: '留在这一页' }).click();
  await expect(trouble).toHaveCount(0);
  await expect.poll(() => on().then(() => trouble.isVisible())).toBe(true);
  await page.unroute(chapter);
  await trouble.getByRole('button', { name: '重试' }).click();
  await expect.poll(() => where(page)).toMatch(/^第2章，第 1 页/);

  await server.call(await server.logIn('admin'), 'PUT', `/cms/publish/delist/${leaving}`, { reason: '试验' });
  await expect.poll(() => on().then(() => trouble.isVisible()), { timeout: limit(20_000) }).toBe(true);
  await expect(trouble).toContainText('作品可能已下架，或阅读许可已到期');
  await trouble.getByRole('button', { name: '重新打开' }).click();
  await expect(page.getByRole('heading', { name: '作品不存在或已下架' })).toBeVisible();
});

test('a chapter on a hanging network shows a message, can be left, and loads when the network is back', async ({ page }) => {
  const waited = await server.publish((await makeBook({ title: '断线的书', chapters: 6, characters: 900 })).epub);
  const held: (() => void)[] = [];
  await page.route('**/books/**/c0002.xhtml', (route) => void held.push(() => void route.continue()));
  await open(page, waited);
  const late = page.getByText('这一章还在路上');
  const on = () => page.keyboard.press('ArrowRight');
  await expect.poll(() => on().then(() => where(page))).toMatch(/第 (\d+) 页，共 \1 页/);
  const last = await where(page);
  for (let press = 0; press < 4; press++) await on();
  await expect(late).toBeVisible();
  // Going back does not wait, and discards the presses made meanwhile.
  await page.keyboard.press('ArrowLeft');
  await expect(late).toHaveCount(0);
  await expect.poll(() => where(page)).not.toBe(last);
  await on();
  await expect.poll(() => where(page)).toBe(last);
  await on();
  await expect(late).toBeVisible();
  for (const go of held) go();
  await expect.poll(() => where(page)).toMatch(/^第2章，第 1 页/);
  await expect(late).toHaveCount(0);
  await layoutSettled(page);
  await roundTrip(page);
  expect(await where(page)).toMatch(/^第2章，第 1 页/);
});

test('a corrected edition opens at the last sentence of the device that read on, even if its position arrives late', async ({ browser }) => {
  const voyage = await server.publish(await voyageBook(1));
  const token = await server.logIn('reader12');
  const device = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'block' });
    await context.addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
    return context.newPage();
  };
  const percent = async (): Promise<number> => {
    const answer = await server.call(token, 'GET', `/info/progress?publishId=${voyage}`);
    return (answer['data'] as { percent: number } | null)?.percent ?? -1;
  };
  /** The percentage that the page shows, with one decimal. */
  const shown = async (page: Page): Promise<number> => Number(/全书 ([\d.]+)%/.exec(await where(page))?.[1]);
  const readOn = async (page: Page, turns: number): Promise<void> => {
    await open(page, voyage);
    const from = await percent();
    await expect.poll(() => shown(page)).toBeGreaterThan(from - 0.1);
    for (let turn = 0; turn < turns; turn++) {
      const before = await where(page);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => where(page)).not.toBe(before);
    }
    const read = await shown(page);
    expect(read).toBeGreaterThan(from);
    await expect.poll(percent, { timeout: limit(15_000) }).toBeGreaterThan(read - 0.1);
  };
  const [first, second] = [await device(), await device()];
  await readOn(first, 3);
  await expect.poll(() => first.evaluate(() => localStorage.getItem('shuzhou.words') ?? '')).toContain('夜');
  await readOn(second, 3);
  const [read = ''] = await nightsShown(second);
  await second.close();
  await first.goto(`${server.origin}/`);
  await server.correct(voyage, await voyageBook(1, true));
  await first.route('**/info/progress?*', async (route) => {
    await slowServer(1_500);
    await route.continue();
  });
  await open(first, voyage);
  await expect(first.locator('#spoken')).toHaveText('这本书已更新，已回到上次读到的那一句', { timeout: limit(15_000) });
  await expect.poll(() => nightsShown(first)).toContain(read);
});
