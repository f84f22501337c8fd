import { expect, limit, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';
import { faintTexts } from '../support/page-contrast.ts';

test.use({ serviceWorkers: 'block' });

const PAPERS = ['white', 'warm', 'green', 'night', 'system'] as const;

let server: BrowserServer;
let book = 0;
let dark = 0;

const STYLE = `<style>
body{background:#fff;color:#333}.tip{background:#fffbe6;padding:.5em}.navy{background:#123a6e;color:#fff}.navy em{color:#ffd}.grey{color:#aaa}
.key{background:#ff0}.fade{opacity:.4}.glass{background:rgba(0,0,0,.06)}.sky{background:linear-gradient(#003,#66f);color:#fff}
.first::before{content:"注意";background:#c00;color:#fff}.mild{color:#e88}.cover{background-image:url(sky.svg);color:#fff}tr:nth-child(even) td{background:#eee}
.clip{background:linear-gradient(90deg,#f00,#00f);-webkit-background-clip:text;-webkit-text-fill-color:transparent}
</style>`;
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 120" width="300" height="120"><rect id="box" x="0" y="0" width="140" height="60" fill="#123a6e"/><text id="in" x="10" y="35" font-size="20" fill="#fff">框中</text>
<text id="out" x="160" y="35" font-size="20">框外</text><text id="white" x="10" y="100" font-size="20" fill="white">白字</text><path id="line" d="M160 100H290" stroke="black" stroke-width="2" fill="none"/></svg>`;

test.beforeAll(async () => {
  server = await browserServer();
  const sky = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#8cf"/></svg>';
  book = await server.publish(
    await makeEpub({
      title: '颜色',
      chapters: {
        'c1.xhtml':
          `<h1>颜色</h1><p>没有颜色的话。</p><p id="tip" class="tip">浅黄底的提示，见<a href="#end">文末</a>。</p><p id="navy" class="navy">深蓝底的<em>白字</em>与<a href="#end">链接</a>。</p><p id="grey" class="grey">浅灰的字。</p>` +
          '<p><span id="key" class="key">标黄的词</span>，<mark>标记的词</mark>，<span style="color:#fff">没有底的白字</span>，<font color="#ffff99">浅黄的字</font>，<span id="mild" class="mild">粉红的字</span>。</p>' +
          '<p class="fade">半透明的字。</p><p class="glass">淡淡的底。</p><p class="sky">渐变底上的字。</p><p class="first">伪元素。</p><p class="cover">图片上的白字。</p><p class="clip">渐变的字。</p>' +
          '<table><tr><th bgcolor="#003366"><font color="#ffffff">表头</font></th><th id="white-cell" bgcolor="#ffffff">白格</th></tr><tr><td id="even">偶数行</td><td style="background:#222">深格没有说字色</td></tr></table>' +
          '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi mathcolor="white">x</mi><mo>=</mo><mn mathbackground="#dddddd">1</mn></math></p>' +
          `${DRAWING}<p id="end">完。</p>`,
        'c2.xhtml': `<h1>黑页</h1><div style="background:#000;color:#fff"><p id="page">${'黑底白字的一整页。'.repeat(60)}</p><p style="color:#ff8">黄字。</p></div>`,
      },
      files: { 'sky.svg': sky },
      head: STYLE,
    }),
  );
  dark = await server.publish(
    await makeEpub({
      title: '全页',
      chapters: {
        'c1.xhtml': `<section style="background:#111;color:#eee"><h1>黑页</h1><p id="page">${'黑底白字的一整页。'.repeat(60)}</p></section>`,
      },
    }),
  );
});
test.afterAll(() => server?.close());

async function open(page: Page, publishId: number, at: number, look: Record<string, unknown>): Promise<void> {
  await page.goto(`${server.origin}/sw-none`);
  await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify(look));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=${at}`);
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
  await expect(page.locator('.reader-skeleton')).toHaveCount(0);
}
const inside = (page: Page) => page.frameLocator('iframe[data-shown]');
const coloured = (page: Page) => expect(inside(page).locator('html')).toHaveAttribute('data-hues');

