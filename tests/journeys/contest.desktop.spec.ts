import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

test('#51 a judge scores with the keyboard, sees the live total, and goes to the next work', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: 'Admin-Token', value: await server.logIn('judge1'), url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 },
  ]);
  const page = await context.newPage();
  await page.goto(`${server.origin}/personalCenter/review`);
  await page.getByRole('link', { name: '开始评审' }).click();
  await expect(page.getByRole('heading', { name: '渡船夫的耳朵', level: 2 })).toBeVisible();
  // Nobody is named on the page.
  await expect(page.getByText('韦见山')).toHaveCount(0);
  for (const [name, points] of [
    ['内容', '90'],
    ['语言', '80'],
    ['完成度', '70'],
  ] as const)
    await page.getByLabel(name, { exact: false }).and(page.locator('.judge-number')).fill(points);
  // 90 × 40 % + 80 × 35 % + 70 × 25 %
  await expect(page.getByText('81.50')).toBeVisible();
  await page.getByLabel('评语').fill('节奏处理得好，长句拆得合理，结尾稍快。');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: '会说话的井', level: 2 })).toBeVisible();
  await page.getByRole('button', { name: '全部作品' }).click();
  await expect(page.getByRole('dialog', { name: '全部作品' }).getByRole('button', { name: /001 已评/ })).toBeVisible();
});

test('#43.9 A1 the organisers see who is behind, cannot close early, answer an objection, end the contest and get certificates', async ({
  browser,
}) => {
  const page = await adminPage(browser, server, 'opsadmin', '/cms/contest');
  await page.getByRole('link', { name: '翻译新人奖' }).click();
  await expect(page.getByRole('heading', { name: '翻译新人奖', level: 1 })).toBeVisible();
  const progress = page.getByRole('region', { name: '评审进度' });
  await expect(progress.getByText('评委一')).toBeVisible();
  await page.getByRole('button', { name: '结束汇总' }).click();
  const dialog = page.getByRole('dialog', { name: '结束汇总复审' });
  await dialog.getByRole('button', { name: '结束汇总' }).click();
  await expect(dialog.getByText(/仍有\d+件作品评审未完成/)).toBeVisible();
  await dialog.getByRole('button', { name: '取消' }).click();

  await page.goto(`${server.origin}/cms/contest`);
  await page.getByRole('link', { name: '封面设计征集' }).click();
  await page.getByRole('button', { name: '处理' }).click();
  const answer = page.getByRole('dialog', { name: '处理异议' });
  await answer.getByLabel(/答复/).fill('已请作者说明，并核对了两个封面的构图，不构成雷同。');
  await answer.getByRole('button', { name: '答复' }).click();
  await expect(page.getByText('答复：已请作者说明')).toBeVisible();
  // The announced end of the publicity binds: ending earlier needs a reason and a second person.
  await expect(page.getByRole('button', { name: '结束', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '申请提前结束公示' }).click();
  const early = page.getByRole('dialog', { name: '申请提前结束公示' });
  await early.getByLabel(/理由/).fill('异议都已答复，颁奖典礼提前到本周举行，需要先定下名单。');
  await early.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('已提交，等另一人确认')).toBeVisible();
  const second = await server.logIn('admin');
  const { rows } = (await server.call(second, 'GET', '/cms/contest/exception/list?contestId=3&pageNum=1&pageSize=10')) as {
    rows: { exceptionId: number }[];
  };
  await server.call(second, 'PUT', `/cms/contest/exception/${rows[0]?.exceptionId}`, { status: 'confirmed', note: '同意' });
  await page.reload();
  await expect(page.getByRole('region', { name: '证书' }).getByText('采用奖')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).first().click()]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  const [works] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '全部作品（zip）' }).click()]);
  expect(works.suggestedFilename()).toBe('封面设计征集-作品.zip');
});
