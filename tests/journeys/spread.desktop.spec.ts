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

/** As a person on a browser that is no robot; without a name as a visitor. */
async function as(browser: Browser, userName: string, size = { width: 1440, height: 900 }): Promise<Page> {
  const userAgent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  const context = await browser.newContext({
    viewport: size,
    serviceWorkers: 'block',
    userAgent,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  return context.newPage();
}
const PHONE = { width: 390, height: 844 };

test('#132 #48 an author makes a link, a reader buys by it on the phone, and both the author and the staff see the commission', async ({
  browser,
}) => {
  const author = await as(browser, 'author1');
  await author.goto(`${server.origin}/authorBackground/order`);
  await expect(author.getByRole('heading', { name: '我的作品' })).toBeVisible({ timeout: limit(10_000) });
  const { data } = await server.call(await server.logIn('author1'), 'GET', '/pay/order/author');
  const works = (data as { works: { publishId: number; title: string; listed: boolean }[] }).works.filter(({ listed }) => listed);
  const reader1 = await server.logIn('reader7');
  let work: { publishId: number; title: string } | undefined;
  for (const one of works) {
    const preview = await server.call(reader1, 'POST', '/pay/order/preview', { lines: [{ publishId: one.publishId }] });
    if ((preview['data'] as { lines: { fault: string }[] }).lines[0]?.fault === '') work ??= one;
  }
  if (!work) throw new Error('no work to buy');
  await author.getByRole('button', { name: `为《${work.title}》新建推广链接` }).click();
  await expect(author.getByText('链接已复制').last()).toBeVisible({ timeout: limit(10_000) });
  const address = await author.evaluate(() => navigator.clipboard.readText());
  const code = new URL(address).searchParams.get('s') ?? '';
  const own = author.getByRole('listitem').filter({ hasText: code });
  await expect(own).toContainText('推广中', { timeout: limit(10_000) });
  expect(await faults(author, 'orders of an author')).toEqual([]);

  const reader = await as(browser, 'reader7', PHONE);
  const clicked = reader.waitForResponse((response) => response.url().endsWith('/pay/spread/click'));
  await reader.goto(address);
  await clicked;
  await reader.getByRole('button', { name: /^购买/ }).click();
  await reader.getByRole('dialog', { name: '确认订单' }).getByRole('button', { name: '去支付' }).click();
  await reader.getByRole('button', { name: '支付成功' }).click();
  await expect(reader.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: limit(10_000) });

  await author.reload();
  await expect(own).toContainText(/点击\s*1 次\s*订单\s*1 笔/, { timeout: limit(10_000) });
  await expect(own).toContainText(/待计佣金\s*¥\s*[1-9]/);
  await own.getByRole('button', { name: `暂停链接${code}` }).click();
  await author.getByRole('dialog').getByRole('button', { name: '暂停' }).click();
  await expect(own).toContainText('已暂停', { timeout: limit(10_000) });

  const clerk = await as(browser, 'tally');
  await clerk.goto(`${server.origin}/pay/spread?code=${code}`);
  const row = clerk.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('已暂停', { timeout: limit(10_000) });
  await row.getByRole('button', { name: '恢复' }).click();
  await clerk.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
  await expect(row).toContainText('推广中', { timeout: limit(10_000) });
  expect(await faults(clerk, 'links of promoters')).toEqual([]);

  const second = await as(browser, 'tally2');
  await second.goto(`${server.origin}/pay/spread?tab=campaign`);
  const waiting = second.getByRole('row').filter({ hasText: '三本八五折' });
  await waiting.getByRole('button', { name: '批准' }).click();
  await second.getByRole('dialog').getByRole('button', { name: '批准' }).click();
  await expect(waiting).toContainText('未开始', { timeout: limit(10_000) });
  expect(await faults(second, 'discounts for a time')).toEqual([]);

  const payee = await as(browser, 'reader3', PHONE);
  await payee.goto(`${server.origin}/personalCenter/revenue?tab=spread`);
  await expect(payee.getByRole('listitem').filter({ hasText: '全站' })).toContainText('点击', { timeout: limit(10_000) });
  expect(await faults(payee, 'links of a payee')).toEqual([]);
});
