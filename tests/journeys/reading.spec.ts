import { type BrowserContext, expect, limit, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { drag } from '../support/touch.ts';

let server: BrowserServer;
let free = 0;
let paid = 0;

test.beforeAll(async () => {
  server = await browserServer();
  const extra = (chapter: number): string =>
    chapter === 1
      ? '<p><a id="note-ref" href="c0003.xhtml#note">①</a> <a id="out" href="https://example.com/">外面</a></p>'
      : chapter === 3
        ? '<p id="note">① 这是注。</p>'
        : '';
  const [novel, sold] = await Promise.all([
    makeBook({ title: '桥上的灯', chapters: 8, characters: 1500, extra }),
    makeBook({ title: '雪夜账本', chapters: 6, characters: 900 }),
  ]);
  free = await server.publish(novel.epub);
  paid = await server.publish(sold.epub, { isFree: '0', salePriceFen: 3200, trialChapters: 2 });
});
test.afterAll(() => server?.close());

async function open(page: Page, publishId: number, at = ''): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}${at}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('页');
}
/** Returns the position text: `第1章，第 2 页，共 9 页，全书 1.0%` */
const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();
async function turned(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await where(page);
  await act();
  await expect.poll(() => where(page)).not.toBe(before);
  return where(page);
}
async function signIn(context: BrowserContext, userName: string): Promise<void> {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
}
const swipe = (page: Page, from: number, to: number): Promise<void> => drag(page, [from, 420], [to, 420]);

test('pages turn by tap, swipe and key, across a chapter boundary and back', async ({ page }) => {
  await open(page, free);
  expect(await where(page)).toContain('第 1 页');
  expect(await turned(page, () => page.touchscreen.tap(350, 420))).toContain('第 2 页');
  expect(await turned(page, () => swipe(page, 320, 60))).toContain('第 3 页');
  expect(await turned(page, () => swipe(page, 60, 320))).toContain('第 2 页');
  // The chapter has three pages where no Chinese font is installed.
  expect(await turned(page, () => page.keyboard.press('ArrowRight'))).toContain('第 3 页');
  expect(await turned(page, () => page.touchscreen.tap(30, 420))).toContain('第 2 页');
  let now = await where(page);
  while (now.startsWith('第1章')) now = await turned(page, () => page.keyboard.press('PageDown'));
  expect(now).toMatch(/^第2章，第 1 页/);
  expect(await turned(page, () => page.keyboard.press('PageUp'))).toMatch(/^第1章/);
  await page.keyboard.press('End');
  await expect.poll(() => where(page)).toMatch(/^第8章.*100%$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: '全书完' })).toBeVisible();
});

