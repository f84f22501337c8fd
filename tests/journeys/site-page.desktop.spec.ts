import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test, type Page } from '../support/journey.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const PATH = '/cms/main/cmsIntroduction';

/** Presses a button of the editor and confirms it in the dialog. */
async function confirmed(page: Page, name: string, verb = name.replace('保存并', '')): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('S2.1.6 #10 an editor changes a page by blocks and submits it, another approves it, readers see it, and an earlier version is restored', async ({
  browser,
  page,
}) => {
  const editor = await adminPage(browser, server, 'opsadmin', '/cms/page');
  await editor.getByRole('tab', { name: /平台介绍/ }).click();
  const list = editor.getByRole('list', { name: '内容块' });
  await expect(list).toBeVisible();
  const before = await list.getByRole('button', { expanded: false }).count();
  await editor.getByRole('button', { name: '加一块内容' }).click();
  await editor.getByRole('menuitem', { name: '标题', exact: true }).click();
  await editor.getByRole('textbox', { name: /^标题/ }).fill('来社里看看');
  const preview = editor.getByRole('region', { name: '预览' });
  await expect(preview.getByText('来社里看看')).toBeVisible();
  await editor.getByRole('button', { name: `上移标题${before + 1}` }).click();
  await expect(editor.getByRole('button', { name: `下移标题${before}` })).toBeVisible();
  await editor.getByRole('button', { name: `复制标题${before}` }).click();
  await editor.getByRole('button', { name: `移除标题${before + 1}` }).click();
  await editor.getByRole('button', { name: '撤销' }).click();
  await expect(editor.getByRole('button', { name: `移除标题${before + 1}` })).toBeVisible();
  await editor.getByRole('button', { name: '重做' }).click();
  await expect(preview.getByText('来社里看看')).toHaveCount(1);
  await editor.getByText('电脑 1440').click();
  await expect(preview.getByText('来社里看看')).toBeVisible();

  await confirmed(editor, '保存并提交发布');
  await expect(editor.getByRole('tab', { name: /平台介绍/ })).toContainText('待审核');
  await page.goto(server.origin + PATH);
  await expect(page.getByRole('heading', { name: '大事记' })).toBeVisible();
  await expect(page.getByText('来社里看看')).toHaveCount(0);

  // The one who submitted it cannot approve it.
  await editor.getByRole('button', { name: '审核通过' }).click();
  await editor.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(editor.getByText('不能审核本人发布的内容')).toBeVisible();
  const auditor = await adminPage(browser, server, 'chief', '/cms/page');
  await auditor.getByRole('tab', { name: /平台介绍/ }).click();
  await confirmed(auditor, '审核通过');
  await expect(auditor.getByRole('tab', { name: /平台介绍/ })).toContainText('已发布');
  await page.reload();
  await expect(page.getByRole('heading', { name: '来社里看看' })).toBeVisible();

  await editor.reload();
  await editor.getByRole('button', { name: '历史版本' }).click();
  const history = editor.getByRole('dialog', { name: '历史版本' });
  await expect(history.getByRole('listitem').first()).toContainText('读者看到的');
  await history.getByRole('button', { name: '恢复第2版' }).click();
  await editor.getByRole('dialog', { name: '恢复第 2 版？' }).getByRole('button', { name: '恢复', exact: true }).click();
  await expect(history).toBeHidden();
  await expect(preview.getByText('来社里看看')).toHaveCount(0);
  await expect(preview.getByText('大事记')).toBeVisible();
  await expect(editor.getByRole('tab', { name: /平台介绍/ })).toContainText('草稿');
  await page.reload();
  await expect(page.getByRole('heading', { name: '来社里看看' })).toBeVisible();
});

test('#116 #119 staff see the charts of records, and removing an abusive score changes the score of the work', async ({ browser }) => {
  const staff = await adminPage(browser, server, 'opsadmin', '/cms/info/browse');
  await expect(staff.getByRole('region', { name: '浏览最多' }).getByRole('listitem')).toHaveCount(10);
  await expect(staff.getByRole('row')).not.toHaveCount(0);
  await staff.getByRole('link', { name: '评分记录' }).click();
  const place = staff.locator('.admin-place[data-path="/cms/info/score"]');
  const first = place.locator('tbody tr.ant-table-row').first();
  const title = (await first.getByRole('rowheader').textContent())?.trim() ?? '';
  const { rows } = (await server.call(null, 'GET', `/cms/publish/queryPublishList?pageSize=50`)) as unknown as {
    rows: { publishId: number; title: string; scoreCount: number }[];
  };
  const work = rows.find((one) => one.title === title);
  await first.getByRole('button', { name: '删除' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(staff.getByText('删除成功')).toBeVisible();
  const { data } = (await server.call(null, 'GET', `/cms/publish/getInfo/${work?.publishId}`)) as { data: { scoreCount: number } };
  expect(data.scoreCount).toBe((work?.scoreCount ?? 0) - 1);
});
