import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';
import { OWN_GLYPH_EMS, textbook } from '../support/textbook.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;
let chapters: string[] = [];

test.beforeAll(async () => {
  server = await browserServer();
  const parts = await textbook();
  chapters = Object.keys(parts.chapters);
  book = await server.publish(await makeEpub(parts));
});
test.afterAll(() => server?.close());

async function open(page: Page, chapter: string, look: Record<string, unknown> = {}): Promise<void> {
  await page.goto(`${server.origin}/sw-none`);
  await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify({ fontSize: 18, ...look }));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=${chapters.indexOf(`${chapter}.xhtml`)}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
}
const shown = (page: Page) => page.frameLocator('iframe[data-shown]');
const notified = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();

/** Returns how far lines of text and pictures reach out of their column, in pixels in the line direction, with their text. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!;
    const { left: begin, width } = inside.body.getBoundingClientRect();
    const scrolled = getComputedStyle(inside.body).columnWidth === 'auto';
    const step = scrolled ? Infinity : width + 80;
    const walker = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.nodeType === Node.ELEMENT_NODE && node.nodeName !== 'img') continue;
      // The cells of a table that scrolls are reached by scrolling it.
      if (node.parentElement!.closest('[data-scroll]')) continue;
      const range = inside.createRange();
      range.selectNode(node);
      const words = [...(node.nodeValue ?? '').matchAll(/\S+/g)];
      const rects = words.flatMap((word) => {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        return [...range.getClientRects()];
      });
      for (const rect of node.nodeName === 'img' ? range.getClientRects() : rects) {
        const from = scrolled ? rect.left - begin : ((((rect.left - begin + 40) % step) + step) % step) - 40;
        if (rect.width > 0 && (from < -1.5 || from + rect.width > width + 1.5))
          found.push(`${Math.round(from)}–${Math.round(from + rect.width)} of ${width}: ${(node.nodeValue ?? node.nodeName).slice(0, 20)}`);
      }
    }
    return found;
  });

test('#33.1 nothing is cut off at the edges of a phone, whatever makes it wider than the line', async ({ page }) => {
  for (const look of [{}, { flow: 'scroll' }, { fontSize: 30 }])
    await test.step(JSON.stringify(look), async () => {
      await open(page, 'wide', look);
      await expect.poll(() => cutOff(page)).toEqual([]);
    });
});

test('#33.2 list markers are visible under a CSS reset, and a vertical block wider than the page is completely readable, in order', async ({
  page,
}) => {
  await open(page, 'lists');
  const items = await shown(page)
    .locator('li')
    .evaluateAll((all) => all.map((one) => one.getClientRects()[0]!.left));
  for (const left of items) expect(left, 'room for the mark').toBeGreaterThan(22);
  await open(page, 'columns');
  const places = await shown(page)
    .locator('#across p')
    .evaluateAll((all) => all.map((one) => [one.getClientRects()[0]!.left, one.getClientRects()[0]!.top] as const));
  expect(await cutOff(page)).toEqual([]);
  for (const [at, [left, top]] of places.entries()) {
    const [before, above] = places[at - 1] ?? [-1, -1];
    expect(left > before + 100 || (Math.abs(left - before) < 100 && top > above), `paragraph ${at + 1} stands behind the one before`).toBe(true);
  }
});

test('#33.3 a float that leaves fewer than eight characters is not floated, and columns are not narrower than that', async ({ page }) => {
  await open(page, 'floats');
  const text = shown(page);
  for (const paragraph of ['#beside', '#two p'])
    expect(
      await text.locator(paragraph).evaluate((one) => {
        const range = one.ownerDocument.createRange();
        range.selectNodeContents(one);
        return Math.max(...[...range.getClientRects()].map((rect) => rect.width));
      }),
      paragraph,
    ).toBeGreaterThan(8 * 18);
  await expect(text.locator('#right')).toHaveCSS('float', 'none');
  // On the next page, at the same height as the float above.
  await expect(text.locator('#next')).toHaveCSS('float', 'none');
  await expect(text.locator('#small')).toHaveCSS('float', 'left');
});

test('#33.4 a tall picture has its full width in a scrolled book, and fits the page in a paged one', async ({ page }) => {
  await open(page, 'tall', { flow: 'scroll' });
  const picture = shown(page).locator('img');
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(330);
  await open(page, 'tall');
  await expect.poll(async () => (await picture.boundingBox())?.height).toBeLessThan(800);
});

test("#33.5 a glyph that only the book's font has is drawn by it with every chosen font", async ({ page }) => {
  for (const face of ['serif', 'kai', 'book'])
    for (const chapter of ['own1', 'own2', 'own3']) {
      await open(page, chapter, { face });
      const glyph = shown(page).locator('#own');
      await expect.poll(() => glyph.evaluate((one) => Math.round(one.getBoundingClientRect().width)), `${face} ${chapter}`).toBe(OWN_GLYPH_EMS * 18);
    }
});

test('#33.7 controls of the book work by touch, and turn no page', async ({ page }) => {
  await open(page, 'controls');
  const text = shown(page);
  const before = await notified(page);
  await text.locator('#check').tap();
  await expect(text.locator('#check')).toBeChecked();
  await text.locator('#label').tap();
  await expect(text.locator('#check')).not.toBeChecked();
  await text.locator('#field').tap();
  await page.keyboard.type('ab 1');
  await expect(text.locator('#field')).toHaveValue('ab 1');
  await page.keyboard.press('ArrowLeft');
  await text.locator('#select').selectOption('乙');
  await text.locator('audio').tap();
  expect(await notified(page)).toBe(before);
  await text.locator('#summary').tap();
  await expect(text.locator('#details')).toHaveAttribute('open', '');
  await expect.poll(() => notified(page), 'the opened text makes more pages').not.toBe(before);
  expect(await notified(page)).toContain('第 1 页');
  await text.locator('#summary').press('Enter');
  await expect(text.locator('#details')).not.toHaveAttribute('open', '');
  await expect.poll(() => notified(page)).toBe(before);
  await text.locator('#check').click();
  await expect(text.locator('#check')).toBeChecked();
  expect(await notified(page)).toBe(before);
});

test('#33.8 links inside the book open in place, and a missing target is named', async ({ page }) => {
  await open(page, 'links');
  const text = shown(page);
  await text.locator('#thumb').tap();
  await expect(page.getByRole('dialog', { name: 'tall.png' })).toBeVisible();
  await page.getByRole('button', { name: '关闭图片' }).click();

  await text.locator('#gone').tap();
  await expect(page.getByRole('dialog', { name: '书里缺少这个文件' })).toContainText('gone.xhtml');
  await page.getByRole('button', { name: '知道了' }).click();

  await text.locator('#pdf').tap();
  await expect(page.getByRole('dialog', { name: '保存附件？' })).toContainText('doc.pdf');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  expect((await saved).suggestedFilename()).toBe('doc.pdf');

  await text.locator('#extra').tap();
  await expect(text.locator('#only')).toBeVisible();
  await page.getByRole('button', { name: /^回到/ }).click();
  await expect(text.locator('#extra')).toBeVisible();
  await text.locator('#extra').tap();
  await expect(text.locator('#only')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(text.locator('#extra'), 'the end of a page outside the reading order leads back').toBeVisible();

  await text.locator('#nowhere').tap();
  await expect(page.getByText('链接指向的位置在书里不存在').first()).toBeVisible();
  await expect(text.locator('h1')).toHaveText('长图');
});

/** Returns the widest gap between words of each paragraph, in multiples of the gap in its last line. */
const widestGap = (page: Page): Promise<number[]> =>
  shown(page)
    .locator('p')
    .evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => {
        const range = paragraph.ownerDocument.createRange();
        const text = paragraph.firstChild as Text;
        const gaps = [...text.data.matchAll(/ /g)].flatMap(({ index }) => {
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          const width = Math.max(0, ...Array.from(range.getClientRects(), (rect) => rect.width));
          return width > 1 ? [width] : [];
        });
        return Math.max(...gaps) / Math.min(...gaps);
      }),
    );

