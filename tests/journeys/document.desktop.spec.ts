import type { Page } from '@playwright/test';
import { docxText } from '../../server/document/docx-text.ts';
import { listMarks } from '../../server/document/review-check.ts';
import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { inputMethod } from '../support/composition.ts';
import { expect, limit, test } from '../support/journey.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

async function signIn(page: Page, userName: string): Promise<string> {
  const token = await server.logIn(userName);
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  return token;
}

/** The number of a manuscript of the demo. */
async function numberOf(token: string, title: string): Promise<number> {
  const { rows } = (await server.call(token, 'GET', `/cms/archive/list?title=${encodeURIComponent(title)}&pageNum=1&pageSize=10`)) as {
    rows: { archiveId: number; title: string }[];
  };
  return rows.find((row) => row.title === title)!.archiveId;
}

async function fileOf(token: string, archiveId: number): Promise<Buffer> {
  const answer = await fetch(`${server.origin}/prod-api/doc/file/open/${archiveId}`, { headers: { authorization: `Bearer ${token}` } });
  return Buffer.from(await answer.arrayBuffer());
}

const lamp = (page: Page) => page.locator('.document-lamp');
const rail = (page: Page) => page.getByRole('complementary', { name: '修订与批注' });
const card = (page: Page, text: string) => rail(page).locator('ol > li', { hasText: text });
const sheet = (page: Page) => page.getByRole('textbox', { name: '文档内容' });
/** Puts the caret at the end of the line that contains a text. */
async function clickLine(page: Page, text: string): Promise<void> {
  await page.locator('.docx-line', { hasText: text }).first().click();
  await page.keyboard.press('End');
}
/** When this device last stored a document, epoch milliseconds. */
const keptAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('shuzhou-documents');
        opening.addEventListener('error', () => reject(new Error('no database')));
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.addEventListener('success', () => {
            opening.result.close();
            resolve(Math.max(0, ...(all.result as { at: number }[]).map(({ at }) => at)));
          });
        });
      }),
  );

async function opened(page: Page): Promise<void> {
  await expect(rail(page)).toBeVisible({ timeout: limit(30_000) });
  await expect(page.locator('.embedded-settling')).toBeHidden({ timeout: limit(30_000) });
}

test('#56 a reviewer types Chinese in suggesting mode; every mark carries the person, and the server has it after a save', async ({ page }) => {
  test.setTimeout(120_000);
  const token = await signIn(page, 'section');
  const archiveId = await numberOf(token, '午夜译室');
  await page.goto(`${server.origin}/auditPageoffice?archiveId=${archiveId}`);
  await opened(page);
  await expect(lamp(page)).toHaveText('服务器');
  const ime = await inputMethod(page);

  await clickLine(page, '第二个人写的是日期');
  await ime.compose('dengliang', '灯亮着');
  // Trap 1: the first letter in the paragraph after Enter, here a list item, must not stay.
  await page.keyboard.press('Enter');
  await ime.compose('xinduan', '新段');
  // Trap 2: typing before struck text that begins with the same characters.
  await clickLine(page, '第四个人什么也没有写');
  await page.keyboard.press('Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Home');
  await ime.compose('disi', '第四位');
  await expect(card(page, '第四位')).toContainText('王主任');
  // The lamp: on the device a moment after the last change, and nobody else may accept here.
  await expect(lamp(page)).toHaveText('本机');
  await expect(rail(page).getByRole('button', { name: '接受' })).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(lamp(page)).toHaveText('服务器', { timeout: limit(20_000) });

  const bytes = await fileOf(token, archiveId);
  const lines = (await docxText(bytes)).split('\n');
  expect(lines).toContain('第二个人写的是日期。灯亮着');
  expect(lines).toContain('新段');
  expect(lines.at(-1)).toBe('第四位什么也没有写，他在信封上画了一扇窗。');
  const mine = (await listMarks(bytes)).filter(({ author }) => author.startsWith('王主任'));
  expect(
    mine
      .filter(({ kind }) => kind === 'insert')
      .map(({ text }) => text)
      .filter(Boolean),
  ).toEqual(['灯亮着', '新段', '第四位']);
  expect(mine.filter(({ kind }) => kind === 'delete').map(({ text }) => text)).toEqual(['第四个人']);

  await page.reload();
  await opened(page);
  await expect(card(page, '灯亮着')).toContainText('王主任');
  await expect(card(page, '灯亮着').getByRole('button', { name: '撤回' })).toBeVisible();
  await expect(card(page, '炉子之间').getByRole('button', { name: '撤回' })).toHaveCount(0);
});

