import type { MenuRoute } from '../../contract/identity/session.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';
import { expect, limit, type Page, test } from '../support/journey.ts';

let server: BrowserServer;
let paths: string[];
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { data } = (await server.call(await server.logIn('admin'), 'GET', '/getRouters')) as { data: MenuRoute[] };
  paths = pathsOf(data);
  expect(paths.length).toBeGreaterThan(30);
});
test.afterAll(() => server?.close());

function pathsOf(routes: readonly MenuRoute[], above = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path.startsWith('/') ? route.path : `${above}/${route.path}`;
    if (route.meta?.link) return [];
    return route.children ? pathsOf(route.children, path) : [path.replace(/^\/\//, '/')];
  });
}

const EMPTY = /暂无|没有符合条件|还没有/;
/** Calls of the application shell, which every page waits for. */
const SHELL = /\/(getInfo|getRouters|dict\/data\/type|configKey|notice\/listTop|monitor\/dashboard|auth\/providers)/;

const HOME = '/admin/index';
/** Changes the route inside the page, as a click on the menu does. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
const textOf = (page: Page, path: string): Promise<string> => page.locator(`.admin-place[data-path="${path}"]`).innerText();

test('#33.21 no admin page says that a list is empty while it loads, or after it failed to load', async ({ browser }) => {
  test.setTimeout(240_000);
  const page = await adminPage(browser, server, 'admin', HOME, { width: 1280, height: 720 });
  let held: (() => void)[] = [];
  let mode: 'hold' | 'fail' = 'hold';
  await page.route('**/prod-api/**', async (route) => {
    const request = route.request();
    // The rules of uploads have defaults: a page works without them.
    if (request.method() !== 'GET' || SHELL.test(request.url()) || request.url().endsWith('/common/upload/rules')) return route.continue();
    if (mode === 'fail') return route.fulfill({ json: { code: 500, msg: '试验中的错误' } });
    await new Promise<void>((resolve) => held.push(resolve));
    return route.fulfill({ json: { code: 500, msg: '试验中的错误' } }).catch(() => undefined);
  });
  const wrong: string[] = [];
  let loading = 0;
  for (const path of paths.filter((one) => one !== HOME)) {
    mode = 'hold';
    held = [];
    await goTo(page, path);
    await page.locator(`.admin-place[data-path="${path}"]`).waitFor({ state: 'attached' });
    const asked = await expect
      .poll(() => held.length, { timeout: limit(3_000) })
      .toBeGreaterThan(0)
      .then(
        () => true,
        () => false,
      );
    if (!asked) continue;
    loading += 1;
    if (EMPTY.test(await textOf(page, path))) wrong.push(`${path} is empty while loading`);
    mode = 'fail';
    for (const release of held) release();
    // A failed query is retried once, after 600 ms.
    await expect.poll(() => textOf(page, path), { message: path, timeout: limit(15_000) }).toMatch(/试验中的错误|加载失败|重试/);
    if (EMPTY.test(await textOf(page, path))) wrong.push(`${path} is empty after a failure`);
  }
  expect(wrong).toEqual([]);
  expect(loading).toBeGreaterThan(30);
});

const SITE_EMPTY = /暂无|还没有|没有找到|空空|书架上没有|尚未/;
const SITE = [
  '/cms/main/search?keyword=灯',
  '/cms/main/notice',
  '/cms/main/cmsScholarHouse?initial=Y',
  '/cms/main/scholar/1',
  '/cms/main/DigitalTeachingMaterials',
  '/cms/main/cmsPeriodical',
  '/cms/main/cmsPeriodical/journal/1',
  '/cms/main/cmsPeriodical/issue/1',
  '/cms/main/cmsPeriodical/article/1',
  '/cms/main/cmsPeriodical/notice/1',
  '/personalCenter/submission',
  '/personalCenter/review',
  '/cms/main/information',
  '/cms/main/message',
  '/cms/main/wechatAccount',
  '/cms/main/wechatArticle/1',
  '/cms/main/contest',
  '/cms/main/contestDetail/1',
  '/cms/main/classification?sort=new&price=free',
  '/personalCenter/default',
  '/personalCenter/favorite',
  '/personalCenter/download',
  '/personalCenter/notes',
  '/personalCenter/words',
  '/personalCenter/reading',
  '/personalCenter/errata',
  '/personalCenter/history',
  '/cms/main/cmsAbout#feedback',
  '/cms/main/cmsIntroduction',
  '/personalCenter/order',
  '/authorBackground/revenue',
  '/authorBackground/order',
  '/personalCenter/order?tab=invoice',
  '/personalCenter/message',
  '/personalCenter/contests',
  '/personalCenter/preliminary',
  '/personalCenter/review',
  '/authorBackground/professorCenter',
  '/authorBackground/professorCenter?tab=mine',
  '/authorBackground/professorCenter?expert=1',
  '/pageoffice?archiveId=1',
];

test('#33.21 no page of a reader says that it is empty while its responses are loading', async ({ browser }) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  const wrong: string[] = [];
  for (const path of SITE) {
    const page = await context.newPage();
    let held = 0;
    await page.route('**/prod-api/**', (route) => {
      if (/getInfo$|dict\/data\/type/.test(route.request().url())) return route.continue();
      held += 1;
    });
    await page.goto(server.origin + path);
    await expect(page.locator('main, [role=main]').first()).toBeAttached();
    await expect(page.locator('.site')).not.toContainText('正在打开');
    await expect.poll(() => held, { message: path }).toBeGreaterThan(0);
    const text = await page.locator('body').innerText();
    if (SITE_EMPTY.test(text)) wrong.push(`${path}: ${SITE_EMPTY.exec(text)?.[0]} in ${text.replaceAll('\n', ' ').slice(0, 200)}`);
    await page.close();
  }
  expect(wrong).toEqual([]);
  await context.close();
});
