import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import ExcelJS from 'exceljs';
import { expect, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

const ROWS = 20_500;

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const database = new DatabaseSync(join(await server.leave(), 'shuzhou.db'));
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into post (post_code, post_name, post_sort, status, create_time, update_time) select 'large' || i, '多行岗位' || i, 9, '0', 1, 1 from n`);
  database.close();
  await server.start();
});
test.afterAll(() => server.close());

test('46.1 a list of many rows is exported in the background and downloaded from the message', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await adminPage(browser, server, 'admin', '/system/post');
  await page.locator('.admin-toolbar').getByRole('button', { name: '导出' }).click();
  await expect(page.getByText('导出量大，完成后在消息中通知您')).toBeVisible();
  await expect(page.locator('.admin-toolbar').getByRole('button', { name: '导出' })).not.toHaveClass(/loading/);

  const made = async (): Promise<number> => {
    const { data } = await server.call(await server.logIn('admin'), 'GET', '/info/export/mine');
    return (data as { state: string }[]).filter(({ state }) => state === 'ready').length;
  };
  await expect.poll(made, { timeout: 60_000 }).toBe(1);
  await page.getByRole('button', { name: /^消息/ }).click();
  await page.getByRole('button', { name: /岗位已导出，共\d+行/ }).click();
  await expect(page).toHaveURL(/\/admin\/exports$/);
  const row = page.getByRole('region', { name: '我的导出' }).getByRole('row', { name: /岗位/ });
  await expect(row).toContainText('可以下载');
  const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: '下载' }).click()]);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await readFile(await file.path())) as never);
  expect(book.worksheets[0]?.rowCount).toBeGreaterThan(ROWS);
  await row.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('没有在后台进行的导出')).toBeVisible();
});
