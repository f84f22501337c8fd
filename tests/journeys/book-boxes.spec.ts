import sharp from 'sharp';
import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { chapterDocument, makeEpub } from '../support/epub-maker.ts';
import { type Colour, contrast, readColour, readHex } from '../../src/reader-engine/style/colour-contrast.ts';
import { THEMES } from '../../src/reader-engine/style/look.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let essays = 0;
let plates = 0;

const TEXT = '江上起了雾船都不出港灯在雾里走像有人提着它慢慢走过去没有人说话也没有人回头只是看着那盏灯越走越远。';

/** Boxes that a book styled for a page of another size. */
const BOXES = `<style>
@namespace epub "http://www.idpf.org/2007/ops";
[epub|type~="bridgehead"]{height:3em;white-space:nowrap;position:relative;text-emphasis:filled}
.low{height:60px;border:1px solid}.frame{max-height:5em}
.whole{white-space:nowrap}.least{min-width:600px}.full{width:100%;padding:0 2em;border:1px solid}.sides{margin:0 150px}
.left{margin-left:-3em}.hang{margin-left:2em;text-indent:-2em}.right{position:relative;left:200px}.over{position:absolute;left:500px}.voice{position:absolute;width:1px;height:1px;overflow:hidden}.away{position:absolute;left:-9999px}
.drop ::first-letter,.drop::first-letter{float:left;font-size:3em;color:#a00}
</style>`;

test.beforeAll(async () => {
  server = await browserServer();
  const box = (name: string): string => `<p id="${name}" class="${name}">${TEXT}</p>`;
  essays = await server.publish(
    await makeEpub({
      title: '盒子',
      chapters: {
        'c1.xhtml': chapterDocument(
          '一',
          `<div class="low"><p>${TEXT}</p></div><p style="height:2em">${TEXT}</p><div class="frame"><p>${TEXT.repeat(2)}</p></div><p>${TEXT}</p>`,
          BOXES,
        ),
        'c2.xhtml': chapterDocument(
          '二',
          `${['whole', 'least', 'full', 'sides', 'left', 'hang', 'right', 'over', 'drop'].map(box).join('')}<div class="voice">${TEXT}</div><div class="away">${TEXT}</div>`,
          BOXES,
        ),
      },
    }),
  );
  const picture = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#c98a1b' } })
    .png()
    .toBuffer();
  plates = await server.publish(
    await makeEpub({
      title: '图版',
      chapters: {
        'p1.xhtml': chapterDocument('一', '<p style="margin:0"><img src="p.png" alt="图"/></p>'),
        'p2.xhtml': chapterDocument(
          '二',
          '<p style="margin:0"><img src="p.png" alt="图"/></p>',
          '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        ),
        'p3.xhtml': chapterDocument(
          '三',
          '<p style="margin:0"><img src="p.png" alt="图"/></p>',
          '<meta name="viewport" content="width=device-width, height=device-height"/>',
        ),
      },
      files: { 'p.png': picture },
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    }),
  );
});
test.afterAll(() => server?.close());

async function open(page: Page, book: number, at: number, look: Record<string, unknown> = {}): Promise<void> {
  await page.goto(`${server.origin}/sw-none`);
  await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify(look));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=${at}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
}

/** For each line of text: its paragraph, and its position on the page. */
const linesOf = (page: Page): Promise<{ of: number; left: number; right: number; top: number; bottom: number; page: number }[]> =>
  page.evaluate(() => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!;
    const { left: from, width } = inside.body.getBoundingClientRect();
    const step = width + Number.parseFloat(getComputedStyle(inside.body).columnGap);
    return [...inside.querySelectorAll('p')].flatMap((paragraph, of) => {
      const text = inside.createRange();
      text.selectNodeContents(paragraph);
      return [...text.getClientRects()].map(({ left, right, top, bottom }) => {
        const number = Math.floor((left - from + 2) / step);
        return { of, left: left - from - number * step, right: right - from - number * step, top, bottom, page: number };
      });
    });
  });