test('the first page is readable before the application has loaded, and does not change when it has', async ({ page }) => {
  let admit = (): void => undefined;
  const admitted = new Promise<void>((resolve) => (admit = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await admitted;
    await route.continue();
  });
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${free}`, { waitUntil: 'commit' });
  await expect(page.frameLocator('iframe[data-shown]').getByRole('heading', { name: '第1章' })).toBeVisible();
  await page.touchscreen.tap(350, 420);
  const left = (): Promise<number> =>
    page.evaluate(() => document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!.documentElement.scrollLeft);
  await expect.poll(left).toBeGreaterThan(0);
  const before = await left();
  await page.evaluate(() => (document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!.documentElement.id = 'same'));
  expect(await page.locator('.reader-main > output.unseen').count()).toBe(0);
  await page.touchscreen.tap(195, 420);
  admit();
  await expect.poll(() => where(page)).toContain('第 2 页');
  await expect(page.getByRole('button', { name: '目录' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await left()).toBe(before);
  expect(await page.evaluate(() => document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!.documentElement.id)).toBe(
    'same',
  );
  expect(await turned(page, () => page.touchscreen.tap(350, 420))).toContain('第 3 页');
});

test('every screen shows text, and no frame may run scripts', async ({ page }) => {
  await open(page, free);
  for (let turn = 0; turn < 14; turn++) {
    const seen = await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
      const inside = frame?.contentDocument;
      const middle = inside?.caretPositionFromPoint(frame!.clientWidth / 2, frame!.clientHeight / 4);
      return {
        sandbox: [...document.querySelectorAll('iframe')].map((each) => each.getAttribute('sandbox')),
        text: middle?.offsetNode.textContent?.trim().length ?? 0,
      };
    });
    expect(new Set(seen.sandbox)).toEqual(new Set(['allow-same-origin']));
    expect(seen.text).toBeGreaterThan(0);
    await turned(page, () => page.keyboard.press('ArrowRight'));
  }
});

test('a tap in the middle shows the toolbars; the contents lead to a chapter and back', async ({ page }) => {
  await open(page, free);
  await expect(page.getByRole('button', { name: '目录' })).toBeHidden();
  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '目录' }).click();
  const contents = page.getByRole('dialog', { name: '目录' });
  await expect(contents).toBeFocused();
  await expect(contents.locator('[aria-current="location"]')).toContainText('第1章');
  await contents.getByRole('button', { name: '第5章' }).click();
  await expect.poll(() => where(page)).toMatch(/^第5章，第 1 页/);
  await expect(contents).toBeHidden();
  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '进度' }).click();
  await page.getByRole('button', { name: /回到上次/ }).click();
  await expect.poll(() => where(page)).toMatch(/^第1章，第 1 页/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('in portrait and landscape nothing is below the notch of a phone, and no panel is below a bar', async ({ page }) => {
  await open(page, free);
  const device = await page.context().newCDPSession(page);
  const under = (left: number, right: number): Promise<string[]> =>
    page.evaluate(
      ([from, to]) => {
        const lines = document.querySelectorAll('.reader button, .reader input, .reader iframe[data-shown]');
        const seen = [...lines].filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[data-shown="false"]'));
        const bar = document.querySelector('.reader-top')!.getBoundingClientRect().bottom;
        const panel = document.querySelector('.reader-sheet')!.getBoundingClientRect();
        const beside = seen.filter((each) => each.getBoundingClientRect().left < from || each.getBoundingClientRect().right > to);
        return [...beside.map((each) => each.outerHTML.slice(0, 80)), ...(panel.top < bar ? [`panel ${panel.top} < ${bar}`] : [])];
      },
      [left, right] as const,
    );
  for (const [width, height, insets] of [
    [390, 844, { top: 59, left: 0, bottom: 34, right: 0 }],
    [667, 375, { top: 0, left: 44, bottom: 21, right: 30 }],
    [844, 390, { top: 0, left: 59, bottom: 21, right: 59 }],
  ] as const) {
    await page.setViewportSize({ width, height });
    await device.send('Emulation.setSafeAreaInsetsOverride', { insets });
    await page.touchscreen.tap(width / 2, height / 2);
    for (const name of ['目录', '笔记', '搜索', '进度', '排版']) {
      await page.getByRole('navigation', { name: '阅读工具' }).getByRole('button', { name }).click();
      await expect(page.locator('.reader-sheet')).toBeVisible();
      await expect.poll(() => under(insets.left, width - insets.right), { message: `${name} ${width}` }).toEqual([]);
    }
    await page.locator('.reader-sheet').getByRole('button', { name: '关闭' }).click();
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  // A right-to-left title is cut off at its end, too.
  const hidden = await page.locator('.reader-top bdi').evaluate((title) => {
    title.textContent = 'كتاب طويل جدا عن الجسور والمصابيح والأنهار';
    const first = document.createRange();
    first.setStart(title.firstChild!, 0);
    first.setEnd(title.firstChild!, 1);
    return first.getBoundingClientRect().right - title.closest('h1')!.getBoundingClientRect().right;
  });
  expect(hidden).toBeLessThanOrEqual(1);
});

test('the line below the text aligns with the text, in portrait, in landscape and on a tablet', async ({ page }) => {
  await open(page, free);
  const offsets = (): Promise<number[]> =>
    page.evaluate(() => {
      const text = document.querySelector('iframe[data-shown]')!.getBoundingClientRect();
      const line = document.querySelector('.reader-foot')!.getBoundingClientRect();
      return [line.left - text.left, line.right - text.right].map(Math.round);
    });
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(offsets, { message: `${width}×${height}` }).toEqual([0, 0]);
  }
});

test('size, theme and font change the page at once and stay on this device', async ({ page }) => {
  await open(page, free);
  const pages = async (): Promise<number> => Number(/共 (\d+) 页/.exec(await where(page))?.[1]);
  const before = await pages();
  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '排版' }).click();
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: '增大字号' }).click();
  await expect.poll(pages).toBeGreaterThan(before);
  for (const [name, colour] of [
    ['白', 'rgb(255, 255, 255)'],
    ['绿', 'rgb(223, 233, 220)'],
    ['夜', 'rgb(18, 18, 17)'],
  ] as const) {
    await page.getByRole('radio', { name }).click();
    await expect(page.locator('.reader')).toHaveCSS('background-color', colour);
  }
  const ink = await page.evaluate(
    () => getComputedStyle(document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!.body).color,
  );
  expect(ink).toBe('rgb(201, 197, 187)');
  await page.reload();
  await expect.poll(pages).toBeGreaterThan(before);
  await expect(page.locator('.reader')).toHaveCSS('background-color', 'rgb(18, 18, 17)');
});

test('a note opens, and a link out of the book asks for confirmation', async ({ page }) => {
  await open(page, free);
  const link = (id: string) => page.frameLocator('iframe[data-shown]').locator(`#${id}`);
  while ((await where(page)).startsWith('第1章') && !(await shown(page, 'note-ref'))) await turned(page, () => page.keyboard.press('ArrowRight'));
  await link('out').click();
  await expect(page.getByRole('dialog')).toContainText('https://example.com/');
  await page.getByRole('button', { name: '留在书里' }).click();
  await link('note-ref').click();
  await expect.poll(() => where(page)).toMatch(/^第3章/);
  expect(await shown(page, 'note')).toBe(true);
});

