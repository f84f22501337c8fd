import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, type Locator, type Page, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });

const RECORDING = '听《月亮邮局》';
const BOOK = '月亮邮局';
const OTHER = '雨停在四点半';

let server: BrowserServer;
let publishId = 0;
test.beforeAll(async () => {
  server = await browserServer();
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=audio&pageSize=50')) as {
    rows: { publishId: number; title: string }[];
  };
  publishId = rows.find(({ title }) => title === RECORDING)?.publishId ?? 0;
});
test.afterAll(() => server.close());

const textOf = async (): Promise<string | null> => {
  const { data } = (await server.call(null, 'GET', `/cms/publish/pair/${publishId}`)) as { data: { text: { title: string } | null } };
  return data.text?.title ?? null;
};

test('#44.11 a recording of the demo data opens its book at the sentence that is heard', async ({ page }) => {
  expect(await textOf()).toBe(BOOK);
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  const at = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);
  await expect.poll(at, { timeout: limit(20_000) }).toBeGreaterThan(0.2);
  // The third line of the captions lasts from the tenth to the fifteenth second.
  await page.evaluate(() => void (document.querySelector('video')!.currentTime = 11));
  await expect.poll(at).toBeGreaterThan(11.2);
  await page.getByRole('button', { name: `在《${BOOK}》里读这一句` }).click();
  const marked = () =>
    page
      .locator('iframe[data-shown]')
      .evaluate((frame: HTMLIFrameElement) =>
        [...((frame.contentWindow as Window & typeof globalThis).CSS.highlights.get('search') ?? [])].map((range) => String(range)).join(),
      );
  await expect.poll(marked, { timeout: limit(20_000) }).toBe('她走，它走。');
});

async function drawer(page: Page): Promise<{ readonly field: Locator; readonly shown: Locator }> {
  await page.getByPlaceholder('作品名').fill(RECORDING);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: RECORDING, exact: true }).click();
  const inside = page.getByRole('dialog', { name: '《听〈月亮邮局〉》的曲目' });
  return { field: inside.getByLabel('对应的图书'), shown: inside.locator('.ant-form-item', { hasText: '对应的图书' }) };
}

test('#44.11 an editor changes and removes the book of a recording in its drawer, and readers follow it', async ({ browser }) => {
  const page = await adminPage(browser, server, 'worksadmin', '/publication/audio');
  const { field, shown } = await drawer(page);
  await expect(shown).toContainText(BOOK);

  await field.fill(OTHER);
  await page.getByRole('option', { name: new RegExp(OTHER) }).waitFor({ state: 'attached' });
  await page.locator('.ant-select-item-option', { hasText: OTHER }).click();
  await expect(page.getByText('已对应到这本图书')).toBeVisible();
  await expect(shown).toContainText(OTHER);
  expect(await textOf()).toBe(OTHER);
  // Stored, and not only shown.
  await page.reload();
  const again = await drawer(page);
  await expect(again.shown).toContainText(OTHER);

  await again.shown.locator('.ant-select').hover();
  await again.shown.locator('.ant-select-clear').click();
  await expect(page.getByText('已取消对应')).toBeVisible();
  await expect(again.shown).not.toContainText(OTHER);
  expect(await textOf()).toBeNull();
});

test('#44.11 a failed save says so and keeps the book that is stored', async ({ browser }) => {
  const page = await adminPage(browser, server, 'worksadmin', '/publication/audio');
  await page.route('**/cms/media/text', (route) => route.abort());
  const { field, shown } = await drawer(page);
  await field.fill(BOOK);
  await page.locator('.ant-select-item-option', { hasText: BOOK }).first().click();
  await expect(page.locator('.ant-message')).toContainText(/网络|连/);
  await expect(shown).not.toContainText(BOOK);
  expect(await textOf()).toBeNull();
});
