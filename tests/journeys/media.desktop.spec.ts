import { MEDIA } from '../../contract/limits.ts';
import { type Browser, expect, limit, type Page, test } from '../support/journey.ts';
import { wavTune } from '../../server/seed/demo/wav-tune.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const TITLE = '听《灯塔来信》';
const CAPTIONS = `WEBVTT\n\n${Array.from({ length: 12 }, (_, index) => `00:${String(index * 5).padStart(2, '0')}.000 --> 00:${String(index * 5 + 4).padStart(2, '0')}.000\n第${index + 1}句，灯还亮着`).join('\n\n')}\n`;

async function signedIn(browser: Browser, userName: string | null): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', serviceWorkers: 'block' });
  if (userName)
    await context.addCookies([
      { name: 'Admin-Token', value: await server.logIn(userName), url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 },
    ]);
  return context.newPage();
}
const seconds = (page: Page): Promise<number> => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);

test('a works administrator uploads audio with captions and a trial, another publishes it, and readers hear what they have access to', async ({
  browser,
}) => {
  const editor = await signedIn(browser, 'worksadmin');
  await editor.goto(`${server.origin}/publication/audio`);
  await editor.getByRole('button', { name: '新建音像作品' }).click();
  await editor.getByRole('dialog').getByLabel('作品名').fill(TITLE);
  // Escape does not discard the input.
  await editor.keyboard.press('Escape');
  await expect(editor.getByRole('button', { name: '继续编辑' })).toBeFocused();
  await editor.keyboard.press('Enter');
  await expect(editor.getByRole('dialog').getByLabel('作品名')).toHaveValue(TITLE);
  await editor.getByRole('dialog').getByLabel('作者').fill('何语');
  await editor.getByRole('dialog').getByText('视频', { exact: true }).click();
  await expect(editor.getByRole('button', { name: '新建并上传分集' })).toBeVisible();
  await editor.getByRole('dialog').getByText('音频', { exact: true }).click();
  // By key: the button changes its width with the kind of work.
  await editor.getByRole('button', { name: '新建并上传曲目' }).press('Enter');
  const drawer = editor.getByRole('dialog', { name: '《听〈灯塔来信〉》的曲目' });
  await drawer.locator('input[type=file]').setInputFiles([
    { name: '第一封.wav', mimeType: 'audio/wav', buffer: wavTune('1 3 5', 60) },
    { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('不是声音') },
  ]);
  await expect(drawer.getByText('可以播放')).toBeVisible({ timeout: limit(30_000) });
  await expect(drawer.getByText('1:00')).toBeVisible();
  await expect(drawer.getByText(`请选择${[...MEDIA.audio, ...MEDIA.video].join('、')}格式的文件`)).toBeVisible();

  await drawer.getByRole('button', { name: '修改“第一封”', exact: true }).click();
  const form = editor.getByRole('dialog', { name: '修改曲目“第一封”' });
  await form.getByLabel('试听（试看）秒数').fill('10');
  await form.getByLabel('字幕（WebVTT 或 SRT）').fill('WEBVTT\n\n00:03.000 --> 00:01.000\n反了');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(editor.getByText('字幕第3行的结束时间不晚于开始时间')).toBeVisible();
  await form.locator('input[type=file]').setInputFiles({ name: '一.vtt', mimeType: 'text/vtt', buffer: Buffer.from(CAPTIONS) });
  await form.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByText('有字幕')).toBeVisible();

  const token = await server.logIn('worksadmin');
  const { rows } = (await server.call(token, 'GET', `/cms/publish/audio/list?title=${encodeURIComponent(TITLE)}`)) as {
    rows: Record<string, unknown>[];
  };
  const work = rows[0] ?? {};
  const publishId = Number(work['publishId']);
  const tree = (await server.call(null, 'GET', '/cms/archiveType/queryTree'))['data'] as { archiveTypeId: number }[];
  const words = { intro: '<p>守塔人的信，念出来。</p>', archiveTypeId: tree[0]?.archiveTypeId, listPriceFen: 900, salePriceFen: 900, isFree: '0' };
  await server.call(token, 'PUT', '/cms/publish', { ...work, ...(work['cover'] as object), ...words });
  await editor.reload();
  const row = editor.getByRole('row', { name: new RegExp(TITLE) });
  await expect(row).toContainText('1 段 · 1:00');
  await row.getByRole('button', { name: '提交上架' }).click();
  await editor.getByRole('dialog').getByRole('button', { name: '提交上架' }).click();
  // Rejected, not received, or received and not shown: each has a different message here.
  await expect(editor.getByText('已提交上架')).toBeVisible();
  await expect(row).toContainText('上架审核');
  await server.call(await server.logIn('chief'), 'PUT', `/cms/publish/approve/${publishId}`, { reason: '' });

  const currentUser = await signedIn(browser, null);
  const asked: string[] = [];
  currentUser.on('request', (request) => void (new URL(request.url()).pathname.startsWith('/media/') && asked.push(request.url())));
  await currentUser.goto(`${server.origin}/cms/main/collectedVideoDetail/${publishId}`);
  await expect(currentUser.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect(currentUser.getByText('试听 10 秒')).toBeVisible();
  await currentUser
    .getByRole('link', { name: /免费试听/ })
    .last()
    .click();
  // Playback starts at once: there is no second button to press.
  await expect.poll(() => seconds(currentUser), { timeout: limit(20_000) }).toBeGreaterThan(1);
  await expect(currentUser.getByRole('region', { name: '文稿' }).getByRole('button')).toHaveCount(2);
  await currentUser.locator('.video-js').focus();
  await currentUser.keyboard.press('f');
  await expect.poll(() => currentUser.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await currentUser.evaluate(() => {
    const video = document.querySelector('video');
    if (video) video.currentTime = 9;
  });
  await expect(currentUser.getByText('试听到这里。')).toBeVisible({ timeout: limit(20_000) });
  // In full screen nothing is shown next to the picture.
  await expect.poll(() => currentUser.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(currentUser.getByRole('link', { name: '登录' }).last()).toBeVisible();
  // The focus is on the button of the overlay, not below it.
  await expect.poll(() => currentUser.evaluate(() => document.activeElement?.className)).toContain('stage-cover');
  await expect(currentUser.locator('.player-host')).toHaveAttribute('inert');
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => !/\/media\/\d+\?l=[\w.-]+$/.test(url))).toEqual([]);
  // After sign-in from here by a user with full access, playback continues and does not start again.
  await server.call(token, 'POST', '/cms/publish/entitlement', { publishId, userName: 'reader6', validTo: '' });
  await currentUser.getByRole('link', { name: '登录' }).last().click();
  await expect(currentUser).toHaveURL(/cmsLogin\?redirect=/);
  await currentUser.context().addCookies([{ name: 'Admin-Token', value: await server.logIn('reader6'), url: server.origin }]);
  await currentUser.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await expect.poll(() => seconds(currentUser), { timeout: limit(20_000) }).toBeGreaterThan(0);
  expect(await seconds(currentUser)).toBeGreaterThan(8);

  await server.call(token, 'POST', '/cms/publish/entitlement', { publishId, userName: 'reader7', validTo: '' });
  const reader = await signedIn(browser, 'reader7');
  await reader.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  const lines = reader.getByRole('region', { name: '文稿' });
  await expect(lines.getByRole('button')).toHaveCount(12);
  await lines.getByRole('searchbox').fill('第12句');
  await expect(lines.getByRole('button')).toHaveCount(1);
  await lines.getByRole('searchbox').fill('');
  await lines.getByRole('button', { name: /第7句/ }).click();
  await reader.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => seconds(reader), { timeout: limit(20_000) }).toBeGreaterThan(31);
  // Faster and without captions: the next track and the next visit use the same settings.
  await reader.evaluate(() => (document.querySelector('video')!.playbackRate = 1.5));
  await reader.locator('.video-js').focus();
  await reader.keyboard.press('c');
  const playbackSettingsOf = () =>
    reader.evaluate(() => {
      const { captions } = JSON.parse(localStorage.getItem('shuzhou.player') ?? '{}') as { captions?: boolean };
      return [document.querySelector('video')?.playbackRate, captions];
    });
  await expect.poll(playbackSettingsOf).toEqual([1.5, false]);
  await reader.reload();
  await expect.poll(playbackSettingsOf).toEqual([1.5, false]);
  // The stored settings are applied again when the metadata arrives.
  await expect.poll(() => reader.evaluate(() => document.querySelector('video')!.readyState), { timeout: limit(20_000) }).toBeGreaterThan(0);
  await reader.locator('.video-js').focus();
  await reader.keyboard.press('c');
  await reader.evaluate(() => (document.querySelector('video')!.playbackRate = 1));
  await expect.poll(playbackSettingsOf).toEqual([1, true]);
  await reader.getByRole('button', { name: '播放' }).first().click();
  await expect(lines.getByRole('button', { name: /第7句/ })).toHaveAttribute('aria-current', 'true');
  await reader.locator('.video-js').focus();
  await reader.keyboard.press('ArrowRight');
  await expect.poll(() => seconds(reader)).toBeGreaterThan(40);
  await reader.keyboard.press(' ');
  const left = await seconds(reader);
  await reader.reload();
  await reader.getByRole('button', { name: '播放' }).first().waitFor();
  await expect.poll(() => seconds(reader)).toBeCloseTo(left, 0);
  const place = async (): Promise<number> =>
    ((await server.call(await server.logIn('reader7'), 'GET', `/info/media/place?publishId=${publishId}`))['data'] as { positionMs: number }[])[0]
      ?.positionMs ?? 0;
  await expect.poll(place).toBeGreaterThan(40_000);
});