test('#52 the stage editor accepts and rejects, comments and resolves; a reload at once loses nothing', async ({ page }) => {
  test.setTimeout(120_000);
  const token = await signIn(page, 'editor1');
  const archiveId = await numberOf(token, '大学英语听说');
  await page.goto(`${server.origin}/pageoffice?archiveId=${archiveId}`);
  await opened(page);
  await card(page, '每一部分之后都有练习').getByRole('button', { name: '接受' }).click();
  await expect(card(page, '每一部分之后都有练习')).toHaveCount(0);
  await card(page, '学生两人一组').getByRole('button', { name: '拒绝' }).click();
  await expect(card(page, '学生两人一组')).toHaveCount(0);
  const comment = card(page, '是否加上“快速”');
  await comment.getByRole('button', { name: '回复' }).click();
  await comment.getByRole('textbox', { name: /^回复/ }).fill('已与作者商量，不加。');
  await comment.locator('form').getByRole('button', { name: '回复' }).click();
  await expect(comment).toContainText('已与作者商量，不加。');
  await comment.getByRole('button', { name: '解决' }).click();
  await expect(comment).toContainText('已解决');
  // A comment on selected words.
  await clickLine(page, '听一遍，记下地名');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  await rail(page).getByRole('button', { name: '批注选中的文字' }).click();
  await rail(page).getByRole('textbox', { name: '批注' }).fill('地名请附拼音');
  await rail(page).getByRole('button', { name: '加批注' }).click();
  await expect(card(page, '地名请附拼音')).toContainText('张编辑');
  await clickLine(page, '不看文字，复述一次');
  const typedAt = Date.now();
  await page.keyboard.insertText('然后交换角色。');
  // The lamp may still show the change before, so the device itself is asked.
  await expect.poll(() => keptAt(page), { timeout: limit(20_000) }).toBeGreaterThan(typedAt);
  await expect(lamp(page)).toHaveText('本机');

  await page.reload();
  await opened(page);
  await expect(sheet(page)).toContainText('然后交换角色。');
  await expect(lamp(page)).toHaveText('本机');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(lamp(page)).toHaveText('服务器', { timeout: limit(20_000) });
  const text = await docxText(await fileOf(token, archiveId));
  expect(text).toContain('每个单元由听、说、读三个部分组成，每一部分之后都有练习。');
  expect(text).not.toContain('学生两人一组');
  expect(text).toContain('不看文字，复述一次。然后交换角色。');

  // Leaving inside the site stores on the server too.
  await clickLine(page, '再听一遍');
  await page.keyboard.insertText('两人核对。');
  await page.getByRole('button', { name: '返回' }).click();
  await expect.poll(async () => docxText(await fileOf(token, archiveId)), { timeout: limit(20_000) }).toContain('再听一遍，画出路线。两人核对。');
});

test('two tabs and two devices: the second tab only reads, and the later save is kept beside the versions with its differences', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const token = await signIn(page, 'editor1');
  const archiveId = await numberOf(token, '大学英语听说');
  const address = `${server.origin}/pageoffice?archiveId=${archiveId}`;
  await page.goto(address);
  await opened(page);
  const second = await page.context().newPage();
  await second.goto(address);
  await expect(second.getByText('这份文稿正在另一个标签页里编辑，这里只读。')).toBeVisible({ timeout: limit(20_000) });
  await expect(second.getByRole('button', { name: '保存', exact: true })).toHaveCount(0);

  const device = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const other = await device.newPage();
  await device.addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  await other.goto(address);
  await opened(other);
  await clickLine(other, '听一遍，记下地名');
  await other.keyboard.insertText('（另一台电脑）');
  await clickLine(page, '再听一遍');
  await page.keyboard.insertText('（这台电脑）');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(lamp(page)).toHaveText('服务器', { timeout: limit(20_000) });
  await expect(second.getByText(/另一个标签页存了第\s\d+\s版/)).toBeVisible();
  // The tab that saved is not told of its own save.
  await expect(page.getByText(/另一个标签页存了/)).toHaveCount(0);
  await other.getByRole('button', { name: '保存', exact: true }).click();
  await expect(other.getByText(/文稿已在别处存为第\d+版，您的这一份已另存/)).toBeVisible({ timeout: limit(20_000) });
  await other.getByText('打开最新版').click();
  await opened(other);
  await expect(other.getByText('这里只读')).toHaveCount(0);
  await expect(other.getByRole('button', { name: '保存', exact: true })).toBeVisible();
  await expect(sheet(other)).toContainText('（这台电脑）');
  await expect(sheet(other)).not.toContainText('（另一台电脑）');
  await other.getByText(/另存的稿子 1\s份/).click();
  await other.getByRole('button', { name: '与最新版比较' }).click();
  await expect(other.locator('.document-difference ins', { hasText: '（另一台电脑）' })).toBeVisible();

  // The first tab gives the document back.
  await page.close();
  await expect(second.getByText('可以在这里编辑了')).toBeVisible();
  await second.getByRole('button', { name: '打开最新版' }).click();
  await opened(second);
  await expect(second.getByText(/可编辑/)).toBeVisible();
});

