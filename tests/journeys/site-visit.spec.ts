import { animationsEnded, expect, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
let work = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  work = await server.publish((await makeBook({ title: '长夜行船', chapters: 12, characters: 400 })).epub);
});
test.afterAll(() => server.close());

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(server.origin + path);
  await page.getByLabel('用户名').fill('reader1');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('a first visit shows the home page without another request to the server', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/prod-api/') && calls.push(request.url()));
  await page.goto(server.origin, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: '新书' })).toBeVisible();
  expect(calls).toEqual([]);
});

test('S2.2.7 S2.4.1 S2.4.2 an anonymous visitor who opens the shelf signs in and gets there; a signed-in user is redirected from the login page to the home page', async ({
  page,
}) => {
  await signIn(page, '/personalCenter/favorite?tab=collect');
  await expect(page).toHaveURL(`${server.origin}/personalCenter/favorite?tab=collect`);
  await page.goto(`${server.origin}/cmsLogin`);
  await expect(page).toHaveURL(`${server.origin}/`);
  await page.goto(`${server.origin}/system/user`);
  await expect(page).toHaveURL(`${server.origin}/`);
  await page.goto(`${server.origin}/redirect/cms/main/search?keyword=${encodeURIComponent('灯塔')}`);
  await expect(page).toHaveURL(`${server.origin}/cms/main/search?keyword=${encodeURIComponent('灯塔')}`);
});

test('a favourite is added, appears on the shelf, and can be removed there', async ({ page }) => {
  await signIn(page, `/cmsLogin?redirect=${encodeURIComponent(`/cms/main/bookDetail/${work}`)}`);
  await page.getByRole('button', { name: '收藏' }).last().click();
  await expect(page.locator('.book-collect')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveTitle(/^长夜行船/);
  await page.goto(`${server.origin}/personalCenter/favorite?tab=collect`);
  const taken = page.getByRole('button', { name: '取消收藏《长夜行船》' });
  await taken.click();
  await expect(page.getByRole('button', { name: '重新收藏《长夜行船》' })).toBeVisible();
});

test('an anonymous visitor’s favourite is added after sign-in', async ({ page }) => {
  const wanted = await server.publish((await makeBook({ title: '先收藏再登录', chapters: 2, characters: 300 })).epub);
  await page.goto(`${server.origin}/cms/main/bookDetail/${wanted}`);
  await page.getByRole('button', { name: '收藏' }).last().click();
  await page.getByLabel('用户名').fill('reader1');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`${server.origin}/cms/main/bookDetail/${wanted}`);
  await expect(page.locator('.book-collect')).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.locator('.book-collect')).toHaveAttribute('aria-pressed', 'true');
});

test('S2.5.10 signing out on the site asks for confirmation, and ends at the home page', async ({ page }) => {
  await signIn(page, '/personalCenter/default');
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByText('确定注销并退出系统吗？')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  await expect.poll(async () => (await page.context().cookies()).filter(({ name, value }) => name === 'Admin-Token' && value)).toEqual([]);
});

test('a page opened without a network is rendered from the cache', async ({ page, context }) => {
  await page.goto(server.origin, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'shuzhou-answers'))).toBe(true);
  await context.setOffline(true);
  await page.goto(server.origin);
  await expect(page.getByText('离线阅读中')).toBeVisible();
  await expect(page.getByRole('heading', { name: '新书' })).toBeVisible();
  // The message appears once, also after a reload has failed.
  await roundTrip(page);
  await expect(page.locator('.quiet-bar')).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  const left = (selector: string): Promise<number> => page.locator(selector).evaluate((element) => element.getBoundingClientRect().left);
  expect(await left('.quiet-bar svg')).toBe(await left('.top-bar .logo'));
});

