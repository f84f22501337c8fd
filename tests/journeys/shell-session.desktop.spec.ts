import { expect, test, type Browser, type Page } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage, directory, withMenus } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const LIST = '/publication/publicationList';
const open = (browser: Browser, path: string, userName = 'worksadmin'): Promise<Page> => adminPage(browser, server, userName, path);
const tokenOf = async (page: Page) => (await page.context().cookies()).find((cookie) => cookie.name === 'Admin-Token')?.value;

test('S2.5.10 signing out asks for confirmation, and goes to the public home page', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('提示');
  await expect(dialog).toContainText('确定注销并退出系统吗？');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(server.origin + LIST);
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  expect(await tokenOf(page)).toBeUndefined();
});

test('S8.1 S2.4.3 any number of calls rejected by an expired session cause one dialog and one logout, and signing in returns to the page', async ({
  browser,
}) => {
  const page = await open(browser, `${LIST}?status=draft`);
  const token = await tokenOf(page);
  const logouts: string[] = [];
  page.on('request', (request) => request.url().endsWith('/prod-api/logout') && logouts.push(request.url()));
  await server.call(token ?? '', 'POST', '/logout');
  for (const one of await page.getByRole('tab').all()) await one.dispatchEvent('click');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toContainText('系统提示');
  await expect(dialog).toContainText('请登录!');
  await dialog.getByRole('button', { name: '登录' }).click();
  // The last tab that was chosen is in the address.
  await expect(page).toHaveURL(`${server.origin}/cmsLogin?redirect=${encodeURIComponent(`${LIST}?status=recalled`)}`);
  await expect(page.getByText('请登录!')).toHaveCount(0);
  expect(logouts).toHaveLength(1);
  await page.getByLabel('用户名').fill('worksadmin');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(`${server.origin}${LIST}?status=recalled`);
});

test('S8.11 S4.1 when the menu cannot be loaded, an error is shown, the session ends, and the home page opens', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.route('**/prod-api/getRouters', (route) => route.fulfill({ json: { code: 500, msg: '菜单没有读出来' } }));
  await page.reload();
  await expect(page).toHaveURL(`${server.origin}/`);
  await expect(page.getByText('菜单没有读出来').first()).toBeVisible();
  expect(await tokenOf(page)).toBeUndefined();
});

test('S4.1 when the user cannot be loaded, an error is shown, the session ends, and the home page opens', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.route('**/prod-api/getInfo', (route) => route.fulfill({ json: { code: 500, msg: '用户没有读出来' } }));
  await page.reload();
  await expect(page).toHaveURL(`${server.origin}/`);
  await expect(page.getByText('用户没有读出来').first()).toBeVisible();
  expect(await tokenOf(page)).toBeUndefined();
});

test('a reloaded list keeps its query: search terms, collapsed filters, order, page; a closed tab starts again', async ({ browser }) => {
  const page = await open(browser, '/system/dict', 'admin');
  const search = page.getByRole('search');
  const active = page.locator('.ant-pagination-item-active');
  const names = page.locator('.ant-table-tbody th');
  const first = (await names.first().textContent()) ?? '';
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect(active).toHaveText('2');
  // The first page stays until the second is there.
  await expect(names.first()).not.toHaveText(first);
  const shown = await names.allTextContents();
  await page.reload();
  await expect(active).toHaveText('2');
  await expect(names).toHaveText(shown);
  const words = search.getByRole('textbox', { name: '字典名称' });
  await words.fill('没有这样的字典');
  await search.getByRole('button', { name: '查询' }).click();
  await expect(page.getByText('没有符合条件的')).toBeVisible();
  await page.reload();
  await expect(words).toHaveValue('没有这样的字典');
  await expect(page.getByText('没有符合条件的')).toBeVisible();

  await page.goto(`${server.origin}/system/user`);
  await search.getByRole('button', { name: '展开' }).click();
  await search.getByRole('combobox', { name: '状态' }).click();
  await page.locator('.ant-select-item-option', { hasText: '停用' }).click();
  await search.getByRole('button', { name: '查询' }).click();
  await expect(page.getByText('没有符合条件的')).toBeVisible();
  await page.reload();
  await expect(search.locator('.crud-filter', { hasText: '状态' })).toContainText('停用');
  await expect(page.getByText('没有符合条件的')).toBeVisible();

  await page.goto(server.origin + LIST);
  const price = page.getByRole('columnheader', { name: /售价/ });
  const listed = page.getByRole('tab', { name: /已上架/ });
  await listed.click();
  await price.click();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  await page.reload();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  await expect(listed).toHaveAttribute('aria-selected', 'true');
  // A tab that is closed and opened again is a new page.
  await page.getByRole('button', { name: '关闭出版物列表' }).click();
  await expect(page).toHaveURL(`${server.origin}/admin/index`);
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, LIST);
  await expect(price).toBeVisible();
  await expect(price).not.toHaveAttribute('aria-sort', 'ascending');
});

test('S2.1 a page outside the user’s menu leads to /401, an unknown address to /404, a menu entry without its page shows what to do', async ({
  browser,
}) => {
  const page = await open(browser, LIST, 'opsadmin');
  await page.goto(`${server.origin}/system/user-auth/role/1`);
  await expect(page).toHaveURL(`${server.origin}/401`);
  await expect(page.getByText('您没有访问权限！')).toBeVisible();
  for (const path of ['/system/user-auth/role/x', '/system/nobody', '/nobody-knows']) {
    await page.goto(server.origin + path);
    await expect(page).toHaveURL(`${server.origin}/404`);
  }
  await page.goto(server.origin + LIST);
  await withMenus(page, [directory('选题')]);
  await page.getByRole('menuitem', { name: '选题', exact: true }).click();
  await page.getByRole('menuitem', { name: '选题页' }).click();
  await expect(page.getByRole('heading', { name: '「选题页」这一页还没有安装' })).toBeVisible();
  await expect(page.getByText('请把这一项的名称告诉系统管理员')).toBeVisible();
  await page.getByRole('link', { name: '回到首页' }).click();
  await expect(page).toHaveURL(`${server.origin}/admin/index`);
});

test('S2.5.8 an embedded address is shown in a frame of viewport − 94.5 px, and its loading indicator disappears', async ({ browser }) => {
  const page = await open(browser, '/admin/index');
  const inner = {
    name: 'Health',
    path: '/tool/health',
    hidden: false,
    component: 'InnerLink',
    meta: { title: '健康', icon: 'link', noCache: false, link: `${server.origin}/prod-api/health` },
  };
  await withMenus(page, [inner]);
  await page.getByRole('menuitem', { name: '健康' }).click();
  const frame = page.locator('.inner-link');
  await expect(page.frameLocator('iframe[title="健康"]').getByText('200')).toBeVisible();
  expect((await frame.boundingBox())?.height).toBe(900 - 94.5);
  await expect(page.locator('.inner-link-wait')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(700 - 94.5);
});

test('S2.5.8 a menu address from another origin is rejected until the page is reloaded with it', async ({ browser }) => {
  const page = await open(browser, '/admin/index');
  const inner = {
    name: 'Away',
    path: '/tool/away',
    hidden: false,
    component: 'InnerLink',
    meta: { title: '别家', icon: 'link', noCache: false, link: 'http://localhost:9/x' },
  };
  await withMenus(page, [inner]);
  await page.getByRole('menuitem', { name: '别家' }).click();
  await expect(page.getByRole('heading', { name: '「别家」要重新载入后才能显示' })).toBeVisible();
});
