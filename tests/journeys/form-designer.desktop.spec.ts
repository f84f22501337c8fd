import type { Frame, Page } from '@playwright/test';
import { expect, limit, test } from '../support/journey.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';
import { confirm, dialog, drag, item, middle, outline, palette, press, storedForm } from '../support/form-designer-page.ts';
import { formText } from '../support/form-fixtures.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());
test.beforeEach(() => test.setTimeout(120_000));

const PATH = '/tool/build';
/** A designer with an empty canvas. */
async function designer(browser: Parameters<typeof adminPage>[0], stored: Record<string, string> = {}): Promise<Page> {
  const page = await adminPage(browser, server, 'admin', PATH);
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

test('S2.6.1, point 8: components are added by drag, click and Enter, move into a row and out of it, and are copied and removed', async ({
  browser,
}) => {
  const page = await designer(browser);
  await expect(page.getByText('从左侧拖入或点选组件进行表单设计')).toBeVisible();
  await drag(page, palette(page, '行容器'), await middle(page.locator('.fd-canvas')));
  await drag(page, palette(page, '单行文本'), await middle(item(page, 101), 0.6));
  expect(await outline(page)).toBe('1:101 2:102');
  await page.keyboard.press('Escape');
  await page.locator('.fd-canvas').click({ position: { x: 300, y: 500 } });
  await palette(page, '评分').click();
  await expect(page.locator('#fd-title')).toBeFocused();
  await expect(page.locator('#fd-title')).toHaveValue('评分');
  await page.locator('.fd-canvas').click({ position: { x: 300, y: 500 } });
  await palette(page, '计数器').press('Enter');
  expect(await outline(page)).toBe('1:101 2:102 1:103 1:104');
  await drag(page, item(page, 102), await middle(item(page, 103), 0.95));
  expect(await outline(page)).toBe('1:101 1:103 1:102 1:104');
  await drag(page, item(page, 104), await middle(item(page, 101), 0.6));
  expect(await outline(page)).toBe('1:101 2:104 1:103 1:102');
  await item(page, 103).click();
  await page.getByRole('button', { name: '复制评分' }).click();
  expect(await outline(page)).toBe('1:101 2:104 1:103 1:105 1:102');
  await page.getByRole('button', { name: '删除评分' }).click();
  await expect(item(page, 102)).toBeFocused();
  await press(page, '清空').click();
  await expect(dialog(page)).toContainText('系统提示');
  await expect(dialog(page)).toContainText('确定要清空所有组件吗？');
  await confirm(page);
  await expect(item(page, 101)).toHaveCount(0);
  await palette(page, '开关').click();
  await expect(page.getByRole('textbox', { name: '字段名' })).toHaveValue('field101');
});

test('point 9: rows, columns, titles and options are made by keyboard alone', async ({ browser }) => {
  const page = await designer(browser);
  const add = async (name: string, title: string): Promise<void> => {
    await page.keyboard.press('/');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.locator('#fd-title')).toBeFocused();
    await page.keyboard.type(title);
    await page.keyboard.press('Escape');
  };
  await page.locator('.fd-bar h1').evaluate((one) => (one.ownerDocument.activeElement as HTMLElement | null)?.blur());
  await add('行容器', '');
  await add('单行文本', '选题名称');
  await page.keyboard.press('Escape');
  await add('下拉选择', '体裁');
  expect(await outline(page)).toBe('1:101 2:102 2:103');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await outline(page)).toBe('1:101 2:103 2:102');
  await page.keyboard.press('Alt+ArrowLeft');
  expect(await outline(page)).toBe('1:101 2:102 1:103');
  await page.keyboard.press('Alt+ArrowRight');
  expect(await outline(page)).toBe('1:101 2:102 2:103');
  await expect(item(page, 103)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item(page, 102)).toBeFocused();
  await expect(item(page, 102)).toHaveAccessibleName(/单行文本 选题名称，必填，第1项，共2项/);
  await page.keyboard.press('Control+d');
  await expect(item(page, 104)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(item(page, 103)).toBeFocused();
  await page.keyboard.press('?');
  await expect(dialog(page)).toContainText('键盘操作');
  expect(await faults(page, 'keys', '[role="dialog"]')).toEqual([]);
});

test('point 10: undo and redo restore the same form, and typing a title is one step', async ({ browser }) => {
  const page = await designer(browser);
  for (const name of ['单行文本', '计数器', '评分']) await palette(page, name).click();
  await page.locator('#fd-title').fill('推荐程度');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(item(page, 103)).toContainText('评分');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
  await expect(page.getByText('从左侧拖入或点选组件进行表单设计')).toBeVisible();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+y');
  await expect(item(page, 103)).toContainText('推荐程度');
});

