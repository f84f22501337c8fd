import type { Page } from '@playwright/test';
import ExcelJS from 'exceljs';
import { expect, slowServer, storedOnDevice, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

test.use({ actionTimeout: 15_000 });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const clerk = await server.logIn('admin');
  for (let index = 1; index <= 21; index += 1) {
    const { data } = (await server.call(clerk, 'POST', '/cms/publish/audio', { kind: 'audio', title: `弃录${index}`, authorsText: '何语' })) as {
      data: { publishId: number };
    };
    await server.call(clerk, 'DELETE', `/cms/publish/${data.publishId}`);
    await server.call(clerk, 'POST', '/cms/publish/audio', { kind: 'audio', title: `试录${index}`, authorsText: '何语' });
    await server.call(clerk, 'POST', '/system/post', { postCode: `p${index}`, postName: `试岗${index}`, postSort: 100 + index });
  }
});
test.afterAll(() => server.close());

const ticks = (page: Page) => page.locator('tbody tr.ant-table-row').getByRole('checkbox');
const secondPage = async (page: Page): Promise<void> => {
  await page.locator('.ant-pagination-item-2').click();
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('2');
};

test('bulk actions apply to visible rows only: not to rows of another page, nor to removed rows', async ({ browser }) => {
  const posts = await adminPage(browser, server, 'admin', '/system/post');
  const bar = posts.locator('.admin-toolbar');
  await ticks(posts).nth(2).check();
  await ticks(posts).nth(3).check();
  await expect(bar).toContainText('已选 2 项');
  await secondPage(posts);
  await expect(bar).not.toContainText('已选');
  await expect(bar.getByRole('button', { name: /删除$/ })).toBeDisabled();
  await posts.locator('.ant-pagination-item-1').click();
  await expect(bar).toContainText('已选 2 项');

  const row = posts.getByRole('row', { name: /试岗1 / });
  await row.getByRole('checkbox').check();
  await expect(bar).toContainText('已选 3 项');
  await row.getByRole('button', { name: '删除' }).click();
  await posts.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(row).toHaveCount(0);
  await expect(bar).toContainText('已选 2 项');

  const bin = await adminPage(browser, server, 'admin', '/recycleBin/publication');
  await ticks(bin).first().check();
  const purge = bin.locator('.admin-toolbar').getByRole('button', { name: '彻底删除' });
  await expect(purge).toBeEnabled();
  await secondPage(bin);
  await expect(purge).toBeDisabled();
});

test('changing the sort order goes to the first page of works', async ({ browser }) => {
  const page = await adminPage(browser, server, 'worksadmin', '/publication/audio');
  await secondPage(page);
  await page.getByRole('columnheader', { name: /作品/ }).click();
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('1');
});

test('does not show an empty list after a failed load, and offers a retry', async ({ browser }) => {
  const notices = await adminPage(browser, server, 'admin', '/system/notice');
  const more = notices.getByRole('button', { name: /更多操作$/ }).first();
  for (const [act, call] of [
    ['已读用户', '**/prod-api/system/notice/readUsers/**'],
    ['预览', /\/prod-api\/system\/notice\/\d+$/],
  ] as const) {
    await notices.route(call, (route) => route.abort());
    await more.click();
    await notices.getByRole('menuitem', { name: act }).click();
    const drawer = notices.getByRole('dialog');
    await expect(drawer.getByRole('alert')).toBeVisible();
    await expect(drawer.getByText('还没有人读过')).toHaveCount(0);
    await notices.unroute(call);
    await drawer.getByRole('button', { name: '重试' }).click();
    await expect(drawer.getByRole('alert')).toHaveCount(0);
    await drawer.getByRole('button', { name: /关闭|Close/ }).click();
    await expect(drawer).toHaveCount(0);
  }

  const works = await adminPage(browser, server, 'worksadmin', '/publication/publicationList');
  await works.route('**/prod-api/cms/publish/flow/**', (route) => route.abort());
  await works.getByRole('button', { name: '桥上的灯', exact: true }).click();
  const detail = works.getByRole('dialog', { name: '出版物详情' });
  await detail.getByRole('tab', { name: '流转记录' }).click();
  await expect(detail.getByRole('tabpanel').getByRole('alert')).toBeVisible();
  await expect(detail.getByText('还没有流转记录')).toHaveCount(0);
});

