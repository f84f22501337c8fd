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

test('#48.3 S7.28 S8.12 a buyer transfers the money, one finance person registers it, another confirms it, and the book opens', async ({
  browser,
}) => {
  const token = await server.logIn('reader2');
  const { rows } = await server.call(null, 'GET', '/cms/publish/queryPublishList?pageNum=1&pageSize=60');
  const paid = (rows as { publishId: number; isFree: boolean; kind: string; salePriceFen: number }[]).filter(
    ({ isFree, kind }) => !isFree && kind === 'book',
  );
  const works: number[] = [];
  for (const { publishId } of paid) {
    const { data } = await server.call(token, 'POST', '/pay/order/preview', { lines: [{ publishId }] });
    if ((data as { lines: { fault: string }[] }).lines[0]?.fault === '') works.push(publishId);
  }
  const shown = paid.filter(({ publishId }) => works.includes(publishId)).slice(0, 3);
  await server.call(token, 'POST', '/pay/cart', { lines: shown.map(({ publishId, salePriceFen }) => ({ publishId, shownFen: salePriceFen })) });

  const buyer = await as(browser, 'reader2', { width: 390, height: 844 });
  await buyer.goto(`${server.origin}/personalCenter/order?tab=cart`);
  await buyer.getByRole('button', { name: /结算|去结算/ }).click();
  const sheet = buyer.getByRole('dialog', { name: '确认订单' });
  await sheet.getByText('对公转账').click();
  await sheet.getByRole('button', { name: '去支付' }).click();
  await expect(buyer.getByRole('heading', { name: '等待转账' })).toBeVisible({ timeout: limit(10_000) });
  const account = buyer.getByRole('region', { name: '收款账户' });
  await expect(account).toContainText('6228 4800 0000 0000 000');
  const orderNo = /DD\d{20}/.exec(await account.innerText())?.[0] ?? '';
  expect(await faults(buyer, 'the account for a transfer')).toEqual([]);

  const clerk = await as(browser, 'tally');
  await clerk.goto(`${server.origin}/pay/order?tab=offline`);
  await clerk.getByRole('button', { name: '登记收款' }).click();
  await clerk.getByLabel('订单号', { exact: true }).last().fill(orderNo);
  const form = clerk.getByRole('dialog', { name: '登记线下收款' });
  await expect(form.getByText('应付', { exact: true })).toBeVisible();
  const sum = /¥\s*([\d.,]+)/.exec(await form.innerText())?.[1]?.replaceAll(',', '') ?? '';
  await form.getByLabel('到账金额').fill('1.00');
  await expect(form.getByText(/不一致，不能入账/)).toBeVisible();
  await form.getByLabel('到账金额').fill(sum);
  await form.getByLabel('付款人').fill('渡口中学');
  await form.getByLabel('收款日期').click();
  await clerk.locator('.ant-picker-cell-today').click();
  await form.locator('input[type=file]').setInputFiles({ name: '回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
  await expect(form.getByText('回单.pdf')).toBeVisible({ timeout: limit(10_000) });
  expect(await faults(clerk, 'the form of money that arrived')).toEqual([]);
  await form.getByRole('button', { name: /^登记/ }).click();
  await expect(form).toBeHidden({ timeout: limit(10_000) });
  const row = clerk.getByRole('row').filter({ hasText: orderNo });
  await row.getByRole('button', { name: '查看' }).click();
  await expect(clerk.getByText('须由另一位财务人员处理')).toBeVisible();
  await expect(clerk.getByRole('button', { name: /^确认到账/ })).toHaveCount(0);
  await buyer.reload();
  await expect(buyer.getByRole('heading', { name: '正在复核' })).toBeVisible({ timeout: limit(10_000) });

  const second = await as(browser, 'tally2');
  await second.goto(`${server.origin}/pay/order?tab=offline`);
  await second.getByRole('row').filter({ hasText: orderNo }).getByRole('button', { name: '复核' }).click();
  const download = second.waitForEvent('download');
  await second.getByRole('button', { name: '回单.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('回单.pdf');
  await second.getByRole('button', { name: /^确认到账/ }).click();
  await expect(second.getByRole('row').filter({ hasText: orderNo })).toHaveCount(0, { timeout: limit(10_000) });

  await buyer.reload();
  await expect(buyer.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: limit(10_000) });
  await buyer.getByRole('button', { name: '开始阅读' }).click();
  await expect(buyer.locator('iframe[data-shown]')).toBeVisible({ timeout: limit(20_000) });
});