test('S4.7, point 11: a reload keeps the draft, an older version empties it, and a full device is shown', async ({ browser }) => {
  const page = await designer(browser, { DRAWING_ITEMS_VERSION: '1.1', ...storedForm('topic-declaration.json') });
  await expect(page.getByText('本机草稿的格式已过时，已清空')).toBeVisible();
  await palette(page, '评分').click();
  await expect(page.getByText(/已存在本机 \d\d:\d\d/)).toBeVisible();
  await page.reload();
  await expect(item(page, 101)).toBeVisible();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await palette(page, '开关').click();
  await expect(page.getByText('未能存在本机')).toBeVisible();
});

test('S2.3.22, S4.5, S2.6.4, point 12: a form is saved, opened by its id and changed; a failed save loses nothing', async ({ browser }) => {
  const page = await designer(browser);
  await page.keyboard.press('Control+s');
  await expect(dialog(page)).toContainText('请先添加组件');
  await dialog(page)
    .getByRole('button', { name: /^关\s?闭$/ })
    .last()
    .click();
  await palette(page, '单行文本').click();
  await press(page, '保存').click();
  await expect(dialog(page)).toContainText('保存表单');
  expect((await dialog(page).locator('.ant-modal-container, .ant-modal-content').first().boundingBox())?.width).toBe(500);
  await confirm(page);
  await expect(page.getByText('表单名称不能为空')).toBeVisible();
  expect(await faults(page, 'save', '[role="dialog"]')).toEqual([]);
  await page.getByRole('textbox', { name: '表单名称' }).fill('选题表');
  await page.route('**/prod-api/flowable/form', (route) => route.fulfill({ json: { code: 500, msg: '存储已满' } }), { times: 1 });
  await confirm(page);
  await expect(dialog(page).getByText('存储已满')).toBeVisible();
  // The button ignores presses while it shows that the request is running.
  await expect(dialog(page).locator('.ant-btn-loading')).toHaveCount(0);
  await expect(item(page, 101)).toHaveCount(1);
  const [request] = await Promise.all([page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/flowable/form')), confirm(page)]);
  expect(request.postDataJSON()).toMatchObject({ formName: '选题表' });
  await page.waitForURL(/\/flowable\/form\?t=\d{13}/);
  expect(await page.evaluate(() => [localStorage.getItem('drawingItems'), localStorage.getItem('idGlobal')])).toEqual(['[]', '100']);
  const list = await page.evaluate(async () => {
    const token = document.cookie.match(/Admin-Token=([^;]+)/)?.[1] ?? '';
    return (await (await fetch('/prod-api/flowable/form/list', { headers: { authorization: `Bearer ${token}` } })).json()) as {
      rows: { formId: number }[];
    };
  });
  const formId = list.rows[0]?.formId ?? 0;
  const first = await adminPage(browser, server, 'admin', `${PATH}?formId=${formId}`);
  const second = await adminPage(browser, server, 'admin', `${PATH}?formId=${formId}`);
  await expect(first.getByRole('heading', { name: '选题表' })).toBeVisible();
  for (const one of [first, second]) {
    await palette(one, '评分').click();
    await press(one, '保存').click();
  }
  await confirm(first);
  await first.waitForURL(/\/flowable\/form\?t=/);
  await confirm(second);
  await expect(dialog(second).getByText(/已被.*修改/)).toBeVisible();
  await expect(dialog(second).getByRole('button', { name: '下载我的版本' })).toBeVisible();
  await expect(item(second, 102)).toHaveCount(1);
  const missing = await adminPage(browser, server, 'admin', `${PATH}?formId=99999`);
  await expect(missing.getByText('表单不存在或已删除')).toBeVisible();
  await expect(missing.getByRole('link', { name: '返回列表' })).toBeVisible();
});

test('S5.7, S5.8, S2.6.6, point 13: dialogs have their widths and messages', async ({ browser }) => {
  const page = await designer(browser);
  await palette(page, '级联选择').click();
  await press(page, '添加父级').click();
  await confirm(page);
  await expect(page.getByText('请输入选项名', { exact: true })).toBeVisible();
  await expect(page.getByText('请输入选项值', { exact: true })).toBeVisible();
  await dialog(page).getByRole('textbox', { name: '选项名' }).fill('文学');
  await dialog(page).getByRole('textbox', { name: '选项值' }).fill('12.5');
  await expect(dialog(page).getByText('数字', { exact: true })).toBeVisible();
  expect(await faults(page, 'option', '[role="dialog"]')).toEqual([]);
  await confirm(page);
  await expect(page.getByRole('tree', { name: '选项树' })).toContainText('文学');
  await palette(page, '单行文本').click();
  await press(page, '选择').first().click();
  expect((await dialog(page).locator('.ant-modal-container, .ant-modal-content').first().boundingBox())?.width).toBe(980);
  await dialog(page).getByRole('searchbox').fill('zzz');
  await expect(dialog(page)).toContainText('没有叫「zzz」的图标');
  await dialog(page).getByRole('searchbox').fill('edit');
  expect(await faults(page, 'icons', '[role="dialog"]')).toEqual([]);
  await dialog(page).getByRole('option', { name: 'el-icon-edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: '前图标' })).toHaveValue('el-icon-edit');
  await press(page, '导出 Vue 文件').click();
  await dialog(page).getByRole('textbox', { name: '文件名' }).fill('');
  await confirm(page);
  await expect(page.getByText('请输入文件名')).toBeVisible();
  expect(await faults(page, 'generate', '[role="dialog"]')).toEqual([]);
  await dialog(page).getByRole('textbox', { name: '文件名' }).fill('form');
  const [download] = await Promise.all([page.waitForEvent('download'), confirm(page)]);
  expect(download.suggestedFilename()).toBe('form.vue');
});

test('S5.11, point 14: the JSON viewer reports invalid JSON, replaces the form and exports a file', async ({ browser }) => {
  const page = await designer(browser);
  await press(page, '查看 JSON').click();
  const text = page.getByRole('textbox', { name: '表单的 JSON' });
  await text.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('{');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('JSON格式错误，请检查')).toBeVisible();
  expect(await faults(page, 'json', '[role="dialog"]')).toEqual([]);
  await text.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(formText('topic-declaration.json'));
  await dialog(page).getByRole('button', { name: '导出JSON文件' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), confirm(page)]);
  expect(download.suggestedFilename()).toMatch(/^\d{13}\.json$/);
  await press(page, '刷新').click();
  await expect(item(page, 101)).toContainText('选题名称');
  await page.locator('.fd-canvas').click({ position: { x: 4, y: 4 } });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('从左侧拖入或点选组件进行表单设计')).toBeVisible();
});

async function openCode(page: Page): Promise<Frame> {
  await press(page, '运行').click();
  await confirm(page);
  await expect(page.frameLocator('iframe[title="表单运行预览"]').getByRole('button', { name: '提交' })).toBeVisible({ timeout: 30_000 });
  return page.frames().find((one) => one.url().endsWith('/form-preview.html')) as Frame;
}

async function typeScript(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'script' }).click();
  await page.getByRole('textbox', { name: 'script' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+s');
}

test('S4.8, S5.10, point 15: the code runs in the frame, and each kind of wrong script has its message', async ({ browser }) => {
  const page = await designer(browser, storedForm('leave-request.flat.json'));
  const frame = await openCode(page);
  await frame.getByRole('button', { name: '提交' }).click();
  await expect(frame.locator('.el-form-item__error').first()).toBeVisible();
  const words = await frame.locator('.el-form-item__error').allTextContents();
  expect(words.filter((one) => /[a-z]{4}/i.test(one))).toEqual([]);
  expect(await faults(page, 'code', '.fd-code-text')).toEqual([]);
  await page.getByRole('tab', { name: 'script' }).click();
  const script = (await page.locator('.cm-content').innerText()).slice(0, 40);
  expect(script).toContain('export default');
  await typeScript(page, 'const a = 1\nexport default {}');
  await expect(page.getByText('js格式不能识别，仅支持修改export default的对象内容')).toBeVisible();
  await confirm(page);
  await typeScript(page, 'const a = 1');
  await expect(page.getByText('请使用export default')).toBeVisible();
  await typeScript(page, 'export default {');
  await expect(page.getByText(/^js错误：/)).toBeVisible();
  await typeScript(
    page,
    "export default { data: () => ({ formData: {}, rules: {} }), methods: { submitForm() { this.$emit('submit', { word: '改过' }) }, resetForm() {} } }",
  );
  await page.getByRole('tab', { name: 'template' }).click();
  await page.getByRole('textbox', { name: 'template' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('<div><p>改过的提示</p><el-button @click="submitForm">提交</el-button></div>');
  await page.keyboard.press('Control+s');
  await expect(frame.getByText('改过的提示')).toBeVisible();
  await frame.getByRole('button', { name: '提交' }).click();
  await expect(page.getByLabel('提交的数据').last()).toContainText('改过');
  await dialog(page)
    .getByRole('button', { name: /^关\s?闭$/ })
    .last()
    .click();
  await expect(page.getByText('代码有改动，关闭后不保留。要关闭吗？')).toBeVisible();
});

test('point 16: the frame reaches neither session, storage, network nor parent, and a loop is stopped', async ({ browser }) => {
  const page = await designer(browser, storedForm('leave-request.flat.json'));
  const frame = await openCode(page);
  const reached = await frame.evaluate(async () => {
    const tried: Record<string, string> = {};
    const attempt = async (name: string, work: () => unknown): Promise<void> => {
      try {
        tried[name] = `${String(await work())} reached`;
      } catch {
        tried[name] = 'blocked';
      }
    };
    await attempt('cookie', () => document.cookie);
    await attempt('storage', () => localStorage.length);
    await attempt('parent', () => parent.document.title);
    await attempt('fetch', () => fetch('/prod-api/health'));
    await attempt('popup', () => (window.open('/') ? 1 : Promise.reject(new Error('no window'))));
    return tried;
  });
  expect(reached).toEqual({ cookie: 'blocked', storage: 'blocked', parent: 'blocked', fetch: 'blocked', popup: 'blocked' });
  await typeScript(page, 'export default { created() { while (true) {} } }');
  await expect(page.getByText('代码没有响应，已停止')).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('iframe[title="表单运行预览"]')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'css' })).toBeEnabled();
  const policies = await page.evaluate(async () => {
    const policy = async (path: string): Promise<string> => (await fetch(path)).headers.get('content-security-policy') ?? '';
    return [await policy('/tool/build'), await policy('/form-preview.html')];
  });
  expect(policies[0]).not.toContain('unsafe-eval');
  expect(policies[1]).toContain("script-src 'self' 'unsafe-eval'");
  expect(policies[1]).toContain('sandbox allow-scripts');
  const direct = await page.context().newPage();
  const scripts: string[] = [];
  direct.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await direct.goto(`${server.origin}/form-preview.html`);
  await expect(direct.locator('#app')).toBeEmpty();
  expect(scripts.filter((url) => /vue|form-preview-index/.test(url))).toEqual([]);
});

