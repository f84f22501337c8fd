import type { Page } from '@playwright/test';
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

const TITLE = '桥上的灯';
const SUMMARY = '一盏灯守着一座桥，守桥的人换了三代。书里写他们怎样在雨夜里点灯，怎样送走过桥的人，又怎样等他们回来，一直等到桥边长出新的街道。';
const OPINION =
  '稿件立意清楚，材料翔实，叙述有节制；第二部分的时间线请再核对一遍，个别引文需要注明出处，图表编号也请统一，其余没有意见，同意送下一级审读。';

async function logIn(page: Page, userName: string, path: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${server.origin}/cmsLogin?redirect=${encodeURIComponent(path)}`);
  await page.getByLabel('用户名').fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => url.pathname === path.split('?')[0]);
}

/** Chooses an option of an antd select by a part of its text. */
async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('dialog').getByLabel(label).last().click();
  await page.locator('.ant-select-item-option', { hasText: option }).click();
}

const row = (page: Page) => page.getByRole('row', { name: new RegExp(`^${TITLE}`) });

test('#27 #44 #46 #77 #78 an author writes and submits, the manager assigns, the editor sends to review, and a reviewer decides', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await logIn(page, 'author1', '/authorBackground/online');
  await page.getByRole('button', { name: '新建作品' }).first().click();
  await page.getByLabel('书名', { exact: true }).fill(TITLE);
  await page.getByLabel('类型').selectOption({ label: '其他' });
  await page.getByLabel(/^内容提要/).fill(SUMMARY);
  await page.getByRole('button', { name: '建好并开始写' }).click();
  const sheet = page.getByRole('textbox', { name: '正文' });
  await sheet.click();
  await page.keyboard.insertText('桥上的灯亮了，守桥的人站在雨里。'.repeat(40));
  // A reload at once loses nothing: the text is on the device, and then on the server.
  await page.reload();
  await expect(sheet).toContainText('守桥的人站在雨里');
  await expect(page.locator('.writing-lamp')).toHaveText('已存服务器', { timeout: limit(20_000) });
  await page.getByRole('link', { name: '投稿与进度' }).click();
  await page.getByRole('button', { name: '投稿', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '投稿' }).click();
  await expect(page.locator('.author-word', { hasText: '已收到' })).toBeVisible();

  await logIn(page, 'worksadmin', '/press/editor');
  await row(page).getByRole('button', { name: '派责编' }).click();
  await choose(page, '责任编辑', /^张编辑/);
  await page.getByRole('dialog').getByRole('button', { name: '派责编' }).click();
  await expect(row(page)).toHaveCount(0);

  await logIn(page, 'editor1', '/press/editor');
  await page.getByRole('tab', { name: '我负责' }).click();
  await row(page).getByRole('button', { name: '打开' }).click();
  await page.getByRole('button', { name: '送初审' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: '送初审' }).click();
  await expect(page.getByRole('dialog').getByText('初审中').first()).toBeVisible();

  await logIn(page, 'worksadmin', '/press/audit/one');
  await row(page).getByRole('button', { name: '查看' }).click();
  await page.getByRole('button', { name: '指派', exact: true }).click();
  await choose(page, '审稿人', /^吴编辑/);
  await page.getByRole('dialog').last().getByRole('button', { name: '指派' }).click();
  await expect(row(page)).toContainText('吴编辑');

  await logIn(page, 'editor2', '/press/audit/one');
  await page.getByRole('tab', { name: '等我审读' }).click();
  await row(page).getByRole('button', { name: '审读' }).click();
  await page.getByRole('button', { name: '接收' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: '接收' }).click();
  await page.getByText('导向正确').click();
  for (const name of ['价值', '学术', '文字', '体例']) await page.getByLabel(`${name}（1–10）`).fill('8');
  await page.getByLabel(/^审读意见/).fill(OPINION);
  await page.getByRole('button', { name: '保存报告' }).click();
  await expect(page.getByText('审读报告已保存')).toBeVisible();
  await page.getByRole('button', { name: '通过', exact: true }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByLabel(/^审读结论/)
    .fill(OPINION);
  await page.getByRole('dialog').last().getByRole('button', { name: '通过' }).click();

  await logIn(page, 'chief', '/press/board');
  const card = page.getByRole('region', { name: /^三审/ }).getByRole('link', { name: new RegExp(TITLE) });
  await expect(card).toContainText('复审中');
  await card.click();
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible();
  await expect(page.locator('.transition-log')).toContainText('初审通过');
});
