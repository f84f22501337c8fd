import { expect, test } from '@playwright/test';
import type { MenuRoute } from '../../contract/identity/session.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { deskPage } from '../support/desk.ts';

let house: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  house = await browserServer();
});
test.afterAll(() => house.close());

/** Addresses of every page of a menu, in its order. */
function pagesOf(routes: readonly MenuRoute[], above = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path.startsWith('/') ? route.path : `${above}/${route.path}`;
    if (/^https?:/.test(route.path) || route.meta?.link) return [];
    return route.children ? pagesOf(route.children, path) : [path.replace(/^\/\//, '/')];
  });
}

const PARTS = 3;

for (let part = 0; part < PARTS; part += 1) {
  test(`no page of the desk, nor the form it opens, has a fault that axe can see, by day and by night (${part + 1} of ${PARTS})`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const page = await deskPage(browser, house, 'admin', '/admin/index');
    page.setDefaultTimeout(30_000);
    const { data } = (await house.call(await house.logIn('admin'), 'GET', '/getRouters')) as { data: MenuRoute[] };
    const found: string[] = [];
    const paths = ['/admin/index', ...pagesOf(data)];
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths.filter((_, index) => index % PARTS === part)) {
      await page.goto(house.origin + path);
      await page.locator('.desk-place h1').first().waitFor({ state: 'attached' });
      await expect(page.locator('.desk-place .ant-skeleton, .desk-place .ant-spin-spinning')).toHaveCount(0, { timeout: 20_000 });
      found.push(...(await faults(page, path, '.desk-place')));
      const add = page
        .locator('.desk-place')
        .getByRole('button', { name: /^(plus )?新增/ })
        .first();
      if (!(await add.isVisible())) continue;
      await add.click();
      await page.getByRole('dialog').first().waitFor();
      found.push(...(await faults(page, `${path} 新增`, '[role="dialog"]')));
    }
    expect(found).toEqual([]);
  });
}
