import { expect, type Page, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

// The service worker would answer from its cache.
test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;

test.beforeAll(async () => {
  server = await browserServer();
  const extra = (chapter: number): string => (chapter === 1 ? '<p>天黑以后，桥上的琉璃灯亮了，河水慢下来。</p>' : '');
  const { epub } = await makeBook({ title: '桥上的灯', chapters: 5, characters: 1200, extra });
  book = await server.publish(epub);
});
test.afterAll(() => server?.close());

async function open(page: Page, at: number, publishId = book): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=${at}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText('页');
}
async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '搜索', exact: true }).press('Enter');
}

test('finds text of the book while the user types, and one tap opens a match', async ({ page }) => {
  await open(page, 2);
  await page.mouse.click(195, 400);
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  await page.getByRole('searchbox', { name: '书内搜索' }).fill('琉璃灯亮了');
  await expect(page.getByRole('dialog', { name: '书内搜索' }).getByRole('status')).toHaveText('1 处');
  await page
    .getByRole('dialog', { name: '书内搜索' })
    .getByRole('button', { name: /琉璃灯亮了/ })
    .click();
  await expect.poll(() => page.locator('.reader-main > output.unseen').first().innerText()).toContain('第1章');
  // The list is as it was left, at the opened match.
  await openSearch(page);
  expect((await page.locator('.find-field').boundingBox())?.height).toBe(44);
  await expect(page.getByRole('dialog', { name: '书内搜索' }).locator('[aria-current]')).toContainText('琉璃灯亮了');
});

test('retries a failed load of the book’s text: by its button, and automatically when the network is back', async ({ page }) => {
  let answers = false;
  let asked = 0;
  await page.context().route('**/search.json*', (route) => {
    asked += 1;
    return answers ? route.continue() : route.abort();
  });
  await open(page, 2);
  await openSearch(page);
  const sheet = page.getByRole('dialog', { name: '书内搜索' });
  const again = sheet.getByRole('button', { name: '重试' });
  await page.getByRole('searchbox', { name: '书内搜索' }).fill('琉璃灯亮了');
  await expect(sheet.getByRole('status')).toHaveText('书的文字没有取到，请联网后再试');
  await expect(again).toBeVisible();
  expect((await again.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const before = asked;
  await again.click();
  await expect.poll(() => asked).toBeGreaterThan(before);
  await expect(again).toBeVisible();
  answers = true;
  await again.click();
  await expect(sheet.getByRole('status')).toHaveText('1 处');
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: '书内搜索' })).toBeFocused();

  answers = false;
  await open(page, 2);
  await openSearch(page);
  await expect(again).toBeVisible();
  answers = true;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('searchbox', { name: '书内搜索' }).fill('琉璃灯亮了');
  await expect(sheet.getByRole('status')).toHaveText('1 处');
});

test('collapses a long list of matches by chapter, with the current chapter open; the back key closes the list', async ({ page }) => {
  await page.addInitScript(() => {
    const watchers: EventTarget[] = [];
    Object.assign(window, {
      watchers,
      CloseWatcher: class extends EventTarget {
        constructor() {
          super();
          watchers.push(this);
        }
        destroy(): void {}
      },
    });
  });
  const long = await server.publish((await makeBook({ title: '长夜行船', chapters: 40, characters: 900 })).epub);
  await open(page, 29, long);
  await openSearch(page);
  await page.getByRole('searchbox', { name: '书内搜索' }).fill('。');
  const list = page.getByRole('dialog', { name: '书内搜索' });
  await expect(list.locator('details')).toHaveCount(40);
  await expect(list.locator('details[open] summary')).toHaveText(/第30章.*\d+ 处/);
  await expect(list.locator('details[open] summary')).toBeInViewport();
  // Distant entries exist for keyboard and screen reader users, and are rendered when they come near.
  await expect(list.locator('.search-part')).toHaveCount(2);
  await expect(list.locator('.search-part').first()).toHaveCSS('content-visibility', 'auto');
  await list.locator('summary').nth(31).click();
  await list.locator('details').nth(31).getByRole('button').first().click();
  await expect.poll(() => page.locator('.reader-main > output.unseen').first().innerText()).toContain('第32章');
  await openSearch(page);
  await expect(list.locator('details[open] summary')).toHaveText(/第32章/);
  await page.evaluate(() => (window as unknown as { watchers: EventTarget[] }).watchers.at(-1)?.dispatchEvent(new Event('close')));
  await expect(list).toHaveCount(0);
});
