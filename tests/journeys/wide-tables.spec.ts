import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

test.use({ serviceWorkers: 'block' });

const WORDS = '江上起了雾船都不出港灯在雾里走像有人提着它慢慢走过去';
const COLUMNS = 26;
const cells = (cell: string, of: (at: number) => string): string =>
  Array.from({ length: COLUMNS }, (_none, at) => `<${cell}>${of(at)}</${cell}>`).join('');

let server: BrowserServer;
let book = 0;

test.beforeAll(async () => {
  server = await browserServer();
  const rows = Array.from({ length: 30 }, (_none, row) => `<tr>${cells('td', (at) => String(at === 0 ? 1900 + row : row * at))}</tr>`).join('');
  const lamp =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200"><rect width="300" height="200" fill="teal"/></svg>';
  book = await server.publish(
    await makeEpub({
      title: '宽表',
      language: 'en',
      chapters: {
        'c1.xhtml': `<h1>宽表</h1><p id="before">见下表。</p><table id="wide"><thead><tr>${cells('th', (at) => (at === 0 ? '年份' : `第${at}列`))}</tr></thead><tbody>${rows}</tbody></table><p id="after">表后的话。</p>`,
        'c2.xhtml': `<h1>图旁</h1><table id="beside"><tr><td><img src="lamp.svg" alt="灯" width="300" height="200"/></td><td id="text">${WORDS.repeat(2)}</td></tr></table>
          <table id="long"><tr>${'<th>栏目</th>'.repeat(6)}</tr><tr>${`<td class="long">${WORDS}</td>`.repeat(6)}</tr></table><table id="small"><tr><td>一</td><td>二</td></tr></table>`,
        'c3.xhtml':
          '<div lang="en"><table id="talk"><tr><td>Angela:</td><td>Good morning. We have only ten minutes before the ferry leaves, so tell me what you saw at the landing.</td></tr><tr><td>Katherine:</td><td>Nothing extraordinary. An unattended suitcase and a considerable quantity of newspapers.</td></tr></table></div>',
      },
      files: { 'lamp.svg': lamp },
    }),
  );
});
test.afterAll(() => server?.close());

const inside = (page: Page) => page.frameLocator('iframe[data-shown]');
const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();

async function open(page: Page, at: number, look: Record<string, unknown> = {}): Promise<void> {
  await page.goto(`${server.origin}/sw-none`);
  await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify(look));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=${at}`);
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
}

for (const flow of ['pages', 'scroll'])
  test(`#44.4 a table of 26 columns keeps the size of its text and scrolls, with its first row and column in view, in ${flow}`, async ({ page }) => {
    await open(page, 0, { flow, theme: 'warm' });
    const table = inside(page).locator('#wide');
    await expect(table).toHaveAttribute('data-scroll', '');
    const size = await inside(page)
      .locator('#before')
      .evaluate((text) => getComputedStyle(text).fontSize);
    await expect(inside(page).locator('#wide td').first()).toHaveCSS('font-size', size);
    // The table is at most one page; it is turned to if it does not fit below the text.
    if (flow === 'pages' && !(await table.evaluate((one) => one.getBoundingClientRect().left < innerWidth))) await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => table.evaluate((one) => one.getBoundingClientRect().left < innerWidth && one.getBoundingClientRect().left >= 0))
      .toBe(true);
    const seen = await table.evaluate((one) => {
      one.scrollTo(100_000, 100_000);
      const box = one.getBoundingClientRect();
      const at = (selector: string): DOMRect => one.querySelector(selector)!.getBoundingClientRect();
      const ground = getComputedStyle(one.querySelector('td')!).backgroundColor;
      return {
        moved: one.scrollLeft > 500 && one.scrollTop > 100,
        column: at('tbody tr:last-child td').left - box.left,
        row: at('th:last-child').top - box.top,
        last: box.right - at('tbody tr:last-child td:last-child').right,
        below: box.bottom - at('tbody tr:last-child td:last-child').bottom,
        ground,
      };
    });
    expect(seen.moved).toBe(true);
    for (const distance of [seen.column, seen.row, seen.last, seen.below]) expect(Math.abs(distance)).toBeLessThan(20);
    expect(seen.ground, 'opaque over the cells that scroll').not.toBe('rgba(0, 0, 0, 0)');
    // A wheel over the table scrolls it and does not turn the page.
    await table.evaluate((one) => one.scrollTo(0, 0));
    const page1 = await where(page);
    const box = (await table.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.wheel(200, 0);
    await expect.poll(() => table.evaluate((one) => one.scrollLeft)).toBeGreaterThan(50);
    expect(await where(page)).toBe(page1);
  });

test('#44.4 the text after a wide table follows it, and a wide table opens as a whole', async ({ page }) => {
  await open(page, 0);
  await expect(inside(page).locator('#wide')).toHaveAttribute('data-scroll', '');
  for (
    let turn = 0;
    turn < 4 &&
    !(await inside(page)
      .locator('#after')
      .evaluate((one) => one.getBoundingClientRect().left < innerWidth));
    turn++
  ) {
    const before = await where(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => where(page)).not.toBe(before);
  }
  expect(
    await inside(page)
      .locator('#after')
      .evaluate((one) => one.getBoundingClientRect().left < innerWidth),
  ).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await page
    .getByRole('button', { name: /放大：表格/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  const frame = page.getByRole('dialog', { name: '表格' }).locator('iframe');
  await expect(frame).toBeVisible();
  await expect
    .poll(() =>
      frame.evaluate((one: HTMLIFrameElement) => {
        const last = one.contentDocument!.querySelector('tbody tr:last-child td:last-child')!.getBoundingClientRect();
        return last.right > 900 && last.right <= one.clientWidth && last.bottom <= one.clientHeight;
      }),
    )
    .toBe(true);
});

test('#44.4 text beside a picture in a table gets readable lines, and long cells of many columns too', async ({ page }) => {
  await open(page, 1);
  await expect(inside(page).locator('#beside')).toHaveAttribute('data-stacked', '');
  const width = (selector: string): Promise<number> =>
    inside(page)
      .locator(selector)
      .first()
      .evaluate((one) => one.clientWidth / parseFloat(getComputedStyle(one).fontSize));
  expect(await width('#text')).toBeGreaterThan(12);
  await expect(inside(page).locator('#long')).toHaveAttribute('data-scroll', '');
  expect(await width('.long')).toBeGreaterThan(7.9);
  await expect(inside(page).locator('#small')).not.toHaveAttribute('data-scroll');
});

test('#44.8 the labels of a table stay whole where they fit', async ({ page }) => {
  await open(page, 2);
  const lines = await inside(page)
    .locator('#talk td:first-child')
    .evaluateAll((labels) =>
      labels.map((label) => {
        const text = label.ownerDocument.createRange();
        text.selectNodeContents(label);
        return text.getClientRects().length;
      }),
    );
  expect(lines).toEqual([1, 1]);
  await expect(inside(page).locator('#talk')).not.toHaveAttribute('data-scroll');
});