test('a Latin title uses a Latin font in the shop, in the admin client and on its generated cover', async ({ page, context }) => {
  const face = (selector: string): Promise<string> =>
    page
      .locator(selector, { hasText: 'The Lamp Keeper’s Notebook' })
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily);
  await page.goto(`${server.origin}/cms/main/cmsReadingCenter`);
  expect(await face('.book-tile-title')).toMatch(/^Georgia/);
  const tile = page.locator('.book-tile', { hasText: 'The Lamp Keeper’s Notebook' });
  expect(decodeURIComponent((await tile.locator('img').getAttribute('src')) ?? '').replace(/<\/?tspan[^>]*>/g, '')).toMatch(
    /font-family="Georgia[^>]*>.*Keeper’s/,
  );
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('worksadmin'), url: server.origin }]);
  await page.goto(`${server.origin}/publication/publicationList`);
  expect(await face('.work-title')).toMatch(/^Georgia/);
});

test('the back link of a missing work is aligned with the page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/cms/main/bookDetail/999999`);
  await expect(page.getByRole('heading', { name: '作品不存在或已下架' })).toBeVisible();
  expect((await page.getByRole('button', { name: '返回' }).boundingBox())?.x).toBeGreaterThan(60);
});

test('without a network, a device that never received other devices’ data does not show an empty state', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  await context.route('**/info/annotation/sync', (route) => route.abort());
  await page.goto(server.origin, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  for (const [path, heading] of [
    ['notes', '联网后取来您的笔记'],
    ['words', '联网后取来您的生词'],
    ['errata', '联网后取来您的错字反馈'],
  ] as const) {
    await page.goto(`${server.origin}/personalCenter/${path}`);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await page.goto(`${server.origin}/personalCenter/reading`);
  await expect(page.getByText('现在只有这台设备的')).toBeVisible();
});

test('on a wide screen the search page has one search field, with the focus in it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/`);
  await page.getByRole('searchbox', { name: '全站搜索' }).fill('灯');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/cms\/main\/search/);
  await expect(page.getByRole('searchbox').or(page.getByRole('combobox'))).toHaveCount(1);
  await expect(page.getByRole('combobox')).toHaveValue('灯');
  await page.goto(`${server.origin}/cms/main/search`);
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.goto(`${server.origin}/cms/main/search?keyword=${encodeURIComponent('灯'.repeat(60))}`);
  await expect(page.getByRole('heading', { name: /^没有找到/ })).toBeVisible();
  await expect(page.getByText('换一个短一点的词')).toBeVisible();
  await page.goto(`${server.origin}/cms/main/search?keyword=${encodeURIComponent('鼹')}`);
  await expect(page.getByText('再输入一个字，书里的句子也找')).toBeVisible();
});

test('a work opens on the screen of its type from any address, and the header shows where it is', async ({ page }) => {
  const ofKind = async (kind: string) =>
    ((await server.call(null, 'GET', `/cms/publish/queryPublishList?kind=${kind}&pageSize=2`)) as { rows: { publishId: number; title: string }[] })
      .rows;
  const [[book, next], [film]] = [await ofKind('book'), await ofKind('video')];
  const canonical = () => page.locator('link[rel="canonical"]').getAttribute('href');
  for (const [asked, work, path] of [
    ['collectedVideoDetail', book, 'bookDetail'],
    ['bookDetail', film, 'collectedVideoDetail'],
  ] as const) {
    await page.goto(`${server.origin}/cms/main/${asked}/${work?.publishId}`);
    await expect(page).toHaveURL(new RegExp(`/cms/main/${path}/${work?.publishId}$`));
    await expect(page.getByRole('heading', { name: work?.title ?? '', level: 1 })).toBeVisible();
    expect(await canonical()).toMatch(new RegExp(`/cms/main/${path}/${work?.publishId}$`));
  }
  await page.goto(`${server.origin}/cms/main/bookDetail/${book?.publishId}`);
  await page.evaluate(
    (path) => (history.pushState(null, '', path), dispatchEvent(new PopStateEvent('popstate'))),
    `/cms/main/bookDetail/${next?.publishId}`,
  );
  await expect(page.getByRole('heading', { name: next?.title ?? '', level: 1 })).toBeVisible();
  expect(await canonical()).toMatch(new RegExp(`/cms/main/bookDetail/${next?.publishId}$`));
});

