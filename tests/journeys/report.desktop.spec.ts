import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type Browser, expect, limit, type Page, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

async function as(browser: Browser, userName: string, size = { width: 1440, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, serviceWorkers: 'block' });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  return context.newPage();
}

test('S2.3.17 #60 #137 finance opens the rows of a figure from the workbench, exports the report and subscribes to it', async ({ browser }) => {
  // A recipient needs a mail address, which the accounts of the demo do not have.
  const admin = await server.logIn('admin');
  const { data: people } = (await server.call(admin, 'GET', '/report/subscription/people?key=sales&keyword=tally')) as { data: { userId: number }[] };
  const user = await server.call(admin, 'GET', `/system/user/${people[0]?.userId}`);
  await server.call(admin, 'PUT', '/system/user', {
    ...(user['data'] as object),
    roleIds: user['roleIds'],
    postIds: user['postIds'],
    email: 'tally@demo.test',
  });
  const page = await as(browser, 'tally');
  await page.goto(`${server.origin}/admin/index`);
  const today = page.getByRole('link', { name: /^今日退款 [\d,.]+元，看明细$/ });
  await expect(today).toBeVisible({ timeout: limit(10_000) });
  await today.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText(/共 \d+ 条，合计 [\d,.]+ 元/, { timeout: limit(10_000) });
  await drawer.getByRole('button', { name: /关闭|Close/ }).click();
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: '今年' }).click();
  await expect(page.getByText(/^\d{4}-01-01 至 .+，截至/)).toBeVisible({ timeout: limit(10_000) });
  const figure = page.getByRole('region', { name: '实收' });
  const number = (await figure.getByRole('button').textContent()) ?? '';
  await figure.getByRole('button').click();
  await expect(drawer).toContainText(`合计 ${number} 元`, { timeout: limit(10_000) });
  expect(await faults(page, 'rows of a figure')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: /导\s*出/ }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '表格' }).click();
  expect((await file).suggestedFilename()).toMatch(/^销售_\d{4}-01-01_\d{4}-\d\d-\d\d_\d+\.xlsx$/);

  await page.getByRole('button', { name: /订\s*阅/ }).click();
  await drawer.getByRole('combobox', { name: '收件人' }).click();
  await drawer.getByRole('combobox', { name: '收件人' }).fill('tally');
  await page.getByText(/（tally）$/).click();
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: /^订\s*阅$/ }).click();
  await expect(drawer).toContainText('每天8点，表格', { timeout: limit(10_000) });
  expect(await faults(page, 'subscriptions of reports')).toEqual([]);
  await drawer.getByRole('button', { name: '暂停' }).click();
  await expect(drawer).toContainText('暂停中', { timeout: limit(10_000) });

  const editor = await as(browser, 'editor1', { width: 390, height: 844 });
  await editor.goto(`${server.origin}/report`);
  const reports = editor.getByRole('combobox', { name: '报表' });
  await expect(editor.getByRole('region', { name: '投稿' }).first()).toBeVisible({ timeout: limit(10_000) });
  expect(await faults(editor, 'reports on a phone')).toEqual([]);
  await reports.click();
  await expect(editor.getByTitle('期刊')).toBeVisible();
  await expect(editor.getByTitle('稿酬')).toHaveCount(0);
});
