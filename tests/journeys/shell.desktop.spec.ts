import { expect, test, type Browser, type Page } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage, directory as root, withMenus } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const LIST = '/publication/publicationList';
const open = (browser: Browser, path: string, userName = 'worksadmin'): Promise<Page> => adminPage(browser, server, userName, path);
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name, exact: true });
const tabNames = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link').allInnerTexts();
const offer = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

test('S2.5.1 S3.3 S4.3 the logo leads to the home page, the sidebar remembers its state, external links open a new tab, hidden entries are not shown', async ({
  browser,
}) => {
  const page = await open(browser, LIST);
  await withMenus(page, [
    {
      name: 'Out',
      path: 'https://example.com',
      hidden: false,
      component: 'Layout',
      meta: { title: '外网', icon: 'link', noCache: false, link: null },
    },
    { name: 'Gone', path: '/gone', hidden: true, component: 'Layout', meta: { title: '不见', icon: 'link', noCache: false, link: null } },
  ]);
  const menu = page.getByRole('navigation', { name: '后台菜单' });
  await expect(menu.getByRole('link', { name: '外网' })).toHaveAttribute('target', '_blank');
  await expect(menu.getByText('不见')).toHaveCount(0);
  await page.getByRole('link', { name: '书舟编务台首页' }).click();
  await expect(page).toHaveURL(`${server.origin}/admin/index`);

  const side = page.locator('.admin-sider');
  expect((await side.boundingBox())?.width).toBe(200);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(56);
  const status = async () => (await page.context().cookies()).find((cookie) => cookie.name === 'sidebarStatus')?.value;
  expect(await status()).toBe('0');
  await page.reload();
  await page.getByRole('button', { name: '展开菜单' }).click();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(200);
  expect(await status()).toBe('1');
});

test('S2.5.1 only one submenu is open at a time', async ({ browser }) => {
  const page = await open(browser, '/admin/index');
  await withMenus(page, [root('甲'), root('乙')]);
  await page.getByRole('menuitem', { name: '甲', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: '甲页' })).toBeVisible();
  await page.getByRole('menuitem', { name: '乙', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: '乙页' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '甲页' })).toBeHidden();
  await page.getByRole('menuitem', { name: '乙页' }).click();
  await expect(page.getByRole('heading', { name: '「乙页」这一页还没有安装' })).toBeFocused();
});

test('S2.5.5 S4.2 tabs keep their input; refresh resets them; closing follows the rules, by mouse and by keyboard', async ({ browser }) => {
  const page = await open(browser, LIST);
  await expect.poll(() => tabNames(page)).toEqual(['首页', '出版物列表']);
  const title = page.getByRole('textbox', { name: '书名' });
  await title.fill('没有查询的字');
  await tab(page, '首页').click();
  await expect(page).toHaveURL(/\/admin\/index$/);
  await expect(title).toBeHidden();
  await tab(page, '出版物列表').click();
  await expect(title).toHaveValue('没有查询的字');

  await tab(page, '出版物列表').click({ button: 'right', position: { x: 10, y: 10 } });
  const menu = page.locator('.tag-menu');
  const chip = await tab(page, '出版物列表').boundingBox();
  const box = await menu.boundingBox();
  expect(box?.width).toBe(105);
  expect(Math.round((box?.x ?? 0) - (chip?.x ?? 0) - 10)).toBe(15);
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['刷新页面', '关闭当前', '关闭右侧', '关闭左侧', '关闭其他', '全部关闭']);
  await offer(page, '刷新页面').click();
  await expect(page).toHaveURL(server.origin + LIST);
  await expect(title).toHaveValue('');

  await page.getByRole('button', { name: '帮助与接口说明' }).click();
  await page.getByRole('link', { name: '使用帮助' }).click();
  await expect.poll(() => tabNames(page)).toEqual(['首页', '出版物列表', '使用帮助']);
  await tab(page, '出版物列表').focus();
  await page.keyboard.press('Shift+F10');
  await expect(offer(page, '刷新页面')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => tabNames(page)).toEqual(['首页', '使用帮助']);
  await expect(page).toHaveURL(/\/admin\/help$/);

  await page.getByRole('button', { name: '关闭使用帮助' }).click();
  await expect(page).toHaveURL(/\/admin\/index$/);
  await tab(page, '首页').click({ button: 'right' });
  await expect(offer(page, '关闭当前')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
});

test('S4.2 a page marked noCache is rendered again at every visit', async ({ browser }) => {
  const page = await open(browser, LIST);
  await withMenus(page, [], (route) => ({ ...route, ...(route.meta ? { meta: { ...route.meta, noCache: true } } : {}) }));
  await page.getByRole('textbox', { name: '书名' }).fill('丢掉');
  await tab(page, '首页').click();
  await tab(page, '出版物列表').click();
  await expect(page.getByRole('textbox', { name: '书名' })).toHaveValue('');
});

test('S2.5.3 S2.5.2 the breadcrumb leads to the home page; its last item is no link; the window has the page’s title', async ({ browser }) => {
  const page = await open(browser, LIST);
  const trail = page.getByRole('navigation', { name: '面包屑' });
  await expect(trail.getByRole('listitem').filter({ hasText: /\S/ })).toContainText(['首页', '出版物', '出版物列表']);
  expect(await trail.getByRole('link').allInnerTexts()).toEqual(['首页']);
  await expect(page).toHaveTitle('出版物列表 - 书舟');
  await trail.getByRole('link', { name: '首页' }).click();
  await expect(page).toHaveURL(/\/admin\/index$/);
  await expect(trail.getByRole('link')).toHaveCount(0);
});

test('S2.5.4 S9.7 the top navigation shows width/3/85 entries, and the others under 更多菜单', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.evaluate(() => localStorage.setItem('layout-setting', JSON.stringify({ topNav: true })));
  await withMenus(page, ['甲', '乙', '丙', '丁', '戊', '己'].map(root));
  const top = page.getByRole('navigation', { name: '顶部导航' });
  await expect(top.getByText('更多菜单')).toBeVisible();
  expect(await top.getByRole('menu').first().locator('> li').count()).toBe(Math.floor(1440 / 3 / 85) + 1);
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(top.getByRole('menu').first().locator('> li')).toHaveCount(Math.floor(1100 / 3 / 85) + 1);
  await top.getByText('更多菜单').hover();
  await page.getByRole('menuitem', { name: '己', exact: true }).click();
  await expect(page.getByRole('heading', { name: '「己页」这一页还没有安装' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '后台菜单' }).getByRole('menuitem')).toHaveText(['己页']);
});

test('S2.5.6 the header search finds pages by title or path with fuzzy matching, and the keyboard opens one', async ({ browser }) => {
  const page = await open(browser, '/admin/index');
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: '菜单名称或路径' });
  await expect(field).toBeFocused();
  await field.fill('出版物表');
  await expect(page.getByRole('option', { name: '出版物 > 出版物列表' })).toBeVisible();
  await field.fill('publicationLst');
  await expect(page.getByRole('option', { name: '出版物 > 出版物列表' })).toBeVisible();
  await field.fill('毫不相干');
  await expect(page.getByText('没有找到「毫不相干」')).toBeVisible();
  await field.fill('出版物列');
  await field.press('Enter');
  await expect(page).toHaveURL(server.origin + LIST);
  await expect(field).toHaveCount(0);
});
