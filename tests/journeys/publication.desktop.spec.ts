import { type Browser, expect, limit, type Page, storedOnDevice, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';
import { bookEntries, zipOf } from '../support/epub-maker.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const TITLE = '灯塔来信';
const CHAPTERS = Object.fromEntries(
  Array.from({ length: 5 }, (_, index) => [
    `c${index}.xhtml`,
    `<h1>第${'一二三四五'[index]}封</h1><p>守塔人写下第${index + 1}封信，琉璃窗外的雾还没有散。</p>`,
  ]),
);

/** Signs in as a user does, on the sign-in page, and continues at `path`. */
async function signIn(browser: Browser, userName: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(server.origin + path);
  await page.getByLabel('用户名').fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录' }).click();
  return page;
}

test('S2.3.14 S2.4.1 a works administrator uploads a book, another approves it, and a reader finds it', async ({ browser }) => {
  const editor = await signIn(browser, 'worksadmin', '/publication/publicationList');
  await expect(editor).toHaveURL(/\/publication\/publicationList$/);
  await expect(editor.getByRole('button', { name: '上传电子书' })).toBeVisible();

  await editor.getByRole('button', { name: '上传电子书' }).click();
  const epub = await zipOf(bookEntries({ title: TITLE, creators: ['何语'], chapters: CHAPTERS }));
  await editor.locator('input[type=file]').setInputFiles({ name: '灯塔来信.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(epub) });
  await expect(editor.getByText('电子书已经可以阅读')).toBeVisible({ timeout: limit(30_000) });
  await editor.getByRole('button', { name: '去完善' }).click();

  const form = editor.getByRole('dialog');
  await expect(form.getByLabel('书名', { exact: true })).toHaveValue(TITLE);
  await expect(form.getByLabel('作者', { exact: true })).toHaveValue('何语');
  await form.getByLabel('书名', { exact: true }).fill('');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('请输入书名').first()).toBeVisible();
  await form.getByLabel('书名', { exact: true }).fill(TITLE);
  await form.getByLabel('内容简介').fill('<p>守塔人和他没有寄出的信。</p>');
  // A click on an option may miss while its list is still opening.
  const novel = editor.locator('.ant-select-tree-title:visible', { hasText: '小说' });
  await expect(async () => {
    if (!(await novel.isVisible())) await form.getByLabel('分类').click({ timeout: limit(3_000) });
    await novel.click({ timeout: limit(3_000) });
    await expect(form.locator('.ant-select-content, .ant-select-selection-item').filter({ hasText: '小说' }).first()).toBeVisible({
      timeout: limit(2_000),
    });
  }).toPass({ timeout: limit(30_000) });
  await form.getByLabel('定价').fill('29');
  await form.getByLabel('售价').fill('19.9');
  await form.getByLabel('试读章数').fill('2');
  await form.getByLabel('出版日期').click();
  await expect(editor.locator('.ant-picker-content th').first()).toHaveText('一');
  await editor.getByText('今天', { exact: true }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(editor.getByText('保存成功')).toBeVisible();
  await editor.reload();
  const row = editor.getByRole('row', { name: new RegExp(TITLE) });
  await expect(row).toContainText('小说');
  await expect(row).toContainText('19.90');
  await expect(row).toContainText('5 章');

  await row.getByRole('button', { name: TITLE, exact: true }).click();
  const [preview] = await Promise.all([editor.waitForEvent('popup'), editor.getByRole('link', { name: '预览' }).click()]);
  await expect(preview.frameLocator('iframe[data-shown]').getByText('守塔人写下第1封信')).toBeVisible();
  await preview.close();
  await editor.getByRole('button', { name: '关闭', exact: true }).click();
  await expect(editor.getByRole('dialog')).toHaveCount(0);

  // The previous dialog also has a button with that name.
  await row.getByRole('button', { name: '提交上架' }).click();
  await editor
    .getByRole('dialog', { name: /^提交上架《/ })
    .getByRole('button', { name: '提交上架' })
    .click();
  await expect(row).toContainText('上架审核');
  await row.getByRole('button', { name: '上架', exact: true }).click();
  await editor.getByRole('dialog').getByRole('button', { name: '仍要上架' }).click();
  await expect(editor.getByRole('dialog').getByText('不能审核本人提交的上架')).toBeVisible();

  const chief = await signIn(browser, 'chief', '/publication/publicationList');
  const same = chief.getByRole('row', { name: new RegExp(TITLE) });
  await same.getByRole('button', { name: '上架', exact: true }).click();
  await chief.getByRole('dialog').getByRole('button', { name: '仍要上架' }).click();
  await expect(same).toContainText('已上架');
  await chief.reload();
  await expect(same).toContainText('已上架');

  const reader = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await reader.goto(`${server.origin}/cms/main/search?keyword=${encodeURIComponent('琉璃窗外')}`);
  await expect(reader.getByText(TITLE).first()).toBeVisible();
  await reader.goto(`${server.origin}/cms/main/search?keyword=${encodeURIComponent('灯塔')}`);
  await reader
    .getByRole('link', { name: new RegExp(TITLE) })
    .first()
    .click();
  await expect(reader).toHaveURL(/bookDetail\/\d+/);
  await expect(reader.getByText('¥ 19.90').first()).toBeVisible();

  await same.getByRole('button', { name: '下架' }).click();
  await chief.getByRole('dialog').getByLabel('下架原因').fill('合同到期');
  await chief.getByRole('dialog').getByRole('button', { name: '下架' }).click();
  await expect(same).toContainText('已下架');
  // Requested from the server itself: on a busy machine the service worker shows its shell first, which is not a 404.
  expect((await reader.request.get(reader.url())).status()).toBe(404);
});

test('a session that ends while a book is edited loses no input', async ({ browser }) => {
  await server.publish(await zipOf(bookEntries({ title: '改到一半的书', creators: ['何语'], chapters: CHAPTERS })));
  const editor = await signIn(browser, 'worksadmin', '/publication/publicationList');
  await editor
    .getByRole('row', { name: /改到一半的书/ })
    .getByRole('button', { name: /修改/ })
    .click();
  const form = editor.getByRole('dialog', { name: /修改《改到一半的书》/ });
  await expect(form.getByLabel('书名', { exact: true })).toHaveValue('改到一半的书');
  await form.getByLabel('书名', { exact: true }).fill('改了名的书');
  await form.getByLabel('内容简介').fill('<p>新写的简介。</p>');
  const token = (await editor.context().cookies()).find((cookie) => cookie.name === 'Admin-Token')?.value ?? '';
  await storedOnDevice(editor, 'shuzhou-drafts', 'drafts', '新写的简介');
  await server.call(token, 'POST', '/logout');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(editor.getByText(/认证失败/)).toHaveCount(0);
  await editor.getByRole('dialog').filter({ hasText: '请登录!' }).getByRole('button', { name: '登录' }).click();
  await editor.getByLabel('用户名').fill('worksadmin');
  await editor.getByLabel('密码', { exact: true }).fill(server.password);
  await editor.getByRole('button', { name: '登录' }).click();
  await expect(form).toContainText('没有保存的内容');
  await expect(form.getByLabel('书名', { exact: true })).toHaveValue('改了名的书');
  await expect(form.getByLabel('内容简介')).toHaveValue('<p>新写的简介。</p>');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(editor.getByText('保存成功')).toBeVisible();
  await editor.reload();
  await expect(editor.getByRole('row', { name: /改了名的书/ })).toBeVisible();
  await expect(editor.getByRole('dialog')).toHaveCount(0);
  await editor.context().close();
});

test('shows a message for a faulty file, and lists no book', async ({ browser }) => {
  const editor = await signIn(browser, 'worksadmin', '/publication/publicationList');
  await editor.getByRole('button', { name: '上传电子书' }).click();
  await editor
    .locator('input[type=file]')
    .setInputFiles({ name: '不是书.epub', mimeType: 'application/epub+zip', buffer: Buffer.from('plain words') });
  await expect(editor.getByText('这本书没有处理成功')).toBeVisible({ timeout: limit(30_000) });
  await editor.getByRole('button', { name: '换一个文件' }).click();
  await expect.poll(() => editor.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null), 'the keyboard stays').toBe(true);
  await editor.locator('input[type=file]').setInputFiles({ name: '书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
  await expect(editor.getByText('请选择扩展名为.epub的电子书文件')).toBeVisible();
  await expect(editor.getByRole('button', { name: '继续上传' })).toHaveCount(0);
  await editor.getByRole('button', { name: '换一个文件' }).click();

  // An error that is not caused by the file can be retried with the same file, in the same place.
  const again = editor.getByRole('dialog').getByRole('button', { name: '重试' });
  await editor.route('**/cms/publish/preparation', (route) => route.abort(), { times: 1 });
  let broken = true;
  await editor.route('**/cms/publish/preparation/*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object };
    const failed = { state: 'failed', message: '处理时出现意外错误', mayRetry: true };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...(broken ? failed : {}) } } });
  });
  await editor.route('**/cms/publish/preparation/retry/*', async (route) => {
    broken = false;
    const data = { preparationId: Number(route.request().url().split('/').at(-1)), state: 'queued', message: '' };
    await route.fulfill({ json: { code: 200, msg: '', data } });
  });
  const epub = await zipOf(bookEntries({ title: '再试一次', chapters: CHAPTERS }));
  await editor.locator('input[type=file]').setInputFiles({ name: '再试.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(epub) });
  await expect(editor.getByText('后端接口连接异常')).toBeVisible();
  await again.click();
  await expect(editor.getByText('处理时出现意外错误')).toBeVisible();
  await again.click();
  await expect(editor.getByText('电子书已经可以阅读')).toBeVisible({ timeout: limit(30_000) });
});

test('#33.14 #33.15 an editor sees what was repaired in a book and what is missing, after the upload and later', async ({ browser }) => {
  const editor = await adminPage(browser, server, 'worksadmin', '/publication/publicationList');
  await editor.getByRole('button', { name: '上传电子书' }).click();
  const chapters = { 'c1.xhtml': '<h1>图</h1><p><img src="missing.jpg" alt="灯"/><audio src="http://example.org/a.mp3"></audio></p>' };
  const epub = await zipOf(
    bookEntries({ title: '修过的书', chapters, entries: { 'META-INF/container.xml': null }, spine: '<itemref idref="c0"/><itemref idref="gone"/>' }),
  );
  await editor.locator('input[type=file]').setInputFiles({ name: '修过.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(epub) });
  const ready = editor.getByRole('alert').filter({ hasText: '电子书已经可以阅读' });
  await expect(ready).toBeVisible({ timeout: limit(30_000) });
  await ready.getByText('3 处缺失、1 处修复').click();
  for (const words of [
    '图片“missing.jpg”（灯）不在压缩包里',
    '声音“http://example.org/a.mp3”在别的网站上',
    '阅读顺序中的“gone”',
    '缺失，已采用书里唯一的描述文件',
  ])
    await expect(ready.getByText(words)).toBeVisible();
  await editor.setViewportSize({ width: 390, height: 844 });
  await expect(ready.getByText('图片“missing.jpg”')).toBeVisible();
  expect(await ready.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test('S2.4.1 S6.1 an anonymous visitor is redirected to login with the full path, a reader to the home page', async ({ browser }) => {
  const currentUser = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await currentUser.goto(`${server.origin}/publication/publicationList?status=draft`);
  await expect(currentUser).toHaveURL(`${server.origin}/cmsLogin?redirect=%2Fpublication%2FpublicationList%3Fstatus%3Ddraft`);
  const reader = await signIn(browser, 'reader2', '/publication/publicationList');
  await expect(reader).toHaveURL(`${server.origin}/`);
});

test('S2.4.2 a signed-in user who opens the login page is redirected to the home page', async ({ browser }) => {
  const reader = await signIn(browser, 'reader3', '/personalCenter/default');
  await expect(reader).toHaveURL(/personalCenter\/default$/);
  await reader.goto(`${server.origin}/cmsLogin`);
  await expect(reader).toHaveURL(`${server.origin}/`);
});

test('a title in Latin letters uses a Latin font in its input, and in the header of its form', async ({ browser }) => {
  const page = await adminPage(browser, server, 'worksadmin', '/publication/publicationList');
  const formOf = async (title: string): Promise<string[]> => {
    await page.locator('tr', { hasText: title }).getByRole('button', { name: '修改' }).click();
    const form = page.getByRole('dialog', { name: `修改《${title}》` });
    const line = form.getByLabel('书名', { exact: true });
    await expect(line).toHaveValue(title);
    const faces = [line, form.locator('.ant-drawer-title > span')].map((one) => one.evaluate((element) => getComputedStyle(element).fontFamily));
    const found = await Promise.all(faces);
    await form.getByRole('button', { name: '取消' }).click();
    await expect(form).toBeHidden();
    return found.map((face) => (face.startsWith('-apple-system, "Segoe UI", Roboto') ? 'Latin' : 'Chinese'));
  };
  expect(await formOf('The Lamp Keeper’s Notebook')).toEqual(['Latin', 'Latin']);
  expect(await formOf('翻译是过河')).toEqual(['Chinese', 'Chinese']);
  await page.context().close();
});

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const)
  test(`no column in the lists of works is hidden behind the action column, on ${width}×${height}`, async ({ browser }) => {
    for (const path of ['/publication/publicationList', '/publication/audio']) {
      const page = await adminPage(browser, server, 'worksadmin', path, { width, height });
      await expect(page.locator('tr.ant-table-row').first()).toBeVisible();
      const edges = await page.locator('thead th').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect()));
      const covered = edges.filter(({ right }, at) => right > (edges[at + 1]?.left ?? Infinity) + 1);
      expect([path, covered.length]).toEqual([path, 0]);
      const cut = await page
        .locator('tr.ant-table-row td')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
      expect([path, cut]).toEqual([path, 0]);
      await page.context().close();
    }
  });
