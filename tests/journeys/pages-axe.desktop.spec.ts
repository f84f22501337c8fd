import { expect, roundTrip, test, type Page } from '../support/journey.ts';
import type { MenuRoute } from '../../contract/identity/session.ts';
import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminRows } from '../support/admin-rows.ts';
import { adminPage } from '../support/admin-shell.ts';
import { DIALOG, openings, PLACE, settled } from '../support/openings.ts';

let server: BrowserServer;
let menu: string[];
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  await adminRows(server);
  const { data } = (await server.call(await server.logIn('admin'), 'GET', '/getRouters')) as { data: MenuRoute[] };
  menu = pagesOf(data);
  expect(menu.length).toBeGreaterThan(30);
});
test.afterAll(() => server.close());

/** Returns the addresses of every page of a menu, in order. */
function pagesOf(routes: readonly MenuRoute[], above = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path.startsWith('/') ? route.path : `${above}/${route.path}`;
    if (/^https?:/.test(route.path) || route.meta?.link) return [];
    return route.children ? pagesOf(route.children, path) : [path.replace(/^\/\//, '/')];
  });
}

/** Makes lists request fewer rows. It runs in the page, because a browser route would disable the script cache. */
const fewRows = (page: Page): Promise<unknown> =>
  page.addInitScript((rows) => {
    const ask = window.fetch.bind(window);
    window.fetch = (address, options) =>
      ask(typeof address === 'string' && /\/list\?/.test(address) ? address.replace('pageSize=20', `pageSize=${rows}`) : address, options);
  }, ROWS);

/** Shown from the start, with a tab that cannot be closed. */
const HOME = '/admin/index';
/** Its canvas shows a preview of each component, which is not the name of its item. */
const DESIGNER = '/tool/build';

/**
 * Goes to a page as a click on the menu does, at a fifth of the cost of loading it, and closes the previous tab: visited pages
 * stay in the document, and axe also checks hidden content.
 */
async function goTo(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === HOME) await page.goto(server.origin + path);
  else
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await page
    .locator(`${PLACE}[data-path="${path.split('?')[0]}"] h1`)
    .first()
    .waitFor({ state: 'attached' });
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('.admin-tags li:not(.on) button').forEach((one) => one.click()));
  await page.waitForFunction(() => document.querySelectorAll('.admin-place').length === 1);
  await settled(page, PLACE);
}

/** Px: three lines of a table head. */
const TALL = 80;
const WIDE = { width: 1280, height: 720 };
const TABLET = { width: 820, height: 720 };

/** Returns the head cells of tables whose text is cut or broken into more than three lines. */
async function cutHeads(page: Page, path: string): Promise<string[]> {
  const heads = page.locator(`${PLACE} .ant-table-thead th:visible`);
  const found: string[] = [];
  for (const size of (await heads.count()) > 0 ? [WIDE, TABLET] : []) {
    await page.setViewportSize(size);
    const cut = await heads.evaluateAll(
      (cells, tall) =>
        cells
          .filter(
            (cell) =>
              (cell as HTMLElement).offsetHeight > tall ||
              [cell, ...cell.querySelectorAll('*')].some(
                (part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'visible',
              ),
          )
          .map((cell) => cell.textContent),
      TALL,
    );
    found.push(...cut.map((text) => `${path} at ${size.width}: the head ${text} is cut`));
  }
  await page.setViewportSize(WIDE);
  await roundTrip(page);
  return found;
}

const PARTS = 4;
/** Minimum number of dialogs and drawers that each part opens. */
const OPENED_LEAST = 25;
/** Enough rows to meet each type: the time depends on what is rendered. */
const ROWS = 8;
/** Which states were checked, on any page. */
const seen = nothingSeen();

/** Returns an address without the ids that distinguish the pages of different rows. */
const shapeOf = (address: string): string => (address.split('?')[0] ?? '').replace(/\d+/g, ':id');

for (let part = 0; part < PARTS; part += 1) {
  test(`#43.22 no admin page, and nothing that it opens, has axe violations in either theme, and no table head is cut (${part + 1} of ${PARTS})`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const page = await adminPage(browser, server, 'admin', HOME, WIDE);
    page.setDefaultTimeout(30_000);
    await fewRows(page);
    const all = ['/user/profile', ...menu.filter((path) => path !== HOME), HOME];
    const paths = all.filter((_, index) => index % PARTS === part);
    const known = new Set(all.map(shapeOf));
    const found: string[] = [];
    let opened = 0;
    for (const path of paths) {
      await goTo(page, path);
      found.push(...(await faults(page, path, PLACE, seen, !path.startsWith(DESIGNER))), ...(await cutHeads(page, path)));
      const { led, dead } = await openings(page, async (what) => {
        opened += 1;
        found.push(...(await faults(page, `${path} ${what}`, DIALOG, seen)));
      });
      found.push(...dead.map((words) => `${words}: nothing opens`));
      for (const there of led.filter((one) => !known.has(shapeOf(one)))) {
        known.add(shapeOf(there));
        paths.push(there);
      }
    }
    expect(found).toEqual([]);
    expect(opened).toBeGreaterThan(OPENED_LEAST);
  });
}
