import { expect, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;

test.beforeAll(async () => {
  server = await browserServer();
  book = await server.publish((await makeBook({ title: '满页划线', chapters: 3, characters: 1200 })).epub);
});
test.afterAll(() => server?.close());

test('a completely marked page turns by taps at its sides; its mark opens in the middle, by mouse, and from a selection in it', async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader2'), url: server.origin }]);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=1`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText('页');
  const where = (): Promise<string> => page.locator('.reader-main > output.unseen').innerText();
  await page
    .frameLocator('iframe[data-shown]')
    .locator('body')
    .evaluate((body) => body.ownerDocument.getSelection()?.selectAllChildren(body));
  await page.getByRole('toolbar', { name: '选中的文字' }).getByRole('button', { name: '黄色划线' }).tap();
  await expect(page.getByRole('toolbar')).toHaveCount(0);

  const first = await where();
  await page.touchscreen.tap(350, 420);
  await expect.poll(where).not.toBe(first);
  const second = await where();
  await page.touchscreen.tap(40, 420);
  await expect.poll(where).toBe(first);
  expect(second).not.toBe(first);
  const menu = page.getByRole('toolbar', { name: '划线' });
  await expect(menu).toHaveCount(0);
  await page.touchscreen.tap(195, 420);
  await expect(menu).toBeVisible();
  await page.touchscreen.tap(195, 420);
  await expect(menu).toHaveCount(0);
  await page.mouse.click(340, 420);
  await expect(menu).toBeVisible();
  expect(await where()).toBe(first);
  await page.keyboard.press('Escape');

  // Text in it is selected as usual, and the menu leads to its mark.
  await page.frameLocator('iframe[data-shown]').locator('body').press('Shift+ArrowDown');
  await expect(page.getByRole('toolbar', { name: '选中的文字' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('button', { name: '删除' })).toBeVisible();
});
