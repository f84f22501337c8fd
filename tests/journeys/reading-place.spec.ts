import { expect, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

// The service worker has its own tests; here it would only fetch the shell for every context.
test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
test.beforeAll(async () => void (server = await browserServer()));
test.afterAll(() => server?.close());

const TEXT = '江上起了雾，船都不出港，灯在雾里走，像有人提着它慢慢走过去，没有人说话，也没有人回头。'.repeat(4);
const PLATE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 560" style="width:300px;height:560px"><rect width="300" height="560" fill="#356"/></svg>';
const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();
const on = (page: Page): Promise<void> => page.keyboard.press('ArrowRight');
async function open(page: Page, publishId: number, at = ''): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}${at}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect.poll(() => where(page)).toContain('页');
}

test('a position is kept among hidden notes, in sections of any name, and on a page with only a picture', async ({ page }) => {
  const parts = Array.from({ length: 8 }, (_none, at) =>
    at === 5 ? `<div style="break-before:page;break-after:page">${PLATE}</div>` : `<p>${TEXT}</p><aside hidden="hidden">第 ${at} 条注</aside>`,
  );
  const book = await server.publish(
    await makeEpub({ title: '有图有注的书', chapters: { 'c1.xhtml': `<section id="sec:one,two"><h1>图注</h1>${parts.join('')}</section>` } }),
  );
  await open(page, book);
  const alone = () =>
    page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
      const box = frame?.contentDocument?.querySelector('svg')?.getBoundingClientRect();
      return Boolean(frame && box && box.left >= 0 && box.left < frame.clientWidth);
    });
  let now = await where(page);
  let seen = 0;
  for (let pages = Number(/共 (\d+) 页/.exec(now)?.[1]); pages > 1; pages--) {
    await on(page);
    await expect.poll(() => where(page)).not.toBe(now);
    now = await where(page);
    seen += (await alone()) ? 1 : 0;
    await page.reload();
    await expect.poll(() => where(page)).toBe(now);
  }
  expect(seen).toBe(1);
});

test('a jump requested while the neighbouring chapters load is performed', async ({ page }) => {
  const book = await server.publish((await makeBook({ title: '跳着读的书', chapters: 9, characters: 900 })).epub);
  const held: (() => void)[] = [];
  const hold = (name: string) => page.route(`**/books/**/${name}.xhtml`, (route) => void held.push(() => void route.continue()));
  await hold('c0005');
  await open(page, book, '&at=3');
  await expect.poll(() => held.length).toBe(1);
  const [neighbour] = held.splice(0);
  await hold('c0009');
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '目录' }).click();
  await page.getByRole('button', { name: '第9章' }).click();
  await expect.poll(() => held.length).toBe(1);
  // The next chapter arrives first, and the previous one is laid out.
  neighbour?.();
  await roundTrip(page);
  held[0]?.();
  await expect.poll(() => where(page)).toMatch(/^第9章/);
});

test('a book that failed to open leaves no key handlers behind', async ({ page }) => {
  const book = await server.publish((await makeBook({ title: '打不开的书', chapters: 3, characters: 900 })).epub);
  await page.goto(server.origin);
  await page.route('**/books/**/*.xhtml', (route) => route.abort());
  await page.goto(`${server.origin}/cms/main/bookDetail/${book}`);
  await page
    .getByRole('link', { name: /阅读|开始读/ })
    .first()
    .click();
  await expect(page.locator('.reader-trouble')).toContainText('这一章没有取到');
  await page.unroute('**/books/**/*.xhtml');
  await page.locator('.reader-trouble').getByRole('button', { name: '重试' }).click();
  await expect.poll(() => where(page)).toMatch(/^第1章，第 1 页/);
  await page.locator('.reader-main').focus();
  await on(page);
  await expect.poll(() => where(page)).toMatch(/^第1章，第 2 页/);
  await page.goBack();
  await expect(page).toHaveURL(/bookDetail/);
  await page.evaluate(() => (document.body.style.minHeight = '3000px'));
  await page.locator('body').press('End');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
});

test('a passage in another language uses its own font', async ({ page }) => {
  const book = await server.publish(
    await makeEpub({
      title: '两种文字的书',
      chapters: {
        'c1.xhtml': '<h1>题</h1><p id="zh">灯</p><p id="en" lang="en">I don’t hear <i id="in">anything</i>.</p><p id="ja" lang="ja">あさ</p>',
      },
    }),
  );
  await open(page, book);
  const faces = () =>
    page.evaluate(() => {
      const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')?.contentDocument;
      return ['zh', 'en', 'in', 'ja'].map((id) =>
        inside?.getElementById(id) ? getComputedStyle(inside.getElementById(id)!).fontFamily.split(',')[0] : '',
      );
    });
  expect(await faces()).toEqual(['"Source Han Serif SC"', 'Georgia', 'Georgia', '"Hiragino Mincho ProN"']);
});
