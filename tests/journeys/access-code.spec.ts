import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import PizZip from 'pizzip';
import { adminPage } from '../support/admin-shell.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });
test.use({ actionTimeout: limit(15_000) });

const PATH = '/cms/main/DigitalTeachingMaterials';
const BOOK = '渡口英语听说';
let server: BrowserServer;
let codes: string[] = [];
test.beforeAll(async () => {
  test.setTimeout(limit(120_000));
  server = await browserServer();
});
test.afterAll(() => server?.close());

async function shots(page: Page, name: string): Promise<void> {
  if (!process.env['SHOTS']) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('§13 B3: an editor makes a batch, the chief issues it, the editor prints it once and freezes it', async ({ browser }) => {
  const editor = await adminPage(browser, server, 'worksadmin', '/publication/accessCode');
  await expect(editor.getByText('第二版 秋季')).toBeVisible();
  expect(await faults(editor, 'batches')).toEqual([]);
  await shots(editor, 'b3');
  await editor.getByRole('button', { name: /新\s*增$/ }).click();
  const form = editor.getByRole('dialog', { name: '新增激活码批次' });
  await form.getByLabel('教材').fill(BOOK);
  await editor.locator('.ant-select-item-option', { hasText: BOOK }).first().click();
  await form.getByLabel('批次名称').fill('开学加印');
  await form.getByLabel('数量').fill('3');
  await form.getByRole('button', { name: /保\s*存$/ }).click();
  const row = editor.getByRole('row', { name: /开学加印/ });
  await expect(row).toContainText('草稿');
  await expect(row.getByRole('button', { name: '发行' })).toHaveCount(0);

  const chief = await adminPage(browser, server, 'chief', '/publication/accessCode');
  const draft = chief.getByRole('row', { name: /开学加印/ });
  await draft
    .getByRole('button', { name: '发行' })
    .or(draft.getByRole('button', { name: /更多操作/ }))
    .first()
    .click();
  if (!(await chief.getByRole('dialog').isVisible()))
    await chief.getByRole('menuitem', { name: '发行' }).or(chief.getByRole('dialog')).first().click();
  await chief
    .getByRole('dialog')
    .getByRole('button', { name: /发\s*行/ })
    .click();
  await expect(draft).toContainText('已发行');

  await editor.reload();
  // The sign-in is long ago: the file is made after the password is confirmed.
  let calls = 0;
  await editor.route('**/accessBatch/print/*', (route) =>
    (calls += 1) === 1 ? route.fulfill({ json: { code: 428, msg: '为了安全，请重新输入密码确认身份' } }) : route.continue(),
  );
  const act = async (name: string): Promise<void> => {
    const shown = row.getByRole('button', { name, exact: true });
    await expect(row).toBeVisible();
    if (await shown.isVisible()) return shown.click();
    await row.getByRole('button', { name: /更多操作/ }).click();
    await editor.getByRole('menuitem', { name }).click();
  };
  await act('生成印制文件');
  await editor.getByRole('button', { name: '生成并下载' }).click();
  const confirm = editor.getByRole('dialog', { name: '确认是您本人' });
  await confirm.getByLabel('密码').fill(server.password);
  const [download] = await Promise.all([editor.waitForEvent('download'), editor.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('激活码-开学加印.zip');
  const csv = new PizZip(await readFile(await download.path())).file('激活码.csv')?.asText() ?? '';
  codes = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1] ?? '');
  expect(codes).toHaveLength(3);
  expect(calls).toBe(2);

  await editor.reload();
  await act('冻结');
  await editor.getByRole('dialog').getByLabel(/理由/).fill('样书丢了一本，先停');
  await editor
    .getByRole('dialog')
    .getByRole('button', { name: /冻\s*结/ })
    .click();
  await expect(row).toContainText('已冻结');
  await act('解冻');
  await editor
    .getByRole('dialog')
    .getByRole('button', { name: /解\s*冻/ })
    .click();
  await expect(row).toContainText('已发行');

  await editor.goto(`${server.origin}/publication/accessCode?tab=pool`);
  await expect(editor.getByRole('row', { name: new RegExp(BOOK) }).first()).toContainText('30');
  expect(await faults(editor, 'pools')).toEqual([]);
  await shots(editor, 'b3-pool');
});

test('§13 a visitor scans the code of a book, signs in, activates it and reads beyond the trial', async ({ page }) => {
  const [code = ''] = codes;
  await page.goto(`${server.origin}${PATH}#code=${code}`);
  await expect(page).toHaveURL(/cmsLogin/);
  expect(page.url()).not.toContain(code.slice(0, 4));
  await page.getByLabel('用户名').fill('reader15');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: '输入激活码' });
  await expect(sheet.getByLabel('激活码第1格')).toHaveValue(code.slice(0, 4));
  await expect(sheet.getByLabel('激活码第3格')).toHaveValue(code.slice(-4));
  expect(page.url()).not.toContain('code');
  expect(await faults(page, 'code sheet')).toEqual([]);
  await shots(page, 'sheet');
  // One letter copied wrongly.
  const last = sheet.getByLabel('激活码第3格');
  await last.fill(`${code.slice(-4, -1)}${code.endsWith('2') ? '3' : '2'}`);
  await sheet.getByRole('button', { name: '激活', exact: true }).tap();
  await expect(sheet.getByRole('alert')).toHaveText('激活码不正确，请检查第几位抄错了');
  await last.fill(code.slice(-4));
  await sheet.getByRole('button', { name: '激活', exact: true }).tap();
  await expect(page).toHaveURL(/\/cms\/main\/bookDetail\/\d+$/);
  const publishId = page.url().split('/').at(-1) ?? '';
  const grant = await server.call(await server.logIn('reader15'), 'POST', '/info/grant', { publishId: Number(publishId) });
  expect(grant['data']).toMatchObject({ entitled: true });
  await expect(page.getByText(/试读/)).toHaveCount(0);
});

test('§13 a teacher sees the pool on the page of the class and gives a seat', async ({ page, context }) => {
  const token = await server.logIn('teacher1');
  await context.addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  const { data } = (await server.call(token, 'GET', '/cms/courseClass/mine')) as { data: { classId: number; className: string }[] };
  const classId = data.find(({ className }) => className === '英语听说1班')?.classId ?? 0;
  await page.goto(`${server.origin}/cms/main/courseClass/${classId}?tab=members`);
  const card = page.getByRole('region', { name: `《${BOOK}》的席位` });
  await expect(card).toContainText('席位 12/30');
  await card.getByRole('switch', { name: /加入时自动分配/ }).tap();
  await expect(card.getByRole('switch', { name: /加入时自动分配/ })).toBeChecked();
  expect(await faults(page, 'class seats')).toEqual([]);
  await shots(page, 'seats');
  await card.getByRole('button', { name: /分配席位/ }).tap();
  const sheet = page.getByRole('dialog', { name: `《${BOOK}》的席位` });
  await sheet.getByRole('checkbox').first().check();
  expect(await faults(page, 'seat sheet')).toEqual([]);
  await shots(page, 'seat-sheet');
  await sheet.getByRole('button', { name: '收回 1' }).tap();
  await page.getByRole('button', { name: '收回', exact: true }).last().tap();
  await expect(sheet.getByText(/还可以分配 19 个/)).toBeVisible();
  await sheet.getByRole('checkbox').first().check();
  await sheet.getByRole('button', { name: '分配 1' }).tap();
  await expect(sheet.getByText(/还可以分配 18 个/)).toBeVisible();
});
