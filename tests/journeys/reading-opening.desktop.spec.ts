import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { chapterDocument, makeEpub } from '../support/epub-maker.ts';

/** A PNG of one pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let server: BrowserServer;
let album = 0;
let essays = 0;

const sheet = (number: number): string =>
  chapterDocument(
    `第${number}幅`,
    `<p style="width:600px;height:800px;background:#c98a1b;font-size:200px">${number}</p>`,
    '<meta name="viewport" content="width=600, height=800"/><link rel="stylesheet" href="css/own.css"/>',
  );

test.beforeAll(async () => {
  server = await browserServer();
  const chapters = Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`p${number}.xhtml`, sheet(number)]));
  album = await server.publish(
    await makeEpub({
      title: '影集',
      chapters,
      files: { 'css/own.css': 'p{list-style-image:url(../own.png)}', 'own.png': PIXEL },
      // The first page is the cover: it is shown alone.
      entries: {
        'OPS/nav.xhtml': chapterDocument('目录', '<nav epub:type="landmarks"><ol><li><a epub:type="cover" href="p1.xhtml">封面</a></li></ol></nav>'),
      },
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
      spineAttributes: ' page-progression-direction="rtl"',
    }),
  );
  essays = await server.publish(
    await makeEpub({
      title: '随笔',
      chapters: {
        'c1.xhtml': chapterDocument('一', '<h1>一</h1><p>江上起了雾。</p>'),
        'c2.xhtml': chapterDocument('二', '<h1>二</h1><p>船不出港。</p>'),
      },
      spine: '<itemref idref="c0" properties="page-spread-right"/><itemref idref="c1" properties="page-spread-left"/>',
    }),
  );
});
test.afterAll(() => server?.close());

const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();
/** Returns the visible pages from left to right, and the edges at which they meet. */
const seen = (page: Page): Promise<{ numbers: string[]; edges: number[] }> =>
  page.evaluate(() => {
    const frames = [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-shown]')].map((frame) => ({
      number: frame.contentDocument!.body.textContent!.trim(),
      box: frame.getBoundingClientRect(),
    }));
    frames.sort((one, two) => one.box.left - two.box.left);
    return { numbers: frames.map(({ number }) => number), edges: frames.flatMap(({ box }) => [Math.round(box.left), Math.round(box.right)]) };
  });

test('a picture book opens in the middle, two pages at a time, the first of them on its own side', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${album}`);
  await expect.poll(() => where(page)).toContain('第 1 页，共 6 页');
  const cover = await seen(page);
  expect(cover.numbers).toEqual(['1']);
  expect(Math.abs(cover.edges[0]! + cover.edges[1]! - 1440)).toBeLessThan(3);
  // The URLs in a style sheet are relative to the sheet, also on the page that came with the HTML.
  const named = await page
    .frameLocator('iframe[data-shown]')
    .locator('p')
    .evaluate((one) => getComputedStyle(one).listStyleImage);
  expect(named).toMatch(/^url\("http:[^"]*\/books\/\d+\/\d+\/OPS\/own\.png"\)$/);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => where(page)).toContain('第 2–3 页，共 6 页');
  const opening = await seen(page);
  expect(opening.numbers).toEqual(['3', '2']);
  expect(Math.abs(opening.edges[1]! - 720)).toBeLessThan(2);
  expect(Math.abs(opening.edges[2]! - 720)).toBeLessThan(2);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect.poll(() => where(page)).toMatch(/第 6 页，共 6 页，全书 100%/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await seen(page)).numbers).toEqual(['5', '4']);
  await page.setViewportSize({ width: 500, height: 900 });
  await expect.poll(async () => (await seen(page)).numbers).toEqual(['4']);
});

test('a text that declares the right side starts in the right column, where there are two', async ({ page }) => {
  /** Returns how far to the right of the middle its heading starts. */
  const beside = (): Promise<number> =>
    page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!;
      const { left } = frame.contentDocument!.querySelector('h1')!.getBoundingClientRect();
      return frame.getBoundingClientRect().left + left - innerWidth / 2;
    });
  let admit = (): void => undefined;
  const admitted = new Promise<void>((resolve) => (admit = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await admitted;
    await route.continue();
  });
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${essays}`, { waitUntil: 'commit' });
  await expect(page.frameLocator('iframe[data-shown]').getByRole('heading', { name: '一' })).toBeVisible();
  const first = await beside();
  expect(first).toBeGreaterThan(0);
  admit();
  await expect.poll(() => where(page)).toMatch(/^一，第 1 页，共 1 页/);
  expect(await beside()).toBe(first);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => where(page)).toMatch(/^二/);
  expect(await beside()).toBeLessThan(0);
  await page.keyboard.press('ArrowLeft');
  await page.setViewportSize({ width: 500, height: 900 });
  await expect.poll(() => where(page)).toMatch(/^一/);
  await expect.poll(beside).toBeLessThan(0);
});
