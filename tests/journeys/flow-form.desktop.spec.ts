import { type Browser, expect, type Locator, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';
import { faults } from '../support/axe.ts';
import { deployedForm, SUMMARY, WORD_FILE } from '../support/deployed-form.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const open = (browser: Browser, path: string): Promise<Page> => adminPage(browser, server, 'sysadmin', path);

test('form-designer point 27: every component of a form is filled in, submitted and read back', async ({ browser }) => {
  const page = await open(browser, '/flowable/form');
  const deployId = await deployedForm(server, page, 'topic-declaration.json', 'topic_desktop');
  await page.goto(`${server.origin}/flowable/task/myProcess/send/index?deployId=${deployId}`);
  const field = (formId: number): Locator => page.locator(`[data-field="${formId}"]`);
  await field(101).waitFor();
  await page.getByRole('button', { name: /^提\s?交$/ }).click();
  await expect(page.getByText('有 10 处需要修改')).toBeVisible();
  await expect(field(101).locator('input')).toBeFocused();
  await page.getByRole('button', { name: '请输入手机号', exact: true }).click();
  await expect(field(122).locator('input')).toBeFocused();
  expect(await faults(page, 'form')).toEqual([]);

  await field(101).locator('input').fill('桥上的灯');
  await field(102).getByRole('combobox').click();
  await page.getByTitle('散文集', { exact: true }).last().click();
  await field(103).getByRole('combobox').click();
  await page.getByTitle('学生', { exact: true }).last().click();
  await page.keyboard.press('Escape');
  await field(104).locator('input').fill('120.5');
  await field(105).locator('input').fill('2027-03-31');
  await page.keyboard.press('Enter');
  await field(109).getByText('电子书').click();
  await field(110).getByRole('textbox').fill(SUMMARY);
  await field(113).getByRole('switch').click();
  await field(115).locator('input').fill('09:30');
  await page.keyboard.press('Enter');
  await field(119).locator('.ant-rate-star').nth(3).click();
  await field(121).locator('input[type="file"]').setInputFiles(WORD_FILE);
  await expect(field(121)).toContainText('样章.docx');
  await field(122).locator('input').fill('13812345678');
  await page.getByRole('button', { name: /^提\s?交$/ }).click();
  await expect(page.getByText('流程启动成功')).toBeVisible();
  await expect(page).toHaveURL(/task\/process/);
});

test('form-designer point 28, 29: conditions show a table whose rows give the total', async ({ browser }) => {
  const page = await open(browser, '/flowable/form');
  await page.request.post(`${server.origin}/prod-api/system/dict/data`, {
    headers: { authorization: `Bearer ${await server.logIn('sysadmin')}` },
    data: { dictType: 'sys_process_category', dictLabel: '报销', dictValue: 'expense' },
  });
  const deployId = await deployedForm(server, page, 'expense.ours.json', 'expense_desktop');
  await page.goto(`${server.origin}/flowable/task/myProcess/send/index?deployId=${deployId}`);
  const field = (key: string): Locator => page.locator(`[data-field="${key}"]`);
  await field('102').waitFor();
  await expect(field('104')).toHaveCount(0);
  await field('102').getByRole('combobox').click();
  await page.getByTitle('报销', { exact: true }).last().click();
  await field('105:0').locator('input').fill('车票');
  await field('106:0').locator('input').fill('12.5');
  await field('107:0').locator('input').fill('2026-11-01');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '复制第1行' }).click();
  await expect(field('108')).toContainText('25.00');
  await page.getByRole('button', { name: '删除第2行' }).click();
  await expect(field('108')).toContainText('12.50');
});
