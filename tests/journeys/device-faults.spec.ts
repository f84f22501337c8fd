import { DAY_MS } from '../../contract/clock.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type BrowserContext, expect, limit, type Page, roundTrip, test } from '../support/journey.ts';
import { type ReleaseProxy, releaseProxy } from '../support/release-proxy.ts';

let server: BrowserServer;
let front: ReleaseProxy;
let book = 0;
let heavy = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  book = await server.publish((await makeBook({ title: '断网试读', chapters: 3, characters: 3000 })).epub);
  heavy = await server.publish((await makeBook({ title: '江城影集', chapters: 80, characters: 300, pictures: true })).epub);
  front = await releaseProxy(server.origin, ['contents-sheet']);
});
test.afterAll(async () => {
  await front?.close();
  await server?.close();
});

/** Bytes for the shell and a small book; the album has 24 MB. */
const QUOTA = 12 * 1024 * 1024;
const YEAR_MS = 365 * DAY_MS;
const reader = (id = book): string => `${front.origin}/cms/main/epubRead?publishId=${id}`;
const place = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();
const atPage = (page: Page, number: number): Promise<void> => expect.poll(() => place(page)).toMatch(new RegExp(`第 ${number} 页`));

async function signIn(context: BrowserContext, userName: string): Promise<string> {
  const value = await server.logIn(userName);
  await context.addCookies([{ name: 'Admin-Token', value, url: front.origin, expires: Math.floor(Date.now() / 1000) + 3600 }]);
  return value;
}

async function storeBook(page: Page): Promise<void> {
  await page.goto(front.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${front.origin}/cms/main/bookDetail/${book}`);
  await page.getByRole('button', { name: '下载' }).first().click();
  await expect(page.getByText('已存到本机').first()).toBeVisible({ timeout: limit(60_000) });
}

/** The position that the account has. */
async function percentOf(token: string): Promise<number> {
  const { data } = (await server.call(token, 'GET', `/info/progress?publishId=${book}`)) as { data: { percent: number } | null };
  return data?.percent ?? 0;
}

test('44.18 on a full device a download says so, and what is stored reads on and is saved', async ({ context }) => {
  test.setTimeout(limit(90_000));
  const token = await signIn(context, 'reader1');
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // Before the first write: databases remember for a while how much space is left.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: front.origin, quotaSize: QUOTA });
  await storeBook(page);
  await page.goto(`${front.origin}/cms/main/bookDetail/${heavy}`);
  await page.getByRole('button', { name: '下载' }).first().click();
  await expect(page.getByText(/存储空间满了|空间不足/).first()).toBeVisible({ timeout: limit(60_000) });
  await page.goto(reader());
  await atPage(page, 1);
  for (const number of [2, 3, 4]) {
    await page.keyboard.press('ArrowRight');
    await atPage(page, number);
  }
  await expect.poll(() => percentOf(token)).toBeGreaterThan(0);
  await roundTrip(page);
  await context.setOffline(true);
  await page.goto(reader());
  await atPage(page, 4);
});

test('44.18 a device whose clock is a year ahead, and one on the other side of the world, keep the newest position', async ({ browser }) => {
  test.setTimeout(limit(90_000));
  const ahead = await browser.newContext({ timezoneId: 'Pacific/Kiritimati' });
  const token = await signIn(ahead, 'reader2');
  const first = await ahead.newPage();
  await first.clock.setFixedTime(Date.now() + YEAR_MS);
  await first.goto(reader());
  await atPage(first, 1);
  await first.keyboard.press('ArrowRight');
  await atPage(first, 2);
  await expect.poll(() => percentOf(token)).toBeGreaterThan(0);
  const before = await percentOf(token);

  const west = await browser.newContext({ timezoneId: 'Pacific/Pago_Pago' });
  await signIn(west, 'reader2');
  const second = await west.newPage();
  await second.goto(reader());
  await atPage(second, 2);
  await second.keyboard.press('ArrowRight');
  await atPage(second, 3);
  await expect.poll(() => percentOf(token)).toBeGreaterThan(before);
  await second.goto(front.origin);
  await expect(second.getByRole('region', { name: '继续读' })).toBeVisible();
  await second.goto(`${front.origin}/personalCenter/default`);
  await expect(second.getByText(/第1章 · (刚刚|\d+分钟前)/).first()).toBeVisible();

  // The clock of the first device is right again.
  await first.clock.setFixedTime(Date.now());
  await first.goto(reader());
  await atPage(first, 3);
});

test('44.18 a page that the browser froze goes on where it was, and sends what was read', async ({ context }) => {
  test.setTimeout(limit(60_000));
  const token = await signIn(context, 'reader3');
  const page = await context.newPage();
  await page.goto(reader());
  await atPage(page, 1);
  await page.keyboard.press('ArrowRight');
  await atPage(page, 2);
  await expect.poll(() => percentOf(token)).toBeGreaterThan(0);
  const before = await percentOf(token);
  const devtools = await context.newCDPSession(page);
  for (let round = 0; round < 3; round++) {
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await page.keyboard.press('ArrowRight');
    await atPage(page, 3 + round);
  }
  await expect.poll(() => percentOf(token)).toBeGreaterThan(before);
});

test('44.18 a device three releases behind opens, offers the newest one, and has the stored book after it', async ({ context }) => {
  test.setTimeout(limit(120_000));
  await signIn(context, 'reader1');
  const old = await context.newPage();
  await storeBook(old);
  await old.goto(front.origin);
  await expect(old.locator('main a[href*="/bookDetail/"]').first()).toBeVisible();
  await roundTrip(old);
  await old.close();
  for (let release = 0; release < 3; release++) front.release();
  const page = await context.newPage();
  const missing: string[] = [];
  const wrong: string[] = [];
  page.on('response', (response) => void (response.status() >= 400 && /\/assets\//.test(response.url()) && missing.push(response.url())));
  page.on('pageerror', (error) => void wrong.push(error.message));
  await page.goto(front.origin);
  const offer = page.getByRole('button', { name: '现在更新' });
  await expect(offer).toBeVisible({ timeout: limit(30_000) });
  const reloaded = page.waitForEvent('load');
  await offer.click();
  await reloaded;
  await expect(page.locator('main a[href*="/bookDetail/"]').first()).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.goto(reader());
  await expect.poll(() => place(page)).toMatch(/^第1章/);
  await context.setOffline(true);
  await page.goto(reader());
  await expect.poll(() => place(page)).toMatch(/^第1章/);
  expect([missing, wrong]).toEqual([[], []]);
});
