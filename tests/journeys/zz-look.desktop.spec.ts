import { browserServer } from '../support/browser-server.ts';
import { test } from '../support/journey.ts';
test.use({ serviceWorkers: 'block' });
const SHEET = {
  blocked: '', counts: { 1: 3, 2: 12, 3: 0, line: 0 }, recipe: { split: 'auto', parts: [], decisions: [], styles: [{ name: '诗', role: 'verse' }] },
  chapters: [{ title: '第一章 渡口', characters: 12034 }, { title: '第二章 送行', characters: 8034 }], characters: 20068, notes: 12, tables: 2, pictures: 5, lost: 1,
  findings: [
    { key: 'a', place: '正文第12段', excerpt: '守桥的人把灯芯剪短', words: '不认识的元素，里面有文字', asks: 'choice' },
    { key: 'b', place: '正文第40段', excerpt: '', words: '图片不能转入，请先转成PNG或JPG', asks: 'confirmation' },
    { key: 'c', place: '正文第52段', excerpt: '（隐藏的批语）', words: '隐藏文字不进书', asks: 'nothing' },
  ],
  differences: [
    { place: '正文第8段', manuscript: '雨水顺着铁皮檐落进河里，对岸的人家一户一户亮起来，谁也没有说话。', book: '雨水顺着铁皮檐落进河里，对岸的人家一户一户亮起来。' },
    { place: '正文第31段', manuscript: '', book: '多出来的一段话' },
  ],
  styles: [
    { name: '正文', count: 812, sample: '守桥的人把灯芯剪短，雨水顺着铁皮檐落进河里，对岸的人家', role: 'body' },
    { name: 'heading 1', count: 3, sample: '第一章 渡口', role: 'h1' },
    { name: 'heading 2', count: 12, sample: '一', role: 'h2' },
    { name: '诗', count: 24, sample: '灯在桥上', role: 'verse' },
    { name: 'Table Paragraph 居中 小五号 表格内文字样式', count: 88, sample: '年份', role: 'body' },
    { name: '图注', count: 5, sample: '图1 渡口旧影', role: 'body' },
  ],
  preview: '<!doctype html><html><body style="font:17px/1.8 serif;padding:16px"><h1>第一章 渡口</h1><p>守桥的人把灯芯剪短，雨水顺着铁皮檐落进河里。</p></body></html>',
};
const OUT = '/tmp/docs-scratch/look';
test('look', async ({ browser }) => {
  test.setTimeout(600_000);
  const server = await browserServer();
  const token = await server.logIn('editor1');
  for (const [width, height] of [[1440, 900], [820, 1180], [390, 844]] as const) for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width, height }, locale: 'zh-CN', colorScheme, serviceWorkers: 'block' });
    await context.addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
    const page = await context.newPage();
    const name = `${OUT}/${width}-${colorScheme}`;
    await page.route(/press\/composition\/epub\/\d+/, (route) => route.request().method() === 'GET' ? route.fulfill({ json: { code: 200, msg: '', data: SHEET } }) : route.continue());
    await page.goto(`${server.origin}/press/composition`);
    const rows = page.getByRole('button', { name: '打开' });
    await rows.first().waitFor({ timeout: 60_000 });
    for (let i = 0; i < Math.min(6, await rows.count()); i++) {
      await rows.nth(i).click();
      await page.getByRole('tab', { name: '电子版' }).click();
      const b = page.getByRole('button', { name: /生成EPUB|查看导入单/ });
      await page.waitForTimeout(600);
      if (await b.count()) { await b.first().click(); break; }
      await page.keyboard.press('Escape'); await page.waitForTimeout(400);
    }
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `${name}-sheet.png` });
    await page.locator('.epub-styles').scrollIntoViewIfNeeded().catch(() => undefined);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${name}-sheet2.png` });
    await page.goto(`${server.origin}/press/proof`);
    const all = page.getByRole('button', { name: '打开' });
    await all.first().waitFor({ timeout: 60_000 }).catch(() => undefined);
    let done = false;
    for (let i = 0; i < Math.min(10, await all.count()) && !done; i++) {
      await all.nth(i).click();
      await page.waitForTimeout(800);
      await page.getByRole('tab', { name: '改正核对' }).click();
      await page.waitForTimeout(700);
      const pass = page.getByRole('button', { name: '核红通过' });
      if (await page.locator('.correction-lines li').count() > 0 && await pass.count() > 0) {
        await page.screenshot({ path: `${name}-check.png` });
        await pass.first().click();
        await page.waitForTimeout(900);
        await page.screenshot({ path: `${name}-pass.png` });
        done = true;
      }
      if (!done) { await page.locator('.ant-drawer-close').first().click(); await page.waitForTimeout(400); }
    }
    console.log(name, done);
    await context.close();
  }
  await server.close();
});
