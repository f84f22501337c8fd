import { type Browser, expect, limit, type Page, slowServer, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const LIST = '/publication/publicationList';
const open = (browser: Browser, path: string): Promise<Page> => adminPage(browser, server, 'worksadmin', path);
const openSettings = async (page: Page) => {
  const drawer = page.getByRole('dialog', { name: '布局设置' });
  await expect(async () => {
    // A late one would cover the menu.
    if (!(await drawer.isVisible())) {
      await page.getByRole('button', { name: /的菜单$/ }).click({ timeout: limit(3_000) });
      await page.getByRole('menuitem', { name: '布局设置' }).click({ timeout: limit(3_000) });
    }
    await expect(drawer).toBeVisible({ timeout: limit(5_000) });
  }).toPass();
  return drawer;
};

test('S2.5.7 S3.5 settings apply at once, stay after 保存, and 重置 restores the defaults', async ({ browser }) => {
  const page = await open(browser, LIST);
  const drawer = await openSettings(page);
  for (const [name, on] of [
    ['顶部导航', false],
    ['标签页', true],
    ['固定顶栏', false],
    ['侧栏标志', true],
    ['动态标题', true],
  ] as const)
    expect(await drawer.getByRole('switch', { name }).isChecked(), name).toBe(on);
  await expect(drawer.getByRole('radio', { name: '深色' })).toBeChecked();

  await drawer.getByText('浅色', { exact: true }).click();
  await drawer.getByRole('radio', { name: /紫/ }).press('Space');
  await drawer.getByRole('switch', { name: '标签页' }).click();
  await drawer.getByRole('switch', { name: '固定顶栏' }).click();
  await drawer.getByRole('switch', { name: '侧栏标志' }).click();
  await drawer.getByRole('switch', { name: '动态标题' }).click();
  await expect(page.locator('.admin-tags')).toHaveCount(0);
  await expect(page.locator('.admin-logo')).toHaveCount(0);
  await expect(page).toHaveTitle('书舟编务台');
  await expect(page.locator('.admin-side-light')).toBeVisible();
  await page.reload();
  await expect(page.locator('.admin-tags')).toBeVisible();

  const again = await openSettings(page);
  await again.getByRole('radio', { name: /紫/ }).press('Space');
  await again.getByRole('switch', { name: '标签页' }).click();
  await again.getByRole('switch', { name: '固定顶栏' }).click();
  await again.getByRole('button', { name: '保存' }).click();
  const kept = JSON.parse((await page.evaluate(() => localStorage.getItem('layout-setting'))) ?? '{}') as object;
  expect(kept).toMatchObject({ theme: '#6f4a9b', sideTheme: 'theme-dark', topNav: false, tagsView: false, fixedHeader: true, sidebarLogo: true });
  await page.reload();
  await page.locator('.admin-page h1').first().waitFor({ state: 'attached' });
  await expect(page.locator('.admin-tags')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 400));
  expect((await page.locator('.admin-header').boundingBox())?.y).toBe(0);

  await (await openSettings(page)).getByRole('button', { name: '重置' }).click();
  await expect(page.locator('.admin-tags')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('layout-setting'))).toBeNull();
});

test('S2.5.2 S3.3 S4.3 S8.20 the size of controls has four options and is remembered; a narrow window does not offer them', async ({ browser }) => {
  const page = await open(browser, LIST);
  const height = async () => Math.round((await page.getByRole('button', { name: '查询' }).boundingBox())?.height ?? 0);
  expect(await height()).toBe(32);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: '布局大小' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(page.getByText('Switch Size Success').last()).toBeVisible();
  };
  await page.getByRole('button', { name: '布局大小' }).click();
  expect(
    await page
      .getByRole('menuitem')
      .filter({ hasText: /^(Default|Medium|Small|Mini)$/ })
      .allInnerTexts(),
  ).toEqual(['Default', 'Medium', 'Small', 'Mini']);
  await page.keyboard.press('Escape');
  await choose('Default');
  await expect.poll(height).toBe(40);
  await choose('Small');
  await expect.poll(height).toBe(26);
  await choose('Mini');
  await expect.poll(height).toBe(22);
  expect((await page.context().cookies()).find((cookie) => cookie.name === 'size')?.value).toBe('mini');
  await page.reload();
  await expect.poll(height).toBe(22);
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(page.getByRole('button', { name: '布局大小' })).toHaveCount(0);
});

test('S2.5.2 S5.17 fullscreen shows a warning where the browser does not support it', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
  await page.getByRole('button', { name: '全屏' }).click();
  await expect(page.getByText('您的浏览器不支持全屏')).toBeVisible();
});

test('S2.5.2 repository and documentation lead to this product’s help and API reference', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.getByRole('button', { name: '帮助与接口说明' }).click();
  await page.getByRole('link', { name: '接口说明' }).click();
  await expect(page.getByRole('heading', { name: '接口说明' })).toBeFocused();
  await page.getByRole('searchbox', { name: '查找接口' }).fill('getRouters');
  await page.getByRole('button', { name: /GET \/getRouters/ }).click();
  await expect(page.getByText('需要登录')).toBeVisible();
});