test('point 17: the Vue export of every good form mounts in Vue 2 with element-ui without console output, and asks for what is missing', async ({
  browser,
}) => {
  for (const name of ['topic-declaration.json', 'expense.ours.json']) {
    const page = await designer(browser, storedForm(name));
    const said: string[] = [];
    page.on('console', (message) => {
      if (/error|warning/.test(message.type()) && !message.text().startsWith('Service Worker')) said.push(message.text());
    });
    const frame = await openCode(page);
    await frame.getByRole('button', { name: '提交' }).click();
    await expect(frame.locator('.el-form-item__error').first()).toBeVisible();
    const words = await frame.locator('.el-form-item__error').allTextContents();
    expect(words.filter((one) => /is required|not a valid/i.test(one))).toEqual([]);
    await frame.getByRole('button', { name: '重置' }).click();
    await expect(frame.locator('.el-form-item__error')).toHaveCount(0);
    expect([name, said]).toEqual([name, []]);
    await page.close();
  }
});

test('point 28: a field that a condition uses is removed only after a confirmation that names the condition', async ({ browser }) => {
  const page = await designer(browser, storedForm('expense.ours.json'));
  await item(page, 102).click({ position: { x: 20, y: 12 } });
  await page.getByRole('button', { name: '删除费用类别' }).click();
  await expect(dialog(page)).toContainText('「请假天数」的显示条件');
  await dialog(page).getByRole('button', { name: '取消' }).click();
  await expect(item(page, 102)).toHaveCount(1);
});

test('point 33: copied components are pasted in another tab with new numbers and names', async ({ browser }) => {
  const page = await designer(browser, storedForm('expense.ours.json'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await item(page, 102).click({ position: { x: 20, y: 12 } });
  await item(page, 103).click({ modifiers: ['Control'], position: { x: 20, y: 12 } });
  await page.keyboard.press('Control+c');
  const other = await page.context().newPage();
  await other.goto(`${server.origin}${PATH}`);
  await other.getByRole('navigation', { name: '组件' }).waitFor();
  await other.keyboard.press('Control+v');
  await expect(other.locator('.fd-item.selected')).toHaveCount(2);
  const names = await other.evaluate(() => [...document.querySelectorAll('[data-item]')].map((one) => one.getAttribute('data-item')));
  expect(new Set(names).size).toBe(names.length);
});

test('point 31: the designer has no accessibility faults in both themes', async ({ browser }) => {
  const page = await designer(browser, storedForm('topic-declaration.json'));
  await item(page, 101).click({ position: { x: 20, y: 12 } });
  expect(await faults(page, 'designer', '.fd')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await item(page, 107).click({ position: { x: 20, y: 4 } });
  expect(await faults(page, 'designer dark', '.fd')).toEqual([]);
});
