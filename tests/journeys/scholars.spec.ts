import { expect, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

test('#23 #29 #24 a reader finds a scholar by letter, follows after signing in, and reads the scholar’s news', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/cmsScholarHouse`);
  await expect(page.getByRole('heading', { name: '学者馆', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^Y，/ }).click();
  await expect(page).toHaveURL(/initial=Y/);
  await page.getByRole('link', { name: /严见山/ }).click();
  await expect(page).toHaveURL(/\/cms\/main\/scholar\/\d+$/);
  await expect(page.getByRole('heading', { name: '严见山', level: 1 })).toBeVisible();
  await expect(page.getByText('望溪')).toBeVisible();
  await expect(page.getByRole('link', { name: /学术写作第一课/ })).toBeVisible();

  await page.getByRole('button', { name: '关注严见山' }).click();
  await page.getByLabel('用户名').fill('reader1');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('button', { name: '取消关注严见山' })).toBeVisible();
  await expect(page.getByText('1 人关注')).toBeVisible();

  await page.getByRole('link', { name: /严见山公开课/ }).click();
  await expect(page.getByRole('heading', { name: /严见山公开课/, level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /学术写作第一课/ })).toBeVisible();
  await page.getByRole('link', { name: /^上一篇/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('公开课');

  await page.goto(`${server.origin}/cms/main/search?keyword=${encodeURIComponent('望溪')}&type=scholar`);
  await expect(page.getByRole('link', { name: /严见山.*望溪/ })).toBeVisible();
});
