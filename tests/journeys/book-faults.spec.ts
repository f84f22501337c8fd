import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;

test.beforeAll(async () => {
  server = await browserServer();
  book = await server.publish(
    await makeEpub({
      title: '小毛病',
      chapters: {
        'c1.xhtml':
          '<h1 style="font-family:serif">行内宋体的标题</h1><h2>类上黑体的标题</h2><p>正文。</p><p class="x">类上的正文。</p><p class="k">楷体的引文。</p><p><span style="font-family:\'Times New Roman\',serif">行内的字。</span></p><pre><code>code</code></pre><p><font face="SimHei">字体属性。</font><font class="kai" face="KaiTi">楷体属性。</font></p><p class="short">简写。</p><p class="group">组内。</p><p class="var">变量。</p><p class="menlo">code</p><svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><style>.d{font-family:SimHei}</style><text class="t" y="20" font-family="SimHei">图内属性</text><text class="d" y="40">图内样式</text><text class="s" y="60" style="font:12px SimHei">图内简写</text></svg><p><img src="gone.png" alt="船"/></p>',
        'c2.xhtml':
          '<div class="pb"></div><h1>第一页</h1><p>一。</p><div class="around"></div><h2 id="two" class="before">第二页</h2><p>二。</p><div class="around">&#160;</div><p id="three">第三页。</p><p class="pb"></p><p id="four">第四页。</p>',
        'c3.xhtml': `${'<p>江上起了雾船都不出港灯在雾里走像有人提着它慢慢走过去。</p>'.repeat(400)}<p id="last" style="font-family:SimHei">最后一段。</p>`,
      },
      head: '<style>.short{font:italic 1em/1.5 SimHei,serif}@media all{.group{font-family:SimHei!important}}.var{--f:1em SimHei;font:var(--f)}.menlo{font-family:Menlo}h2,.x{font-family:sans-serif}.k{font-family:KaiTi,serif}body{font-family:KaiTi,serif}.pb{page-break-after:always}.before{page-break-before:always}.around{page-break-before:always;page-break-after:always}</style>',
    }),
  );
});
test.afterAll(() => server?.close());

async function open(page: Page, at: number, look: Record<string, unknown>): Promise<void> {
  await page.goto(`${server.origin}/sw-none`);
  await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify(look));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=${at}`);
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
}

test('#44.8 headings and words follow the chosen face; code and quotations in Kai keep theirs', async ({ page }) => {
  await open(page, 0, { face: 'sans' });
  const text = page.frameLocator('iframe[data-shown]');
  const own = ['h1', 'h2', '.x', 'span', 'font', '.short', '.group', '.var', '.t', '.d', '.s'];
  const face = (selector: string): Promise<string> =>
    text
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).fontFamily);
  const chosen = await face('p');
  expect(chosen).toContain('PingFang SC');
  for (const selector of own) expect(await face(selector), selector).toBe(chosen);
  expect(await face('code')).toContain('monospace');
  expect(await face('.menlo')).toBe('Menlo');
  for (const selector of ['.k', '.kai']) expect(await face(selector)).toContain('KaiTi');

  // The faces of the book come back when the reader asks for them.
  await page.locator('.reader-stage').click({ position: { x: 195, y: 380 } });
  await page.getByRole('button', { name: '排版' }).click();
  await page.getByRole('radiogroup', { name: '字体' }).getByText('原书').click();
  for (const selector of own.slice(4)) await expect.poll(() => face(selector), selector).toMatch(/^SimHei/);
  expect(await face('h1')).toBe('serif');
});

test('#44.8 text that is added after the first page of a long chapter follows the chosen face', async ({ page }) => {
  await open(page, 2, { face: 'sans' });
  const text = page.frameLocator('iframe[data-shown]');
  const last = text.locator('#last');
  await expect(last).toHaveCount(1);
  expect(await last.evaluate((one) => getComputedStyle(one).fontFamily)).toContain('PingFang SC');
});

test('#44.8 the page asks for no file that preparation found missing', async ({ page }) => {
  const failed: string[] = [];
  page.on('response', (response) => void (response.url().includes('/books/') && response.status() >= 400 && failed.push(response.url())));
  await open(page, 0, {});
  await page.waitForLoadState('networkidle');
  expect(failed).toEqual([]);
});

test('#44.8 empty boxes with forced breaks make no blank page, and part pages once', async ({ page }) => {
  await open(page, 1, {});
  const pages = await page
    .frameLocator('iframe[data-shown]')
    .locator('body')
    .evaluate((body) => {
      const step = parseFloat(getComputedStyle(body).columnWidth) + parseFloat(getComputedStyle(body).columnGap);
      const start = body.getBoundingClientRect().left;
      return [...body.querySelectorAll('h1,#two,#three,#four')].map((one) => Math.round((one.getBoundingClientRect().left - start) / step));
    });
  expect(pages).toEqual([0, 1, 2, 3]);
});
