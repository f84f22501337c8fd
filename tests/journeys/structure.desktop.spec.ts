import { type Browser, expect, type Page, slowServer, storedOnDevice, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const open = (browser: Browser, path: string, userName = 'sysadmin'): Promise<Page> => adminPage(browser, server, userName, path);

async function signIn(page: Page, userName: string): Promise<void> {
  await page.getByLabel('用户名').fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录' }).click();
}

test('a college is rejected with a message, added, found after a reload, changed, and deleted after confirmation', async ({ browser }) => {
  const page = await open(browser, '/structure/college');
  await page.getByRole('button', { name: '新增' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form.getByText('院校名称不能为空').first()).toBeVisible();
  await form.getByLabel('院校名称').fill('听澜大学');
  await form.getByLabel('院校代码').fill('12');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form.getByText('院校代码须是教育部的5位或10位数字').first()).toBeVisible();
  await form.getByLabel('院校代码').fill('99088');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('新增成功')).toBeVisible();

  await page.reload();
  await page.getByRole('search').getByLabel('院校名称').fill('听澜');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = page.getByRole('row', { name: /听澜大学/ });
  await expect(row).toContainText('99088');
  await expect(page.getByText('共 1 条')).toBeVisible();
  // The row loads late: nothing can be typed until it is in the form.
  await page.route(/\/college\/\d+$/, async (route) => {
    await slowServer(500);
    await route.continue();
  });
  await row.getByRole('button', { name: '修改' }).click();
  await page.getByRole('dialog').getByLabel('联系人').fill('陆老师');
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('修改成功')).toBeVisible();
  await expect(row).toContainText('陆老师');

  await row.getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog', { name: /删除院校「听澜大学」/ });
  await expect(question).toContainText('移入回收站，30 天内可以恢复');
  await question.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('没有符合条件的院校')).toBeVisible();
});

test('a long edit survives an expired session: the alert, the login page, the redirect back, every character restored', async ({ browser }) => {
  const page = await open(browser, '/structure/scholar');
  await page.getByRole('button', { name: '新增' }).first().click();
  const words = `他在江边写了三十年书。\n${'灯火与船，字里行间。'.repeat(45)}末字`;
  const life = '生于江城，长于书肆。'.repeat(80);
  const form = page.getByRole('dialog');
  await form.getByLabel('学者姓名').fill('程听雪');
  await form.getByLabel('研究方向').fill('出版史');
  await form.getByRole('textbox', { name: '简介' }).fill(life);
  await form.getByLabel('备注').fill(words);
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'Admin-Token')?.value ?? '';
  await storedOnDevice(page, 'shuzhou-drafts', 'drafts', '末字');
  await server.call(token, 'POST', '/logout');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  const alert = page.getByRole('dialog').filter({ hasText: '请登录!' });
  await alert.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(/\/cmsLogin\?redirect=/);
  await signIn(page, 'sysadmin');
  await expect(page).toHaveURL(`${server.origin}/structure/scholar`);
  const again = page.getByRole('dialog', { name: '新增学者' });
  await expect(again).toContainText('没有保存的内容');
  await expect(again.getByLabel('备注')).toHaveValue(words);
  await expect(again.getByRole('textbox', { name: '简介' })).toHaveText(life);
  await expect(again.getByLabel('学者姓名')).toHaveValue('程听雪');
  await again.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('新增成功')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /程听雪/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('SM18 a reader applies to be an author on the phone, an administrator approves, and the reader is notified', async ({ browser }) => {
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await phone.goto(`${server.origin}/cmsLogin?redirect=/personalCenter/profile`);
  await signIn(phone, 'reader7');
  await phone.getByRole('button', { name: '申请作者' }).click();
  const sheet = phone.getByRole('dialog', { name: '申请作者' });
  await sheet.getByLabel('真实姓名').fill('何小舟');
  await sheet.getByLabel('申请理由').fill('写了十年随笔，想在这里出一本书。');
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await expect(sheet.getByText('请上传作品样章或简历')).toBeVisible();
  await sheet.locator('input[type=file]').setInputFiles({ name: '样章.txt', mimeType: 'text/plain', buffer: Buffer.from('桥上的灯还亮着。') });
  await expect(sheet.getByText('样章.txt')).toBeVisible();
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await expect(phone.getByText(/^待审核 · /)).toBeVisible();

  const token = await server.logIn('reader7');
  const unread = Number((await server.call(token, 'GET', '/info/message/unread'))['data']);
  const admin = await open(browser, '/structure/applyForLog');
  await admin.getByRole('listitem').filter({ hasText: '何小舟' }).getByRole('button', { name: '处理' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: /^通过/ }).click();
  await expect(admin.getByText('已通过').first()).toBeVisible();

  await phone.goto(`${server.origin}/personalCenter/default`);
  await expect(phone.getByText(`${unread + 1} 条未读`)).toBeVisible();
  await phone.getByRole('link', { name: /消息/ }).click();
  await expect(phone.getByText('您申请的「作者」已通过')).toBeVisible();
  await phone.goto(`${server.origin}/personalCenter/profile`);
  await expect(phone.getByText('已具备').first()).toBeVisible();
});

test('readers see on the home page what an editor arranges in the admin client', async ({ browser }) => {
  const page = await open(browser, '/program/block', 'opsadmin');
  await page.getByRole('switch', { name: '显示新书' }).click();
  await expect(page.getByText('已隐藏')).toBeVisible();
  await page.getByRole('button', { name: '上移免费好书' }).click();
  await expect(page.getByText('顺序已保存')).toBeVisible();
  const currentUser = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await currentUser.goto(server.origin);
  await expect(currentUser.getByRole('heading', { name: '免费好书' })).toBeVisible();
  await expect(currentUser.getByRole('heading', { name: '新书' })).toHaveCount(0);
});
