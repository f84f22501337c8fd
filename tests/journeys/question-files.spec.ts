import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(limit(120_000));
  server = await browserServer();
});
test.afterAll(() => server?.close());

async function quiz(): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 120, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const question = (type: string, name: string, text: string, more: string, file = '') =>
    `<question type="${type}"><name><text>${name}</text></name><questiontext format="html"><text><![CDATA[${text}]]></text>${file}</questiontext><defaultgrade>2</defaultgrade>${more}</question>`;
  const answers = '<answer fraction="0" format="html"><text>江北</text></answer><answer fraction="100" format="html"><text>江南</text></answer>';
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><quiz>${[
      question(
        'multichoice',
        '渡口图',
        '<p>图上的渡口在哪里？ <img src="@@PLUGINFILE@@/%E6%B8%A1%E5%8F%A3.png" alt="渡口的图"></p>',
        `<single>true</single>${answers}`,
        `<file name="渡口.png" path="/" encoding="base64">${bytes.toString('base64')}</file>`,
      ),
      question(
        'truefalse',
        '渡口缺图',
        '<p>看<img src="@@PLUGINFILE@@/lost.png">图：桥在北边。</p>',
        '<answer fraction="100"><text>false</text></answer>',
      ),
      question('ddmarker', '拖标记', '<p>拖</p>', ''),
    ].join('\n')}</quiz>`,
  );
}

test('S2.1.18 T8 §14 a teacher imports Moodle XML with a picture, exports it, and prints paper and key', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('teacher1'), url: server.origin }]);
  await page.goto(`${server.origin}/cms/main/teach/bank`);
  await page.getByRole('button', { name: '新建题库' }).click();
  await page.getByLabel('名称').fill('渡口试题');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: /渡口试题/ }).click();
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles({ name: '题.xml', mimeType: 'text/xml', buffer: await quiz() });
  await expect(page.getByText('题.xml（Moodle XML）：新增 2，有改动 0，已有相同的题 0，不能导入 1')).toBeVisible({ timeout: limit(20_000) });
  // As a student sees it, with its picture.
  const picture = page.getByRole('img', { name: '渡口的图' });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(120);
  await expect(page.getByText('导入为草稿')).toBeVisible();
  await expect(page.getByRole('cell', { name: '“拖标记”：题型“ddmarker”不能导入' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '缺少图片或录音“lost.png”，文件里没有它' })).toBeVisible();
  expect(await faults(page, 'preview')).toEqual([]);
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载问题清单' }).click();
  expect((await report).suggestedFilename()).toContain('问题清单');
  await page.getByRole('button', { name: '只导入没有问题的（2题）' }).click();
  await expect(page.getByRole('button', { name: /图上的渡口在哪里/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /图上的渡口在哪里.*可用/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /桥在北边.*草稿/ })).toBeVisible();

  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByLabel('导出成').selectOption('qti');
  await expect(page.getByText('共2题，这种格式都放得下。')).toBeVisible();
  expect(await faults(page, 'export')).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载', exact: true }).click();
  const saved = await (await download).path();
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles({ name: '渡口.zip', mimeType: 'application/zip', buffer: await readFile(saved) });
  await expect(page.getByText('渡口.zip（QTI 2）：新增 0，有改动 0，已有相同的题 2，不能导入 0')).toBeVisible({ timeout: limit(20_000) });

  await page.goBack();
  await page.getByRole('link', { name: '打印试卷' }).click();
  const paper = page.getByRole('article', { name: '试卷' });
  await expect(paper.getByText('图上的渡口在哪里？')).toBeVisible();
  await expect(paper.getByRole('listitem')).toHaveText(['江北', '江南']);
  await expect(page.getByText('共1题，满分2分。')).toBeVisible();
  // What the browser got has no key.
  expect(await page.evaluate(() => document.querySelector('.paper-answer, .paper-explanation'))).toBeNull();
  expect(await faults(page, 'paper')).toEqual([]);
  await page.getByLabel('标题').fill('期末试卷');
  await expect(paper.getByRole('heading', { name: '期末试卷' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: '打印', exact: true })).toBeHidden();
  await expect(paper).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: '答案' }).click();
  await expect(page).toHaveURL(/key=1/);
  const key = page.getByRole('article', { name: '答案' });
  await expect(key.getByText('B', { exact: true })).toBeVisible();
  await expect(key.getByText('图上的渡口在哪里？')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article', { name: '答案' })).toBeVisible();
});

test('B2 staff prints an exercise of a publication, and exports it', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('admin'), url: server.origin }]);
  await page.goto(`${server.origin}/cms/main/teach/bank?paper=set&id=1`);
  await expect(page.getByRole('article', { name: '试卷' })).toBeVisible();
  await page.goto(`${server.origin}/cms/main/teach/bank?paper=set&id=1&key=1`);
  await expect(page.getByRole('article', { name: '答案' }).getByRole('term').first()).toHaveText('1.');
});

test('a reader gets no paper', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  await page.goto(`${server.origin}/cms/main/teach/bank?paper=set&id=1`);
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(
    page
      .getByRole('button', { name: '点击重试' })
      .or(page.getByText(/没有权限|无权/))
      .first(),
  ).toBeVisible();
});