test('a block moved down twice while the server is slow has moved down two positions', async ({ browser }) => {
  const page = await adminPage(browser, server, 'opsadmin', '/program/block');
  const titles = page.locator('.block-rows strong');
  await expect(titles.nth(2)).toBeVisible();
  const before = await titles.allInnerTexts();
  await page.route('**/block/sort', async (route) => {
    await slowServer(600);
    await route.continue();
  });
  const down = page.getByRole('button', { name: `下移${before[0]}`, exact: true });
  await down.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const after = [before[1], before[2], before[0], ...before.slice(3)];
  await expect(titles).toHaveText(after as string[]);
  await expect(down).toBeFocused();
  await expect(page.getByText('顺序已保存')).toHaveCount(2);
  await page.reload();
  await expect(titles).toHaveText(after as string[]);
  await page.close();
});

test('restores the unsaved text of a page block on the same page after a reload', async ({ browser }) => {
  const page = await adminPage(browser, server, 'opsadmin', '/program/block');
  await page.getByRole('tab').nth(1).click();
  // The tab shows the page's key until its dictionary has loaded.
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/\p{Script=Han}/u);
  const name = await page.getByRole('tab', { selected: true }).innerText();
  await page.getByRole('button', { name: '新增区块' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: '* 标题' }).fill('岁末书单');
  await storedOnDevice(page, 'shuzhou-drafts', 'drafts', '岁末书单');
  await page.reload();
  await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: '* 标题' })).toHaveValue('岁末书单');
});

test('Escape does not discard captions that are being edited', async ({ browser }) => {
  const page = await adminPage(browser, server, 'worksadmin', '/publication/audio');
  await page.getByPlaceholder('作品名').fill('桥上的灯');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '听《桥上的灯》', exact: true }).click();
  await page
    .getByRole('dialog', { name: '《听〈桥上的灯〉》的曲目' })
    .getByRole('button', { name: /^修改“/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: /^修改曲目/ });
  await form.getByLabel('字幕（WebVTT 或 SRT）').fill('WEBVTT\n\n00:00.000 --> 00:04.000\n第一句');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '继续编辑' }).click();
  await expect(form.getByLabel('字幕（WebVTT 或 SRT）')).toHaveValue(/第一句/);
  await form.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃修改' }).click();
  await expect(form).toHaveCount(0);
});

test('the import preview is of the file that was chosen last', async ({ browser }) => {
  const sheet = async (...names: string[]) => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('岗位').addRows([['岗位编码', '岗位名称', '显示顺序'], ...names.map((name) => [name, name, 1])]);
    return { name: `${names.join('')}.xlsx`, mimeType: '', buffer: Buffer.from(await book.xlsx.writeBuffer()) };
  };
  const page = await adminPage(browser, server, 'admin', '/system/post');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(
    '**/system/post/importData',
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /导入$/ }).click();
  const dialog = page.getByRole('dialog', { name: '导入岗位' });
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles(await sheet('先选', '的三', '个岗'));
  await file.setInputFiles(await sheet('后选的'));
  await expect(dialog.getByRole('button', { name: '导入 1 条' })).toBeEnabled();
  const late = page.waitForResponse('**/system/post/importData');
  letGo();
  await late;
  await expect(dialog.getByText('检查通过：将新增 1 条')).toBeVisible();
  await dialog.getByRole('button', { name: '导入 1 条' }).click();
  await expect(page.getByText('导入完成：新增 1 条')).toBeVisible();
});

test('accepts pasted values completely in the form of a work: a number with a label before it, tags with their commas', async ({ browser }) => {
  const page = await adminPage(browser, server, 'worksadmin', '/publication/publicationList');
  await page
    .getByRole('row', { name: /桥上的灯/ })
    .getByRole('button', { name: '修改' })
    .click();
  const form = page.getByRole('dialog', { name: /^修改/ });
  const isbn = form.getByLabel('书号（ISBN）');
  await expect(form.getByLabel('书名', { exact: true })).toHaveValue('桥上的灯');
  await isbn.fill('ISBN 978-7-999999-00-3');
  await expect(isbn).toHaveValue('978-7-999999-00-3');
  await isbn.fill('978-7-999999-00-3 / I·123');
  await expect(form.getByText('书号不能超过17个字符')).toBeVisible();
  await form.getByLabel('标签').fill('灯塔、河流；童年');
  await page.keyboard.press('Enter');
  for (const tag of ['灯塔', '河流', '童年']) await expect(form.getByTitle(tag, { exact: true })).toBeVisible();
});

test('when a keyboard user closes a dialog, the focus returns to the control that opened it', async ({ browser }) => {
  const page = await adminPage(browser, server, 'admin', '/system/post');
  const opens = async (name: RegExp, window: string): Promise<void> => {
    const button = page.getByRole('button', { name }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: window });
    await expect(dialog.getByRole('button', { name: '取消' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  };
  await opens(/新增$/, '新增岗位');
  await opens(/^修改$/, '修改岗位');
  await opens(/导入$/, '导入岗位');
  await page.goto(`${server.origin}/publication/publicationList`);
  await opens(/^修改$/, '修改');
});