const shown = (page: Page, id: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
    const box = frame?.contentDocument?.getElementById(wanted)?.getBoundingClientRect();
    return Boolean(frame && box && box.left >= 0 && box.left < frame.clientWidth);
  }, id);

test('the position is restored after a reload, after a kill, and on another device', async ({ page, context, browser }) => {
  await signIn(context, 'reader1');
  await open(page, free);
  for (let turn = 0; turn < 4; turn++) await turned(page, () => page.keyboard.press('ArrowRight'));
  const left = await where(page);
  await page.reload();
  await expect.poll(() => where(page)).toBe(left);
  await turned(page, () => page.keyboard.press('ArrowRight'));
  const next = await where(page);
  // Killed before the database stored it: no unload handler runs.
  await page.goto('about:blank');
  await open(page, free);
  await expect.poll(() => where(page)).toBe(next);
  const token = await server.logIn('reader1');
  await expect
    .poll(
      async () =>
        ((await server.call(token, 'GET', `/info/progress?publishId=${free}`))['data'] as { documentIndex: number } | null)?.documentIndex ?? -1,
      { timeout: limit(8000) },
    )
    .toBe(Number(/^第(\d+)章/.exec(next)?.[1]) - 1);
  const other = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(other, 'reader1');
  const second = await other.newPage();
  await open(second, free);
  await expect.poll(() => where(second)).toBe(next);
  await other.close();
});

test('pages turned while the server does not return other devices’ positions stay turned', async ({ page, context }) => {
  await signIn(context, 'reader2');
  await open(page, free);
  const begun = await where(page);
  await page.route(/info\/progress\?/, () => undefined);
  for (const leave of [() => page.goto('about:blank'), () => page.reload()]) {
    await open(page, free);
    for (let turn = 0; turn < 3; turn++) await turned(page, () => page.keyboard.press('ArrowRight'));
    const left = await where(page);
    expect(left).not.toBe(begun);
    await leave();
    await open(page, free);
    await expect.poll(() => where(page)).toBe(left);
  }
});

