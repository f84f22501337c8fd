import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

const TITLE = '关于十九世纪末至二十世纪初长江下游沿岸城镇水上运输与书籍流通之研究：以一部失而复得的航运日记为中心';
const ONE_WORD = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);

let server: BrowserServer;
let work = 0;
test.beforeAll(async () => {
  server = await browserServer();
  work = await server.publish(await makeEpub({ title: TITLE, creators: [ONE_WORD] }));
});
test.afterAll(() => server.close());

async function signIn(page: Page, path: string): Promise<void> {
  await page.context().addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  await page.goto(server.origin + path);
}

/** A phone widens the page and its bars to fit overflowing content. */
const width = (page: Page): Promise<number> => page.evaluate(() => Math.max(window.innerWidth, document.documentElement.scrollWidth));

test('a long title, name or search term without break points fits on the phone, and so do the buttons next to it', async ({ page }) => {
  await signIn(page, `/cms/main/bookDetail/${work}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('关于十九世纪末');
  expect(await width(page)).toBe(390);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  await expect(page.getByText('已存到本机').first()).toBeVisible();

  await page.goto(`${server.origin}/personalCenter/download`);
  await expect(page.getByRole('button', { name: /^删除/ })).toBeInViewport({ ratio: 1 });
  expect(await width(page)).toBe(390);

  await page.goto(`${server.origin}/cms/main/search?keyword=${ONE_WORD}`);
  await expect(page.getByRole('navigation', { name: '搜索范围' })).toBeVisible();
  await page.goto(`${server.origin}/cms/main/search`);
  await expect(page.getByRole('region', { name: '搜索历史' }).getByRole('link')).toBeInViewport({ ratio: 1 });
  expect(await width(page)).toBe(390);
});

test('a note with a word as long as a URL is completely readable', async ({ page }) => {
  await signIn(page, `/cms/main/epubRead?publishId=${work}`);
  await expect(page.getByRole('status')).toContainText('页');
  await page.evaluate(() => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')?.contentDocument;
    inside?.getSelection()?.selectAllChildren(inside.querySelector('p')!);
  });
  await page.getByRole('button', { name: '笔记', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(ONE_WORD.repeat(3));
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${server.origin}/personalCenter/notes`);
  const note = page.getByText(ONE_WORD.repeat(3));
  await expect(note).toBeVisible();
  const end = note.evaluate((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().right;
  });
  expect(await end).toBeLessThan(390);
});

test('a removal message is one line, and a search without matches offers no export', async ({ page }) => {
  await signIn(page, '/personalCenter/words');
  await expect(page.getByRole('button', { name: '导出生词，CSV 表格' })).toBeVisible();
  await page.getByRole('button', { name: '删除：barge' }).click();
  const undo = page.getByRole('status').filter({ hasText: '已删除“barge”' }).last();
  expect((await undo.boundingBox())?.height).toBe(44);
  await undo.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('searchbox').fill('没有这个词');
  await expect(page.getByText('没有符合的生词')).toBeVisible();
  await expect(page.getByRole('button', { name: '导出生词，CSV 表格' })).toHaveCount(0);
});

test('the content of a sheet starts below its header, and input stays when the sheet is closed', async ({ page }) => {
  await signIn(page, '/personalCenter/profile');
  await page.getByRole('button', { name: '申请作者' }).click();
  const sheet = page.getByRole('dialog', { name: '申请作者' });
  const field = sheet.getByLabel('申请理由');
  expect(Math.round((await field.boundingBox())?.x ?? -1)).toBe(Math.round((await sheet.locator('h2').boundingBox())?.x ?? -1));
  await field.fill('写了三年的一部长篇');
  await sheet.getByRole('button', { name: '关闭' }).click();
  await page.getByRole('button', { name: '申请作者' }).click();
  await expect(field).toHaveValue('写了三年的一部长篇');
});
