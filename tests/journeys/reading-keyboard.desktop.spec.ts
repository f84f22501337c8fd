import sharp from 'sharp';
import { expect, type Page, roundTrip, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;
const PLAIN = '江上起了雾船都不出港灯在雾里走像有人提着它慢慢走过去没有人说话也没有人回头只是看着那盏灯越走越远。';

test.beforeAll(async () => {
  server = await browserServer();
  const chapter = (number: number, more = '') => `<h1>第${number}章</h1>${more}${`<p>${PLAIN.repeat(12)}</p>`.repeat(6)}`;
  const lamp = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b87' } })
    .png()
    .toBuffer();
  book = await server.publish(
    await makeEpub({
      title: '雾港',
      chapters: {
        'c1.xhtml': chapter(1, '<p><img src="lamp.png" alt="灯"/></p>'),
        'c2.xhtml': chapter(2),
        'c3.xhtml': chapter(3),
      },
      files: { 'lamp.png': lamp },
    }),
  );
});
test.afterAll(() => server?.close());

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const place = (page: Page) => page.locator('.reader-main > output.unseen').first();

async function open(page: Page): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=0`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(place(page)).toContainText('第 1 页');
}

test('a dialog keeps the focus until it is answered', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '加书签' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '登录后做笔记' });
  await expect(dialog).toBeVisible();
  const buttons = await dialog.getByRole('button').allInnerTexts();
  await expect.poll(() => focused(page)).toBe(buttons.at(-1));
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Tab']) {
    await page.keyboard.press(key);
    expect(buttons).toContain(await focused(page));
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('an open sheet handles the keys, and one step of its slider is one page', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '进度', exact: true }).press('Enter');
  const slider = page.getByRole('slider', { name: '全书进度' });
  await expect(slider).toBeVisible();
  await page.keyboard.press('PageDown');
  await roundTrip(page);
  await expect(place(page)).toContainText('第 1 页');
  await slider.press('ArrowRight');
  await expect(place(page)).toContainText('第 2 页');
  await slider.press('ArrowRight');
  await expect(place(page)).toContainText('第 3 页');
  await slider.press('ArrowLeft');
  await expect(place(page)).toContainText('第 2 页');
});

test('when choosing a chapter closes its sheet, the text has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await open(page);
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '目录', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: '目录' }).getByRole('button', { name: /第3章/ }).press('Enter');
  await expect(place(page)).toContainText('第3章');
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('iframe');
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toContainText('第 2 页');
});

test('an enlarged picture can never be moved out of view', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '放大：灯' }).press('Enter');
  const picture = page.getByRole('dialog', { name: '灯' }).locator('img');
  await expect(picture).toBeVisible();
  for (const key of ['+', '+', '+', ...Array.from({ length: 60 }, () => 'ArrowLeft')]) await page.keyboard.press(key);
  const at = await picture.boundingBox();
  expect(at?.x).toBeLessThan(1440);
  expect(at?.width).toBeGreaterThan(300);
});

test('announces the number of matches, and keeps the search term', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/search`);
  const field = page.getByRole('combobox', { name: '搜索' });
  await field.fill('雾港');
  await field.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '找到作品' })).toHaveText(/找到作品 \d+ 部，书里的句子见于 \d+ 本书/);
  await expect(field).toBeFocused();
  await field.fill('查无此书');
  await field.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '没有找到' })).toHaveText('没有找到相关的内容');
});
