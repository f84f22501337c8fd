import { adminPage } from '../support/admin-shell.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test } from '../support/journey.ts';

const TITLE = '渡口英语听说';

let server: BrowserServer;
let publishId = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=textbook&pageSize=20')) as {
    rows: { publishId: number; title: string }[];
  };
  publishId = rows.find(({ title }) => title === TITLE)?.publishId ?? 0;
});
test.afterAll(() => server?.close());

test('S2.1.18 an editor places a recording at a paragraph of the page, and a reader sees its chip there', async ({ browser }) => {
  const page = await adminPage(browser, server, 'worksadmin', '/publication/textbook');
  await page.getByRole('row').filter({ hasText: TITLE }).getByRole('button', { name: '随文内容' }).click();
  const drawer = page.getByRole('dialog', { name: `《${TITLE}》的随文内容` });
  await expect(drawer.locator('.placed-list li')).toHaveCount(4);
  const text = drawer.frameLocator('iframe[title="章节页面"]');
  await expect(text.locator('[data-placed]')).toHaveCount(3, { timeout: limit(20_000) });
  // The paragraph can be chosen on the page and in the list.
  await text.locator('[data-paragraph]').filter({ hasText: 'New students come with their parents' }).click();
  await expect(drawer.locator('.ant-select', { hasText: 'New students come' })).toBeVisible();
  await drawer.getByLabel('音频').click();
  await page.locator('.ant-select-item-option', { hasText: 'Unit 2' }).click();
  await drawer.getByLabel('名称').fill('新放的一段');
  expect(await faults(page, 'placed drawer')).toEqual([]);
  await drawer.getByRole('button', { name: '放在这里' }).click();
  await expect(page.getByText('已放好，读者马上能看到')).toBeVisible();
  await expect(text.locator('[data-placed*="新放的一段"]')).toContainText('New students come');

  const reader = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })).newPage();
  await reader.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=0`);
  const chip = reader.getByRole('navigation', { name: '本页' }).getByRole('button', { name: /新放的一段/ });
  await expect(chip).toBeVisible({ timeout: limit(20_000) });
  const line = await reader
    .frameLocator('iframe[data-shown]')
    .locator('p', { hasText: 'New students come' })
    .evaluate((paragraph) => paragraph.getClientRects()[0]!.top + window.frameElement!.getBoundingClientRect().top);
  const box = (await chip.boundingBox())!;
  expect(Math.abs(box.y + box.height / 2 - line)).toBeLessThan(40);

  await drawer.getByRole('button', { name: '移走“新放的一段”' }).click();
  await page
    .getByRole('button', { name: '移 走' })
    .or(page.getByRole('button', { name: '移走', exact: true }))
    .click();
  await expect(drawer.locator('.placed-list li')).toHaveCount(4);
  await drawer.getByRole('tab', { name: /检查/ }).click();
  await expect(drawer.getByText('没有发现问题')).toBeVisible();
});
