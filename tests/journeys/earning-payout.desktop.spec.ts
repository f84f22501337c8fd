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

test('#49.3 #49.4 #126 #127 #47 finance downloads statements, sees the tax and pays by a batch, and the author reads the statement on a phone', async ({
  browser,
}) => {
  const second = await as(browser, 'tally2');
  await second.goto(`${server.origin}/earnings/yield?tab=statement`);
  const statement = second
    .getByRole('row')
    .filter({ hasText: /DZ\d{6}-\d{5}/ })
    .first();
  await expect(statement).toBeVisible({ timeout: limit(10_000) });
  const saved = second.waitForEvent('download');
  await statement.getByRole('button', { name: 'PDF' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^对账单_DZ\d{6}-\d{5}\.pdf$/);
  expect(await faults(second, 'statements')).toEqual([]);

  await second.goto(`${server.origin}/earnings/withdraw?shown=batch`);
  await second.getByRole('button', { name: '建批次' }).click();
  const batch = second
    .getByRole('row')
    .filter({ hasText: /DK\d{12}/ })
    .first();
  await expect(batch).toContainText('待导出', { timeout: limit(10_000) });
  await batch.getByRole('button', { name: '导出银行文件' }).click();
  const file = second.waitForEvent('download');
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /导\s*出/ })
    .click();
  expect((await file).suggestedFilename()).toMatch(/^打款_DK\d{12}\.xlsx$/);
  await expect(batch).toContainText(/[0-9a-f]{64}/, { timeout: limit(10_000) });
  const heads = '提现单号,收款账号,金额,结果,失败原因';
  await batch
    .locator('input[type=file]')
    .setInputFiles({ name: '回盘.csv', mimeType: 'text/csv', buffer: Buffer.from(`${heads}\nTX0,6228480000000000000,1.00,成功,\n`) });
  await expect(second.getByText('批次里没有提现TX0')).toBeVisible({ timeout: limit(10_000) });
  await second.getByRole('button', { name: '知道了' }).click();
  await expect(batch).toContainText('待回盘');
  expect(await faults(second, 'batches of payments')).toEqual([]);

  await second.goto(`${server.origin}/earnings/yield?tab=tax`);
  await expect(second.getByText('尚未申报')).toBeVisible({ timeout: limit(10_000) });
  await expect(second.getByRole('row').filter({ hasText: '非居民个人' })).toBeVisible();
  expect(await faults(second, 'tax of a month')).toEqual([]);
  await second.goto(`${server.origin}/earnings/yield?tab=batch`);
  const sheet = second.getByRole('row').filter({ hasText: '待复核' }).first();
  await sheet.getByRole('button', { name: '复核通过' }).click({ timeout: limit(10_000) });
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /复核通过/ })
    .click();
  await expect(second.getByText('已复核通过')).toBeVisible({ timeout: limit(10_000) });
  await second.getByRole('button', { name: '新增' }).click();
  await expect(second.getByRole('dialog')).toContainText('收款人的用户名');
  expect(await faults(second, 'a fee by hand')).toEqual([]);

  const author = await as(browser, 'author1', { width: 390, height: 844 });
  await author.goto(`${server.origin}/authorBackground/revenue`);
  const statements = author.getByRole('region', { name: '对账单' });
  const own = author.waitForEvent('download');
  await statements.getByRole('button', { name: /PDF$/ }).first().click();
  expect((await own).suggestedFilename()).toMatch(/\.pdf$/);
  expect(await faults(author, 'revenue on a phone')).toEqual([]);
  const certificate = author.waitForEvent('download');
  await author
    .getByRole('region', { name: '完税证明' })
    .getByRole('button', { name: /完税证明$/ })
    .first()
    .click();
  expect((await certificate).suggestedFilename()).toMatch(/^收入与完税证明_\d{4}\.pdf$/);
});