for (const theme of PAPERS)
  for (const scheme of theme === 'system' ? (['light', 'dark'] as const) : (['light'] as const))
    test(`#44.3 every text of a coloured book is readable on ${theme} paper, ${scheme} device`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      for (const at of [0, 1]) {
        await open(page, book, at, { theme });
        await coloured(page);
        await expect.poll(() => faintTexts(page)).toEqual([]);
      }
      await open(page, dark, 0, { theme });
      await coloured(page);
      await expect.poll(() => faintTexts(page)).toEqual([]);
    });

test('#44.3 light paper keeps the backgrounds and colours of the book', async ({ page }) => {
  await open(page, book, 0, { theme: 'warm' });
  await coloured(page);
  await expect(inside(page).locator('#tip')).toHaveCSS('background-color', 'rgb(255, 251, 230)');
  await expect(inside(page).locator('#key')).toHaveCSS('background-color', 'rgb(255, 255, 0)');
  await expect(inside(page).locator('#navy')).toHaveCSS('background-color', 'rgb(18, 58, 110)');
  await expect(inside(page).locator('#navy')).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(inside(page).locator('#even')).toHaveCSS('background-color', 'rgb(238, 238, 238)');
  // White paper of the publisher is the paper of the reader.
  await expect(inside(page).locator('#white-cell')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(inside(page).locator('#in')).toHaveCSS('fill', 'rgb(255, 255, 255)');
  await expect(inside(page).locator('#box')).toHaveCSS('fill', 'rgb(18, 58, 110)');
  await expect(inside(page).locator('#line')).toHaveCSS('stroke', 'rgb(0, 0, 0)');
});

test('#44.3 a page that is black as a whole gets the paper of the reader', async ({ page }) => {
  await open(page, dark, 0, { theme: 'white' });
  await coloured(page);
  await expect(inside(page).locator('section')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(inside(page).locator('#page')).toHaveCSS('color', 'rgb(31, 35, 41)');
});

test('#44.3 black lines of a drawing are light at night, and follow a change of paper', async ({ page }) => {
  await open(page, book, 0, { theme: 'night' });
  await coloured(page);
  const line = inside(page).locator('#line');
  await expect(line).toHaveCSS('stroke', 'rgb(224, 224, 224)');
  await page.locator('.reader-stage').click({ position: { x: 195, y: 380 } });
  await page.getByRole('button', { name: '排版' }).click();
  await page.getByRole('radio', { name: '白', exact: true }).check({ force: true });
  await expect(line).toHaveCSS('stroke', 'rgb(0, 0, 0)');
  await page.getByRole('radiogroup', { name: '原书颜色' }).getByText('不用').click();
  await expect(inside(page).locator('#tip')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(inside(page).locator('#navy')).toHaveCSS('color', 'rgb(31, 35, 41)');
  await page.getByRole('radiogroup', { name: '原书颜色' }).getByText('保留').click();
  await expect(inside(page).locator('#tip')).toHaveCSS('background-color', 'rgb(255, 251, 230)');
});

test('#44.3 every text of the demo books is readable on every paper', async ({ page }) => {
  test.setTimeout(240_000);
  const { rows } = (await server.call(await server.logIn('admin'), 'GET', '/cms/publish/list?pageNum=1&pageSize=20')) as {
    rows: { publishId: number; mediaType?: string }[];
  };
  const faint: string[] = [];
  for (const { publishId } of rows.slice(0, 8))
    for (const theme of ['white', 'warm', 'green', 'night']) {
      await page.goto(`${server.origin}/sw-none`);
      await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify({ theme }));
      await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=1`);
      const shown = await page
        .locator('iframe[data-shown]')
        .waitFor({ timeout: limit(8_000) })
        .then(
          () => true,
          () => false,
        );
      if (!shown) break;
      await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
      await expect.poll(() => faintTexts(page), `${publishId} ${theme}`).toEqual([]);
      faint.push(`${publishId}`);
    }
  expect(new Set(faint).size, 'books measured').toBeGreaterThan(2);
});
