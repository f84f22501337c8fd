import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  chromium,
  expect,
  limit,
  type Page,
  type Request,
  roundTrip,
  slowServer,
  storedOnDevice,
  test,
} from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
let novel = 0;
let profile = '';
let device: BrowserContext;

/** One device whose storage outlives its browser. */
async function openDevice(): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
  });
}
const tabOf = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? (await context.newPage());
const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();

test.beforeEach(async () => {
  server = await browserServer();
  novel = await server.publish((await makeBook({ title: '长夜行船', chapters: 240, characters: 1200 })).epub);
  profile = await mkdtemp(join(tmpdir(), 'shuzhou-device-'));
  device = await openDevice();
  const expires = Math.floor(Date.now() / 1000) + 86_400;
  await device.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin, expires }]);
  const page = await tabOf(device);
  await page.goto(`${server.origin}/`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
});
test.afterEach(async () => {
  await device?.close().catch(() => undefined);
  await server?.close();
  await rm(profile, { recursive: true, force: true });
});

const detail = (): string => `${server.origin}/cms/main/bookDetail/${novel}`;

test('a download shows its progress, can be paused, continues after its tab was closed, and is completely deleted', async () => {
  let page = await tabOf(device);
  const slowly = async (tab: Page): Promise<unknown> =>
    tab.route('**/books/**', async (route) => {
      await slowServer(900);
      await route.continue();
    });
  await slowly(page);
  await page.goto(detail());
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  const card = page.getByRole('region', { name: '存到本机' }).first();
  await expect(card).toContainText(/现在断网也能读到第/);
  await page.getByRole('button', { name: '暂停下载' }).first().click();
  await expect(card).toContainText(/停在 \d+%/);
  const continued = page.waitForRequest(/\/books\//);
  await page.getByRole('button', { name: '继续下载' }).first().click();
  await expect(card).toContainText('正在保存到本机');
  await continued;
  await page.close({ runBeforeUnload: false });

  page = await device.newPage();
  let fetched = 0;
  await page.goto(detail());
  const filesOf = (request: Request): number => (request.postDataJSON() as { files: string[] }).files.length;
  page.on('request', (request) => (fetched += /\/books\/.*\/pack\?keep/.test(request.url()) ? filesOf(request) : 0));
  await expect(page.getByRole('region', { name: '存到本机' }).first()).toContainText('已存到本机', { timeout: limit(30_000) });
  expect(fetched).toBeLessThan(190);
  expect(await keptKeys(page)).toBeGreaterThan(240);

  await page
    .getByRole('button', { name: /删除《长夜行船》的本机副本/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('删除', { exact: true }).click();
  await expect(page.getByRole('button', { name: '下载', exact: true }).first()).toBeVisible();
  expect(await keptKeys(page)).toBe(0);

  // An empty download list is known without a network.
  await server.stop();
  await page.goto(`${server.origin}/personalCenter/download`);
  await expect(page.getByRole('heading', { name: '还没有下载' })).toBeVisible();
  await expect(page.getByText('各台设备的下载记录联网后显示')).toBeVisible();
});

const keptKeys = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => /^kept-\d+$/.test(each));
    if (!name) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('error', () => reject(opening.error));
      opening.addEventListener('success', () => {
        const keys = opening.result.transaction('files').objectStore('files').getAllKeys();
        keys.addEventListener('success', () => {
          opening.result.close();
          // The key itself stays.
          resolve(keys.result.filter((key) => key !== 'k/seal').length);
        });
      });
    });
  });

test('with the server stopped and the browser restarted, home, shelf and the downloaded book open, and the position is sent later, once', async () => {
  const page = await tabOf(device);
  await page.goto(`${server.origin}/`);
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '书架' }).click();
  await expect(page).toHaveURL(/personalCenter\/favorite/);
  await storedOnDevice(page, 'shuzhou-answers', 'answers', 'GET /info/collect/mine');
  await page.goto(detail());
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  await expect(page.getByRole('region', { name: '存到本机' }).first()).toContainText('已存到本机', { timeout: limit(30_000) });
  await roundTrip(page);
  await device.close();
  await server.stop();

  device = await openDevice();
  const later = await tabOf(device);
  await later.goto(`${server.origin}/`);
  await expect(later.locator('main a[href*="/bookDetail/"]').first()).toBeVisible();
  await later.goto(`${server.origin}/personalCenter/favorite?tab=kept`);
  await expect(later.getByText('长夜行船').first()).toBeVisible();
  await later.goto(`${server.origin}/cms/main/epubRead?publishId=${novel}`);
  await expect.poll(() => where(later)).toMatch(/^第1章，第 1 页/);
  for (let turn = 0; turn < 12; turn++) {
    const before = await where(later);
    await later.keyboard.press('ArrowRight');
    await expect.poll(() => where(later)).not.toBe(before);
  }
  const left = await where(later);
  await later.reload();
  await expect.poll(() => where(later)).toBe(left);

  const writes: Promise<{ clock: number; code: number }>[] = [];
  later.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'PUT' || !request.url().endsWith('/info/progress')) return;
    const { clock } = request.postDataJSON() as { clock: number };
    // A server that is still starting answers without accepting; such a position is rightly sent again.
    writes.push(
      response.json().then(
        ({ code }: { code: number }) => ({ clock, code }),
        () => ({ clock, code: response.status() * 1_000 }),
      ),
    );
  });
  await server.start();
  const token = await server.logIn('reader1');
  const stands = async () =>
    (await server.call(token, 'GET', `/info/progress?publishId=${novel}`))['data'] as { documentIndex: number; clock: number } | null;
  await later.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(stands, { timeout: limit(20_000) }).not.toBeNull();
  const first = await stands();
  expect(`第${(first?.documentIndex ?? -1) + 1}章`).toBe(left.split('，')[0]);
  await later.evaluate(() => dispatchEvent(new Event('online')));
  await roundTrip(later);
  expect(await stands()).toEqual(first);
  const answers = await Promise.all(writes);
  expect(answers.filter(({ clock, code }) => clock === first?.clock && code === 200)).toHaveLength(1);
});

