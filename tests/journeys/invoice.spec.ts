import { PDFDocument, StandardFonts } from 'pdf-lib';
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

async function invoicePdf(number: string, total: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage();
  for (const [at, text] of [number, `CNY ${total}`].entries()) page.drawText(text, { x: 40, y: 700 - at * 20, size: 12, font });
  return Buffer.from(await document.save());
}

test('#48.6 #133 S8.13 a reader applies for an invoice, the clerk issues it with its file, and the reader downloads it', async ({ browser }) => {
  const token = await server.logIn('reader3');
  const { rows } = await server.call(null, 'GET', '/cms/publish/queryPublishList?pageNum=1&pageSize=60');
  const works = rows as { publishId: number; isFree: boolean; salePriceFen: number; title: string }[];
  const lines: { publishId: number; shownFen: number }[] = [];
  for (const { publishId, isFree, salePriceFen } of works) {
    if (isFree || lines.length > 0) continue;
    const { data } = await server.call(token, 'POST', '/pay/order/preview', { lines: [{ publishId }] });
    if ((data as { lines: { fault: string }[] }).lines[0]?.fault === '') lines.push({ publishId, shownFen: salePriceFen });
  }
  const placed = (await server.call(token, 'POST', '/pay/order', { requestId: crypto.randomUUID(), lines })).data as { orderNo: string };
  const reader = await as(browser, 'reader3', { width: 390, height: 844 });
  await reader.goto(`${server.origin}/personalCenter/order?orderNo=${placed.orderNo}`);
  await reader.getByRole('button', { name: '去支付' }).click();
  await reader.getByRole('button', { name: '支付成功' }).click();
  await expect(reader.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: limit(10_000) });
  const receipt = reader.waitForEvent('download');
  await reader.getByRole('button', { name: '下载电子收据' }).click();
  expect((await receipt).suggestedFilename()).toBe(`电子收据_${placed.orderNo}.pdf`);

  await reader.getByRole('button', { name: '开发票' }).click();
  const sheet = reader.getByRole('dialog', { name: '开发票' });
  await sheet.getByText('单位', { exact: true }).click();
  await sheet.getByLabel('发票抬头').fill('渡口书店有限公司');
  await sheet.getByLabel('税号').fill('91350100M000100Y44');
  await sheet.getByLabel('邮箱').fill('reader3@example.com');
  expect(await faults(reader, 'the form of an invoice')).toEqual([]);
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await expect(sheet.getByText('纳税人识别号校验失败')).toBeVisible();
  await sheet.getByLabel('税号').fill('91350100M000100Y43');
  await sheet.getByRole('button', { name: '提交申请' }).click();
  const card = reader.getByRole('article').filter({ hasText: '渡口书店有限公司' });
  await expect(card).toContainText('待开票', { timeout: limit(10_000) });
  const total = ((lines[0]?.shownFen ?? 0) / 100).toFixed(2);
  await expect(card).toContainText(`¥ ${total}`);
  await expect(reader.getByRole('region', { name: '发票抬头' })).toContainText('渡口书店有限公司');
  expect(await faults(reader, 'the invoices of a reader')).toEqual([]);

  const clerk = await as(browser, 'invoice');
  await clerk.goto(`${server.origin}/pay/invoice`);
  await clerk.getByRole('row').filter({ hasText: '渡口书店有限公司' }).last().getByRole('button', { name: '处理' }).click();
  const drawer = clerk.getByRole('dialog', { name: /^发票 FP/ });
  const number = `${new Date().getFullYear() % 100}11${'7'.repeat(16)}`;
  await drawer.getByLabel('发票号码').fill('123');
  await expect(drawer.getByText('发票号码是20位数字，现在是3位')).toBeVisible();
  await drawer.getByLabel('发票号码').fill(number);
  const upload = (buffer: Buffer) => drawer.locator('input[type=file]').setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer });
  await upload(await invoicePdf(number, '0.01'));
  await expect(drawer.getByText('发票文件里没有找到发票号码或金额，请核对')).toBeVisible({ timeout: limit(10_000) });
  await upload(await invoicePdf(number, total));
  await expect(drawer.getByText('发票文件里没有找到发票号码或金额，请核对')).toHaveCount(0, { timeout: limit(10_000) });
  expect(await faults(clerk, 'the form that issues an invoice')).toEqual([]);
  await drawer.getByRole('button', { name: '开具', exact: true }).click();
  await expect(drawer).toBeHidden({ timeout: limit(10_000) });

  await reader.reload();
  await expect(card).toContainText('已开票', { timeout: limit(10_000) });
  await expect(card).toContainText(number);
  const file = reader.waitForEvent('download');
  await card.getByRole('button', { name: '下载' }).click();
  expect((await file).suggestedFilename()).toBe('发票.pdf');
  // A file that cannot be fetched names the telephone of the staff.
  await reader.route('**/pay/invoice/mine/file/**', (route) => route.fulfill({ json: { code: 500, msg: '文件已被删除' } }));
  await card.getByRole('button', { name: '下载' }).click();
  await expect(reader.getByText(/下载文件出现错误，请联系工作人员\d+/).last()).toBeVisible();
});
