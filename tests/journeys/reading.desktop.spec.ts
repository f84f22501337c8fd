import { expect, inputPause, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
let book = 0;

test.beforeAll(async () => {
  server = await browserServer();
  book = await server.publish((await makeBook({ title: '桥上的灯', chapters: 4, characters: 4000 })).epub);
});
test.afterAll(() => server?.close());

const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();

test('on a wide screen two columns turn by wheel and arrow keys, and the contents are next to them', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}`);
  await expect.poll(() => where(page)).toMatch(/^第1章，第 1 页/);
  const frame = page.locator('iframe[data-shown]');
  expect((await frame.boundingBox())?.width).toBe(2 * 27 * 20 + 80);
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => where(page)).toMatch(/第 2 页/);
  await inputPause(page, 300);
  // A trackpad sends many small steps, which make one page turn.
  for (let step = 0; step < 8; step++) await page.mouse.wheel(0, -20);
  await expect.poll(() => where(page)).toMatch(/第 1 页/);
  await page.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => where(page)).toMatch(/第 2 页/);
  await page.getByRole('button', { name: '目录' }).click();
  await expect(page.getByRole('dialog', { name: '目录' })).toBeVisible();
  await page.getByRole('button', { name: '第3章' }).click();
  await expect.poll(() => where(page)).toMatch(/^第3章/);
  const [contents, text] = [await page.getByRole('dialog', { name: '目录' }).boundingBox(), await frame.boundingBox()];
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(contents?.x ?? 0);
});

test('the complete page works by keyboard alone', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}`);
  await expect.poll(() => where(page)).toMatch(/^第1章，第 1 页/);
  await page.getByRole('button', { name: '排版' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '排版' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '排版' })).toBeFocused();
  // The used tool has the focus, but an arrow key still turns the page.
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => where(page)).toMatch(/第 2 页/);
  await page.locator('iframe[data-shown]').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => where(page)).toMatch(/第 1 页/);
});

for (const [name, look] of [
  ['lines', {}],
  ['upright columns', { writing: 'vertical' }],
  ['an upright scroll', { writing: 'vertical', flow: 'scroll' }],
] as const)
  test(`contents, notes and search are next to the page and not above it, in ${name}`, async ({ page }) => {
    await page.goto(`${server.origin}/sw-none`);
    await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify(look));
    await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}`);
    await expect.poll(() => where(page)).toMatch(/^第1章/);
    await page.mouse.click(720, 450);
    for (const sheet of ['目录', '笔记', '搜索']) {
      await page.getByRole('button', { name: sheet, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: sheet });
      await expect(dialog).toBeVisible();
      await expect
        .poll(async () => {
          const [beside, stage] = [await dialog.boundingBox(), await page.locator('.reader-stage').boundingBox()];
          return (beside?.x ?? 0) - ((stage?.x ?? 0) + (stage?.width ?? 1e6));
        })
        .toBeGreaterThanOrEqual(0);
    }
  });

test('a passage is selected by keyboard, extended, shortened, and marked', async ({ page, context }) => {
  const expires = Math.floor(Date.now() / 1000) + 3600;
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader3'), url: server.origin, expires }]);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=1`);
  await expect.poll(() => where(page)).toMatch(/^第2章，第 1 页/);
  await page.locator('iframe[data-shown]').focus();
  const selected = () =>
    page
      .frameLocator('iframe[data-shown]')
      .locator('body')
      .evaluate((body) => body.ownerDocument.getSelection()?.toString() ?? '');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  // The code that moves a selection arrives with the first key.
  await expect.poll(selected).toMatch(/^.{4,}[。！？—]$/u);
  await roundTrip(page);
  const sentence = await selected();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(selected).toBe([...sentence].slice(0, -1).join(''));
  await page.keyboard.press('Control+Shift+ArrowRight');
  await expect.poll(selected).toBe([...sentence].slice(1, -1).join(''));
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(selected).not.toBe('');
  // No page was turned meanwhile.
  expect(await where(page)).toMatch(/^第2章，第 1 页/);
  await expect(page.getByText(/^已选中 \d+ 个字，按 Tab 键到菜单$/)).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('toolbar', { name: '选中的文字' }).locator(':focus')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="toolbar"]') === null)).toBe(true);
  await page.goto(`${server.origin}/personalCenter/notes`);
  await expect(page.getByRole('listitem').first()).toBeVisible();
});

test('Control F searches in the book, and Control Z restores the deleted mark', async ({ page, context }) => {
  const expires = Math.floor(Date.now() / 1000) + 3600;
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader4'), url: server.origin, expires }]);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=1`);
  await expect.poll(() => where(page)).toMatch(/^第2章，第 1 页/);
  await page.locator('iframe[data-shown]').focus();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: '书内搜索' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.locator('iframe[data-shown]').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('toolbar', { name: '选中的文字' }).getByRole('button', { name: '黄色划线' }).click();
  await page.getByRole('button', { name: '笔记', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '笔记' });
  await sheet.getByRole('button', { name: /^删除/ }).click();
  await expect(sheet.getByRole('listitem')).toHaveCount(0);
  await page.locator('iframe[data-shown]').focus();
  await page.keyboard.press('Control+z');
  await expect(sheet.getByRole('listitem')).toHaveCount(1);
});
