import { expect, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

interface Captioned {
  readonly player: { textTracks(): ArrayLike<TextTrack>; currentTime(at: number): void; pause(): void };
}

test('on a phone simultaneous captions are stacked above the bar, and each speed button is easy to tap', async ({ page }) => {
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=video&pageSize=20')) as {
    rows: { publishId: number; isFree: boolean }[];
  };
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${rows.find((one) => one.isFree)?.publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect(page.locator('.vjs-text-track-cue')).toHaveCount(1);
  await page.locator('.video-js').evaluate((element) => {
    const { player } = element as unknown as Captioned;
    const track = Array.from(player.textTracks()).find(({ kind }) => kind === 'captions');
    for (const words of ['第二个人同时说：船来了，大家都到岸边去看一看，看完了再回来。', '第三句。']) track?.addCue(new VTTCue(0, 20, words));
    player.currentTime(1);
  });
  await expect(page.locator('.vjs-text-track-cue')).toHaveCount(3);
  await page.locator('.video-js').evaluate((element) => (element as unknown as Captioned).player.pause());
  const edges = await page
    .locator('.vjs-text-track-cue')
    .evaluateAll((cues) => cues.map((cue) => cue.getBoundingClientRect()).flatMap(({ top, bottom }) => [bottom, top]));
  // From the lowest up, each starts after the one below it ends.
  expect(edges).toEqual(edges.toSorted((one, two) => two - one));
  const overBar = async (): Promise<number> => {
    const lowest = await page.locator('.vjs-text-track-cue').first().boundingBox();
    return ((await page.locator('.vjs-control-bar').boundingBox())?.y ?? 0) - ((lowest?.y ?? 0) + (lowest?.height ?? 0));
  };
  expect(await overBar()).toBeGreaterThanOrEqual(0);

  await page.getByRole('button', { name: '倍速' }).click();
  const speeds = page.locator('.vjs-playback-rate .vjs-menu-item');
  await expect(speeds).toHaveCount(6);
  const stage = await page.locator('.stage').boundingBox();
  for (const speed of await speeds.all()) {
    const box = await speed.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    expect(box?.y).toBeGreaterThanOrEqual(stage?.y ?? 0);
  }
  await page.getByRole('menuitemradio', { name: '1.5x' }).click();
  expect(await page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(1.5);

  for (const [width, height] of [
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(overBar).toBeGreaterThanOrEqual(0);
  }
});