/** Records what the page requests from the system on the way there; a wake lock that is not available here is faked. */
function noteSystem(): void {
  const noted = { handlers: {} as Record<string, MediaSessionActionHandler | null>, held: 0, released: 0, windows: 0 };
  Object.assign(window, { noted });
  const { mediaSession } = navigator;
  const set = mediaSession.setActionHandler.bind(mediaSession);
  mediaSession.setActionHandler = (action, handler) => {
    noted.handlers[action] = handler;
    set(action, handler);
  };
  Object.defineProperty(navigator, 'wakeLock', {
    value: {
      request: async () => {
        noted.held += 1;
        return { release: async () => void (noted.released += 1) };
      },
    },
  });
  const open = HTMLVideoElement.prototype.requestPictureInPicture;
  HTMLVideoElement.prototype.requestPictureInPicture = function () {
    noted.windows += 1;
    return open.call(this);
  };
}
interface Noted {
  noted: { handlers: Record<string, ((details: object) => void) | null>; held: number; released: number; windows: number };
}
const noted = <T>(page: Page, read: (now: Noted['noted']) => T): Promise<T> => page.evaluate(`(${String(read)})(window.noted)`) as Promise<T>;
const press = (page: Page, action: string, details: object = {}): Promise<void> =>
  page.evaluate(([name, more]) => (window as unknown as Noted).noted.handlers[name]?.({ action: name, ...more }), [action, details] as const);

