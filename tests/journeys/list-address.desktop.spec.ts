import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

test.use({ actionTimeout: 15_000 });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const clerk = await server.logIn('admin');
  for (let index = 1; index <= 23; index += 1)
    await server.call(clerk, 'POST', '/system/post', { postCode: `p${index}`, postName: `试岗${index}`, postSort: 100 + index });
});
test.afterAll(() => server.close());

/** Other pages stay in the document while their tab is open. */
const list = (page: Page) => page.locator('.admin-place[data-path="/system/post"]');
const firstRow = (page: Page) => list(page).locator('tbody tr.ant-table-row').first();
const heads = (page: Page) => list(page).locator('thead th').filter({ hasText: /\S/ });
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** What the list shows: its filter field, order, page, columns, row height and first row. */
const shown = async (page: Page) => ({
  name: await list(page).getByRole('textbox', { name: '岗位名称' }).inputValue(),
  order: await list(page)
    .locator('thead th[aria-sort]')
    .evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getAttribute('aria-sort')}`)),
  page: await page.locator('.ant-pagination-item-active').innerText(),
  size: await page.locator('.ant-pagination-total-text .ant-select').innerText(),
  heads: await heads(page).allInnerTexts(),
  compact: (await list(page).locator('.ant-table-small').count()) > 0,
  first: await firstRow(page).locator('th').innerText(),
});

test('#43.22 filter, order, page, columns and row height of a list are in its address: reload, back button and a copied link', async ({
  browser,
}) => {
  const page = await adminPage(browser, server, 'admin', '/system/post');
  await page.getByRole('textbox', { name: '岗位名称' }).fill('试岗');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.getByText('共 23 条')).toBeVisible();
  await page.getByRole('columnheader', { name: /显示顺序/ }).click();
  await page.getByRole('columnheader', { name: /显示顺序/ }).click();
  await expect(firstRow(page)).toContainText('试岗23');
  await page.locator('.ant-pagination-total-text .ant-select').click();
  await page.locator('.ant-select-item-option').filter({ hasText: '10 条/页' }).click();
  await page.locator('.ant-pagination-item-2').click();
  await expect(firstRow(page)).toContainText('试岗13');
  await page.getByRole('button', { name: '列与行高' }).click();
  await page.getByRole('checkbox', { name: '创建时间' }).uncheck();
  await page.getByText('紧凑', { exact: true }).click();
  await expect(page.locator('.ant-table-small')).toBeVisible();
  expect(queryOf(page)).toEqual({ postName: '试岗', order: '-postSort', page: '2', size: '10', hide: 'createTime', density: 'compact' });
  await page.keyboard.press('Escape');
  const before = await shown(page);
  expect(before.heads).not.toContain('创建时间');

  await page.reload();
  await expect(firstRow(page)).toContainText('试岗13');
  expect(await shown(page)).toEqual(before);

  const colleague = await adminPage(browser, server, 'admin', page.url().slice(server.origin.length));
  await expect(firstRow(colleague)).toContainText('试岗13');
  expect(await shown(colleague)).toEqual(before);
  await colleague.context().close();

  await page.goBack();
  await expect(firstRow(page)).toContainText('试岗23');
  await page.goForward();
  await expect(firstRow(page)).toContainText('试岗13');

  // The menu entry of an open page returns to what the page shows.
  await page.getByRole('link', { name: '首页', exact: true }).first().click();
  await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '岗位管理' }).click();
  expect(await shown(page)).toEqual(before);

  await page.getByRole('button', { name: '重置' }).click();
  await expect(page.getByRole('textbox', { name: '岗位名称' })).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: '岗位名称' })).toHaveValue('试岗');
});

test('#43.22 a list ignores unknown and malformed parameters of its address, and a page that no longer exists', async ({ browser }) => {
  const page = await adminPage(browser, server, 'admin', '/system/post?page=x&size=7&order=password&hide=none&density=tiny&deptId=zz&status=maybe');
  await expect(page.getByText(/共 \d+ 条/)).toBeVisible();
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('1');
  await page.goto(`${server.origin}/system/post?postName=${encodeURIComponent('试岗')}&page=900`);
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('2');
  await expect(page.getByText('加载失败')).toHaveCount(0);
});
