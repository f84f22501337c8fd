import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { periodName } from '../../contract/earnings/earning-limits.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type Browser, expect, limit, type Page, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const LONG = { timeout: limit(15_000) };
const PHONE = { width: 390, height: 844 };

async function as(browser: Browser, userName: string, size = { width: 1440, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, serviceWorkers: 'block', hasTouch: size === PHONE });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  return context.newPage();
}

/** The month before this one in Shanghai, yyyy-MM. */
function lastMonth(): string {
  const first = new Date(`${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)}-01T00:00:00Z`);
  return new Date(first.getTime() - 1).toISOString().slice(0, 7);
}

type Rows = { rows: Record<string, unknown>[] };
const listed = async (token: string, path: string): Promise<Record<string, unknown>[]> =>
  ((await server.call(token, 'GET', path)) as unknown as Rows).rows;

/** A work of the demo that earns its author a digital share, and that the reader does not have. */
async function workToBuy(): Promise<{ publishId: number; title: string }> {
  const token = await server.logIn('reader1');
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?pageNum=1&pageSize=60')) as unknown as Rows;
  for (const publishId of [1, 7, 2, 5]) {
    const work = rows.find((row) => row['publishId'] === publishId && !row['isFree']);
    const { data } = await server.call(token, 'GET', `/info/shelf/${publishId}`);
    if (work && !(data as { entitled: boolean }).entitled) return { publishId, title: String(work['title']) };
  }
  throw new Error('no work with an agreement is left to buy');
}

/** The sale belongs to the month that is settled: only ended months are. */
async function moveToMonth(publishId: number, month: string): Promise<void> {
  const db = new DatabaseSync(join(await server.leave(), 'shuzhou.db'));
  const moved = db
    .prepare('update order_item set finished_at = ? where target_id = ? and finished_at is not null and id = (select max(id) from order_item)')
    .run(Date.parse(`${month}-20T12:00:00+08:00`), publishId);
  db.close();
  expect(Number(moved.changes)).toBe(1);
  await server.start();
}

