import { makeBook } from '../bench/reader-book.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type BrowserContext, expect, limit, type Locator, type Page, test } from '../support/journey.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

interface Work {
  readonly publishId: number;
  readonly title: string;
  readonly kind: string;
  readonly isFree: boolean;
}

let server: BrowserServer;
/** Paid works of the demo content that the buyer has no right to; each test takes its own. */
let works: Work[];
let serial = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const token = await server.logIn('reader1');
  const { rows } = await server.call(null, 'GET', '/cms/publish/queryPublishList?pageNum=1&pageSize=60');
  works = [];
  for (const work of rows as Work[]) {
    if (work.isFree || work.kind === 'audio' || work.kind === 'video') continue;
    const { data } = await server.call(token, 'GET', `/info/shelf/${work.publishId}`);
    if (!(data as { entitled: boolean }).entitled) works.push(work);
  }
  serial = await server.publish((await makeBook({ title: '灯下连载', chapters: 5, characters: 900 })).epub, {
    isFree: '0',
    salePriceFen: 5800,
    trialChapters: 2,
  });
});
test.afterAll(() => server.close());

const nextWork = (): Work => {
  const work = works.shift();
  if (!work) throw new Error('no paid work is left');
  return work;
};
const signIn = async (context: BrowserContext, userName = 'reader1'): Promise<void> =>
  context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
const detail = (page: Page, publishId: number, query = '') => page.goto(`${server.origin}/cms/main/bookDetail/${publishId}${query}`);
const orders = (page: Page, query = '') => page.goto(`${server.origin}/personalCenter/order${query}`);
const sheetOf = (page: Page) => page.getByRole('dialog', { name: '确认订单' });
const paid = (page: Page) => expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: limit(10_000) });

/** From the detail page to the paid order: three taps. */
async function buy(page: Page, publishId: number): Promise<void> {
  await detail(page, publishId);
  await page.getByRole('button', { name: /^购买/ }).tap();
  await sheetOf(page).getByRole('button', { name: '去支付' }).tap();
  await page.getByRole('button', { name: '支付成功' }).tap();
  await paid(page);
}

test('#48.2 a reader buys a book with three taps and finds it in the orders', async ({ page, context }) => {
  await signIn(context);
  const { publishId, title } = nextWork();
  await buy(page, publishId);
  await page.getByRole('link', { name: '查看我的订单' }).tap();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('已支付');
  await expect(card).toContainText('前可申请退款');
  await detail(page, publishId);
  await expect(page.locator('.action-bar')).toContainText('已购买');
  await expect(page.getByRole('button', { name: /^购买/ })).toHaveCount(0);
  await page.getByRole('link', { name: /^(开始阅读|续读)/ }).tap();
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  // The book is open by now: the line is finished, and cannot go back.
  await orders(page, '?tab=finished');
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('已完成');
  await expect(page.getByRole('article').filter({ hasText: title }).getByRole('button', { name: '申请退款' })).toHaveCount(0);
});

