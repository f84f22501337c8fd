import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;

const GLYPH =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20" height="20"><path d="M2 2H18V18H2Z" fill="none" stroke="#000"/></svg>';
const NOTES = `<section class="notes" hidden="hidden"><h2>注</h2>
<aside epub:type="footnote" id="f1" class="hide"><p class="n"><a href="#r1">[1]</a> 面积 <i>x</i><sup>2</sup> 与 H<sub>2</sub>O，<del>旧说</del>，字<img id="glyph" src="g.svg" alt="字" style="height:1em"/>，
<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>，见<a href="c2.xhtml#p">那一段</a>，又见<a href="#f4">注④</a>。</p><table><tr><th>年</th></tr><tr><td>1931</td></tr></table></aside>
<p id="f2"><img id="only" src="g.svg" alt=""/></p><p id="f3">[3] 下一条。</p>
<aside epub:type="footnote" id="f4"><p>[4] ${'很长的注文，一行又一行。'.repeat(80)}</p><p id="last">注完。</p></aside></section>`;

test.beforeAll(async () => {
  server = await browserServer();
  const signs = [1, 2, 3, 4].map((n) => `<a epub:type="noteref" id="r${n}" href="#f${n}">[${n}]</a>，又`).join('');
  book = await server.publish(
    await makeEpub({
      title: '注中有物',
      chapters: { 'c1.xhtml': `<h1>甲章</h1><p>正文${signs}</p>${NOTES}`, 'c2.xhtml': '<h1>乙章</h1><p id="p">那一段。</p>' },
      files: { 'g.svg': GLYPH },
      head: '<style>.hide{display:none}.n{color:#770044}.notes td{font-weight:700}</style>',
    }),
  );
});
test.afterAll(() => server?.close());

const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();

async function opened(page: Page, sign: string, name: RegExp) {
  await page.addInitScript(() => localStorage.setItem('shuzhou.look', '{"theme":"white"}'));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}`);
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
  await page.frameLocator('iframe[data-shown]').locator(sign).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return { dialog, text: dialog.frameLocator('iframe').locator('body') };
}

test('#44.2 a note is shown as the book has it, and its links jump with a way back', async ({ page }) => {
  const { dialog, text } = await opened(page, '#r1', /注释 \[1\]/);
  for (const kept of ['sup', 'sub', 'del', '#glyph', 'mfrac', 'td']) await expect(text.locator(kept)).toBeVisible();
  await expect(text.locator('p.n')).toHaveCSS('color', 'rgb(119, 0, 68)');
  await expect(text.locator('td')).toHaveCSS('font-weight', '700');
  await expect(text).not.toContainText('[1]');
  await text.getByText('注④').click();
  const fourth = page.getByRole('dialog', { name: /注释 ④/ });
  const last = fourth.frameLocator('iframe').locator('#last');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await fourth.getByRole('button', { name: '回到注释 [1]' }).click();
  await text.getByText('那一段').click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => where(page)).toMatch(/^乙章/);
  await page.getByRole('button', { name: /回到 甲章/ }).click();
  await expect.poll(() => where(page)).toMatch(/^甲章/);
});

test('#44.2 a note that is only a picture opens with its picture', async ({ page }) => {
  const { text } = await opened(page, '#r2', /注释 \[2\]/);
  await expect(text.locator('#only')).toBeVisible();
  await expect(text).not.toContainText('下一条');
});
