import { expect, type Page, roundTrip, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { chapterDocument, makeEpub } from '../support/epub-maker.ts';

// The application must be requested from the network, where the tests hold it back.
test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;
test.beforeAll(async () => {
  server = await browserServer();
  const long = `<p>${'江上起了雾，船不出港。'.repeat(200)}</p>`;
  book = await server.publish(
    await makeEpub({
      title: '雾港',
      chapters: {
        'cover.xhtml': chapterDocument('封面', '<h1>雾港</h1><p><a href="c2.xhtml">从第二章读起</a></p>'),
        'c1.xhtml': chapterDocument('一', `<h1>第一章</h1>${long}`),
        'c2.xhtml': chapterDocument('二', '<h1>第二章</h1><p>天亮以前。</p>'),
      },
    }),
  );
});
test.afterAll(() => server?.close());

const SCREEN = '**/assets/epub-read.screen-*.js';
const shown = (page: Page) => page.frameLocator('iframe[data-shown]').locator('h1');
const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();

/** Opens the book and holds requests back; `release` lets them go. */
async function openHeld(page: Page, ...addresses: string[]): Promise<{ release(): void }> {
  let go = (): void => undefined;
  const released = new Promise<void>((resolve) => (go = resolve));
  for (const address of addresses) await page.route(address, (route) => released.then(() => route.continue()));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}`, { waitUntil: 'commit' });
  await expect(shown(page)).toHaveText('雾港');
  return { release: go };
}

test('#44.1 a turn from the cover works before the application has arrived, and the application reads on from there', async ({ page }) => {
  const { release } = await openHeld(page, SCREEN);
  // The key works as soon as the script listens, a frame after the page is visible; the second one is for the page after the cover.
  await expect
    .poll(async () => {
      if ((await shown(page).innerText()) === '雾港') await page.keyboard.press('ArrowRight');
      return shown(page).innerText();
    })
    .toBe('第一章');
  await page.keyboard.press('ArrowRight');
  release();
  await expect.poll(() => where(page)).toMatch(/^第一章，第 2 页/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(shown(page)).toHaveText('雾港');
});

test('#44.1 a turn to a document that is still on its way is done when it has arrived', async ({ page }) => {
  const { release } = await openHeld(page, SCREEN, '**/c1.xhtml');
  // The script listens a frame after the page is visible.
  await roundTrip(page);
  await page.keyboard.press('ArrowRight');
  release();
  await expect.poll(() => where(page)).toMatch(/^第一章，第 1 页/);
});

test('#44.1 a tap on a link before the application has arrived is followed', async ({ page }) => {
  const { release } = await openHeld(page, SCREEN);
  await page.frameLocator('iframe[data-shown]').getByRole('link').click();
  release();
  await expect(shown(page)).toHaveText('第二章');
});

test('#44.1 a key for another chapter before the application has arrived is done', async ({ page }) => {
  const { release } = await openHeld(page, SCREEN);
  await page.keyboard.press('End');
  release();
  await expect(shown(page)).toHaveText('第二章');
});