test('#33.12 no gap between words of Latin text is wider than twice its natural width, and its quotes use a Latin font', async ({ page }) => {
  for (const chapter of ['english', 'unbroken'])
    for (const look of [{}, { fontSize: 24 }]) {
      await open(page, chapter, look);
      await expect.poll(async () => Math.max(...(await widestGap(page))), `${chapter} ${JSON.stringify(look)}`).toBeLessThanOrEqual(2);
    }
  await page.setViewportSize({ width: 900, height: 800 });
  await open(page, 'english', { fontSize: 14, measure: 'wide', columns: 'one' });
  await expect(shown(page).locator('p').first(), 'a text that can be broken is drawn out where its gaps allow').toHaveCSS('text-align', 'justify');
  await page.setViewportSize({ width: 390, height: 844 });
  const copied = await shown(page)
    .locator('p')
    .nth(1)
    .evaluate((paragraph) => {
      const inside = paragraph.ownerDocument;
      inside.getSelection()!.selectAllChildren(paragraph);
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      paragraph.dispatchEvent(event);
      return event.clipboardData!.getData('text/plain');
    });
  expect(copied).toContain('Notwithstanding the extraordinary representations');
  await open(page, 'quoted');
  await expect(shown(page).locator('#quoted')).toHaveCSS('font-family', /^Georgia/);
  await expect(shown(page).locator('#narrow')).toHaveCSS('text-align', 'start');
  await expect(shown(page).locator('#chinese')).toHaveCSS('text-align', 'justify');
});
