import type { Page } from '@playwright/test';
import { expect, limit, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';
import { confirm, dialog, item, outline, palette, press, storedForm } from '../support/form-designer-page.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());
test.beforeEach(() => test.setTimeout(120_000));

async function designer(browser: Parameters<typeof adminPage>[0], stored: Record<string, string> = {}): Promise<Page> {
  const page = await adminPage(browser, server, 'admin', '/tool/build');
  page.setDefaultTimeout(limit(10_000));
  await page.evaluate(
    (values) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
    },
    { drawingItems: '[]', DRAWING_ITEMS_VERSION: '1.2', idGlobal: '100', ...stored },
  );
  await page.reload();
  await page.getByRole('navigation', { name: '组件' }).waitFor();
  return page;
}

test('S2.6.2, S2.6.3, S5.15, S9.11: the board has two tabs and the documentation of the component; code is copied; the width goes from 1 to 24', async ({
  browser,
}) => {
  const page = await designer(browser);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await palette(page, '单行文本').click();
  for (const name of ['保存', '运行', '下载', '查看 JSON', '导出 Vue 文件', '复制代码', '清空']) await expect(press(page, name)).toBeEnabled();
  const link = page.getByRole('link', { name: /组件文档/ });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('href', /^https:\/\/element\.eleme\.cn\/.*input/);
  const width = page.getByRole('slider', { name: '表单栅格' });
  await expect(width).toHaveAttribute('aria-valuemin', '1');
  await expect(width).toHaveAttribute('aria-valuemax', '24');
  await expect(page.locator('.ant-slider-mark-text')).toHaveText(['12']);
  await page.getByRole('tab', { name: '表单属性' }).click();
  await expect(page.getByRole('textbox', { name: '表单模型' })).toHaveValue('formData');
  await press(page, '复制代码').click();
  await confirm(page);
  await expect(page.getByText('代码已复制到剪切板，可粘贴。')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('export default');
});

test('S5.9, S2.6.5: resources of the code preview: blanks are dropped and an address is kept once', async ({ browser }) => {
  const page = await designer(browser, storedForm('leave-request.flat.json'));
  await press(page, '运行').click();
  await confirm(page);
  await press(page, '资源').click();
  const row = (at: number) => dialog(page).getByRole('textbox', { name: `第${at}个资源` });
  await row(1).fill('https://cdn.example.com/a.js');
  await expect(dialog(page).getByText('预览不会加载这个地址')).toBeVisible();
  await press(page, '添加').click();
  await row(2).fill('https://cdn.example.com/a.js');
  await confirm(page);
  await expect(page.getByText('资源已存在')).toBeVisible();
  await row(2).fill('   ');
  await confirm(page);
  await expect(row(1)).toHaveCount(0);
  await press(page, '资源').click();
  await expect(row(1)).toHaveValue('https://cdn.example.com/a.js');
  await expect(row(2)).toHaveCount(0);
});

/** `topic-declaration`: component, title, and whether it goes into the row before. */
const TOPIC = [
  ['单行文本', '选题名称', 0],
  ['行容器', '', 0],
  ['下拉选择', '体裁', 1],
  ['下拉选择', '适读人群', 1],
  ['行容器', '', 1],
  ['计数器', '预计字数', 2],
  ['日期选择', '交稿日期', 2],
  ['单选框组', '重大选题', 0],
  ['多选框组', '出版形式', 0],
  ['多行文本', '内容提要', 0],
  ['级联选择', '中图分类', 0],
  ['级联选择', '责任部门', 0],
  ['开关', '加急', 0],
  ['滑块', '印数区间', 0],
  ['时间选择', '会议时间', 0],
  ['时间范围', '接待时段', 0],
  ['日期选择', '计划出版周', 0],
  ['日期范围', '编辑周期', 0],
  ['评分', '推荐程度', 0],
  ['颜色选择', '封面主色', 0],
  ['上传', '样章', 0],
  ['单行文本', '联系电话', 0],
  ['按钮', '', 0],
] as const;

test('point 9: the whole of topic-declaration is made by keyboard alone', async ({ browser }) => {
  const page = await designer(browser);
  await page.evaluate(() => {
    const seen = window as unknown as { pointers: number };
    seen.pointers = 0;
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) document.addEventListener(type, () => (seen.pointers += 1), true);
    (document.activeElement as HTMLElement | null)?.blur();
  });
  let depth = 0;
  for (const [name, title, level] of TOPIC) {
    // A selected row takes the next component; Escape goes to the row around, and from the top to none.
    for (; depth > level; depth -= 1) await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.locator('#fd-title')).toBeFocused();
    if (title !== '') {
      await page.keyboard.press('Control+A');
      await page.keyboard.type(title);
    }
    await page.keyboard.press('Escape');
    if (name === '行容器') {
      depth = level + 1;
      continue;
    }
    await page.keyboard.press('Escape');
    depth = level;
  }
  const levels = (await outline(page)).split(' ').map((one) => Number(one.split(':')[0]) - 1);
  expect(levels).toEqual(TOPIC.map(([, , level]) => level));
  for (const [, title] of TOPIC) if (title !== '') await expect(page.locator('.fd-canvas')).toContainText(title);
  expect(await page.evaluate(() => (window as unknown as { pointers: number }).pointers)).toBe(0);
  await expect(item(page, 101)).toHaveAccessibleName(/单行文本 选题名称，必填，第1项/);
});
