import { animationsEnded, expect, limit, type Page, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type ReleaseProxy, releaseProxy } from '../support/release-proxy.ts';

const settings: Record<string, string> = {};
let server: BrowserServer;
let front: ReleaseProxy;
let book = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer(settings);
  book = await server.publish((await makeBook({ title: '换版试读', chapters: 6, characters: 3000 })).epub);
  front = await releaseProxy(server.origin, ['contents-sheet', 'look-sheet', 'progress-sheet']);
});
test.afterAll(async () => {
  await front?.close();
  await server?.close();
});

/** About one second each; `UPDATES=50` for the complete test. */
const UPDATES = Number(process.env['UPDATES'] ?? 15);
const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();
const ready = async (page: Page): Promise<void> => {
  await page.goto(front.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
};

test('releases during reading cause no reload and no missing chunk, and the sheets of the running release still open', async ({ page }) => {
  test.setTimeout(120_000);
  const missing: string[] = [];
  const wrong: string[] = [];
  page.on('response', (response) => void (response.status() >= 400 && /\/assets\//.test(response.url()) && missing.push(response.url())));
  page.on('pageerror', (error) => void wrong.push(error.message));
  await ready(page);
  await page.goto(`${front.origin}/cms/main/epubRead?publishId=${book}`);
  await expect.poll(() => where(page)).toMatch(/^第1章/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => where(page)).toMatch(/第 2 页/);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  for (let update = 0; update < UPDATES; update++) {
    front.release();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
      let coming: ServiceWorker | null | undefined;
      // A check that started before the release saw the previous one; an installation may fail, and is retried.
      for (let tries = 0; !coming && tries < 20; tries++) {
        await registration?.update();
        const next = registration?.installing ?? registration?.waiting;
        if (next?.state === 'installing') await new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }));
        if (next && next.state !== 'redundant') coming = next;
        else await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      if (!coming) throw new Error('the new worker was not noticed');
      coming.postMessage({ type: 'skip-waiting' });
      await taken;
    });
  }
  expect(await page.evaluate(() => (window as { stillHere?: boolean }).stillHere)).toBe(true);
  expect(await where(page)).toMatch(/^第1章，第 2 页/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => where(page)).toMatch(/第 3 页/);
  for (const name of ['目录', '进度', '排版']) {
    const tool = page.getByRole('navigation', { name: '阅读工具' }).getByRole('button', { name });
    // The toolbars have stopped moving, shown or hidden.
    await animationsEnded(page);
    if (!(await tool.isVisible())) await page.locator('.reader-main').click({ position: { x: 195, y: 400 } });
    await tool.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect([missing, wrong]).toEqual([[], []]);
});

test('a service worker that has to be withdrawn removes itself and its caches, reloads no page, and keeps downloads', async ({ page }) => {
  await ready(page);
  expect(await page.evaluate(() => caches.keys().then((names) => names.length))).toBeGreaterThan(0);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  settings['SERVICE_WORKER'] = 'off';
  await server.stop();
  await server.start();
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()));
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one === undefined)), { timeout: limit(20_000) })
    .toBe(true);
  expect(await page.evaluate(() => caches.keys().then((names) => names.length))).toBe(0);
  expect(await page.evaluate(() => (window as { stillHere?: boolean }).stillHere)).toBe(true);
});
