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
  await page.getByRole('checkbox', { name: '创建时间' }).click();
  await expect(page.getByRole('checkbox', { name: '创建时间' })).not.toBeChecked();
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
  await expect(page.getByText(/共\s\d+\s条/)).toBeVisible();
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('1');
  await page.goto(`${server.origin}/system/post?postName=${encodeURIComponent('试岗')}&page=900`);
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('2');
  await expect(page.getByText('加载失败')).toHaveCount(0);
});

test('#43.22 named views of a list are saved on the server, applied, renamed, replaced, made the default and deleted', async ({ browser }) => {
  const page = await adminPage(browser, server, 'admin', '/system/post');
  const choose = async (name: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name: /^视图/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const search = async (name: string): Promise<void> => {
    await page.getByRole('textbox', { name: '岗位名称' }).fill(name);
    await page.getByRole('button', { name: '查询', exact: true }).click();
  };
  await search('试岗2');
  await page.getByRole('columnheader', { name: /显示顺序/ }).click();
  await expect(page.getByText('共 5 条')).toBeVisible();
  await choose('保存为视图…');
  const dialog = page.getByRole('dialog', { name: '保存为视图' });
  await dialog.getByRole('textbox', { name: '名称' }).fill('二字头');
  await dialog.getByRole('checkbox', { name: /设为默认/ }).check();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('button', { name: '视图：二字头' })).toBeVisible();

  await choose('保存为视图…');
  await dialog.getByRole('textbox', { name: '名称' }).fill('二字头');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('已有名为「二字头」的视图，请换一个名称，或覆盖原来的视图')).toBeVisible();
  await dialog.getByRole('button', { name: '取消' }).click();

  // Another computer of the same person: the default view applies without parameters, and its state comes into the address.
  const elsewhere = await adminPage(browser, server, 'admin', '/system/post');
  await expect(elsewhere.getByText('共 5 条')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: '视图：二字头' })).toBeVisible();
  expect(queryOf(elsewhere)).toEqual({ postName: '试岗2', order: 'postSort' });
  await elsewhere.goto(`${server.origin}/system/post?postName=${encodeURIComponent('试岗1')}`);
  await expect(elsewhere.getByText('共 11 条')).toBeVisible();
  await elsewhere.context().close();

  await choose('不用视图');
  await expect(page.getByRole('textbox', { name: '岗位名称' })).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('textbox', { name: '岗位名称' })).toHaveValue('');
  await choose('二字头（默认）');
  await expect(page.getByText('共 5 条')).toBeVisible();

  await search('试岗1');
  await expect(page.getByText('共 11 条')).toBeVisible();
  await choose('管理视图…');
  const manage = page.getByRole('dialog', { name: '管理视图' });
  await manage.getByRole('button', { name: '覆盖「二字头」' }).click();
  await page
    .getByRole('dialog', { name: /用列表现在的样子覆盖/ })
    .getByRole('button', { name: '覆盖' })
    .click();
  await expect(page.getByText('视图已覆盖')).toBeVisible();
  await manage.getByRole('button', { name: '改名「二字头」' }).click();
  await manage.getByRole('textbox', { name: '视图名称' }).fill('一字头');
  await page.keyboard.press('Enter');
  await manage.getByRole('button', { name: '取消默认「一字头」' }).click();
  await expect(manage.getByRole('button', { name: '设为默认「一字头」' })).toBeVisible();
  await manage.getByRole('button', { name: '关闭' }).last().click();
  await page.goto(`${server.origin}/system/post`);
  await expect(page.getByRole('textbox', { name: '岗位名称' })).toHaveValue('');
  await choose('一字头');
  await expect(page.getByText('共 11 条')).toBeVisible();
  await choose('管理视图…');
  await manage.getByRole('button', { name: '删除「一字头」' }).click();
  await page
    .getByRole('dialog', { name: /删除视图/ })
    .getByRole('button', { name: '删除' })
    .click();
  await expect(manage.getByText('还没有视图')).toBeVisible();
});

test('#43.22 on a phone cards are selected, one by one or all, and the bulk actions are at the lower edge', async ({ browser }) => {
  const page = await adminPage(browser, server, 'admin', `/system/post?postName=${encodeURIComponent('试岗2')}&order=postSort`, {
    width: 390,
    height: 844,
  });
  await page.getByRole('checkbox', { name: '选择试岗20' }).check();
  await page.getByRole('checkbox', { name: '选择试岗21' }).check();
  const bar = page.getByRole('toolbar', { name: '批量操作' });
  await expect(bar).toContainText('已选 2 项');
  const box = await bar.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  await expect(bar).toContainText('已选 5 项');
  await bar.getByRole('button', { name: '取消选择' }).click();
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: '选择试岗22' }).check();
  await page.getByRole('checkbox', { name: '选择试岗23' }).check();
  await bar.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('试岗22')).toHaveCount(0);
  await expect(page.getByText('试岗20')).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('#43.22 the task lists and the publications keep their tab, search and order in the address', async ({ browser }) => {
  const page = await adminPage(browser, server, 'admin', '/press/audit/one');
  await page.getByRole('tab', { name: /已完成/ }).click();
  await expect(page).toHaveURL(/tab=done/);
  await page.getByRole('searchbox', { name: '按书名或编号查找' }).fill('江');
  await page.getByRole('searchbox', { name: '按书名或编号查找' }).press('Enter');
  await expect(page).toHaveURL(/keyword=/);
  await page.reload();
  await expect(page.getByRole('tab', { name: /已完成/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('searchbox', { name: '按书名或编号查找' })).toHaveValue('江');
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: '按书名或编号查找' })).toHaveValue('');

  await page.goto(`${server.origin}/publication/publicationList?status=listed&order=-viewNum&isFree=7`);
  await expect(page.getByRole('tab', { name: /^已上架/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('columnheader', { name: /浏览/ })).toHaveAttribute('aria-sort', 'descending');
});
