import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test } from '../support/journey.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const TEXT = '目录里的第七章点开以后是空白的。';

test('S2.1.9 #14 a visitor finds an answer, writes to the publisher, and reads the reply after signing in', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/cmsAbout`);
  await expect(page.getByRole('link', { name: '13800000000' })).toBeVisible();
  await page.getByRole('searchbox', { name: '搜索常见问题' }).fill('没有网络');
  const question = page.getByText('没有网络能读书吗？');
  await expect(question).toBeVisible();
  await expect(page.getByText('可以开发票吗？')).toBeHidden();
  await question.click();
  await expect(page.getByText('先在有网络时把书下载到书架')).toBeVisible();
  await page.getByRole('searchbox', { name: '搜索常见问题' }).fill('');
  await page.getByRole('button', { name: '支付', exact: true }).click();
  await expect(page.getByText('可以开发票吗？')).toBeVisible();
  await expect(page.getByText('字太小怎么办？')).toBeHidden();

  const section = page.getByRole('region', { name: '意见反馈' });
  await section.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: '提交反馈' }).click();
  await expect(page.getByText('请至少写5个字')).toBeVisible();
  await section.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByLabel('用户名').fill('reader7');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`${server.origin}/cms/main/cmsAbout`);

  await section.scrollIntoViewIfNeeded();
  await page.getByText('内容差错', { exact: true }).click();
  await page.getByLabel('内容', { exact: true }).fill(TEXT);
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  await section.locator('input[type=file]').setInputFiles({ name: '截图.png', mimeType: 'image/png', buffer: png });
  await expect(section.getByRole('img', { name: '附图1' })).toBeVisible();
  await section.getByRole('button', { name: '提交反馈' }).click();
  const mine = section.getByRole('article').filter({ hasText: TEXT });
  await expect(mine).toContainText('待处理');
  await expect(mine.getByRole('img', { name: '附图1' })).toBeVisible();

  const clerk = await server.logIn('opsadmin');
  const { rows } = (await server.call(clerk, 'GET', `/system/feedback/list?content=${encodeURIComponent('第七章')}`)) as unknown as {
    rows: { feedbackId: number }[];
  };
  await server.call(clerk, 'PUT', `/system/feedback/handle/${rows[0]?.feedbackId}`, {});
  await server.call(clerk, 'PUT', `/system/feedback/reply/${rows[0]?.feedbackId}`, { text: '已经修好，请重新下载这本书。' });
  await page.reload();
  await section.scrollIntoViewIfNeeded();
  await expect(mine).toContainText('已经修好，请重新下载这本书。');
  await mine.getByRole('button', { name: '已解决，关闭' }).click();
  await expect(mine).toContainText('已关闭');
});

test('#34 a reader sees and clears the history, and private mode keeps none', async ({ page }) => {
  const { rows } = (await server.call(null, 'GET', '/system/notice/queryNotice')) as unknown as { rows: { noticeId: number; noticeTitle: string }[] };
  const [first, second] = rows;
  await page.context().addCookies([{ name: 'Admin-Token', value: await server.logIn('reader8'), url: server.origin }]);
  const recorded = () => page.waitForResponse((answer) => answer.url().endsWith('/info/browse') && answer.request().method() === 'POST');
  const look = async (noticeId: number | undefined): Promise<void> => {
    const done = recorded();
    await page.goto(`${server.origin}/cms/main/noticeDetail?noticeId=${noticeId}`);
    await done;
  };
  await look(first?.noticeId);
  await page.goto(`${server.origin}/personalCenter/history`);
  await expect(page.getByRole('link', { name: first?.noticeTitle ?? '' })).toBeVisible();
  // The switch follows the answer of the server.
  await page.getByRole('switch', { name: /无痕浏览/ }).click();
  await expect(page.getByRole('switch', { name: /无痕浏览/ })).toBeChecked();
  await expect(page.getByText('已打开无痕浏览').last()).toBeVisible();
  await look(second?.noticeId);
  await page.goto(`${server.origin}/personalCenter/history`);
  await expect(page.getByRole('link', { name: first?.noticeTitle ?? '' })).toBeVisible();
  await expect(page.getByRole('link', { name: second?.noticeTitle ?? '' })).toHaveCount(0);
  await page.getByRole('button', { name: '清空浏览历史' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '清空' }).click();
  await expect(page.getByRole('heading', { name: '还没有浏览历史' })).toBeVisible();
});
