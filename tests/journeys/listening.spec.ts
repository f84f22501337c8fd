import { expect, limit, type Page, test } from '../support/journey.ts';
import { wavTune } from '../../server/seed/demo/wav-tune.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { publishFilm } from '../support/publish-film.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let publishId = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  ({ publishId } = await publishFilm(server, wavTune('1 3 5', 120), { title: '长夜听潮', fileName: '长夜听潮.wav' }));
});
test.afterAll(() => server.close());

const bar = (page: Page) => page.getByRole('region', { name: '正在听' });
const sound = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('video')];
    return { players: all.length, at: all[0]?.currentTime ?? -1, plays: all.some((one) => !one.paused) };
  });
const toHome = (page: Page) => page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/"]')?.click());

async function hear(page: Page): Promise<void> {
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(async () => (await sound(page)).at, { timeout: limit(20_000) }).toBeGreaterThan(1);
}

for (const [name, size] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const)
  test(`audio continues when its page is left, and a bar can pause it, lead back to it and close it: ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await hear(page);
    await expect(bar(page)).toHaveCount(0);
    // In full screen the audio has a picture.
    await expect(page.locator('.vjs-audio-poster-mode')).toBeAttached();
    await toHome(page);
    await expect(page.getByRole('heading', { name: '新书' })).toBeVisible();
    await expect(bar(page)).toContainText('长夜听潮');
    const left = await sound(page);
    expect(left.players).toBe(1);
    await expect.poll(async () => (await sound(page)).at).toBeGreaterThan(left.at + 1);
    expect(await faults(page, `bar on a ${name}`)).toEqual([]);

    const [box, tabs] = [await bar(page).boundingBox(), await page.locator('.tab-bar').boundingBox()];
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(tabs ? Math.round(tabs.y) : size.height);
    for (const control of await bar(page).locator('a, button').all()) expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    // The end of the page is not covered by the bar.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await page.locator('#main').boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1);

    await bar(page).getByRole('button', { name: '暂停' }).press('Enter');
    await expect.poll(async () => (await sound(page)).plays).toBe(false);
    const kept = (): Promise<number> =>
      page.evaluate(() => {
        const places = JSON.parse(localStorage.getItem('shuzhou.media-places.visitor') ?? '{}') as Record<string, { positionMs: number }>;
        return Object.values(places)[0]?.positionMs ?? 0;
      });
    await expect.poll(kept).toBeGreaterThan(1000);
    await bar(page).getByRole('button', { name: '播放' }).press('Enter');
    await expect.poll(async () => (await sound(page)).plays).toBe(true);

    // Back on its page the same audio continues, and the bar is gone.
    const before = await sound(page);
    await bar(page)
      .getByRole('link', { name: /回到播放页/ })
      .press('Enter');
    await expect(page.locator('.stage .video-js')).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    const after = await sound(page);
    expect([after.players, after.plays]).toEqual([1, true]);
    expect(after.at).toBeGreaterThanOrEqual(before.at);

    await toHome(page);
    await bar(page).getByRole('button', { name: '不听了' }).click();
    await expect(bar(page)).toHaveCount(0);
    expect((await sound(page)).players).toBe(0);
  });

test('a film, and audio that was not started, end with their page; a book shows no bar, and playing audio continues', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await expect(page.locator('.stage .video-js')).toBeVisible();
  await toHome(page);
  await expect(page.getByRole('heading', { name: '新书' })).toBeVisible();
  expect((await sound(page)).players).toBe(0);
  await expect(bar(page)).toHaveCount(0);

  await hear(page);
  await toHome(page);
  await expect(bar(page)).toBeVisible();
  const tile = page.locator('.book-tile[href*="bookDetail"]').first();
  await tile.waitFor();
  await tile.evaluate((link: HTMLAnchorElement) => link.click());
  // Above a bar of the page itself, not below it.
  const foot = page.locator('.action-bar');
  await expect(foot).toBeVisible();
  const [above, own] = [await bar(page).boundingBox(), await foot.boundingBox()];
  expect(Math.round((above?.y ?? 0) + (above?.height ?? 0))).toBe(Math.round(own?.y ?? 0));
  await page.locator('a[href*="epubRead"]').last().click();
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect((await sound(page)).plays).toBe(true);
  await page.goBack();
  await expect(bar(page)).toBeVisible();

  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=video&pageSize=20')) as {
    rows: { publishId: number; isFree: boolean; title: string }[];
  };
  const film = rows.find((one) => one.isFree && one.publishId !== publishId)?.publishId ?? 0;
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/cms/main/collectedVideoPlay?publishId=${film}`);
  await expect(page.locator('.stage .video-js')).toBeVisible();
  await expect.poll(async () => (await sound(page)).players).toBe(1);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(async () => (await sound(page)).at, { timeout: limit(20_000) }).toBeGreaterThan(0.5);
  await toHome(page);
  await expect(page.getByRole('heading', { name: '新书' })).toBeVisible();
  expect((await sound(page)).players).toBe(0);
  await expect(bar(page)).toHaveCount(0);
});

test('away from its page a trial ends at its limit, and the next track follows an ended one', async ({ page }) => {
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=audio&pageSize=20')) as {
    rows: { publishId: number }[];
  };
  const lists = await Promise.all(
    rows.map(
      async (one) =>
        (await server.call(null, 'GET', `/cms/publish/tracks/${one.publishId}`))['data'] as {
          publishId: number;
          mediaId: number;
          title: string;
          isFree: boolean;
          trialSec: number;
        }[],
    ),
  );
  const jump = (to: 'end' | number): Promise<void> =>
    page.evaluate((at) => {
      const video = document.querySelector('video');
      if (video) video.currentTime = at === 'end' ? video.duration - 0.5 : at;
    }, to);
  const begin = async (one: { publishId: number; mediaId: number } | undefined): Promise<void> => {
    await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${one?.publishId}&mediaId=${one?.mediaId}`);
    await page.getByRole('button', { name: '播放' }).first().click();
    await expect.poll(async () => (await sound(page)).at, { timeout: limit(20_000) }).toBeGreaterThan(0.3);
    await toHome(page);
    await expect(bar(page)).toBeVisible();
  };
  const free = lists.find((one) => one[0]?.isFree && one[1]?.isFree);
  await begin(free?.[0]);
  await jump('end');
  await expect(bar(page)).toContainText(free?.[1]?.title ?? '');
  await expect.poll(async () => (await sound(page)).plays, { timeout: limit(20_000) }).toBe(true);

  const tried = lists.flat().find((one) => !one.isFree && one.trialSec > 0);
  await begin(tried);
  await jump((tried?.trialSec ?? 0) - 0.5);
  await expect(bar(page)).toContainText('试听到这里', { timeout: limit(20_000) });
  expect((await sound(page)).plays).toBe(false);
});

test('no audio plays in the admin client, which has no control to stop it', async ({ page, context }) => {
  const expires = Math.floor(Date.now() / 1000) + 3600;
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('worksadmin'), url: server.origin, expires }]);
  await hear(page);
  await toHome(page);
  await expect(bar(page)).toBeVisible();
  await page.evaluate(() => {
    history.pushState(null, '', '/index');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.locator('.site.frame')).toHaveCount(0);
  expect((await sound(page)).players).toBe(0);
});
