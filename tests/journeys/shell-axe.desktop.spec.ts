import { expect, test } from '../support/journey.ts';
import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage, directory, withMenus } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

test('the admin shell has no axe violations, in the light and dark theme', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await adminPage(browser, server, 'worksadmin', '/admin/help');
  await withMenus(page, ['甲', '乙', '丙', '丁', '戊'].map(directory));
  const seen = nothingSeen();
  const found = await faults(page, 'help', null, seen, true);
  await page.getByRole('link', { name: '使用帮助', exact: true }).click({ button: 'right' });
  found.push(...(await faults(page, 'tag menu', null, seen, true)));
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('出版');
  found.push(...(await faults(page, 'search', null, seen, true)));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '布局设置' }).click();
  await expect(page.getByRole('dialog', { name: '布局设置' })).toBeVisible();
  await page.getByRole('radio', { name: '浅色' }).press('Space');
  await page.getByRole('switch', { name: '顶部导航' }).click();
  found.push(...(await faults(page, 'settings', null, seen, true)));
  await page.getByRole('button', { name: '保存' }).click();
  await page.goto(`${server.origin}/${encodeURIComponent('戊')}/one`);
  await expect(page.getByRole('heading', { name: /还没有安装/ })).toBeVisible();
  found.push(...(await faults(page, 'top navigation', null, seen, true)));
  expect(found).toEqual([]);
});

test('the admin shell on a phone has no axe violations and no horizontal overflow', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await adminPage(browser, server, 'worksadmin', '/admin/interface', { width: 390, height: 844 });
  await expect(page.getByRole('searchbox')).toBeVisible();
  const found = await faults(page, 'interface', null, nothingSeen(), true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: '打开菜单' }).click();
  await expect(page.getByRole('dialog', { name: '菜单' })).toBeVisible();
  found.push(...(await faults(page, 'menu', null, nothingSeen(), true)));
  const small = await page.getByRole('dialog', { name: '菜单' }).getByRole('menuitem').all();
  for (const entry of small) expect((await entry.boundingBox())?.height ?? 44).toBeGreaterThanOrEqual(44);
  expect(found).toEqual([]);
});
