import type { Browser, Page } from '@playwright/test';
import type { MenuRoute } from '../../contract/identity/session.ts';
import type { BrowserServer } from './browser-server.ts';

/** An admin page with a signed-in user; without a service worker, so that its calls can be observed and mocked. */
export async function adminPage(
  browser: Browser,
  server: BrowserServer,
  userName: string,
  path: string,
  viewport = { width: 1440, height: 900 },
): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'zh-CN', reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  const page = await context.newPage();
  await page.goto(server.origin + path);
  await page.locator('.admin-page h1').first().waitFor({ state: 'attached' });
  return page;
}

/** Reloads the page with more entries in the menu from the server; `change` is applied to each existing entry. */
export async function withMenus(page: Page, more: readonly MenuRoute[], change: (route: MenuRoute) => MenuRoute = (route) => route): Promise<void> {
  const deep = (route: MenuRoute): MenuRoute => change(route.children ? { ...route, children: route.children.map(deep) } : route);
  await page.route('**/prod-api/getRouters', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: MenuRoute[] };
    await route.fulfill({ json: { ...answer, data: [...answer.data.map(deep), ...more] } });
  });
  await page.reload();
  await page.locator('.admin-page h1').first().waitFor({ state: 'attached' });
}

/** A menu entry with one page below it, which no version has. */
export const directory = (title: string): MenuRoute => ({
  name: title,
  path: `/${title}`,
  hidden: false,
  component: 'Layout',
  alwaysShow: true,
  meta: { title, icon: 'tool', noCache: false, link: null },
  children: [
    { name: `${title}页`, path: 'one', hidden: false, component: 'x/y', meta: { title: `${title}页`, icon: '#', noCache: false, link: null } },
  ],
});
