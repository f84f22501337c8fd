import { type Browser, expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

test.use({ actionTimeout: 15_000 });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

async function signedIn(browser: Browser, userName: string, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  const page = await context.newPage();
  await page.goto(server.origin + path);
  return page;
}

test('SM24 A4 news written by an editor are approved by another user and read on the site', async ({ browser }) => {
  const writer = await signedIn(browser, 'opsadmin', '/cms/information');
  await writer.getByRole('button', { name: /新增$/ }).click();
  const form = writer.getByRole('dialog');
  await form.getByLabel('标题', { exact: true }).fill('旧书库开放日');
  await form.getByLabel('栏目').click();
  await writer.locator('.ant-select-item-option:visible').filter({ hasText: '行业' }).click();
  await form.getByRole('textbox', { name: '正文' }).click();
  await writer.keyboard.type('周六下午，旧书库开放三小时。');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toBeHidden();
  const row = writer.getByRole('row', { name: /旧书库开放日/ });
  await expect(row).toContainText('草稿');
  await row.getByRole('button', { name: '提交发布' }).click();
  await writer.getByRole('dialog').getByRole('button', { name: '提交发布' }).click();
  await expect(row).toContainText('待审核');

  const auditor = await signedIn(browser, 'worksadmin', '/cms/information');
  await auditor
    .getByRole('row', { name: /旧书库开放日/ })
    .getByRole('button', { name: '审核通过' })
    .click();
  await auditor.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(auditor.getByText('已审核通过')).toBeVisible();

  const reader = await browser.newPage();
  await reader.goto(`${server.origin}/cms/main/information?category=trade`);
  await reader.getByRole('link', { name: /旧书库开放日/ }).click();
  await expect(reader.getByText('周六下午，旧书库开放三小时。')).toBeVisible();
});

test('#65 two pages of one scholar are merged, the old address moves, and the merge is undone', async ({ browser }) => {
  const staff = await signedIn(browser, 'opsadmin', '/structure/scholar');
  const idOf = async (name: string): Promise<string> => {
    const answer = await staff.request.get(`${server.origin}/prod-api/house/scholar/queryScholar?keyword=${encodeURIComponent(name)}`);
    return String(((await answer.json()) as { rows: { scholarId: number }[] }).rows[0]?.scholarId);
  };
  const [kept, merged] = [await idOf('江未'), await idOf('何岸')];
  for (const name of ['江未', '何岸'])
    await staff
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check();
  await staff.getByRole('button', { name: /^合\s?并$/ }).click();
  const dialog = staff.getByRole('dialog', { name: '合并同一位学者的两个主页' });
  await expect(dialog).toContainText('移走的作品');
  await dialog.getByRole('button', { name: /合\s?并$/ }).click();
  await expect(staff.getByText('已合并')).toBeVisible();

  const old = await staff.request.get(`${server.origin}/cms/main/scholar/${merged}`, { maxRedirects: 0 });
  const place = new URL(old.headers()['location'] ?? '', server.origin).pathname;
  expect([old.status(), place]).toEqual([301, `/cms/main/scholar/${kept}`]);

  await staff.getByRole('button', { name: '合并记录' }).click();
  await staff.getByRole('button', { name: '撤销合并何岸' }).click();
  await staff.getByRole('dialog').last().getByRole('button', { name: '撤销合并' }).click();
  await expect(staff.getByText('已撤销合并')).toBeVisible();
  expect((await staff.request.get(`${server.origin}/cms/main/scholar/${merged}`, { maxRedirects: 0 })).status()).toBe(200);
});

test('#72 the works of a scholar are moved by keyboard, and readers see the new order', async ({ browser }) => {
  const staff = await signedIn(browser, 'opsadmin', '/houseScholars/works');
  await staff.getByRole('link', { name: '严见山' }).first().click();
  await expect(staff.getByRole('heading', { name: /严见山的作品/ })).toBeVisible();
  const down = staff.getByRole('button', { name: '下移学术写作第一课' });
  await down.focus();
  await staff.keyboard.press('Enter');
  await expect(staff.getByText('顺序已保存')).toBeVisible();
  await expect(staff.locator('.scholar-works > li').nth(1)).toContainText('学术写作第一课');
  await expect(down).toBeFocused();
});