test('an ended session loses no character: the user signs in again in another window and goes on', async ({ page }) => {
  test.setTimeout(120_000);
  const token = await signIn(page, 'editor1');
  const archiveId = await numberOf(token, '大学英语听说');
  await page.goto(`${server.origin}/pageoffice?archiveId=${archiveId}`);
  await opened(page);
  await clickLine(page, '不看文字');
  await page.keyboard.insertText('两小时的改动。');
  await server.call(token, 'POST', '/logout');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('文稿已存在本机，一个字都不会丢')).toBeVisible({ timeout: limit(20_000) });
  const [login] = await Promise.all([page.waitForEvent('popup'), page.getByText('在新窗口登录').last().click()]);
  await login.getByLabel('用户名').fill('editor1');
  await login.getByLabel('密码', { exact: true }).fill(server.password);
  await login.getByRole('button', { name: '登录', exact: true }).click();
  await login.waitForURL((url) => !url.pathname.includes('Login'));
  await expect(page.getByText('正在等您在新窗口登录')).toBeHidden();
  await expect(sheet(page)).toContainText('两小时的改动。');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(lamp(page)).toHaveText('服务器', { timeout: limit(20_000) });
  expect(await docxText(await fileOf(await server.logIn('editor1'), archiveId))).toContain('两小时的改动。');
});

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** Which states were checked, at any size. */
const seen = nothingSeen();

for (const viewport of SIZES)
  test(`the pages of documents have no axe violations at ${viewport.width} px, light and dark`, async ({ browser }) => {
    test.setTimeout(180_000);
    const found: string[] = [];
    const open = async (userName: string, title: string, path: (archiveId: number, token: string) => Promise<string>): Promise<Page> => {
      const context = await browser.newContext({ viewport, locale: 'zh-CN', serviceWorkers: 'block' });
      const page = await context.newPage();
      const token = await signIn(page, userName);
      await page.goto(server.origin + (await path(await numberOf(token, title), token)));
      await opened(page);
      const toggle = rail(page).locator('.marks-rail-toggle');
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
      found.push(...(await faults(page, page.url(), null, seen)));
      return page;
    };
    await open('editor1', '大学英语听说', async (archiveId) => `/pageoffice?archiveId=${archiveId}`);
    await open('editor1', '大学英语听说', async (archiveId, token) => {
      const { data } = (await server.call(token, 'GET', `/cms/archive/history/list?archiveId=${archiveId}`)) as { data: { versionId: number }[] };
      return `/previewPageoffice?versionId=${data[0]!.versionId}`;
    });
    const page = await open('section', '午夜译室', async (archiveId) => `/auditPageoffice?archiveId=${archiveId}`);
    if (viewport.width < 768) {
      await page.getByRole('button', { name: '重排阅读' }).click();
      await expect(page.getByText('看版面')).toBeVisible();
      found.push(...(await faults(page, 'reading', null, seen)));
    }
    expect(found).toEqual([]);
  });

test('on a phone a reviewer reads and comments, and cannot type into the text', async ({ browser }) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN', serviceWorkers: 'block' });
  const page = await context.newPage();
  const token = await signIn(page, 'section');
  const archiveId = await numberOf(token, '午夜译室');
  await page.goto(`${server.origin}/auditPageoffice?archiveId=${archiveId}`);
  await opened(page);
  await expect(page.getByText('请在电脑端编辑；手机上可以看和批注。')).toBeVisible();
  await page.locator('.docx-line', { hasText: '第一个人写的是价格' }).dblclick();
  await page.keyboard.type('x');
  await expect(lamp(page)).toHaveText('服务器');
  await rail(page).locator('.marks-rail-toggle').click();
  await rail(page).getByRole('button', { name: '批注选中的文字' }).click();
  await rail(page).getByRole('textbox', { name: '批注' }).fill('价格要写币种');
  await rail(page).getByRole('button', { name: '加批注' }).click();
  await expect(card(page, '价格要写币种')).toContainText('王主任');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(lamp(page)).toHaveText('服务器', { timeout: limit(20_000) });
  await page.reload();
  await opened(page);
  await rail(page).locator('.marks-rail-toggle').click();
  await expect(card(page, '价格要写币种')).toBeVisible();
  await context.close();
});