test('a link to a chapter is followed once: after reading on, a reload and the way back lead to the last position', async ({ page, context }) => {
  await signIn(context, 'reader3');
  await page.goto(`${server.origin}/cms/main/bookDetail/${free}`);
  await open(page, free, '&at=3');
  await page.reload();
  await expect.poll(() => where(page)).toContain('第4章');
  expect(page.url()).toContain('at=3');
  for (let turn = 0; turn < 2; turn++) await turned(page, () => page.keyboard.press('ArrowRight'));
  const left = await where(page);
  expect(page.url()).not.toContain('at=');
  await page.reload();
  await expect.poll(() => where(page)).toBe(left);
  await page.goBack();
  await expect(page).toHaveURL(/bookDetail/);
  await page.goForward();
  await expect.poll(() => where(page)).toBe(left);
});

test('a paid book ends its trial with an end page, and nothing leads past it', async ({ page }) => {
  await open(page, paid, '&at=1');
  expect(await where(page)).toMatch(/^第2章/);
  const ending = page.getByRole('heading', { name: '试读到这里' });
  while (!(await ending.isVisible())) {
    await page.keyboard.press('ArrowRight');
    await roundTrip(page);
  }
  // The sheet of the detail page opens, and reading goes on after the trial once the book is paid.
  await expect(page.getByRole('link', { name: '购买全书 ¥ 32.00' })).toHaveAttribute(
    'href',
    new RegExp(`^/cms/main/bookDetail/${paid}\\?buy=1&from=.*publishId%3D${paid}%26at%3D2$`),
  );
  // After sign-in here the user reads on after the trial, or sees this end page again.
  await expect(page.getByRole('link', { name: '登录继续读' })).toHaveAttribute('href', /publishId%3D\d+%26at%3D2$/);
  await page.getByRole('button', { name: '返回上一页' }).click();
  await expect(ending).toBeHidden();
  // The end page turns like a page: by its edge or by swipe; a tap in its middle shows the toolbars.
  for (const back of [() => page.touchscreen.tap(30, 300), () => swipe(page, 60, 320)]) {
    await page.touchscreen.tap(360, 420);
    await expect(ending).toBeVisible();
    await back();
    await expect(ending).toBeHidden();
    expect(await where(page)).toMatch(/^第2章/);
  }
  await page.touchscreen.tap(360, 420);
  await expect(ending).toBeVisible();
  await page.touchscreen.tap(195, 160);
  await page.getByRole('button', { name: '目录' }).click();
  await page.getByRole('button', { name: '第4章' }).click();
  await expect(ending).toBeVisible();
  expect(await where(page)).toMatch(/^第2章/);
});

test('browser caches of a paid book are not readable for the next user', async ({ browser }) => {
  await server.call(await server.logIn('admin'), 'POST', '/cms/publish/entitlement', { publishId: paid, userName: 'reader2', validTo: '' });
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await signIn(context, 'reader2');
  const page = await context.newPage();
  const chapter = page.waitForResponse((response) => response.url().endsWith('/c0005.xhtml'));
  await open(page, paid, '&at=4');
  const address = (await chapter).url();
  const again = () => page.evaluate(async (url) => (await fetch(url)).status, address);
  expect(await again()).toBe(200);
  for (const next of ['reader3', null]) {
    await context.clearCookies();
    if (next) await signIn(context, next);
    await page.goto(server.origin);
    expect([next, await again()]).toEqual([next, 403]);
  }
  await context.close();
});

test('an address beyond the trial shows a message and stays in the trial, and a missing book shows a message', async ({ page }) => {
  await open(page, paid, '&at=5');
  expect(await where(page)).toMatch(/^第2章/);
  await expect(page.getByRole('heading', { name: '试读到这里' })).toBeVisible();
  // A user who followed a link or opened a chapter from the contents has not finished the trial.
  await expect(page.locator('.reader-ending')).toContainText('能试读的只到这里');
  await expect(page.getByRole('link', { name: '登录继续读' })).toHaveAttribute('href', /at%3D5$/);
  await page.getByRole('button', { name: '返回上一页' }).click();
  await expect(page.getByRole('heading', { name: '试读到这里' })).toBeHidden();
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=999999`);
  const gone = page.getByRole('alert');
  await expect(gone.getByRole('heading', { name: '作品不存在或已下架' })).toBeVisible();
  await expect(gone.getByRole('button', { name: '重试' })).toBeHidden();
  await expect(gone.getByRole('link', { name: '去阅读中心' })).toBeVisible();
});