test('#49 S6.1 from a sale to the bank: calculated, published, disputed, settled and closed by two people, withdrawn, paid, taxed, and the statement checked', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const month = lastMonth();
  const { publishId, title } = await workToBuy();

  const reader = await as(browser, 'reader1', PHONE);
  await reader.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  await reader.getByRole('button', { name: /^购买/ }).tap();
  await reader.getByRole('dialog', { name: '确认订单' }).getByRole('button', { name: '去支付' }).tap();
  await reader.getByRole('button', { name: '支付成功' }).tap();
  await expect(reader.getByRole('heading', { name: '支付成功' })).toBeVisible(LONG);
  await reader.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  await reader.getByRole('link', { name: /^(开始阅读|续读)/ }).tap();
  await expect(reader.locator('iframe[data-shown]')).toBeVisible(LONG);
  await reader.goto(`${server.origin}/personalCenter/order?tab=finished`);
  await expect(reader.getByRole('article').filter({ hasText: title }).first()).toContainText('已完成', LONG);
  await moveToMonth(publishId, month);

  const clerk = await as(browser, 'tally');
  const second = await as(browser, 'tally2');
  const months = (page: Page) => page.getByRole('row').filter({ hasText: periodName(month) });
  const take = async (page: Page, verb: string) => {
    await page.goto(`${server.origin}/earnings/yield`);
    await months(page).getByRole('button', { name: verb, exact: true }).click(LONG);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${[...verb].join('\\s*')}`) })
      .click();
  };
  await take(clerk, '计算');
  await expect(clerk.getByText('已开始计算')).toBeVisible(LONG);
  await expect(months(clerk).getByRole('button', { name: '公示' })).toBeVisible(LONG);
  await months(clerk).getByRole('button', { name: '收益' }).click();
  await expect(clerk.getByRole('row').filter({ hasText: title }).first()).toBeVisible(LONG);
  // The second person publishes.
  await take(clerk, '公示');
  await expect(clerk.getByText('计算人与公示人、结算人须为不同人员').first()).toBeVisible(LONG);
  await take(second, '公示');
  await expect(months(second).getByText('公示中')).toBeVisible(LONG);
  await expect(months(second).getByRole('button', { name: '结算本月全部' })).toBeVisible(LONG);

  const author = await as(browser, 'author1', PHONE);
  const revenue = () => author.goto(`${server.origin}/authorBackground/revenue`);
  await revenue();
  const own = author
    .getByRole('listitem')
    .filter({ hasText: `${periodName(month)} · 版税与数字分成` })
    .filter({ hasText: '待结算' })
    .first();
  await own.getByRole('button', { name: '明细' }).tap(LONG);
  await expect(own.getByText(/本站销售/).first()).toBeVisible(LONG);
  await own.getByLabel(/^有疑问/).fill('纸书的册数与样书清单不同');
  await own.getByRole('button', { name: '提出疑问' }).tap();
  await expect(author.getByText('已提出，财务核对后答复').last()).toBeVisible(LONG);

  await second.goto(`${server.origin}/earnings/yield`);
  await months(second).getByRole('button', { name: '结算本月全部' }).click(LONG);
  const asked = second.getByRole('dialog');
  await expect(asked).toContainText('计算的人不能结算');
  await asked.getByRole('button', { name: /^结\s*算/ }).click();
  await expect(months(second).getByRole('button', { name: '关账' })).toBeVisible(LONG);
  await expect(months(second).getByRole('button', { name: '结算本月全部' })).toHaveCount(0);
  await take(second, '关账');
  await expect(second.getByText('还有1笔收益未结算或有异议').first()).toBeVisible(LONG);

  // The dispute is answered by an adjustment, and settled by the other person.
  const decideLine = async (page: Page, status: string, verb: string, words = '') => {
    await page.goto(`${server.origin}/earnings/yield?tab=line&period=${month}&status=${status}`);
    await page.getByRole('row').filter({ hasText: '何语' }).first().getByRole('button', { name: '明细' }).click(LONG);
    const drawer = page.getByRole('dialog', { name: /^收益/ });
    if (words) await drawer.getByLabel('原因').fill(words);
    await drawer.getByRole('button', { name: new RegExp(`^${[...verb].join('\\s*')}$`) }).click(LONG);
    await expect(page.getByText(`已${verb}`).first()).toBeVisible(LONG);
  };
  await decideLine(clerk, 'disputed', '调整', '核对样书清单后更正');
  await decideLine(second, 'pending', '结算');
  await take(second, '关账');
  await expect(months(second).getByText('已关账')).toBeVisible(LONG);

  await revenue();
  await author.getByRole('button', { name: '撤销' }).first().tap(LONG);
  const sure = author.getByRole('alertdialog').or(author.getByRole('dialog'));
  await sure
    .getByRole('button', { name: /撤销|确定/ })
    .last()
    .tap();
  await expect(author.getByRole('button', { name: '提现', exact: true })).toBeEnabled(LONG);
  await author.getByRole('button', { name: '提现', exact: true }).tap();
  const sheet = author.getByRole('dialog', { name: '提现' });
  await sheet.getByLabel('金额（元）').fill('123.45');
  await sheet.getByRole('button', { name: /^提现/ }).tap();
  await expect(author.getByText('已提交，财务审核后打款').last()).toBeVisible(LONG);

  await clerk.goto(`${server.origin}/earnings/withdraw?shown=applied`);
  await clerk.getByRole('row').filter({ hasText: '123.45' }).getByRole('button', { name: '处理' }).click(LONG);
  await clerk
    .getByRole('dialog')
    .getByRole('button', { name: /^通\s*过$/ })
    .click(LONG);
  await expect(clerk.getByText('已通过')).toBeVisible(LONG);

  await second.goto(`${server.origin}/earnings/withdraw?shown=batch`);
  await second.getByRole('button', { name: '建批次' }).click(LONG);
  const batch = second
    .getByRole('row')
    .filter({ hasText: /DK\d{12}/ })
    .first();
  await expect(batch).toContainText('待导出', LONG);
  await batch.getByRole('button', { name: '导出银行文件' }).click();
  const file = second.waitForEvent('download');
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /导\s*出/ })
    .click();
  await file;
  await expect(batch).toContainText('待回盘', LONG);
  const token = await server.logIn('tally2');
  const [withdrawal] = (await listed(token, '/earnings/withdraw/list?shown=all&pageSize=50')).filter((row) => row['amountFen'] === 12_345);
  const { data } = await server.call(token, 'GET', `/earnings/withdraw/account/${String(withdrawal?.['withdrawId'])}`);
  const answer = [withdrawal?.['withdrawNo'], (data as Record<string, string>)['bankAccountNo'], '123.45', '成功', ''].join(',');
  await batch.locator('input[type=file]').setInputFiles({
    name: '回盘.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`提现单号,收款账号,金额,结果,失败原因\n${answer}\n`),
  });
  await expect(second.getByText(/到账 1 笔/).first()).toBeVisible(LONG);
  await second.getByRole('button', { name: '知道了' }).click();
  await revenue();
  await expect(author.getByText('已到账').first()).toBeVisible(LONG);

  await second.goto(`${server.origin}/earnings/yield?tab=tax`);
  await expect(second.getByText('尚未申报')).toBeVisible(LONG);
  // No payee of the demo is without a document.
  for (const row of await listed(token, `/earnings/tax/list?pageSize=100&month=${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)}`))
    expect([row['payee'], row['idTail']]).toEqual([row['payee'], expect.stringMatching(/^.{4}$/)]);
  await second.getByRole('button', { name: '登记已申报' }).click();
  await second.getByRole('dialog').getByRole('button', { name: '已申报并缴款' }).click();
  await expect(second.getByText(/已申报$/).first()).toBeVisible(LONG);

  const [statement] = await listed(await server.logIn('author1'), '/earnings/statement/mine');
  expect(statement?.['period']).toBe(month);
  const db = new DatabaseSync(join(await server.leave(), 'shuzhou.db'), { readOnly: true });
  const { code } = db.prepare('select code from statement where statement_no = ?').get(String(statement?.['statementNo'])) as { code: string };
  db.close();
  await server.start();
  const anybody = await (await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' })).newPage();
  await anybody.goto(`${server.origin}/cms/main/statementCheck`);
  await anybody.getByLabel('编号').fill(String(statement?.['statementNo']));
  await anybody.getByLabel('查验码').fill(code);
  await anybody.getByRole('button', { name: '查验' }).click();
  await expect(anybody.getByText('对账单有效')).toBeVisible(LONG);
  await expect(anybody.getByText(periodName(month))).toBeVisible();
  await anybody.getByLabel('查验码').fill('0'.repeat(16));
  await anybody.getByRole('button', { name: '查验' }).click();
  await expect(anybody.getByText('没有这份对账单')).toBeVisible(LONG);
});
