import { PDFDocument, StandardFonts } from 'pdf-lib';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type BrowserContext, expect, limit, type Page, test } from '../support/journey.ts';
import { type ReleaseProxy, releaseProxy } from '../support/release-proxy.ts';

let server: BrowserServer;
let front: ReleaseProxy;
let book = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  book = await server.publish((await makeBook({ title: '断网试读', chapters: 3, characters: 1000 })).epub);
  front = await releaseProxy(server.origin, ['judge-view', 'pdf-pages', 'open-player-core', 'contents-sheet']);
});
test.afterAll(async () => {
  await front?.close();
  await server?.close();
});

/** A page of a user whose service worker is active. */
async function signedIn(context: BrowserContext, userName: string, path: string): Promise<Page> {
  await context.addCookies([
    { name: 'Admin-Token', value: await server.logIn(userName), url: front.origin, expires: Math.floor(Date.now() / 1000) + 3600 },
  ]);
  const page = await context.newPage();
  await page.goto(front.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${front.origin}${path}`);
  return page;
}

/** Installs the next release, which renames the files of the screens, and lets it take over. */
async function update(page: Page): Promise<void> {
  front.release();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    let coming: ServiceWorker | null | undefined;
    for (let tries = 0; !coming && tries < 20; tries++) {
      await registration?.update();
      const next = registration?.installing ?? registration?.waiting;
      if (next?.state === 'installing') await new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }));
      if (next && next.state !== 'redundant') coming = next;
    }
    if (!coming) throw new Error('the new worker was not noticed');
    coming.postMessage({ type: 'skip-waiting' });
    await taken;
  });
}

/** Closes the page, empties the browser's own cache, and opens a new page without a network. */
async function coldStart(context: BrowserContext, page: Page, path: string): Promise<Page> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.close();
  await context.setOffline(true);
  const next = await context.newPage();
  await next.goto(`${front.origin}${path}`);
  return next;
}

const FILE = 990_001;
async function pdf(): Promise<Buffer> {
  const made = await PDFDocument.create();
  made.addPage([300, 400]).drawText('Page one', { x: 40, y: 300, size: 40, font: await made.embedFont(StandardFonts.Helvetica) });
  return Buffer.from(await made.save());
}

/** Gives the first task of the package a PDF; the other tasks keep their files. */
async function withPdf(page: Page): Promise<void> {
  const body = await pdf();
  await page.route('**/judgeTask/package*', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { rows: { title: string; files: object[] }[] };
    for (const row of json.rows)
      if (row.title === '渡船夫的耳朵')
        row.files = [{ fileId: FILE, fileName: '作品文件1.pdf', fileSize: body.length, kind: 'pdf', mime: 'application/pdf' }];
    await route.fulfill({ response: answer, json });
  });
  await page.route(`**/judgeTask/file/${FILE}`, (route) => route.fulfill({ body, contentType: 'application/pdf' }));
}

/** Whether the sheet of a page has ink. */
const drawn = (page: Page): Promise<boolean> =>
  page.getByLabel('第1页').evaluate((sheet: HTMLCanvasElement) => {
    const { data } = sheet.getContext('2d')?.getImageData(0, 0, sheet.width, sheet.height) ?? { data: [] };
    return [...data].some((value, at) => at % 4 < 3 && value < 100 && (data[at - (at % 4) + 3] ?? 0) > 0);
  });

test('#43.8 a round of a contest that is stored opens from a cold start without a network after an update, shows a PDF and takes a score', async ({
  context,
}) => {
  test.setTimeout(limit(120_000));
  let page = await signedIn(context, 'judge1', '/personalCenter/review');
  await withPdf(page);
  await page.getByRole('button', { name: '存到本机，断网也能评' }).click();
  await expect(page.getByRole('button', { name: /已存 5\s件，更新/ })).toBeVisible({ timeout: limit(60_000) });
  await update(page);
  page = await coldStart(context, page, '/personalCenter/review');
  await page.getByRole('link', { name: /渡船夫的耳朵/ }).click();
  await expect(page.getByRole('heading', { name: '渡船夫的耳朵', level: 2 })).toBeVisible();
  await expect.poll(() => drawn(page), { timeout: limit(30_000) }).toBe(true);
  for (const name of ['内容', '语言', '完成度']) await page.getByLabel(name, { exact: false }).and(page.locator('.judge-number')).fill('80');
  await page.getByLabel('评语').fill('断网时写的评语，读得很慢，也更仔细。');
  await page.getByRole('button', { name: '提交，看下一件' }).click();
  await expect(page.getByText('1 件评分存在本机，联网后自动提交')).toBeVisible();
  await page.close();
  const next = await context.newPage();
  await next.goto(`${front.origin}/personalCenter/review`);
  await expect(next.getByText('1 件评分存在本机，联网后自动提交')).toBeVisible();
});

test('#43.8 without a stored round 我的评审 opens without a network, says what is queued, and a task that is not here says so', async ({
  context,
}) => {
  test.setTimeout(limit(120_000));
  let page = await signedIn(context, 'judge1', '/personalCenter/review');
  await page.getByRole('link', { name: '开始评审' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.locator('.judge-number').first()).toBeVisible();
  // A task that was never open; one that was may be here.
  const other = new URL(page.url());
  other.searchParams.set('submitId', '999999');
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('shuzhou-kept-code')).keys()).length)).toBeGreaterThan(5);
  await context.setOffline(true);
  for (const name of ['内容', '语言', '完成度']) await page.getByLabel(name, { exact: false }).and(page.locator('.judge-number')).fill('80');
  await page.getByLabel('评语').fill('断网时写的评语，读得很慢，也更仔细。');
  await page.getByRole('button', { name: '提交，看下一件' }).click();
  await page.close();
  page = await context.newPage();
  await page.goto(`${front.origin}/personalCenter/review`);
  await expect(page.getByText('1 件评分存在本机，联网后自动提交')).toBeVisible();
  await page.goto(other.href);
  await expect(page.getByText('现在连不上网络')).toBeVisible();
});

test('#43.8 a film that is stored plays from a cold start without a network after an update', async ({ context }) => {
  test.setTimeout(limit(120_000));
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=video&pageSize=20')) as {
    rows: { publishId: number; title: string; isFree: boolean }[];
  };
  const publishId = rows.find(({ isFree, title }) => isFree && title === '学术写作公开课')?.publishId ?? 0;
  let page = await signedIn(context, 'reader1', `/cms/main/collectedVideoDetail/${publishId}`);
  await page.getByRole('button', { name: /^下载“把看见的变成问题”/ }).click();
  await expect(page.getByRole('button', { name: /已存到本机，删除副本/ })).toBeVisible({ timeout: limit(60_000) });
  await update(page);
  page = await coldStart(context, page, `/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0), { timeout: limit(30_000) }).toBeGreaterThan(0);
});

test('#43.8 a book that is stored opens from a cold start without a network after an update', async ({ context }) => {
  test.setTimeout(limit(120_000));
  let page = await signedIn(context, 'reader1', `/cms/main/bookDetail/${book}`);
  await page.getByRole('button', { name: '下载' }).first().click();
  await expect(page.getByText('已存到本机').first()).toBeVisible({ timeout: limit(60_000) });
  await update(page);
  page = await coldStart(context, page, `/cms/main/epubRead?publishId=${book}`);
  await expect.poll(() => page.locator('.reader-main > output.unseen').innerText()).toMatch(/^第1章/);
  await page.locator('.reader-main').click({ position: { x: 195, y: 400 } });
  await page.getByRole('navigation', { name: '阅读工具' }).getByRole('button', { name: '目录' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