test('a film keeps the screen on during playback, follows the media keys, and supports picture-in-picture', async ({ browser }) => {
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=video&pageSize=20')) as {
    rows: { publishId: number; title: string; authorsText: string; isFree: boolean }[];
  };
  const film = rows.find((one) => one.isFree && one.title === '学术写作公开课');
  const page = await signedIn(browser, 'reader1');
  await page.addInitScript(noteSystem);
  // The test films have no sound; in a browser that does not report this, they may have some.
  await page.addInitScript('delete HTMLMediaElement.prototype.webkitAudioDecodedByteCount');
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${film?.publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(0.5);
  const said = () =>
    page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.metadata?.artist, navigator.mediaSession.metadata?.album]);
  expect(await said()).toEqual(['把看见的变成问题', film?.authorsText, '学术写作公开课']);
  await expect.poll(() => noted(page, (now) => [now.held, now.released])).toEqual([1, 0]);

  const paused = (): Promise<boolean> => page.evaluate(() => document.querySelector('video')?.paused ?? false);
  await press(page, 'seekto', { seekTime: 10 });
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(10);
  await press(page, 'seekbackward', { seekOffset: 5 });
  await expect.poll(() => seconds(page)).toBeLessThan(9);
  await page.getByRole('button', { name: '画中画' }).click();
  await expect.poll(() => noted(page, (now) => now.windows)).toBe(1);
  await expect.poll(() => page.evaluate(() => document.pictureInPictureElement !== null || !document.pictureInPictureEnabled)).toBe(true);
  await press(page, 'pause');
  await expect.poll(paused).toBe(true);
  await expect.poll(() => noted(page, (now) => [now.held, now.released])).toEqual([1, 1]);
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe('paused');
  await press(page, 'play');
  await expect.poll(paused).toBe(false);
  await page.getByRole('button', { name: '只听声音' }).click();
  await expect(page.locator('.vjs-audio-poster-mode')).toBeVisible();
  await press(page, 'nexttrack');
  await expect(page.getByRole('heading', { level: 2, name: '一个问题多大合适' })).toBeVisible();
  // Playback continues with the next track.
  await expect(page.locator('.vjs-audio-poster-mode')).toBeVisible();
  await expect(page.getByRole('button', { name: '显示画面' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(said).toEqual(['一个问题多大合适', film?.authorsText, '学术写作公开课']);
  await page.context().close();
});

test('does not offer sound-only playback of a film without sound', async ({ page }) => {
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=video&pageSize=20')) as {
    rows: { publishId: number; isFree: boolean }[];
  };
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${rows.find((one) => one.isFree)?.publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(0.1);
  await expect(page.getByRole('button', { name: '只听声音' })).toHaveCount(0);
  await page.evaluate(() => (document.querySelector('video')!.currentTime = 5));
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(5.3);
  await expect(page.getByRole('button', { name: '只听声音' })).toHaveCount(0);
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
])
  test(`shows the complete cover of an audio track, above the captions and the bar, ${viewport.width} px wide`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=audio&pageSize=20')) as {
      rows: { publishId: number; title: string }[];
    };
    // Its first caption has two lines on a phone and on a tablet.
    await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${rows.find(({ title }) => title === '听《月亮邮局》')?.publishId}`);
    await page.getByRole('button', { name: '播放' }).first().click();
    const captions = page.locator('.vjs-text-track-cue > div').first();
    await expect(captions).toContainText('阿栗七岁');
    const bar = await page.locator('.vjs-control-bar').boundingBox();
    const cover = await page.locator('.sound-stage .cover').boundingBox();
    const below = (cover?.y ?? 0) + (cover?.height ?? 0);
    expect(cover?.height).toBeGreaterThan(100);
    expect((bar?.y ?? 0) - below).toBeGreaterThan(40);
    // The player redraws a caption several times a second; in between it has no box.
    await expect.poll(async () => (await captions.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(below);
  });
