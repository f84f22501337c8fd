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

test('S2.2.1 #48.3 a chief editor recalls a work, finance confirms the batch, and the buyer gets the money back', async ({ browser }) => {
  const { rows } = await server.call(null, 'GET', '/cms/publish/queryPublishList?pageNum=1&pageSize=60');
  const token = await server.logIn('reader2');
  let book: { publishId: number; title: string } | undefined;
  for (const one of rows as { publishId: number; isFree: boolean; kind: string; title: string }[]) {
    if (one.isFree || one.kind !== 'book' || book) continue;
    const { data } = await server.call(token, 'POST', '/pay/order/preview', { lines: [{ publishId: one.publishId }] });
    if ((data as { lines: { fault: string }[] }).lines[0]?.fault === '') book = one;
  }
  if (!book) throw new Error('no book to buy');

  const buyer = await as(browser, 'reader2', { width: 390, height: 844 });
  await buyer.goto(`${server.origin}/cms/main/bookDetail/${book.publishId}?buy=1`);
  await expect(buyer.getByRole('button', { name: /^团购 5 份 ¥/ })).toBeVisible({ timeout: limit(10_000) });
  await buyer.getByRole('dialog', { name: '确认订单' }).getByRole('button', { name: '去支付' }).click();
  await buyer.getByRole('button', { name: '支付成功' }).click();
  await expect(buyer.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: limit(10_000) });

  const chief = await as(browser, 'chief');
  await chief.goto(`${server.origin}/publication/publicationList?open=${book.publishId}`);
  await chief.getByRole('button', { name: '召回', exact: true }).last().click();
  const question = chief.getByRole('dialog', { name: /^召回《/ });
  await question
    .getByRole('button', { name: '召 回' })
    .or(question.getByRole('button', { name: '召回' }))
    .click();
  await expect(question.getByRole('alert').filter({ hasText: '请选择召回原因' })).toBeVisible();
  await question.getByText('质量', { exact: true }).click();
  await question.getByLabel('说明（买家会看到）').fill('缺页');
  await question
    .getByRole('button', { name: '召 回' })
    .or(question.getByRole('button', { name: '召回' }))
    .click();
  await expect(chief.getByText('已召回：所有读者不能再读')).toBeVisible({ timeout: limit(10_000) });
  await buyer.goto(`${server.origin}/cms/main/bookDetail/${book.publishId}`);
  await expect(buyer.getByRole('button', { name: '开始阅读' })).toHaveCount(0);

  const finance = await as(browser, 'tally');
  await finance.goto(`${server.origin}/pay/order?tab=recall`);
  await finance
    .getByRole('row', { name: new RegExp(book.title) })
    .getByRole('button', { name: '复核' })
    .click();
  expect(await faults(finance, 'the refunds of a recall')).toEqual([]);
  await finance.getByRole('button', { name: '复核退款' }).click();
  await finance.getByRole('button', { name: '复核通过，开始退款' }).click();
  await expect(finance.getByText('已复核，退款在后台进行')).toBeVisible({ timeout: limit(10_000) });

  const returned = async (): Promise<string> => {
    const mine = await server.call(token, 'GET', '/pay/order/mine?pageSize=1');
    return (mine.rows as { status: string }[])[0]?.status ?? '';
  };
  await expect.poll(returned, { timeout: limit(30_000) }).toBe('refunded');
  await buyer.goto(`${server.origin}/personalCenter/order?tab=refund`);
  await expect(buyer.getByText('已退款').first()).toBeVisible({ timeout: limit(10_000) });
});
