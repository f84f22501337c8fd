import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { MenuRoute } from '../../contract/identity/session.ts';
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

test('every page of the desk and the form it opens has no fault that axe can see, by day and by night', async ({ browser }) => {
  test.setTimeout(420_000);
  const page = await deskPage(browser, house, 'admin', '/admin/index');
  page.setDefaultTimeout(20_000);
  const { data } = (await house.call(await house.logIn('admin'), 'GET', '/getRouters')) as { data: MenuRoute[] };
  const faults: string[] = [];
  const look = async (where: string, part: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-desk', colorScheme);
      const { violations } = await new AxeBuilder({ page }).include(part).analyze();
      for (const { id, nodes } of violations)
        faults.push(
          `${where} ${colorScheme} ${id}: ${nodes
            .slice(0, 3)
            .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`)
            .join(' | ')}`,
        );
    }
  };
  const paths = ['/admin/index', ...pagesOf(data)];
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    const place = `[data-path="${path}"]`;
    await page.locator(`${place} h1`).first().waitFor({ state: 'attached' });
    await expect(page.locator(`${place} .ant-skeleton, ${place} .ant-spin-spinning`)).toHaveCount(0, { timeout: 20_000 });
    await look(path, place);
    const add = page
      .locator(place)
      .getByRole('button', { name: /^(plus )?新增/ })
      .first();
    if (!(await add.isVisible())) continue;
    await add.click();
    const dialog = page.getByRole('dialog');
    await dialog.first().waitFor();
    await look(`${path} 新增`, '[role="dialog"]');
    await dialog
      .first()
      .getByRole('button', { name: /^(取\s?消|Close)$/ })
      .first()
      .click();
    await expect(dialog).toHaveCount(0);
  }
  expect(faults).toEqual([]);
});