test('text that is longer than its declared height does not overlap other text, and does not become a strip in columns', async ({ page }) => {
  await open(page, essays, 0);
  const lines = await linesOf(page);
  // Fewer on a machine without a Chinese font, whose signs are narrower.
  expect(lines.length).toBeGreaterThan(5);
  for (const one of lines)
    for (const other of lines)
      if (one.of < other.of && one.page === other.page)
        expect(other.top, `a line of paragraph ${other.of + 1} stands below those of paragraph ${one.of + 1}`).toBeGreaterThan(one.top);

  await open(page, essays, 0, { writing: 'vertical' });
  const shortest = await page.evaluate(() => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!;
    return Math.min(...[...inside.querySelectorAll('p')].map((paragraph) => paragraph.getBoundingClientRect().height));
  });
  expect(shortest).toBeGreaterThan(300);
});

test('boxes that are wider than the page, moved off it or unbreakable are completely readable, and none becomes a strip', async ({ page }) => {
  await open(page, essays, 1, { fontSize: 18 });
  const lines = await linesOf(page);
  for (const { of, left, right } of lines) {
    expect(left, `paragraph ${of + 1} begins in its column`).toBeGreaterThan(-1);
    expect(right, `paragraph ${of + 1} ends in its column`).toBeLessThan(343);
  }
  const count = (of: number): number => lines.filter((line) => line.of === of).length;
  expect(count(3), 'of a paragraph with wide margins').toBeLessThan(9);
  expect(count(7), 'of a paragraph placed on the page').toBeLessThan(5);
  const text = page.frameLocator('iframe[data-shown]');
  expect(await text.locator('#hang').evaluate((element) => getComputedStyle(element).textIndent)).toBe('-36px');
  expect(await text.locator('#drop').evaluate((element) => getComputedStyle(element, '::first-letter').lineHeight)).toBe('54px');
  // Text for screen readers only stays invisible.
  expect((await text.locator('.voice').boundingBox())?.height).toBeLessThan(2);
  expect((await text.locator('.away').boundingBox())?.x).toBeLessThan(-500);
  // A floated initial letter is not indented.
  expect(lines.find((line) => line.of === 8)?.left).toBeLessThan(2);
});

test('#44.3 an initial letter keeps its hue at night, and is readable', async ({ page }) => {
  await open(page, essays, 1, { theme: 'night' });
  const drop = page.frameLocator('iframe[data-shown]').locator('#drop');
  const letter = await drop.evaluate((element) => getComputedStyle(element, '::first-letter').color);
  const colour = readColour(letter) as Colour;
  expect(contrast(colour, readHex(THEMES.night.paper))).toBeGreaterThanOrEqual(4.5);
  expect(colour[0], 'red').toBeGreaterThan(colour[1]);
});

test('a fixed-layout page without a declared size is completely visible', async ({ page }) => {
  for (const at of [0, 1]) {
    await open(page, plates, at);
    const picture = page.frameLocator('iframe[data-shown]').locator('img');
    await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBe(390);
    const box = await picture.boundingBox();
    expect(box?.x).toBeCloseTo(0, 0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
  }
  // A page that declares the size of the device gets it, whatever its content.
  await open(page, plates, 2);
  expect((await page.locator('iframe[data-shown]').boundingBox())?.width).toBe(390);
  expect((await page.frameLocator('iframe[data-shown]').locator('img').boundingBox())?.width).toBe(1200);
});

test('a picture that loads late has its space on the first page too, before the application has loaded', async ({ page }) => {
  let admit = (): void => undefined;
  const admitted = new Promise<void>((resolve) => (admit = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await admitted;
    await route.continue();
  });
  let come = (): void => undefined;
  const came = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/p.png*', async (route) => {
    await expect(page.locator('iframe[data-shown]')).toHaveCSS('width', '390px');
    await route.continue();
    come();
  });
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${plates}`, { waitUntil: 'commit' });
  const picture = page.frameLocator('iframe[data-shown]').locator('img');
  await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBe(390);
  await came;
  expect(await page.locator('.reader-main > output.unseen').count()).toBe(0);
  admit();
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
});