test('the navigation preload header names a downloaded book, and the book still opens when no copy is stored', async () => {
  const page = await tabOf(device);
  const ahead = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).navigationPreload.getState()).headerValue);
  expect(await ahead()).toBe('true');
  await page.evaluate(async (value) => (await navigator.serviceWorker.ready).navigationPreload.setHeaderValue(value), `kept ${novel}`);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${novel}`);
  await expect.poll(() => where(page)).toMatch(/^第1章，第 1 页/);

  await page.goto(detail());
  await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.setHeaderValue('true'));
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  await expect(page.getByRole('region', { name: '存到本机' }).first()).toContainText('已存到本机', { timeout: limit(30_000) });
  await expect.poll(ahead).toBe(`kept ${novel}`);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${novel}`);
  await expect.poll(() => where(page)).toMatch(/^第1章，第 1 页/);
});

test('content that is not downloaded shows what it needs, and another user cannot read the copy', async () => {
  const page = await tabOf(device);
  await page.goto(detail());
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  await expect(page.getByRole('region', { name: '存到本机' }).first()).toContainText('已存到本机', { timeout: limit(30_000) });
  const editionId = Number(((await server.call(null, 'GET', `/cms/publish/getInfo/${novel}`))['data'] as { editionId: number }).editionId);
  const file = `${server.origin}/books/${novel}/${editionId}/OPS/c0200.xhtml`;
  const asked = (): Promise<number> =>
    page.evaluate(
      (address) =>
        fetch(address, { cache: 'no-store' }).then(
          (answer) => answer.status,
          () => 0,
        ),
      file,
    );
  const part = await page.evaluate(
    (address) => fetch(address, { headers: { range: 'bytes=0-3' } }).then(async (answer) => [answer.status, (await answer.text()).length]),
    file,
  );
  expect(part).toEqual([206, 4]);
  await server.stop();
  expect(await asked()).toBe(200);
  // Tells the service worker that another user is signed in.
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'who', userId: 987_654 }));
  await expect.poll(asked).toBe(0);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${novel + 1}`);
  await expect(page.getByRole('heading', { name: '联网后可读' })).toBeVisible();
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
});

test('a downloaded book offers a corrected edition, stays readable while it downloads, and leaves nothing of the old one behind', async () => {
  const card = (tab: Page) => tab.getByRole('region', { name: '存到本机' }).first();
  const keysOf = (tab: Page, editionId: number): Promise<number> =>
    tab.evaluate(
      async ([publishId, edition]) => {
        const { name = '' } = (await indexedDB.databases()).find((one) => /^kept-\d+$/.test(one.name ?? '')) ?? {};
        const open = indexedDB.open(name);
        await new Promise((resolve) => (open.onsuccess = resolve));
        const prefix = `f/${publishId}/${edition}/`;
        const keys = open.result
          .transaction('files')
          .objectStore('files')
          .getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
        await new Promise((resolve) => (keys.onsuccess = resolve));
        open.result.close();
        return keys.result.length;
      },
      [novel, editionId] as const,
    );
  const edition = async (): Promise<number> =>
    ((await server.call(null, 'GET', `/cms/publish/getInfo/${novel}`))['data'] as { editionId: number }).editionId;
  const firstLine = (tab: Page) => tab.frameLocator('iframe[data-shown]').locator('body');

  let page = await tabOf(device);
  await page.goto(detail());
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  await expect(card(page)).toContainText('已存到本机', { timeout: limit(30_000) });
  const old = await edition();
  const corrected = await makeBook({
    title: '长夜行船',
    chapters: 240,
    characters: 1200,
    extra: (number) => (number === 1 ? '<p>订正过的第一句。</p>' : ''),
  });
  await server.correct(novel, corrected.epub);

  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${novel}`);
  await expect(page.locator('#spoken')).toHaveText('这本书有新版，可以更新存在本机的这一份');
  await expect(firstLine(page)).not.toContainText('订正过的第一句');
  await page.goto(`${server.origin}/personalCenter/download`);
  await expect(card(page)).toContainText('已存到本机，有新版');

  await page.route('**/pack**', async (route) => {
    await slowServer(900);
    await route.continue();
  });
  await page.getByRole('button', { name: '更新', exact: true }).click();
  await expect(card(page)).toContainText('新版存好以前，断网读的仍是原来的一版');
  await expect.poll(() => keysOf(page, old + 1), { timeout: limit(15_000) }).toBeGreaterThan(5);
  await page.close();
  page = await device.newPage();
  await server.stop();
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${novel}&at=0`);
  await expect(firstLine(page)).toContainText('第1章');
  await expect(firstLine(page)).not.toContainText('订正过的第一句');

  await server.start();
  const reading = page;
  page = await device.newPage();
  await page.goto(`${server.origin}/personalCenter/download`);
  await expect(card(page)).toContainText('断网也能读', { timeout: limit(30_000) });
  await expect(card(page)).not.toContainText('有新版');
  // A user who is reading the replaced edition can go on in it.
  await page.reload();
  await expect(card(page)).toContainText('断网也能读');
  await roundTrip(page);
  expect(await keysOf(page, old)).toBeGreaterThan(240);
  await reading.close();
  await page.reload();
  await expect.poll(() => keysOf(page, old)).toBe(0);
  await server.stop();
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${novel}&at=0`);
  await expect(firstLine(page)).toContainText('订正过的第一句');
});

