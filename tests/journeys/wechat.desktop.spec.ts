import { periodLabel } from '../../contract/wechat/rank-period.ts';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test } from '../support/journey.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

interface Article {
  readonly url: string;
  readonly title: string;
  readonly readNum: number;
  readonly publishTime: string;
}

/** An article of the last ranked week, and the time of a new snapshot before its cut-off. */
async function lastWeek(): Promise<{ article: Article; accountName: string; takenAt: string; start: string }> {
  const { data } = (await server.call(null, 'GET', '/cms/wechat/queryRank')) as {
    data: { period: { periodStart: string; periodEnd: string; cutOff: string }; places: { accountId: number; accountName: string }[] };
  };
  const { period, places } = data;
  const last = places.at(-1);
  const token = await server.logIn('opsadmin');
  const days = `params%5BbeginTime%5D=${period.periodStart}&params%5BendTime%5D=${period.periodEnd}`;
  const { rows } = (await server.call(token, 'GET', `/cms/wechat/article/list?accountId=${last?.accountId}&${days}`)) as unknown as {
    rows: Article[];
  };
  const article = rows[0];
  if (!last || !article) throw new Error('the demo has no article in the last week');
  return { article, accountName: last.accountName, takenAt: period.cutOff, start: period.periodStart };
}

test('#125 the editor imports counts after a dry run, builds and publishes a revision, and readers see it', async ({ browser, page }) => {
  const { article, accountName, takenAt, start } = await lastWeek();
  const admin = await adminPage(browser, server, 'opsadmin', '/cms/wechat/article');
  await admin.getByRole('button', { name: '导入数据' }).click();
  const dialog = admin.getByRole('dialog', { name: '导入文章数据' });
  const row = (title: string, url: string, reads: string) =>
    [accountName, title, url, article.publishTime, reads, '180', '900', '700', takenAt].join(',');
  const sheet = [
    '公众号,标题,原文链接,发布时间,阅读数,在看数,点赞数,分享数,统计时间',
    row(article.title, article.url, '88000'),
    row(article.title, article.url, '88001'),
    row('没有发布时间的新文章', 'https://mp.example.cn/s/new', '10').replace(article.publishTime, ''),
  ].join('\n');
  await dialog.locator('input[type=file]').setInputFiles({ name: '数据.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await expect(dialog.getByText('试算完成：将写入 1 行，跳过 2 行')).toBeVisible();
  await expect(dialog.getByText('与第2行是同一篇文章，请只保留一行')).toBeVisible();
  await expect(dialog.getByText('新文章请填写发布时间')).toBeVisible();
  await dialog.getByRole('button', { name: '写入 1 行' }).click();
  await expect(dialog.getByText('写入了 1 行，跳过 2 行')).toBeVisible();

  // The growth is far above what the account usually has, so the account waits for a decision.
  await expect(dialog.getByText('1 篇文章数据异常')).toBeVisible();
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await admin.getByRole('link', { name: '公众号榜单' }).click();
  await admin.getByRole('button', { name: '判定', exact: true }).click();
  const decision = admin.getByRole('dialog', { name: /判定.*异常数据/ });
  await decision.getByLabel('判定说明').fill('已向账号核对后台数据');
  await decision.getByRole('button', { name: '保存判定' }).click();
  await expect(admin.getByText(/等待判定/)).toBeHidden();

  const here = admin.locator('.admin-place[data-path="/cms/wechat/rank"]');
  await here.getByRole('button', { name: '生成榜单' }).click();
  const build = admin.getByRole('dialog', { name: '生成榜单' });
  // On the day after a week the dialog offers that week, which has no list yet.
  await build.getByRole('combobox', { name: '哪一期' }).click();
  await admin
    .locator('.ant-select-item-option')
    .filter({ hasText: periodLabel('week', start) })
    .click();
  await build.getByRole('button', { name: '生成', exact: true }).click();
  const drawer = admin.getByRole('dialog', { name: /周榜$/ });
  await expect(drawer.getByText('第2版')).toBeVisible();
  await expect(drawer.getByRole('row', { name: new RegExp(`^1 ${accountName}`) })).toBeVisible();
  await expect(drawer.getByRole('button', { name: '发布' })).toBeDisabled();
  await drawer.getByLabel('修订说明（读者会看到）').fill('更新一篇文章的数据');
  await drawer.getByRole('button', { name: '发布' }).click();
  await expect(drawer).toBeHidden();
  await expect(here.getByRole('row').filter({ hasText: '已修订' }).first()).toBeVisible();

  await page.goto(`${server.origin}/cms/main/wechatAccount?periodStart=${start}`);
  const list = page.getByRole('region', { name: '榜单' });
  await expect(list.getByRole('listitem').first()).toContainText(accountName);
  await expect(list.getByText('更新一篇文章的数据')).toBeVisible();
  await list.getByRole('button', { name: new RegExp(accountName) }).click();
  await expect(page.getByRole('complementary', { name: '公众号' }).getByRole('heading', { name: accountName })).toBeVisible();
});
