import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

test('S2.1.12 #18 #28 a visitor on a phone reads the ranking, opens the card of an account and reads one of its articles', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/wechatAccount`);
  const list = page.getByRole('region', { name: '榜单' });
  const rows = list.getByRole('listitem').getByRole('button');
  await expect(rows.first()).toContainText('第1名');
  await expect(rows.first()).toContainText(/近\d+期上榜\d+次，WCI 从/);
  await expect(rows.first().locator('.sparkline polyline')).toBeVisible();
  await expect(list.getByText(/数据截止 \d{4}年/)).toBeVisible();

  await page.getByRole('link', { name: '文学艺术' }).click();
  await expect(rows).toHaveCount(5);
  await page.getByRole('link', { name: '月榜' }).click();
  await expect(page).toHaveURL(/periodType=month&domainId=\d+$/);
  await expect(page.getByRole('combobox', { name: '哪一期' }).getByRole('option')).toHaveCount(3);
  const [, older = ''] = await page.getByRole('combobox', { name: '哪一期' }).getByRole('option').allTextContents();
  await page.getByRole('button', { name: '上一期' }).click();
  await expect(page.getByRole('combobox', { name: '哪一期' }).locator('option:checked')).toHaveText(older);

  const name = (await rows.first().locator('.wechat-name .one-line').textContent()) ?? '';
  await rows.first().click();
  const card = page.getByRole('dialog', { name: '公众号' });
  await expect(card.getByRole('heading', { name })).toBeVisible();
  await expect(card.getByText('篇均阅读')).toBeVisible();
  const article = card.getByRole('listitem').getByRole('link').first();
  const title = (await article.locator('.wechat-article-title').textContent()) ?? '';
  await article.click();

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(`${title} - 书舟`);
  await expect(page.getByRole('link', { name: '阅读原文' })).toHaveAttribute('href', /^https:/);
  await page.getByRole('button', { name: '返回' }).click();
  await expect(card.getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(rows.first()).toBeVisible();
});

test('S2.1.22 #18 #28 a year without a ranking and a missing article say so and lead on', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/wechatAccount?periodType=year`);
  await expect(page.getByRole('heading', { name: '本期榜单尚未生成' })).toBeVisible();
  await page.getByRole('link', { name: '看周榜' }).click();
  await expect(page.getByRole('region', { name: '榜单' }).getByRole('listitem').first()).toContainText('第1名');
  for (const id of ['any-value', '999999']) {
    await page.goto(`${server.origin}/cms/main/wechatArticle/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: '文章不存在' })).toBeVisible();
  }
  await page.getByRole('link', { name: '看公众号排行' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '公众号排行' })).toBeVisible();
});