test('admin by keyboard: the skip link leads to the page, and an opened page has the focus on its heading', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await page.getByRole('navigation', { name: '面包屑' }).getByRole('link', { name: '首页' }).press('Enter');
  await expect(page.locator('.admin-place:visible h1')).toBeFocused();
  // A menu behind a button: its first entry has the focus, arrow keys move in it, Enter opens an entry, Escape returns the focus.
  const help = page.getByRole('button', { name: '帮助与接口说明' });
  const keyboard = () => page.evaluate(() => document.activeElement?.closest('[role="menuitem"]')?.textContent);
  await help.press('Enter');
  await expect.poll(keyboard).toBe('使用帮助');
  await page.keyboard.press('ArrowDown');
  await expect.poll(keyboard).toBe('接口说明');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '接口说明' })).toBeFocused();
  await page.getByRole('button', { name: /的菜单$/ }).press('Enter');
  await expect.poll(keyboard).toBe('个人中心');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /的菜单$/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(keyboard).toBe('个人中心');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/profile$/);
  await expect(page.locator('.admin-place:visible h1')).toBeFocused();
  // An entry that opens a dialog: after closing, the focus is back on the menu's button.
  await page.getByRole('button', { name: /的菜单$/ }).press('Enter');
  await expect.poll(keyboard).toBe('个人中心');
  await page.keyboard.press('ArrowUp');
  await expect.poll(keyboard).toBe('退出登录');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: /的菜单$/ })).toBeFocused();
});

/** Returns the positions of an element in every frame from its first to half a second later, starting with `press`. */
async function placesOf(page: Page, selector: string, press: () => Promise<void>): Promise<Set<string>> {
  await page.evaluate((wanted) => {
    const places: string[] = [];
    const look = () => {
      const box = document.querySelector(wanted)?.getBoundingClientRect();
      if (box && box.right > 0) places.push(`${Math.round(box.x)}, ${Math.round(box.y)}, ${Math.round(box.height)} high`);
      if (places.length < 30) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { places });
  }, selector);
  await press();
  const places = () => page.evaluate(() => (window as unknown as { places: string[] }).places);
  await expect.poll(async () => (await places()).length).toBe(30);
  return new Set(await places());
}

test('a dialog and a menu open at their final position: a press that starts on an entry ends on it', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const press = page.getByRole('button', { name: /^(下架|提交上架|重新上架)$/ }).first();
  await press.waitFor();
  expect(await placesOf(page, '.ant-modal-confirm-btns .ant-btn:last-child', () => press.click())).toHaveProperty('size', 1);
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const menu = page.getByRole('button', { name: /的菜单$/ });
  // Opened first while it is already in the DOM, so that only the animation is measured.
  await menu.click();
  await page.getByRole('menuitem', { name: '退出登录' }).waitFor();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeHidden();
  expect(await placesOf(page, '.ant-dropdown:not(.ant-dropdown-hidden) [role=menuitem]:last-child', () => menu.click())).toHaveProperty('size', 1);
});

test('a heading that loads late does not take the focus', async ({ browser }) => {
  const page = await open(browser, LIST);
  await page.route('**/assets/admin-help.page-*', async (route) => {
    await slowServer(1_500);
    await route.continue();
  });
  await page.getByRole('button', { name: '帮助与接口说明' }).click();
  await page.getByRole('link', { name: '使用帮助' }).click();
  // The wait starts once the page is active.
  await page.locator('.admin-place[data-path="/admin/help"]').waitFor({ state: 'attached' });
  const before = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '出版物列表', exact: true });
  await before.focus();
  await expect(page.locator('.admin-place:visible h1')).toHaveText('使用帮助');
  await expect(before).toBeFocused();
});

test('S2.5.9 S4.3 narrowing the window closes the menu; below 992 px opening a page closes it', async ({ browser }) => {
  const page = await open(browser, LIST);
  await expect(page.locator('.admin-sider')).toBeVisible();
  await page.setViewportSize({ width: 991, height: 900 });
  await expect(page.locator('.admin-sider')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: '菜单' })).toHaveCount(0);
  await expect(page.locator('.admin-tags')).toHaveCount(0);
  await page.getByRole('button', { name: '打开菜单' }).click();
  const drawer = page.getByRole('dialog', { name: '菜单' });
  await drawer.getByRole('menuitem', { name: '首页' }).click();
  await expect(page).toHaveURL(/\/admin\/index$/);
  await expect(drawer).toBeHidden();
  expect((await page.locator('.admin-header').boundingBox())?.height).toBe(52);
  await expect(page.locator('.admin-title')).toHaveText('首页');
  await page.setViewportSize({ width: 992, height: 900 });
  await expect(page.locator('.admin-sider')).toBeVisible();
});
