import { type BrowserContext, expect, limit, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
let free = 0;

test.beforeAll(async () => {
  server = await browserServer();
  free = await server.publish((await makeBook({ title: '桥上的灯', chapters: 4, characters: 1500 })).epub);
});
test.afterAll(() => server?.close());

async function open(page: Page, publishId: number): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('页');
}
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

test('a page that was left open moves to where another device read on, and the old position can be reopened', async ({ page, context, browser }) => {
  await signIn(context, 'reader4');
  await open(page, free);
  const left = await turned(page, () => page.keyboard.press('ArrowRight'));
  const token = await server.logIn('reader4');
  const stands = async () =>
    (await server.call(token, 'GET', `/info/progress?publishId=${free}`))['data'] as { editionId: number; cfi: string; percent: number } | null;
  const percent = async (): Promise<number> => (await stands())?.percent ?? -1;
  await expect.poll(percent, { timeout: limit(10_000) }).toBeGreaterThan(0);
  const other = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(other, 'reader4');
  const second = await other.newPage();
  await open(second, free);
  await expect.poll(() => where(second)).toBe(left);
  for (let turn = 0; turn < 3; turn++) await turned(second, () => second.keyboard.press('ArrowRight'));
  const next = await where(second);
  // All three turns have arrived, not only the first.
  const read = Number(/全书 ([\d.]+)%/.exec(next)?.[1]);
  await expect.poll(percent, { timeout: limit(10_000) }).toBeGreaterThan(read - 0.1);
  await other.close();

  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => where(page)).toBe(next);
  await page.getByRole('button', { name: /^回到/ }).click();
  await expect.poll(() => where(page)).toBe(left);

  // Always visible but idle: after a turn the page stays, and the other position is offered.
  const there = await stands();
  await expect.poll(async () => (await stands())?.cfi).not.toBe(there?.cfi);
  await server.call(token, 'PUT', '/info/progress', {
    publishId: free,
    editionId: there?.editionId,
    cfi: there?.cfi,
    percent: there?.percent,
    documentIndex: 0,
    device: '平板',
    clock: Date.now() + 1_000,
  });
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 200_000;
  });
  const stayed = await turned(page, () => page.keyboard.press('ArrowRight'));
  await expect(page.getByRole('button', { name: /^回到/ })).toBeVisible();
  expect(await where(page)).toBe(stayed);
});

test('pages turned in a tab whose user signed out in another tab do not become the next user’s position', async ({ page, context }) => {
  await signIn(context, 'reader5');
  await open(page, free);
  const begun = await where(page);
  await turned(page, () => page.keyboard.press('ArrowRight'));
  const leaving = await context.newPage();
  await leaving.goto(`${server.origin}/personalCenter/default`);
  await leaving.getByRole('button', { name: '退出登录' }).click();
  await leaving.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(leaving).not.toHaveURL(/personalCenter/);
  for (let turn = 0; turn < 2; turn++) await turned(page, () => page.keyboard.press('ArrowRight'));
  await page.close();
  await signIn(context, 'reader6');
  const next = await context.newPage();
  await open(next, free);
  await roundTrip(next);
  expect(await where(next)).toBe(begun);
});