test('a download in one tab can be stopped from another; without a network a press shows a message', async () => {
  const page = await tabOf(device);
  const held: (() => void)[] = [];
  await page.route('**/pack**', async (route) => {
    await new Promise<void>((resolve) => void held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await page.goto(detail());
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  const card = page.getByRole('region', { name: '存到本机' }).first();
  await expect(card).toContainText('正在保存到本机');
  const other = await device.newPage();
  await other.goto(`${server.origin}/personalCenter/download`);
  await other.getByRole('button', { name: /^暂停下载/ }).click();
  await expect(card).toContainText(/停在 \d+%|已暂停/);
  // By then both tabs show the same: a download that stopped before its first byte gets its size from the other tab.
  for (const tab of [other, page]) await roundTrip(tab);
  const stopped = await card.innerText();
  for (const go of held) go();
  for (const tab of [page, other, page]) await roundTrip(tab);
  expect(await card.innerText()).toBe(stopped);
  await other.close();
  await server.stop();
  await page.getByRole('button', { name: '分享' }).first().click();
  await expect(page.locator('.adm-toast-main')).toBeVisible();
});

test('two tabs show the same state of a download: cancelled in one it stops in both, completed in one it is there in both', async () => {
  const page = await tabOf(device);
  let asked = 0;
  let slow = true;
  const held: (() => void)[] = [];
  await device.route('**/pack**', async (route) => {
    asked += 1;
    if (slow) await new Promise<void>((resolve) => void held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await page.goto(detail());
  const card = (tab: Page) => tab.getByRole('region', { name: '存到本机' }).first();
  const begin = (tab: Page) => tab.getByRole('button', { name: '下载', exact: true }).first();
  await begin(page).click();
  await expect(card(page)).toContainText('正在保存到本机');
  const other = await device.newPage();
  await other.goto(detail());
  await expect(card(other)).toContainText('正在另一个页面下载');
  await other
    .getByRole('button', { name: /^暂停下载/ })
    .first()
    .click();
  await expect(card(page)).toContainText(/停在 \d+%|已暂停/, { timeout: limit(20_000) });
  await other
    .getByRole('button', { name: /^取消下载/ })
    .first()
    .click();
  await other.getByRole('dialog').getByText('取消下载', { exact: true }).last().click();
  for (const tab of [page, other]) await expect(begin(tab)).toBeVisible({ timeout: limit(20_000) });
  const before = asked;
  for (const go of held) go();
  for (const tab of [page, other, page]) await roundTrip(tab);
  expect([asked, await keptKeys(page)]).toEqual([before, 0]);
  slow = false;
  await begin(page).click();
  await expect(card(page)).toContainText('已存到本机', { timeout: limit(30_000) });
  await expect(card(other)).toContainText('已存到本机', { timeout: limit(20_000) });
});

test('a work added to favourites without a network is there at once, in a tab opened later, and on the server', async () => {
  const page = await tabOf(device);
  await page.goto(detail());
  const button = (tab: Page) => tab.getByRole('button', { name: /^(已)?收藏$/ }).first();
  await expect(button(page)).toHaveText('收藏');
  await server.stop();
  await button(page).click();
  await expect(page.locator('.adm-toast-main')).toContainText('已收藏，联网后同步到账号');
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  const other = await device.newPage();
  await page.close();
  await other.goto(detail());
  await expect(button(other)).toHaveText('已收藏');
  await server.start();
  await other.goto(`${server.origin}/`);
  const token = await server.logIn('reader1');
  const mine = async () => (await server.call(token, 'GET', '/info/collect/mine?pageNum=1&pageSize=50'))['rows'] as { publishId: number }[];
  await expect.poll(async () => (await mine()).filter(({ publishId }) => publishId === novel).length, { timeout: limit(15_000) }).toBe(1);
});
