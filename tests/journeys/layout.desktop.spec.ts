import sharp from 'sharp';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test, type Browser, type Page } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

async function visit(browser: Browser, path: string, width: number, height: number): Promise<Page> {
  const page = await (
    await browser.newContext({ viewport: { width, height }, locale: 'zh-CN', reducedMotion: 'reduce', serviceWorkers: 'block' })
  ).newPage();
  await page.goto(server.origin + path);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  return page;
}
const boxOf = async (page: Page, selector: string) => {
  const place = page.locator(selector).first();
  await place.waitFor();
  return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
};

test('#43.15 public pages have a page heading on a desktop, without the header of a phone', async ({ browser }) => {
  for (const path of ['/cms/main/contest', '/cms/main/cmsPeriodical', '/cms/main/notice', '/cms/main/cmsPeriodical/article/1']) {
    const page = await visit(browser, path, 1440, 900);
    const heading = page.locator('main h1').first();
    const style = await heading.evaluate((one) => [Number.parseFloat(getComputedStyle(one).fontSize), getComputedStyle(one).textAlign]);
    expect([path, style]).toEqual([path, [expect.any(Number), 'start']]);
    expect(style[0], path).toBeGreaterThanOrEqual(24);
    await expect(page.locator('.nav-bar').getByRole('button', { name: '返回' })).toBeHidden();
    await page.context().close();
  }
});

test('#43.15 a number stays with its label and unit in the narrowest column', async ({ browser }) => {
  const found: string[] = [];
  const broken: string[] = [];
  for (const path of ['/cms/main/contest', '/cms/main/contestDetail/1']) {
    const page = await visit(browser, path, 390, 844);
    await page.waitForLoadState('networkidle');
    const [all, split] = await page.evaluate(() => {
      const PHRASE = /(?:[第共约¥]\s)\d[\d.,]*(?:\s[卷期章页字篇部个人条次种天分万亿元])?|\d\s[卷期章页字篇部个人条次种天分万亿元]/g;
      const seen: string[] = [];
      const cut: string[] = [];
      const rich = '.rich-text, .comment-row, script, style, svg';
      for (const element of document.querySelectorAll<HTMLElement>('main *')) {
        if (element.closest(rich)) continue;
        element.normalize();
        const narrow = element.style.cssText;
        for (const node of element.childNodes)
          if (node instanceof Text)
            for (const match of node.data.matchAll(PHRASE)) {
              element.style.cssText = 'display:block;inline-size:1px;min-width:0;white-space:normal;word-break:normal;overflow-wrap:normal';
              const range = document.createRange();
              range.setStart(node, match.index);
              range.setEnd(node, match.index + match[0].length);
              const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
              seen.push(match[0]);
              if (lines.size > 1) cut.push(node.data);
              element.style.cssText = narrow;
            }
      }
      return [seen, cut] as const;
    });
    found.push(...all);
    broken.push(...split.map((text) => `${path} ${text}`));
    await page.context().close();
  }
  expect(broken).toEqual([]);
  expect(found.length).toBeGreaterThan(3);
});

test('#43.15 the map of the contact page is dark in dark mode', async ({ browser }) => {
  const luminance = async (colorScheme: 'light' | 'dark'): Promise<number> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(`${server.origin}/cms/main/cmsAbout`);
    const map = page.locator('.page-map img');
    await map.scrollIntoViewIfNeeded();
    await expect.poll(() => map.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
    const { channels } = await sharp(await map.screenshot())
      .removeAlpha()
      .stats();
    return (channels[0]?.mean ?? 0) * 0.3 + (channels[1]?.mean ?? 0) * 0.59 + (channels[2]?.mean ?? 0) * 0.11;
  };
  expect(await luminance('light')).toBeGreaterThan(170);
  expect(await luminance('dark')).toBeLessThan(80);
});

test('#43.15 ticks have the colour of the brand in both themes, and the admin has its own', async ({ browser }) => {
  const colourOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).accentColor);
  for (const [colorScheme, colour] of [
    ['light', 'rgb(0, 127, 128)'],
    ['dark', 'rgb(43, 179, 180)'],
  ] as const) {
    const page = await (await browser.newContext({ colorScheme, serviceWorkers: 'block' })).newPage();
    for (const path of ['/cmsLogin', '/cmsRegister', '/cms/main/cmsAbout#feedback']) {
      await page.goto(server.origin + path);
      const tick = 'input[type=checkbox], input[type=radio]';
      await page.locator(tick).first().waitFor({ state: 'attached' });
      expect([
        path,
        await colourOf(page, tick),
        await page
          .locator(tick)
          .first()
          .evaluate((one) => getComputedStyle(one).appearance),
      ]).toEqual([path, colour, 'auto']);
    }
    await page.context().close();
  }
  const admin = await adminPage(browser, server, 'opsadmin', '/admin/index');
  expect(await colourOf(admin, '.admin-page')).not.toBe('rgb(0, 127, 128)');
});

test('#43.15 the schedule of a contest is inside the screen of a phone, and labels keep their numbers', async ({ browser }) => {
  const page = await visit(browser, '/cms/main/contestDetail/1', 390, 844);
  await page.locator('.contest-step').first().waitFor();
  const cut = await page
    .locator('.contest-step')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0).map((one) => one.textContent),
    );
  expect(cut).toEqual([]);
  expect(await page.locator('.contest-line').evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  for (const path of ['/cms/main/contest', '/cms/main/cmsPeriodical']) {
    await page.goto(server.origin + path);
    await page.locator('.unbroken').first().waitFor();
    const broken = await page
      .locator('.unbroken')
      .evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1).map((one) => one.textContent));
    expect([path, broken]).toEqual([path, []]);
  }
});

test('#43.15 two contests, and two journals, do not share one drawing', async ({ browser }) => {
  const page = await visit(browser, '/cms/main/contest', 1440, 900);
  const art = page.locator('.contest-card svg');
  await art.first().waitFor();
  const drawings = await art.evaluateAll((all) =>
    all.map((one) => `${one.getAttribute('data-motif')} ${one.querySelector('rect')?.getAttribute('fill')}`),
  );
  expect(new Set(drawings).size).toBe(drawings.length);
  await page.goto(`${server.origin}/cms/main/cmsPeriodical`);
  const covers = page.locator('.periodical-drawn');
  await covers.first().waitFor();
  const colours = await covers.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(colours).size).toBe(colours.length);
});

test('#43.15 the introduction of a series or topic starts at the margin of its heading', async ({ browser }) => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    const page = await visit(browser, '/cms/main/bookDetail/1', width, height);
    const starts = async (selector: string) => {
      const { x } = await boxOf(page, selector);
      return (
        x +
        (await page
          .locator(selector)
          .first()
          .evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingLeft)))
      );
    };
    expect(await starts('.book-similar > p')).toBe(await starts('.book-similar:has(> p) > h2'));
    await page.context().close();
  }
});

test('#43.15 the action of every submission is on the screen of an editor at 1440 pixels', async ({ browser }) => {
  const page = await adminPage(browser, server, 'jchief', '/cms/journal/submission');
  await page.getByRole('button', { name: /^全部在审/ }).click();
  const act = page.getByRole('button', { name: '打开', exact: true }).first();
  await act.waitFor();
  const box = (await act.boundingBox()) ?? { x: 9999, width: 0 };
  expect(box.x + box.width).toBeLessThanOrEqual(1440);
  const covered = await act.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(covered).toBe(true);
});
