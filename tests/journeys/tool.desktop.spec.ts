import { expect, test } from '../support/journey.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

test('S7.27 a table is created from an SQL statement, configured, previewed and downloaded as a zip', async ({ browser }) => {
  test.setTimeout(90_000);
  const page = await adminPage(browser, server, 'admin', '/tool/gen');
  await page.getByRole('button', { name: '新建表' }).click();
  const statement = page.getByRole('textbox', { name: '建表语句' });
  await statement.fill('create table paper_kind (id int primary key); drop table user');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /建\s?表$/ })
    .click();
  await expect(page.getByText('分号只能写在建表语句的最后，一次只建一张表')).toBeVisible();
  expect(await faults(page, 'gen', '[role="dialog"]')).toEqual([]);
  await statement.fill(
    "create table paper_kind (id int primary key, name varchar(50) not null comment '名称', weight int comment '克重') comment='纸张'",
  );
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /建\s?表$/ })
    .click();
  const row = page.getByRole('row', { name: /paper_kind/ });
  await expect(row).toContainText('纸张');
  await row.getByRole('button', { name: '预览' }).click();
  const code = page.getByLabel('contract/system/paper-kind.ts', { exact: true });
  await expect(code).toContainText("name: text('名称', 50)");
  expect(await faults(page, 'gen', '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await row.getByRole('button', { name: '编辑' }).click();
  // Another user saves meanwhile, and this window is used again: it must not overwrite their changes unseen.
  const other = await adminPage(browser, server, 'admin', new URL(page.url()).pathname);
  const weight = page.getByRole('textbox', { name: 'weight的名称' });
  await weight.fill('克数');
  await other.getByRole('textbox', { name: '备注' }).fill('别人写的');
  await other.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(other.getByText('保存成功')).toBeVisible();
  const again = page.waitForResponse((answer) => /\/tool\/gen\/\d+$/.test(answer.url()));
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await again;
  await page.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(page.getByText(/已被.*修改/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: '备注' })).toHaveValue('别人写的');
  await weight.fill('每平米克重');
  expect(await faults(page, 'gen', '[data-path^="/tool/gen-edit"]')).toEqual([]);
  await page.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
  await row.getByRole('checkbox').check();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /生成 1\s张表的代码/ }).click()]);
  expect(download.suggestedFilename()).toBe('shuzhou-code.zip');
});

test('S2.5.8 the API reference is shown in place of an embedded page, and a read call can be tried', async ({ browser }) => {
  const page = await adminPage(browser, server, 'admin', '/tool/swagger');
  await page.getByRole('searchbox', { name: '查找接口' }).or(page.getByLabel('查找接口')).first().fill('/system/post/optionselect');
  await page.getByText('/system/post/optionselect').click();
  await page.getByRole('button', { name: /^发\s?送$/ }).click();
  await expect(page.getByText(/HTTP 200 · \d+\s毫秒/)).toBeVisible();
  const frame = await page.locator('.inner-link-own').boundingBox();
  expect(frame?.height).toBe(900 - 94.5);
});