test('#48.2 the end of the trial sells the book, and reading goes on after it', async ({ page, context }) => {
  await signIn(context);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${serial}&at=2`);
  await expect(page.getByRole('heading', { name: '试读到这里' })).toBeVisible();
  await page.getByRole('link', { name: '购买全书 ¥ 58.00' }).tap();
  await sheetOf(page).getByRole('button', { name: '去支付' }).tap();
  await page.getByRole('button', { name: '支付成功' }).tap();
  await paid(page);
  await page.getByRole('button', { name: '开始阅读' }).tap();
  await expect(page.locator('.reader-main > output.unseen')).toContainText(/^第3章/);
  await expect(page.getByRole('heading', { name: '试读到这里' })).toBeHidden();
});

test('#48.3 a book that was not opened is returned, and the application can be withdrawn', async ({ page, context }) => {
  await signIn(context);
  const { publishId, title } = nextWork();
  await buy(page, publishId);
  await orders(page, '?tab=paid');
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('button', { name: '申请退款' }).tap();
  const form = page.getByRole('dialog', { name: '申请退款' });
  await expect(form.getByRole('button', { name: '请选择退款原因' })).toBeDisabled();
  expect(await faults(page, 'the form of a refund')).toEqual([]);
  await form.getByText('买错了').tap();
  await form.getByRole('button', { name: '提交申请' }).tap();
  await expect(form).toBeHidden();
  await orders(page, '?tab=refund');
  await expect(card).toContainText('待审核');
  await detail(page, publishId);
  await expect(page.locator('.action-bar')).toContainText('退款处理中，暂不能阅读');
  await orders(page, '?tab=refund');
  await card.getByRole('button', { name: '撤回申请' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: '撤回申请' }).tap();
  await expect(card).toHaveCount(0);
  await orders(page, '?tab=paid');
  await expect(card).toContainText('已撤回');
  await detail(page, publishId);
  await expect(page.getByRole('link', { name: '开始阅读' })).toBeVisible();
});

test('#48.2 a visitor fills a cart on the device, signs in from the sheet, and pays one order for two taps', async ({ page }) => {
  const [kept, bought] = [nextWork(), nextWork()];
  await detail(page, kept.publishId);
  await page.getByRole('button', { name: '加入购物车' }).tap();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shuzhou.cart'))).toContain(String(kept.publishId));
  await detail(page, bought.publishId);
  await page.getByRole('button', { name: /^购买/ }).tap();
  await page.getByLabel('用户名').fill('reader1');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).tap();
  const sheet = sheetOf(page);
  await expect(sheet).toContainText(bought.title);
  const placed: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/prod-api/pay/order'))
      placed.push((request.postDataJSON() as { requestId: string }).requestId);
  });
  await sheet.getByRole('button', { name: '去支付' }).dblclick();
  await page.getByRole('button', { name: '支付失败' }).tap();
  await expect(page.getByRole('heading', { name: '支付没有成功' })).toBeVisible();
  expect(new Set(placed).size).toBe(1);
  await orders(page, '?tab=unpaid');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: '重新支付' }).tap();
  await page.getByRole('button', { name: '付款后不返回' }).tap();
  await page.getByRole('link', { name: '回到订单' }).tap();
  await paid(page);
  // The cart of the device is in the account.
  await orders(page, '?tab=cart');
  await expect(page.locator('.cart-lines')).toContainText(kept.title);
  expect(await page.evaluate(() => localStorage.getItem('shuzhou.cart'))).toBeNull();
  expect(await faults(page, 'the cart')).toEqual([]);
  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: '联网后可用' })).toBeDisabled();
  await expect(page.getByText('当前离线，显示的是上次内容')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: `把《${kept.title}》移出购物车` }).tap();
  await expect(page.getByRole('heading', { name: '购物车还是空的' })).toBeVisible();
});

/** Moves the focus to a control that is at most four steps away. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let step = 0; step < 4 && !(await control.evaluate((one) => one === document.activeElement)); step += 1) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
}

test('#48.2 buying by keyboard: the sheet takes the focus, Escape gives it back, Enter pays; axe finds nothing', async ({ page, context }) => {
  await signIn(context);
  const { publishId } = nextWork();
  await detail(page, publishId);
  const button = page.getByRole('button', { name: /^购买/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page);
  await expect(sheet.getByRole('button', { name: '去支付' })).toBeEnabled();
  expect(await faults(page, 'the sheet')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).not.toHaveURL(/buy=/);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const pay = sheet.getByRole('button', { name: '去支付' });
  await expect(pay).toBeEnabled();
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: '支付成功' }));
  await page.keyboard.press('Enter');
  await paid(page);
  expect(await faults(page, 'the paid order')).toEqual([]);
  await orders(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await faults(page, 'the orders')).toEqual([]);
});
