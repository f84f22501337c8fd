import { expect, limit, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const seconds = (page: Page): Promise<number> => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);
const works = async (kind: string): Promise<{ publishId: number; title: string; isFree: boolean }[]> =>
  (await server.call(null, 'GET', `/cms/publish/queryPublishList?kind=${kind}&pageSize=20`))['rows'] as {
    publishId: number;
    title: string;
    isFree: boolean;
  }[];

/** What was loaded and is shown again without a network; it is stored a moment after it arrived. */
const answers = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('shuzhou-answers');
        opening.addEventListener('success', () => {
          const asking = opening.result.transaction('answers').objectStore('answers').get('answers');
          asking.addEventListener('success', () => {
            opening.result.close();
            resolve(String(asking.result));
          });
        });
      }),
  );

test('a downloaded film is encrypted on the device, plays and seeks with the server stopped, and opens for its owner only', async ({ context }) => {
  const page = await context.newPage();
  await context.addCookies([
    { name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 },
  ]);
  const films = await works('video');
  const publishId = films.find((one) => one.isFree && one.title === '学术写作公开课')?.publishId ?? 0;
  const other = films.find((one) => one.isFree && one.publishId !== publishId)?.publishId ?? 0;
  await page.goto(server.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${server.origin}/cms/main/collectedVideoDetail/${publishId}`);
  await page.getByRole('button', { name: /^下载“把看见的变成问题”/ }).click();
  await page.getByRole('button', { name: /^下载“一个问题多大合适”/ }).click();
  await expect(page.getByRole('button', { name: /已存到本机，删除副本/ })).toHaveCount(2, { timeout: limit(30_000) });
  await expect(page.locator('#spoken')).toHaveText('“一个问题多大合适”已存到本机');

  await page.goto(`${server.origin}/personalCenter/download`);
  await expect(page.getByRole('region', { name: '在这台设备上' }).getByText('把看见的变成问题')).toBeVisible();
  await expect(page.getByText(/音视频 \d/)).toBeVisible();
  await page.goto(`${server.origin}/personalCenter/favorite?tab=kept`);
  await expect(page.getByRole('link', { name: '已下载 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: /学术写作公开课.*视频 · 已存 2 段/ })).toBeVisible();
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await page.getByRole('button', { name: '播放' }).first().waitFor();
  const mediaId = Number(await page.evaluate(() => /\/media\/(\d+)/.exec(document.querySelector('video')?.currentSrc ?? '')?.[1] ?? 0));
  expect(await page.evaluate(() => document.querySelector('video')?.currentSrc.includes('?'))).toBe(false);
  const plain = await page.evaluate(async (id) => {
    const [{ name = '' } = {}] = (await indexedDB.databases()).filter((one) => /^kept-\d+$/.test(one.name ?? ''));
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const get = (key: string): Promise<unknown> =>
      new Promise((resolve) => {
        const asking = db.transaction('files').objectStore('files').get(key);
        asking.addEventListener('success', () => resolve(asking.result));
      });
    const part = (await get(`p/${id}#0`)) as { body: ArrayBuffer; iv: Uint8Array };
    const key = (await get('k/seal')) as CryptoKey;
    db.close();
    return { head: [...new Uint8Array(part.body).slice(0, 4)], iv: part.iv.length, extractable: key.extractable };
  }, mediaId);
  expect([plain.iv, plain.extractable]).toEqual([12, false]);
  expect(plain.head).not.toEqual([0x1a, 0x45, 0xdf, 0xa3]);

  await page.goto(`${server.origin}/cms/main/collectedVideoDetail/${other}`);
  await expect(page.getByRole('heading', { name: '分集' })).toBeVisible();
  const seen = ['getInfo', 'tracks'].map((one) => JSON.stringify([`GET /cms/publish/${one}/{publishId}`, { params: { publishId: other } }]));
  for (const question of seen) await expect.poll(() => answers(page)).toContain(question);
  await server.stop();
  await page.goto(`${server.origin}/personalCenter/favorite?tab=kept`);
  await page.getByRole('link', { name: /学术写作公开课/ }).click();
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(0.5);
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video) video.currentTime = 18;
  });
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(18);
  const asked = (): Promise<number> =>
    page.evaluate(
      (id) =>
        fetch(`/media/${id}`, { headers: { range: 'bytes=0-3' } }).then(
          (answer) => answer.status,
          () => 0,
        ),
      mediaId,
    );
  expect(await asked()).toBe(206);
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'who', userId: 987_654 }));
  await expect.poll(asked).toBe(0);

  // What is not downloaded shows what it needs, and loads on retry.
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${other}`);
  await expect(page.getByText('这一集没有存到本机，联网后可以播放。')).toBeVisible();
  await page.goto(`${server.origin}/personalCenter/profile`);
  await expect(page.getByRole('heading', { name: '现在连不上网络' })).toBeVisible();
  // Pages whose scripts were never loaded.
  for (const [path, name] of [
    ['/cms/main/notice', '公告'],
    ['/cms/main/noticeDetail?noticeId=1', '公告'],
    ['/cmsRegister', '注册'],
  ] as const) {
    await page.goto(server.origin + path);
    await expect(page.getByRole('heading', { name: new RegExp(`^“.*${name}.*”要联网才能打开$`) })).toBeVisible();
  }
  await server.start();
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '加入书舟' })).toBeVisible();
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${other}`);
  await expect(page.locator('.video-js')).toBeVisible();
});
