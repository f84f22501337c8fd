import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, limit, test } from '../support/journey.ts';
import { readSettings } from '../../server/settings.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { publishFilm } from '../support/publish-film.ts';

const folder = await mkdtemp(join(tmpdir(), 'shuzhou-film-'));
const ffmpeg = readSettings({ ...process.env, DATA_DIR: join(folder, 'settings') }).ffmpeg;
let server: BrowserServer | null = null;
/** Generates a film of this many seconds, with sound. */
async function makeFilm(seconds: number): Promise<Buffer> {
  const made = join(folder, `${seconds}.mp4`);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=duration=${seconds}:size=640x480:rate=5`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac'];
  const how = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-loglevel', 'error'];
  execFileSync(ffmpeg ?? '', [...picture, ...sound, ...how, made]);
  return readFile(made);
}
test.beforeAll(async () => {
  if (ffmpeg) server = await browserServer({ FFMPEG: ffmpeg });
});
test.afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

test('plays a streamed film in signed segments, in the size the user chooses, and continues when its link is renewed', async ({ browser }) => {
  test.skip(!ffmpeg, 'there is no ffmpeg on this machine');
  test.setTimeout(150_000);
  if (!server) return;
  const { publishId, mediaId } = await publishFilm(server, await makeFilm(90), { title: '江上清风', fileName: 'film.mp4' });
  const token = await server.logIn('reader1');
  const { call } = server;
  const link = async (): Promise<string> => ((await call(token, 'GET', `/cms/publish/media/${mediaId}`))['data'] as { streamUrl: string }).streamUrl;
  await expect.poll(link, { timeout: limit(90_000) }).toContain('/stream/index.m3u8?l=');

  const context = await browser.newContext({ locale: 'zh-CN', serviceWorkers: 'block' });
  await context.addCookies([{ name: 'Admin-Token', value: token, url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 }]);
  const page = await context.newPage();
  const pieces: { size: string; link: string }[] = [];
  const asked: string[] = [];
  const blocked: string[] = [];
  page.on('console', (message) => void (/Content Security Policy/.test(message.text()) && blocked.push(message.text())));
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/media/')) asked.push(request.url());
    const found = /\/stream\/(\d+)-\d+\.m4s$/.exec(pathname);
    if (found) pieces.push({ size: found[1] ?? '', link: searchParams.get('l') ?? '' });
  });
  // A link that lasts four seconds: it must be renewed during playback.
  await page.route(`**/prod-api/cms/publish/media/${mediaId}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { expiresIn: number } };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, expiresIn: 4_000 } } });
  });
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  const seconds = (): Promise<number> => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);
  await expect.poll(seconds, { timeout: limit(30_000) }).toBeGreaterThan(8);
  const first = pieces[0]?.link;
  await expect(page.getByRole('button', { name: '只听声音' })).toBeVisible();

  // The controls hide while the pointer does not move.
  await page.mouse.move(300, 300);
  await page.mouse.move(340, 320, { steps: 5 });
  await expect(page.locator('.video-js')).toHaveClass(/vjs-user-active/);
  await page.getByRole('button', { name: '清晰度' }).click();
  await expect(page.getByRole('menuitemradio', { name: '清晰 480P' })).toBeVisible();
  await expect(page.getByRole('menuitemradio', { name: '自动' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: '流畅 360P' }).click();
  expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(false);
  // Segments loaded in the other size are discarded at once.
  await expect.poll(() => pieces.at(-1)?.size, { timeout: limit(20_000) }).toBe('360');
  const before = pieces.length;
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video) video.currentTime = 70;
  });
  await expect.poll(seconds, { timeout: limit(30_000) }).toBeGreaterThan(71);
  const later = pieces.slice(before);
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter(({ size }) => size !== '360')).toEqual([]);
  expect(later.filter(({ link }) => link === first)).toEqual([]);
  expect(await page.evaluate(() => document.querySelector('video')?.videoHeight)).toBe(360);
  expect(asked.filter((url) => url.includes(token))).toEqual([]);
  expect(blocked).toEqual([]);

  // The network fails: a message appears, and playback continues with the buffer.
  await context.setOffline(true);
  await page.evaluate(() => (document.querySelector('video')!.currentTime = 2));
  await expect(page.getByText('播放中断了，请检查网络后重试')).toBeVisible({ timeout: limit(40_000) });
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('播放中断了，请检查网络后重试')).toBeHidden({ timeout: limit(15_000) });
  await expect.poll(seconds, { timeout: limit(20_000) }).toBeGreaterThan(3);

  // The next playback uses the chosen size.
  await page.reload();
  const again = pieces.length;
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect(page.locator('.vjs-quality-value')).toHaveText('360P', { timeout: limit(20_000) });
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.videoHeight), { timeout: limit(20_000) }).toBe(360);
  // From the first segment on: segments loaded in another size would be played to their end.
  expect(pieces.slice(again).filter(({ size }) => size !== '360')).toEqual([]);
  await context.close();
});

test('a trial that ends inside a stream segment is exactly as long as the trial', async ({ page }) => {
  test.skip(!ffmpeg, 'there is no ffmpeg on this machine');
  test.setTimeout(150_000);
  if (!server) return;
  const { call } = server;
  const work = { title: '山中夜雨', fileName: 'film.mp4', fields: { isFree: '0', listPriceFen: 900, salePriceFen: 900 } };
  const { publishId, mediaId } = await publishFilm(server, await makeFilm(30), work);
  const editor = await server.logIn('worksadmin');
  const { data: track } = (await call(editor, 'GET', `/cms/media/${mediaId}`)) as { data: object };
  await call(editor, 'PUT', '/cms/media', { ...track, isFree: '0', trialSec: 10 });
  const link = async (): Promise<object> => (await call(null, 'GET', `/cms/publish/media/${mediaId}`))['data'] as object;
  await expect
    .poll(link, { timeout: limit(90_000) })
    .toMatchObject({ whole: false, playSec: 10, streamUrl: expect.stringContaining('.m3u8') as unknown });
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect(page.locator('.vjs-remaining-time-display')).toHaveText(/^0:0[1-9]$/, { timeout: limit(20_000) });
  expect(await page.evaluate(() => document.querySelector('video')?.duration)).toBeGreaterThan(10.5);
  await expect(page.getByText('试看到这里。')).toBeVisible({ timeout: limit(20_000) });
  await expect(page.locator('.vjs-remaining-time-display')).toHaveText('0:00');
});
