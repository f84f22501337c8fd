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

async function as(browser: Browser, userName: string, size = { width: 390, height: 844 }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, serviceWorkers: 'block' });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  return context.newPage();
}

test('#48.3 a reader buys five copies, gives one by name and one by link, and takes the link of another back', async ({ browser }) => {
  const token = await server.logIn('reader2');
  const { rows } = await server.call(null, 'GET', '/cms/publish/queryPublishList?pageNum=1&pageSize=60');
  const books = (rows as { publishId: number; isFree: boolean; kind: string; title: string }[]).filter((one) => !one.isFree && one.kind === 'book');
  let book: { publishId: number; title: string } | undefined;
  for (const one of books) {
    const { data } = await server.call(token, 'POST', '/pay/order/preview', { lines: [{ publishId: one.publishId }] });
    const other = await server.call(await server.logIn('reader3'), 'POST', '/pay/order/preview', { lines: [{ publishId: one.publishId }] });
    const fault = (answer: unknown): string => (answer as { lines: { fault: string }[] }).lines[0]?.fault ?? '?';
    if (fault(data) === '' && fault(other.data) === '') book ??= one;
  }
  if (!book) throw new Error('no book to buy');

  const buyer = await as(browser, 'reader2');
  await buyer.goto(`${server.origin}/cms/main/bookDetail/${book.publishId}?buy=1`);
  const sheet = buyer.getByRole('dialog', { name: '确认订单' });
  await sheet.getByRole('button', { name: /买来送人或团购/ }).click();
  await sheet.getByLabel('份数', { exact: true }).fill('5');
  await expect(sheet.getByText(/团购优惠 ¥/)).toBeVisible({ timeout: limit(10_000) });
  expect(await faults(buyer, 'the sheet for copies to hand out')).toEqual([]);
  await sheet.getByRole('button', { name: '去支付' }).click();
  await buyer.getByRole('button', { name: '支付成功' }).click();
  await expect(buyer.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: limit(10_000) });

  await buyer.getByRole('button', { name: '分配席位' }).click();
  const seats = buyer.getByRole('dialog', { name: '分配席位' });
  await seats.getByLabel('按用户名分配').fill('reader3，nobody-here');
  await seats.getByRole('button', { name: '分配给 2 位读者' }).click();
  await expect(seats.getByText('nobody-here：没有这个用户名，请核对')).toBeVisible({ timeout: limit(10_000) });
  await expect(seats.getByText('可分配 4 份', { exact: false })).toBeVisible();
  await seats.getByRole('button', { name: '增加链接数' }).click();
  await seats.getByRole('button', { name: '生成', exact: true }).click();
  const codes = seats.getByRole('region', { name: '领取链接' });
  await expect(codes.getByRole('listitem')).toHaveCount(2, { timeout: limit(10_000) });
  const link = await codes.getByRole('listitem').first().innerText();
  expect(link).toContain('/seat#code=');
  expect(await faults(buyer, 'the copies of a buyer')).toEqual([]);
  await seats.getByRole('list', { name: '已分配的席位' }).getByRole('button', { name: '收回' }).last().click();
  await seats.getByRole('button', { name: '确认收回' }).click();
  await expect(seats.getByText('可分配 3 份', { exact: false })).toBeVisible({ timeout: limit(10_000) });

  const guest = await as(browser, 'reader1');
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: book.title })).toBeVisible({ timeout: limit(10_000) });
  // The code has left the address bar.
  expect(guest.url()).toBe(`${server.origin}/seat`);
  expect(await faults(guest, 'the page that claims a copy')).toEqual([]);
});
