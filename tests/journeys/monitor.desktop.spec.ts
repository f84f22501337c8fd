import { expect, test, type Browser, type Page } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const ADMIN = { width: 1440, height: 900 };

async function signedIn(browser: Browser, userName: string, path: string, viewport = ADMIN): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'zh-CN', reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  const page = await context.newPage();
  await page.goto(server.origin + path);
  return page;
}

test('a user who is forced out is signed out in every tab, at the next call', async ({ browser }) => {
  const victim = await signedIn(browser, 'opsadmin', '/admin/index');
  await expect(victim.getByRole('heading', { level: 1 })).toBeVisible();
  const second = await victim.context().newPage();
  await second.goto(`${server.origin}/system/notice`);
  await expect(second.getByRole('region', { name: '公告列表' })).toBeVisible();

  const watcher = await signedIn(browser, 'sysadmin', '/monitor/online');
  const list = watcher.getByRole('region', { name: '在线用户列表' });
  await list.getByLabel('用户名、地址或部门').fill('opsadmin');
  const row = list.getByRole('row', { name: /opsadmin/ });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: '强退opsadmin' }).click();
  await expect(watcher.getByRole('dialog')).toContainText('强制退出');
  await watcher.getByRole('button', { name: '强制退出', exact: true }).click();
  await expect(row).toHaveCount(0);

  await second.getByRole('region', { name: '公告列表' }).getByRole('button', { name: '刷新' }).click();
  await expect(second.getByText('请登录!')).toBeVisible();
  await victim.goto(`${server.origin}/system/notice`);
  await expect(victim).toHaveURL(/cmsLogin/);
});

test('ending one’s own session requires an explicit confirmation', async ({ browser }) => {
  const page = await signedIn(browser, 'sysadmin', '/monitor/online');
  const own = page.getByRole('row', { name: /sysadmin/ }).filter({ hasText: '本人' });
  await own.getByRole('button', { name: '强退sysadmin' }).click();
  await expect(page.getByRole('dialog')).toContainText('其中有您正在使用的这个登录');
  await page.getByRole('button', { name: '取消' }).click();
  await expect(own).toBeVisible();
});
