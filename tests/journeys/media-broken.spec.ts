import { expect, limit, type Page, test } from '../support/journey.ts';
import { wavTune } from '../../server/seed/demo/wav-tune.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { publishFilm } from '../support/publish-film.ts';

const SOUND = wavTune('1 3 5', 900);
const PIECE = 64 * 1024;
let server: BrowserServer;
let address = '';
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { publishId } = await publishFilm(server, SOUND, { title: '长夜听潮', fileName: '长夜听潮.wav' });
  address = `${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`;
});
test.afterAll(() => server.close());

const seconds = (page: Page): Promise<number> => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);
const jump = (page: Page, to: number): Promise<void> =>
  page.evaluate((at) => {
    const video = document.querySelector('video');
    if (video) video.currentTime = at;
  }, to);

/** A slow network that delivers responses in pieces, on which a link can expire or everything can fail. */
async function line(page: Page): Promise<{ runOut(): void; cut(on: boolean): void }> {
  let spent = '';
  let last = '';
  let gone = false;
  await page.route(/\/media\/\d+\?l=/, async (route) => {
    const link = new URL(route.request().url()).searchParams.get('l') ?? '';
    last = link;
    if (gone) return route.abort('internetdisconnected');
    if (link === spent) return route.fulfill({ status: 403 });
    const from = Number(/bytes=(\d+)/.exec(route.request().headers()['range'] ?? '')?.[1] ?? 0);
    const body = SOUND.subarray(from, from + PIECE);
    const headers = { 'accept-ranges': 'bytes', 'content-range': `bytes ${from}-${from + body.length - 1}/${SOUND.length}` };
    return route.fulfill({ status: 206, contentType: 'audio/wav', headers, body });
  });
  return { runOut: () => void (spent = last), cut: (on) => void (gone = on) };
}

test('playback continues when the link expires on the way, and when the network is back after a tunnel', async ({ page, context }) => {
  test.setTimeout(90_000);
  const { runOut, cut } = await line(page);
  await page.goto(address);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(1);
  runOut();
  await jump(page, 400);
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(401);

  cut(true);
  await context.setOffline(true);
  await jump(page, 700);
  await expect(page.getByText('网络断了，联网后接着放。')).toBeVisible({ timeout: limit(20_000) });
  cut(false);
  await context.setOffline(false);
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(701);
  await expect(page.getByText('网络断了')).toHaveCount(0);
});

test('playback away from its page continues too: the bar shows what failed, and continues when the network is back', async ({ page, context }) => {
  test.setTimeout(90_000);
  const { runOut, cut } = await line(page);
  await page.goto(address);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(1);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/"]')?.click());
  const bar = page.getByRole('region', { name: '正在听' });
  await expect(bar).toContainText('长夜听潮');
  runOut();
  await jump(page, 400);
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(401);

  cut(true);
  await context.setOffline(true);
  await jump(page, 700);
  await expect(bar).toContainText('播放中断了', { timeout: limit(20_000) });
  cut(false);
  await context.setOffline(false);
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(701);
  await expect(bar).not.toContainText('播放中断了');
});
