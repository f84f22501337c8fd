import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type BrowserContext, expect, limit, type Page, test } from '../support/journey.ts';

let server: BrowserServer;
let book = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?keyword=')) as {
    rows: { publishId: number; title: string; kind: string }[];
  };
  book = rows.find(({ title }) => title === '桥上的灯')?.publishId ?? 0;
});
test.afterAll(() => server?.close());
test.use({ serviceWorkers: 'block' });

/** Holds every script and style sheet back until `release` is called. */
async function heldAssets(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route(/\/assets\//, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const shifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

for (const scheme of ['light', 'dark'] as const)
  test(`44.16 home shows a skeleton before any script, silent for screen readers, and gives way without a shift, ${scheme}`, async ({
    context,
    page,
  }) => {
    test.setTimeout(limit(60_000));
    await page.emulateMedia({ colorScheme: scheme });
    const release = await heldAssets(context);
    await page.goto(server.origin, { waitUntil: 'commit' });
    const skeleton = page.locator('.fs');
    await expect(skeleton.getByText('搜书、作者、句子')).toBeVisible();
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
    expect(await skeleton.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      scheme === 'dark' ? 'rgb(27, 26, 24)' : 'rgb(250, 248, 243)',
    );
    // Nothing of it can be reached or heard.
    expect(await page.locator('body').ariaSnapshot()).toBe('');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    release();
    await expect(page.locator('.frame-main a[href*="/bookDetail/"]').first()).toBeVisible();
    await expect(skeleton).toBeHidden();
    expect(await shifts(page)).toBeLessThan(0.1);
    // Removed once the page is idle.
    await expect(skeleton).toHaveCount(0);
  });

test('44.1 a tap on the search field of home before the application has arrived opens the search', async ({ context, page }) => {
  test.setTimeout(limit(60_000));
  const release = await heldAssets(context);
  await page.goto(server.origin, { waitUntil: 'commit' });
  await page.locator('.fs').getByText('搜书、作者、句子').tap();
  await expect(page).toHaveURL(`${server.origin}/cms/main/search`);
  release();
  await expect(page.getByRole('combobox', { name: '搜索', exact: true })).toBeFocused();
});

test('44.16 a book opened by a link shows its title and its first text before any script, then the laid-out page', async ({ context, page }) => {
  test.setTimeout(limit(60_000));
  const release = await heldAssets(context);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}`, { waitUntil: 'commit' });
  const early = page.locator('.first-read');
  await expect(early.getByText('桥上的灯', { exact: true })).toBeVisible();
  await expect(early.getByText('六路车快到东岸的时候颠了一下')).toBeVisible();
  expect(await page.locator('body').ariaSnapshot()).not.toContain('六路车');
  release();
  await expect(page.frameLocator('iframe[data-shown]').getByText('六路车快到东岸的时候颠了一下')).toBeVisible();
  await expect(early).toBeHidden();
  await expect(early).toHaveCount(0);
});
