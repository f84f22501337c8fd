import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type BrowserContext, expect, limit, type Page, roundTrip, test } from '../support/journey.ts';
import { type ReleaseProxy, releaseProxy } from '../support/release-proxy.ts';

let server: BrowserServer;
let front: ReleaseProxy;
let book = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  book = await server.publish((await makeBook({ title: '断网试读', chapters: 3, characters: 1000 })).epub);
  front = await releaseProxy(server.origin, ['contents-sheet']);
});
test.afterAll(async () => {
  await front?.close();
  await server?.close();
});

/** Opens the tabs of a signed-in reader who has stored the book. */
async function tabs(context: BrowserContext, count: number): Promise<Page[]> {
  await context.addCookies([
    { name: 'Admin-Token', value: await server.logIn('reader1'), url: front.origin, expires: Math.floor(Date.now() / 1000) + 3600 },
  ]);
  const page = await context.newPage();
  await page.goto(front.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${front.origin}/cms/main/bookDetail/${book}`);
  await page.getByRole('button', { name: '下载' }).first().click();
  await expect(page.getByText('已存到本机').first()).toBeVisible({ timeout: limit(60_000) });
  await page.goto(`${front.origin}/`);
  await expect(page.locator('main a[href*="/bookDetail/"]').first()).toBeVisible();
  const others = await Promise.all(Array.from({ length: count - 1 }, () => context.newPage()));
  for (const other of others) await other.goto(`${front.origin}/personalCenter/favorite?tab=kept`);
  const all = [page, ...others];
  for (const one of all) await one.waitForLoadState('networkidle');
  return all;
}

const updateCheck = (page: Page): Promise<void> =>
  page.evaluate(() =>
    navigator.serviceWorker
      .getRegistration()
      .then((one) => one?.update())
      .then(() => undefined),
  );
const precached = (page: Page): Promise<number> =>
  page
    .evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.includes('precache'));
      return name ? (await (await caches.open(name)).keys()).length : 0;
    })
    .catch(() => 0);

/** The active worker is the last one, and it took over without a question. */
const workerReady = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page
          .evaluate(async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            return registration?.active?.state === 'activated' && !registration.installing && !registration.waiting;
          })
          .catch(() => false),
      { timeout: limit(30_000) },
    )
    .toBe(true);

/** What happens to an installed app, and how it is complete again while it is online. */
const EVENTS: Record<string, (all: Page[]) => Promise<void>> = {
  async rollback(all) {
    const [page] = all as [Page];
    front.withdraw(true);
    await updateCheck(page);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length), { timeout: limit(20_000) }).toBe(0);
    front.withdraw(false);
    await page.reload();
    await expect.poll(() => precached(page), { timeout: limit(30_000) }).toBeGreaterThan(20);
    await workerReady(page);
  },
  async eviction(all) {
    const [page] = all as [Page];
    const before = await precached(page);
    await evict(page);
    for (const one of all) await one.reload();
    await expect.poll(() => precached(page), { timeout: limit(30_000) }).toBe(before);
  },
  async 'eviction before a start without a network'(all) {
    const [page] = all as [Page];
    const before = await precached(page);
    await expect.poll(() => copied(page), { timeout: limit(30_000) }).toBeGreaterThan(before);
    await evict(page);
  },
};

const evict = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await Promise.all((await caches.keys()).map((name) => caches.delete(name)))));
/** Number of files in the copy of the code next to the stored books. */
const copied = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const open = indexedDB.open('shuzhou-code');
    await new Promise((resolve) => (open.onsuccess = resolve));
    const keys = open.result.objectStoreNames.contains('files') ? open.result.transaction('files').objectStore('files').getAllKeys() : null;
    if (keys) await new Promise((resolve) => (keys.onsuccess = resolve));
    open.result.close();
    return keys?.result.length ?? 0;
  });

/** Without a network and with nothing in the browser's own cache, home, the shelf and the book open. */
async function everythingOpens(context: BrowserContext, all: Page[]): Promise<void> {
  for (const one of all) await roundTrip(one);
  const devtools = await context.newCDPSession(all[0] as Page);
  await devtools.send('Network.clearBrowserCache');
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto(`${front.origin}/`);
  await expect(page.locator('main a[href*="/bookDetail/"]').first()).toBeVisible();
  await page.goto(`${front.origin}/personalCenter/favorite?tab=kept`);
  await expect(page.getByText('断网试读').first()).toBeVisible();
  await page.goto(`${front.origin}/cms/main/epubRead?publishId=${book}`);
  await expect.poll(() => page.locator('.reader-main > output.unseen').innerText()).toMatch(/^第1章/);
  for (const one of all) {
    await one.goto(`${front.origin}/cms/main/epubRead?publishId=${book}`);
    await expect.poll(() => one.locator('.reader-main > output.unseen').innerText()).toMatch(/^第1章/);
  }
}

const NUMBERS: Record<string, string> = {
  update: '#44.13',
  rollback: '#44.13',
  eviction: '#44.15',
  'eviction before a start without a network': '#44.15',
};
for (const [event, happens] of Object.entries(EVENTS))
  for (const count of [1, 2])
    test(`${NUMBERS[event]} after ${event} with ${count} open tab(s), home, the shelf and a stored book open without a network`, async ({
      context,
    }) => {
      test.setTimeout(limit(60_000));
      const all = await tabs(context, count);
      await happens(all);
      await everythingOpens(context, all);
    });

test('#44.14 an expired copy says what to do, and a renewed license opens it at the next contact without a new download', async ({ context }) => {
  test.setTimeout(limit(60_000));
  const [page] = (await tabs(context, 1)) as [Page];
  await page.evaluate(async (publishId) => {
    const { name = '' } = (await indexedDB.databases()).find((one) => /^kept-\d+$/.test(one.name ?? '')) ?? {};
    const open = indexedDB.open(name);
    await new Promise((resolve) => (open.onsuccess = resolve));
    const files = open.result.transaction('files', 'readwrite').objectStore('files');
    const got = files.get(`b/${publishId}`);
    await new Promise((resolve) => (got.onsuccess = resolve));
    const put = files.put({ ...got.result, validTo: Date.parse('2026-01-31T12:00:00+08:00') }, `b/${publishId}`);
    await new Promise((resolve) => (put.onsuccess = resolve));
    open.result.close();
  }, book);
  const packs: string[] = [];
  page.on('request', (request) => void (/\/pack\b/.test(request.url()) && packs.push(request.url())));
  const renewal = '**/info/grant';
  await page.route(renewal, (route) => route.abort());
  await page.goto(`${front.origin}/personalCenter/download`);
  const card = page.getByRole('region', { name: '存到本机' }).first();
  await expect(card).toContainText('副本已过期');
  await expect(card).toContainText('续期后联网打开即可继续，不用重新下载');
  await page.getByRole('button', { name: '核对许可' }).click();
  await expect(page.locator('.adm-toast-main')).toBeVisible();
  await expect(card).toContainText('副本已过期');
  await page.unroute(renewal);
  await page.reload();
  await expect(card).toContainText('断网也能读');
  expect(packs).toEqual([]);
  await everythingOpens(context, [page]);
});

test('44.18 续读 opens the stored book where it was left, also without a network, and says what to do where nothing was read', async ({
  context,
  browser,
}) => {
  test.setTimeout(limit(60_000));
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${front.origin}/cms/main/continue`);
  await expect(visitor.getByRole('heading', { name: '登录后接着上次读' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: '登录' }).last()).toHaveAttribute('href', /redirect=%2Fcms%2Fmain%2Fcontinue/);
  const [page] = (await tabs(context, 1)) as [Page];
  const place = page.locator('.reader-main > output.unseen');
  await page.goto(`${front.origin}/cms/main/epubRead?publishId=${book}`);
  await expect.poll(() => place.innerText()).toMatch(/第 1 页/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => place.innerText()).toMatch(/第 2 页/);
  await page.goto(`${front.origin}/cms/main/continue`);
  await expect(page).toHaveURL(new RegExp(`epubRead\\?publishId=${book}$`));
  await expect.poll(() => place.innerText()).toMatch(/第 2 页/);
  await roundTrip(page);
  await context.setOffline(true);
  await page.goto(`${front.origin}/cms/main/continue`);
  await expect(page).toHaveURL(new RegExp(`epubRead\\?publishId=${book}$`));
  await expect.poll(() => place.innerText()).toMatch(/第 2 页/);
});