test('a dialog opens at its final position, and reacts to a press from the start', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader4'), url: server.origin }]);
  await page.goto(`${server.origin}/personalCenter/default`);
  await page.evaluate(() => {
    const places = new Set<string>();
    const look = () => {
      const button = [...document.querySelectorAll('.adm-dialog-button')].at(-1);
      const box = button?.getBoundingClientRect();
      if (box && button)
        places.add(
          `${Math.round(box.x)} ${Math.round(box.y)} ${button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))}`,
        );
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { places });
  });
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: '确定' })).toBeVisible();
  await animationsEnded(page);
  await roundTrip(page);
  const places = await page.evaluate(() => [...(window as unknown as { places: Set<string> }).places]);
  expect(places).toEqual([expect.stringMatching(/ true$/)]);
});

test('the parts of a film are called 集, those of audio 段', async ({ page }) => {
  for (const [kind, name, number] of [
    ['video', '分集', /^共 \d+ 集$/],
    ['audio', '曲目', /^共 \d+ 段$/],
  ] as const) {
    const { rows } = (await server.call(null, 'GET', `/cms/publish/queryPublishList?kind=${kind}&pageSize=1`)) as { rows: { publishId: number }[] };
    for (const path of [`collectedVideoDetail/${rows[0]?.publishId}`, `collectedVideoPlay?publishId=${rows[0]?.publishId}`]) {
      await page.goto(`${server.origin}/cms/main/${path}`);
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      await expect(page.getByText(number)).toBeVisible();
    }
  }
});

test('a toast covers the text below it completely and cuts no word off', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/bookDetail/${work}`);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.getByRole('button', { name: /分享/ }).first().click();
  const words = page.locator('.adm-toast-main');
  await expect(words).toBeVisible();
  await expect(words).toHaveCSS('background-color', 'rgb(43, 42, 40)');
  await expect(words).toHaveCSS('word-break', 'normal');
});

/** Returns the focused element if a bar covers all or part of it. */
const underBar = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body || at.closest('.tab-bar, .action-bar, .top-bar, .skip')) return null;
    const { left, right, top, bottom } = (at.closest('label') ?? at).getBoundingClientRect();
    const covers = [top + 1, bottom - 1].map((y) => document.elementFromPoint((left + right) / 2, y)?.closest('.tab-bar, .action-bar, .top-bar'));
    return covers.some(Boolean) || bottom > innerHeight || top < 0 ? at.textContent || at.getAttribute('aria-label') : null;
  });

test('a focused element is between the bars, and not below them', async ({ page }) => {
  await signIn(page, '/personalCenter/default');
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  const walk = async (path: string, key: string): Promise<void> => {
    await page.goto(server.origin + path, { waitUntil: 'networkidle' });
    // Parts that load when they come into view would move the focused element.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 0));
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press(key);
      await expect.poll(() => underBar(page), { message: `${path} ${key} ${step}` }).toBeNull();
    }
  };
  for (const path of ['/personalCenter/default', '/personalCenter/profile', `/cms/main/bookDetail/${work}`]) await walk(path, 'Tab');
  await page.setViewportSize({ width: 1440, height: 700 });
  for (const path of ['/personalCenter/profile', `/cms/main/bookDetail/${work}`]) await walk(path, 'Shift+Tab');
});

test('in forced colours a button still has a border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, `/cmsLogin?redirect=${encodeURIComponent(`/cms/main/bookDetail/${work}`)}`);
  await expect(page.getByRole('button', { name: '下载', exact: true }).first()).toHaveCSS('border-top-width', '1px');
});
