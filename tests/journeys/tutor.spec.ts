import type { Page } from '@playwright/test';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test } from '../support/journey.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const CENTER = '/authorBackground/professorCenter';
const SUMMARY =
  '我们把三首诗逐行比较，保留了第二首不押韵的一版，第一首换了两处语序，第三首建议重新从意象入手；下一步请先各写一段散文译，再回到诗行，两周后发给我看。';

async function logIn(page: Page, userName: string, path: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${server.origin}/cmsLogin?redirect=${encodeURIComponent(path)}`);
  await page.getByLabel('用户名').fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { name: '教授中心', level: 1 })).toBeVisible();
}

test('#45 S2.3.15 a reader books an expert and pays the fee, both write, and a finished tutoring is rated', async ({ page }) => {
  await logIn(page, 'reader20', CENTER);
  await page.getByRole('tab', { name: '我的预约' }).click();
  await expect(page.getByRole('heading', { name: '暂无辅导预约' })).toBeVisible();
  await page.getByRole('link', { name: '找专家' }).click();
  await page.getByRole('link', { name: /金教授/ }).click();
  await page
    .getByRole('button', { name: /^预约 \d+月\d+日/ })
    .first()
    .click();
  await page.getByLabel('主题').fill('散文里的停顿');
  await page.getByLabel('问题').fill('译文的停顿总比原文多，读起来一顿一顿的，想请您看看标点。');
  await page.getByText('文字', { exact: true }).click();
  await page.getByRole('button', { name: '提交预约' }).click();
  await expect(page.getByRole('heading', { name: '散文里的停顿' })).toBeVisible();
  await expect(page.locator('.tutor-hint', { hasText: '等待专家确认' })).toBeVisible();
  const path = new URL(page.url()).pathname + new URL(page.url()).search;

  await logIn(page, 'prof2', CENTER);
  await page.getByRole('link', { name: /散文里的停顿/ }).click();
  await page.getByRole('button', { name: '确认预约' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认预约' }).click();
  await expect(page.getByText('等待对方支付辅导费，支付后预约自动生效。')).toBeVisible();

  await logIn(page, 'reader20', CENTER);
  await page.goto(server.origin + path);
  await page.getByRole('button', { name: '去支付' }).click();
  await expect(page.getByRole('heading', { name: '等待支付' })).toBeVisible({ timeout: limit(10_000) });
  expect(await faults(page, 'the payment of a fee')).toEqual([]);
  await page.getByRole('button', { name: '去支付' }).click();
  await page.getByRole('button', { name: '支付成功' }).click();
  await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: limit(10_000) });
  await page.getByRole('link', { name: '查看我的订单' }).click();
  const card = page.getByRole('article').filter({ hasText: '散文里的停顿' });
  await expect(card).toContainText('辅导费');
  await expect(card.getByRole('link', { name: '阅读' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: '申请退款' })).toHaveCount(0);
  await card.getByRole('link', { name: '散文里的停顿' }).click();
  await expect(page.locator('.tutor-row-head .tutor-state', { hasText: '已预约' })).toBeVisible();

  await logIn(page, 'prof2', CENTER);
  await page.getByRole('link', { name: /散文里的停顿/ }).click();
  await expect(page.getByRole('button', { name: '加入日历' })).toBeVisible();
  await page.getByLabel('写留言').fill('请先把原文发来');
  await page.getByRole('button', { name: '发送' }).click();
  await expect(page.locator('.tutor-bubble', { hasText: '请先把原文发来' })).toBeVisible();

  await logIn(page, 'reader20', CENTER);
  await page.goto(server.origin + path);
  await expect(page.getByText('请先把原文发来')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '加入日历' }).click();
  expect((await download).suggestedFilename()).toMatch(/^FD\d{12}\.ics$/);

  // Only an appointment in the past can be finished: one of the demo data.
  await logIn(page, 'prof2', CENTER);
  await page.getByRole('link', { name: /诗歌翻译里的韵/ }).click();
  await page.getByRole('button', { name: '完成辅导' }).click();
  await page.getByLabel('辅导总结').fill('谈得很好');
  await page.getByRole('dialog').getByRole('button', { name: '完成辅导' }).click();
  await expect(page.getByRole('alert')).toHaveText('请填写辅导总结，至少50个字');
  await page.getByLabel('辅导总结').fill(SUMMARY);
  await page.getByRole('dialog').getByRole('button', { name: '完成辅导' }).click();
  await expect(page.getByRole('heading', { name: '辅导总结' })).toBeVisible();

  await logIn(page, 'author4', `${CENTER}?tab=mine`);
  await page.getByRole('link', { name: /诗歌翻译里的韵/ }).click();
  await page.getByRole('button', { name: '评价' }).click();
  await page.getByText('★').nth(4).click();
  await page.getByRole('dialog').getByRole('button', { name: '评价' }).click();
  await expect(page.locator('.tutor-stars')).toHaveText('★★★★★');
  await expect(page.getByText('辅导已经结束，留言关闭。')).toBeVisible();
});

test('#13 S2.2.1 the corresponding author of an accepted paper pays its page fee on a phone', async ({ page, context }) => {
  const author = await server.logIn('author3');
  const { rows } = await server.call(author, 'GET', '/cms/journal/submission/mine?pageNum=1&pageSize=50');
  let submissionId = 0;
  for (const row of rows as { submissionId: number }[]) {
    const { data } = await server.call(author, 'GET', `/cms/journal/submission/mine/${row.submissionId}`);
    if ((data as { canPayFee: boolean }).canPayFee) ({ submissionId } = row);
  }
  await context.addCookies([{ name: 'Admin-Token', value: author, url: server.origin }]);
  await page.goto(`${server.origin}/personalCenter/submission/${submissionId}`);
  await expect(page.getByText(/^版面费 ¥600\.00：请支付/)).toBeVisible();
  expect(await faults(page, 'a submission with a page fee')).toEqual([]);
  await page.getByRole('button', { name: '去支付' }).click();
  await page.getByText('演示支付').click();
  await page.getByRole('button', { name: '去支付' }).click();
  await page.getByRole('button', { name: '支付成功' }).click();
  await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: limit(10_000) });
  await expect(page.getByText('编辑部已收到通知，接下来进入编校。')).toBeVisible();
  await page.getByRole('link', { name: '查看投稿' }).click();
  await expect(page.getByText('版面费 ¥600.00：已付版面费')).toBeVisible();
});
